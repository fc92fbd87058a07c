"""What the output of runners says about an exit status of 0."""

from __future__ import annotations

import pytest
from running import counts

from mesh.core.runs.output import assess
from mesh.core.runs.tally import tally

PASSING = {
    "7 passed in 0.31s": 7,
    "\x1b[32m===== 7 passed, 2 skipped, 1 xfailed, 3 warnings in 1.02s =====\x1b[0m": 7,
    "tests/test_a.py::test_0_failed PASSED [100%]\n1 passed in 0.1s": 1,
    "Ran 7 tests in 0.004s\n\nOK": 7,
    "Ran 7 tests in 0.004s\n\nOK (skipped=2)": 5,
    "test result: ok. 7 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s": 7,
    "test result: ok. 7 passed; 0 failed; 0 ignored\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed": 7,
    "ok  \texample.com/a\t0.01s\n?   \texample.com/b\t[no test files]": 1,
    "Test Suites: 1 passed, 1 total\nTests:       7 passed, 7 total\nSnapshots:   0 total": 7,
    " ✓ reports 2 errors (3 ms)\n Test Files  1 passed (1)\n      Tests  7 passed (7)\n   Duration  300ms": 7,
    "# tests 7\n# suites 0\n# pass 7\n# fail 0\n# skipped 0": 7,
    "  7 passing (12ms)\n  1 pending": 7,
    "[INFO] Tests run: 7, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.2 s\n[INFO] BUILD SUCCESS": 6,
    "Passed!  - Failed:     0, Passed:     7, Skipped:     0, Total:     7, Duration: 9 ms - a.dll (net8.0)": 7,
    "100% tests passed, 0 tests failed out of 7": 7,
    "7 examples, 0 failures, 1 pending": 6,
    "7 runs, 9 assertions, 0 failures, 0 errors, 0 skips": 7,
    "OK (7 tests, 9 assertions)": 7,
    " 7 pass\n 0 fail\nRan 7 tests across 2 files. [12.00ms]": 7,
    "ok | 7 passed | 0 failed (10ms)": 7,
    "Executed 7 tests, with 0 failures (0 unexpected) in 0.1 (0.2) seconds": 7,
    "[==========] 7 tests from 2 test suites ran. (0 ms total)\n[  PASSED  ] 7 tests.": 7,
    "     Summary [   0.010s] 7 tests run: 7 passed, 2 skipped": 7,
    "00:01 +7: All tests passed!": 7,
    "Tests: succeeded 7, failed 0, canceled 0, ignored 0, pending 0": 7,
}
FAILING = [
    "1 failed, 6 passed in 0.3s",
    "6 passed, 1 error in 0.3s",
    "FAILED tests/test_a.py::test_b - assert 1 == 2",
    "Ran 7 tests in 0.01s\n\nFAILED (failures=1)",
    "test result: FAILED. 6 passed; 1 failed; 0 ignored",
    "--- FAIL: TestA (0.00s)\nFAIL\nFAIL\texample.com/a\t0.01s",
    "Tests:       1 failed, 6 passed, 7 total",
    "      Tests  1 failed | 6 passed (7)",
    "ℹ pass 6\nℹ fail 1",
    "ok 1 a\nnot ok 2 b",
    "  6 passing (12ms)\n  1 failing",
    "Tests run: 7, Failures: 1, Errors: 0, Skipped: 0",
    "Failed!  - Failed:     1, Passed:     6, Skipped:     0, Total:     7",
    "86% tests passed, 1 tests failed out of 7",
    "7 examples, 1 failure",
    "7 runs, 9 assertions, 0 failures, 1 errors, 0 skips",
    "FAILURES!\nTests: 7, Assertions: 7, Failures: 1.",
    "FAILED | 6 passed | 1 failed (3ms)",
    "Executed 7 tests, with 2 failures (0 unexpected)",
    "[  FAILED  ] 1 test, listed below:",
    "00:01 +6 -1: Some tests failed.",
    "BUILD FAILED in 3s",
    "  py312: FAIL code 1 (0.9 seconds)",
    "7 个测试，1 个失败",
]
EMPTY = [
    "no tests ran in 0.01s",
    "collected 0 items",
    "5 deselected in 0.1s",
    "3 skipped in 0.02s",
    "2 xfailed in 0.1s",
    "7 tests collected in 0.1s",
    "Ran 0 tests in 0.000s\n\nOK",
    "Ran 3 tests in 0.001s\n\nOK (skipped=3)",
    "NO TESTS RAN",
    "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored",
    "test result: ok. 0 passed; 0 failed; 4 ignored",
    "ok  \texample.com/a\t0.003s [no tests to run]",
    "?   \texample.com/a\t[no test files]",
    "=== RUN   TestA\n--- SKIP: TestA (0.00s)\nPASS\nok  \texample.com/a\t0.1s",
    "No tests found, exiting with code 0",
    "No test files found, exiting with code 0",
    "Test Suites: 1 skipped, 0 of 1 total\nTests:       5 skipped, 5 total",
    "# tests 0\n# pass 0\n# fail 0",
    "  0 passing (1ms)",
    "Tests run: 0, Failures: 0, Errors: 0, Skipped: 0",
    "Tests run: 3, Failures: 0, Errors: 0, Skipped: 3",
    "No tests were found!!!",
    "0 examples, 0 failures",
    "1..0",
    "make: Nothing to be done for 'test'.",
    "[  PASSED  ] 0 tests.",
]


@pytest.mark.parametrize(("output", "passed"), PASSING.items())
def test_passing_tests_are_counted(output: str, passed: int) -> None:
    assert tally(output.replace("\x1b[32m", "").replace("\x1b[0m", "")).passed == passed
    assert counts("pytest", output) == {"tests"}


@pytest.mark.parametrize("output", FAILING)
def test_a_failed_run_that_ended_with_0_does_not_count(output: str) -> None:
    assert assess(output).failed
    assert counts("pytest", output) == set()


@pytest.mark.parametrize("output", EMPTY)
def test_an_empty_run_does_not_count(output: str) -> None:
    assert assess(output).empty
    assert counts("pytest", output) == set()


def test_no_output_contradicts_nothing() -> None:
    assert counts("pytest -q", "") == {"tests"}


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("make", "cc -c a.c\na.c:3:5: error: expected ';'\nmake: [Makefile:2: a.o] Error 1 (ignored)"),
        ("cargo build", "error[E0425]: cannot find value `x` in this scope"),
        ("npm run build", "npm error code 2"),
        ("npx tsc --noEmit", "src/a.ts(1,7): error TS2322: Type 'string' is not assignable"),
        ("mypy .", "Found 2 errors in 1 file (checked 3 source files)"),
        ("python app.py", 'Traceback (most recent call last):\n  File "app.py", line 1'),
        ("python test_all.py", "Ran 3 tests in 0.1s\n\nFAILED (failures=1)"),
        ("go run .", "panic: runtime error: index out of range"),
        ("pytest", "bash: line 1: pytest: command not found"),
        ("pytest", "Command running in background with ID: b1"),
        ("pytest", "Exit code 1\nnothing more"),
    ],
)
def test_an_error_in_the_output_contradicts_success(command: str, output: str) -> None:
    assert counts(command, output) == set()


def test_errors_that_were_mended_or_are_none_contradict_nothing() -> None:
    assert counts("ruff check --fix .", "Found 3 errors (3 fixed, 0 remaining).") == {"lint"}
    assert counts("mypy .", "Success: no issues found in 3 source files") == {"typecheck"}
    assert counts("cargo build", "    Finished `dev` profile [unoptimized] target(s) in 0.2s") == {"build"}


def test_a_task_of_the_project_must_show_that_tests_ran() -> None:
    assert counts("make test", "all good") == set()
    assert counts("make test", "pytest -q\n7 passed in 0.1s") == {"tests"}
    assert counts("npm test", "") == {"tests"}


def test_a_script_that_the_package_manager_shows_is_judged_itself() -> None:
    head = "\n> app@1.0.0 test\n> "
    assert counts("npm test", f"{head}exit 0\n") == set()
    assert counts("npm test", f"{head}echo ok && exit 0\n\nok\n") == set()
    assert counts("npm test", f"{head}jest || true\n\nTests: 7 passed, 7 total\n") == set()
    assert counts("npm test", f"{head}jest --passWithNoTests\n\nNo tests found, exiting with code 0\n") == set()
    assert counts("npm test", f"{head}jest\n\nTests: 7 passed, 7 total\n") == {"tests"}
    assert counts("yarn test", "$ true\nDone in 0.1s.") == set()
