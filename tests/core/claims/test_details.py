"""A claim holds what its check needs besides the target: counts, commands, what is printed, branches."""

from __future__ import annotations

import pytest

from tests.core.claims.finding import claims_of


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("All 42 tests pass.", 42),
        ("42 tests passed.", 42),
        ("1,204 tests pass.", 1204),
        ("Tests pass (42/42).", 42),
        ("All tests pass (42 passed).", 42),
        ("42/42 tests pass.", 42),
        ("pytest: 42 passed in 1.2s", 42),
        ("42 passed, 3 skipped", 42),
        ("all of the 42 tests pass", 42),
        ("42 out of 42 tests pass.", 42),
        ("All seven tests pass.", 7),
        ("42 个测试全部通过。", 42),
        ("测试 42 个全部通过。", 42),
        ("十二个测试全部通过。", 12),
        ("共 42 个用例，均已通过。", 42),
        ("All 4 tests in `tests/test_a.py` pass.", 4),
        ("36 tests, all green.", 36),
        ("The 3 new tests pass.", None),
        ("All 5 integration tests pass.", None),
        ("The tests pass.", None),
        ("Test Suites: 9 passed, 9 total", None),
        ("The tests pass on Python 3.12.", None),
        ("新增的 3 个测试全部通过。", None),
    ],
)
def test_a_claimed_number_of_tests_is_read_where_it_is_that_of_all(
    text: str, count: int | None
) -> None:
    (claim,) = claims_of(text)
    assert (claim.kind, claim.count) == ("tests_pass", count)


@pytest.mark.parametrize(
    "text",
    [
        "41 of 42 tests pass.",
        "41/42 tests pass.",
        "5 passed, 1 failed",
        "95% of the tests pass.",
        "All but one test pass.",
        "All tests pass except `test_x`.",
        "Most tests pass.",
        "0 tests pass.",
        "大部分测试通过。",
        "9 个通过，1 个失败。",
    ],
)
def test_a_part_that_passes_is_no_claim_that_the_tests_pass(text: str) -> None:
    assert claims_of(text) == ()


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ('`./hi` prints "hello, world".', "hello, world"),
        ("`./hi` prints `42`.", "42"),
        ("`./hi` prints Hello.", "Hello"),
        ("`./hi` prints the version.", None),
        ("`./hi` works.", None),
        ("运行 `./hi` 输出 `你好`。", "你好"),
        ("`./hi` 打印出“完成”。", "完成"),
    ],
)
def test_what_a_command_prints_is_kept_where_it_is_said_literally(
    text: str, printed: str | None
) -> None:
    (claim,) = claims_of(text)
    assert (claim.kind, claim.target, claim.detail.get("prints")) == (
        "command_succeeds",
        "./hi",
        printed,
    )


def test_a_command_of_the_projects_own_kind_is_a_claim_of_that_kind() -> None:
    tests, build, lint = claims_of(
        "`pytest -q` passes, `cargo build` succeeds and `ruff check .` is clean."
    )
    assert (tests.kind, tests.detail) == ("tests_pass", {"command": "pytest -q"})
    assert (build.kind, build.detail) == ("build_passes", {"command": "cargo build"})
    assert (lint.kind, lint.detail) == ("lint_passes", {"command": "ruff check ."})


def test_a_type_check_says_so_and_names_its_tool() -> None:
    (claim,) = claims_of("mypy reports no errors.")
    assert (claim.kind, claim.detail) == ("build_passes", {"tool": "mypy", "check": "types"})


def test_a_commit_keeps_its_branch_and_a_branch_stands_alone() -> None:
    (commit,) = claims_of("Committed as abc1234 on branch `Feature/X`.")
    assert (commit.target, commit.detail) == ("abc1234", {"branch": "Feature/X"})
    (branch,) = claims_of("Pushed to branch Release-2.")
    assert (branch.kind, branch.target, branch.detail) == (
        "commit_exists",
        "Release-2",
        {"branch": "Release-2"},
    )


def test_what_tests_are_about_is_no_name_of_a_test() -> None:
    (claim,) = claims_of("The tests for `parser` pass.")
    assert (claim.target, claim.detail) == (None, {"about": "parser"})


def test_each_named_test_is_a_claim_of_its_own() -> None:
    targets = [
        claim.target
        for claim in claims_of("`test_a`, `tests/test_b.py` and `tests/t.py::test_c` all pass.")
    ]
    assert targets == ["test_a", "tests/test_b.py", "tests/t.py::test_c"]
