"""Whether the exit status is that of the runner: pipes, lists, options of the shell, scripts within scripts."""

from __future__ import annotations

import pytest
from running import counts, of

OWN = [
    "cd app && pytest -q",
    "pytest && echo done",
    "pytest > out.log 2>&1",
    "(cd app; pytest)",
    "{ pytest; } 2>/dev/null",
    "! ! pytest",
    "set -o pipefail; pytest | tail -3",
    "set -euo pipefail\npytest 2>&1 | tee out.log\necho done",
    "bash -o pipefail -c 'pytest | tail -1'",
    "bash -eo pipefail -c 'pytest | tail -1; echo'",
    "set -e; pytest; echo done",
    "set -e; (pytest && make); echo done",
    "pytest || exit 1; echo done",
    "pytest || { echo failed; exit 3; }",
    "if pytest; then echo good; else exit 1; fi",
    "if ! pytest; then exit 1; fi\necho good",
    "pytest; rc=$?; tail -3 out.log; exit $rc",
    'pytest; status="$?"; if [ "$status" -ne 0 ]; then exit "$status"; fi; echo good',
    "pytest | tail -3; exit ${PIPESTATUS[0]}",
    "pytest | tail -3; test ${PIPESTATUS[0]} -eq 0",
    "out=$(pytest -q) && echo $out",
    "for part in a b; do pytest || exit 1; done",
    "while true; do pytest || exit 1; break; done; pytest",
    "true && pytest",
    "false || pytest",
    "exec pytest; echo never",
    "cat <<'END'\nit isn't over ${\nEND\npytest",
    "pytest <<< y",
    "# first\n\npytest -q # then nothing\n\n",
    "pytest \\\n  -q",
    '[[ -d tests ]] && pytest',
]  # fmt: skip
MASKED = [
    "pytest || true",
    "pytest || :",
    "pytest || echo failed",
    "pytest; echo ok",
    "pytest\ntrue",
    "pytest\n\n\ntrue",
    "pytest # quiet\n# more\ntrue",
    "pytest | tail -3",
    "pytest |& cat",
    "pytest | tee out.log",
    "(set -o pipefail); pytest | tail -3",
    "false && set -o pipefail; pytest | tail -3",
    "set -o pipefail; set +o pipefail; pytest | tail -3",
    "set -o pipefail; bash -c 'pytest | tail -3'",
    "! pytest",
    "pytest &",
    "pytest & wait",
    "nohup pytest > log &",
    "pytest && make || true",
    "pytest || pytest --lf || true",
    "if pytest; then echo good; fi; true",
    "if pytest; then echo good; else echo bad; fi",
    "until pytest; do sleep 1; done",
    "while ! pytest; do :; done",
    "for part in a b; do pytest; done",
    "for part in; do pytest; done",
    "for part in $PARTS; do pytest || exit 1; done",
    "set -e; pytest && make; echo done",
    "set -e; { pytest && make; }; echo done",
    "set -e; pytest || true",
    "set -e; set +e; pytest; echo",
    "set -e; if pytest; then :; fi",
    "pytest; exit 0",
    "pytest; rc=$?; rc=0; exit $rc",
    "pytest; rc=$?; read rc; exit $rc",
    "pytest | tail; exit $?",
    "exit 0; pytest",
    "false && pytest; true",
    "true || pytest",
    "echo $(pytest)",
    "x=$(pytest); echo $x",
    "export x=$(pytest)",
    "diff <(pytest) <(true)",
    "trap 'exit 0' EXIT; pytest",
    "trap 'exit 0' ERR; set -e; pytest",
    "pytest() { :; }; pytest",
    "function pytest { return 0; }; pytest",
    "alias pytest=true; pytest",
    "shopt -s expand_aliases; alias pytest=true\npytest",
    "enable -n pytest; pytest",
    "hash -p /bin/true pytest; pytest",
    "source ./helpers.sh; pytest",
    'eval "$SETUP"; pytest',
    "eval 'pytest || true'",
    "$SETUP; pytest",
    "{exit,0}; pytest",
    "ex?t; pytest",
    "bash -c 'pytest; true'",
    "bash -c 'pytest' || true",
    'sh -c "pytest $X"',
    "bash -nc pytest",
    "set -n; pytest",
    "((pytest))",
    "(( ! pytest ))",
    "env exit 1 || pytest",
    "pytest || env exit 1; echo ok",
    "exec pytest < missing || true",
    "set -o pipefail > /nowhere/x; pytest | tail -1",
    "cat <<END && pytest\npytest\nEND\ntrue",
    "cat <<'A'\nx\nA\nexit 0\n'A'\npytest",
    "pytest; [ $? -ne 0 ]",
    "pytest; [ $? -eq 1 ] || true",
]


@pytest.mark.parametrize("command", OWN)
def test_the_status_of_the_runner_counts(command: str) -> None:
    assert "tests" in counts(command)


@pytest.mark.parametrize("command", MASKED)
def test_a_status_that_is_not_the_runners_does_not_count(command: str) -> None:
    assert "tests" not in counts(command)


def test_a_failure_that_the_command_shows_counts_as_one() -> None:
    from running import judged

    report = judged({"command": "cd app && pytest -q", "exit_code": 1, "output": "1 failed in 0.1s"})
    assert [run.exit_code for run in report.failed] == [1]


def test_a_failure_of_something_else_is_none_of_the_runner() -> None:
    from running import judged

    assert not judged({"command": "pytest -q; ls missing", "exit_code": 2}).failed
    assert not judged({"command": "! pytest -q", "exit_code": 1}).failed


def test_a_run_without_an_exit_status_does_not_count() -> None:
    from running import judged

    (run,) = judged({"command": "pytest -q", "exit_code": None}).runs
    assert (run.counted, run.reason) == (False, "no exit status was reported")


def test_hostile_commands_take_little_time_and_prove_nothing_new() -> None:
    for command in (
        "( " * 5000 + "pytest" + " )" * 5000,
        "pytest && " * 4000 + "pytest",
        "$(" * 300 + "pytest" + ")" * 300,
    ):
        assert not [run for run in of(command) if run.holds]
