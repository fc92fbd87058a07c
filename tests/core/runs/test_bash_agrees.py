"""What is held for a proof is tried in a real bash: a runner that fails must make the command fail."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from running import counts, of

BASH = shutil.which("bash")
pytestmark = pytest.mark.skipif(BASH is None, reason="bash is not installed")

ATOMS = [
    "pytest", "pytest -q", "good", "bad", "true", "false", ":", "echo x", "pytest > /dev/null",
    "pytest < missing", "cd .", "cd missing", "X=1 pytest", "timeout 5 pytest", "env Y=1 pytest",
    "time pytest", "command pytest", "exec pytest", "exec good", "eval pytest", "eval 'pytest; good'",
    "exit", "exit 0", "exit 1", "exit $?", "exit $rc", "rc=$?", "rc=0", "[ $? -eq 0 ]", "[ $rc -ne 0 ]",
    "[[ $rc -eq 0 ]]", "test $? = 0", "set -e", "set +e", "set -o pipefail", "set +o pipefail",
    "set -eo pipefail", "X=$(pytest)", "X=$(pytest | good)", "X=$(good; pytest)", "echo $(pytest)",
    "exit ${PIPESTATUS[0]}", "bash -c 'pytest'", "bash -c 'pytest; good'", "bash -ec 'pytest; good'",
    "bash -o pipefail -c 'pytest | good'", "sh -c 'pytest || good'", "wait", "break", "continue",
    "py'te'st", "unset rc", "builtin exit 0", "$EMPTY pytest", "cat <<'E'\npytest\nE\n",
    "pytest <<E\nx\nE\n", "pytest 2>&1", "shopt -s nullglob",
]  # fmt: skip
JOINS = [
    "{} && {}", "{} || {}", "{}; {}", "{}\n{}", "{} | {}", "( {} ); {}", "{{ {}; }} && {}", "! {} || {}",
    "{} & {}", "if {}; then {}; fi", "if {}; then {}; else exit 1; fi", "if ! {}; then exit 1; fi; {}",
    "for i in 1 2; do {}; {}; done", "for i in; do {}; {}; done", "while {}; do {}; break; done",
    "until {}; do {}; done", "{} > /dev/null; {}", "{} |& {}", "( {} && {} )", "{{ {} || {}; }}",
]  # fmt: skip
JUNK = [
    "'",
    '"',
    "\\",
    "`",
    "$",
    "(",
    ")",
    "{",
    "}",
    "|",
    "&",
    ";",
    "<",
    ">",
    "!",
    "\n",
    "#",
    "[[ ",
    " ]]",
    "((",
    "$'",
    "<<E\n",
]

scripts = st.recursive(
    st.sampled_from(ATOMS),
    lambda inner: st.builds(str.format, st.sampled_from(JOINS), inner, inner),
    max_leaves=6,
)


@st.composite
def broken(draw: st.DrawFn) -> str:
    text = draw(scripts)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from(JUNK)) + text[at:]
    return text


@pytest.fixture(scope="module")
def stubs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stubs")
    bodies = {"pytest": 'echo ran > "$RAN"; exit $STATUS', "good": "exit 0", "bad": "exit 1"}
    bodies |= {"timeout": 'shift; exec "$@"', "env": 'shift; exec "$@"'}
    for name, body in bodies.items():
        (folder / name).write_text(f"#!/bin/sh\n{body}\n")
        (folder / name).chmod(0o755)
    for name in ("bash", "sh", "cat"):
        os.symlink(shutil.which(name) or "", folder / name)
    return folder


def _run(stubs: Path, script: str, status: int, place: Path) -> tuple[int | None, bool]:
    ran = place / "ran"
    ran.unlink(missing_ok=True)
    env = {"PATH": str(stubs), "STATUS": str(status), "RAN": str(ran)}
    try:
        done = subprocess.run(
            [BASH or "", "-c", script], cwd=place, env=env, capture_output=True, timeout=5, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired:
        return None, ran.exists()
    return done.returncode, ran.exists()


def _agrees(stubs: Path, script: str, place: Path) -> None:
    if "tests" not in counts(script):
        return
    code, _ = _run(stubs, script, 1, place)
    assert code != 0, "the runner failed and the command did not"
    code, ran = _run(stubs, script, 0, place)
    assert code != 0 or ran, "the command succeeded without the runner"


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(script=scripts)
def test_a_failing_runner_makes_every_proof_fail(stubs: Path, tmp_path: Path, script: str) -> None:
    _agrees(stubs, script, tmp_path)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(script=broken())
def test_broken_scripts_prove_nothing_that_bash_does_not(stubs: Path, tmp_path: Path, script: str) -> None:
    _agrees(stubs, script, tmp_path)


@settings(max_examples=300, deadline=None)
@given(command=st.text(max_size=200) | st.text(alphabet="pytest -q|&;<>(){}$`'\"\\\n!#=[]~*?%@:.,/ \t", max_size=60))
def test_no_command_makes_the_judge_fail(command: str) -> None:
    of(command, command)
