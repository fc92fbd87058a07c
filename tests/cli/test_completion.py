"""The shell completes commands, options, choices, and what the workspace holds."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from calling import Shell

from mesh.app import requesting
from mesh.app.sending import Order
from mesh.app.workspace import Workspace


@pytest.fixture
def complete(mesh: Shell, monkeypatch: pytest.MonkeyPatch, workspace: Workspace):
    """Complete the last word of a line in the workspace's project, as bash asks for it."""
    monkeypatch.chdir(workspace.project)

    def answer(line: str) -> list[str]:
        words = line.split(" ")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
        monkeypatch.setenv("_MESH_COMPLETE", "complete_bash")
        assert mesh() == 0
        return mesh.out.split()

    return answer


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("mesh sen", ["send"]),
        ("mesh task sh", ["show"]),
        ("mesh --json task sh", ["show"]),
        ("mesh send bob hi --prio", ["--priority"]),
        ("mesh send bob hi --complexity ", ["low", "medium", "high"]),
        ("mesh send bo", ["bob"]),
        ("mesh inbox c", ["carol"]),
        ("mesh log --agent al", ["alice"]),
        ("mesh agent add dora --driver scr", ["script"]),
    ],
)
def test_a_word_is_completed(complete, line: str, found: list[str]) -> None:
    assert complete(line) == found


def test_tasks_and_envelopes_are_completed_by_their_ids(complete, workspace: Workspace) -> None:
    order = Order(sender="alice", to="bob", text="look", complexity="low")
    sent = requesting.request(workspace, order)
    assert complete("mesh task show ") == [sent.task.id]
    assert complete("mesh read ") == [sent.envelope.id]


def test_without_a_workspace_nothing_is_completed_and_nothing_said(
    complete, mesh: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    assert complete("mesh inbox ") == []
    assert mesh.err == ""


@pytest.fixture
def named_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the shell be named instead of found out, for which shell runs the tests nobody knows."""
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")


@pytest.mark.usefixtures("named_shell")
def test_the_script_for_a_shell_is_shown(mesh: Shell) -> None:
    assert mesh("--show-completion", "zsh") == 0
    assert "_MESH_COMPLETE" in mesh.out


@pytest.mark.usefixtures("named_shell")
def test_completion_is_installed_for_a_shell(mesh: Shell) -> None:
    assert mesh("--install-completion", "bash") == 0
    home = Path(os.environ["HOME"])
    assert "mesh" in (home / ".bashrc").read_text(encoding="utf-8")


@pytest.mark.usefixtures("named_shell")
def test_a_shell_that_is_not_known_is_bad_usage(mesh: Shell) -> None:
    assert mesh("--install-completion", "ksh") == 2
    assert mesh.err.startswith("mesh: ")
