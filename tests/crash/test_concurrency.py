"""Many senders at once, and a person working in the project's own repository meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mesh.app import roster
from mesh.app.starting import init
from mesh.app.workspace import Workspace

HERE = Path(__file__).parent
SENDERS, EACH = 16, 50


def git(folder: Path, *command: str) -> str:
    who = ["-c", "user.name=person", "-c", "user.email=person@example.com"]
    done = subprocess.run(["git", *who, *command], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    assert done.stderr == ""
    return done.stdout


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    hook = folder / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho ran >> ../hook-ran\n")
    hook.chmod(0o755)
    (folder / "file").write_text("start\n")
    git(folder, "add", "file")
    git(folder, "commit", "-q", "-m", "start")
    return folder


def test_sixteen_senders_while_a_person_commits_lose_nothing(project: Path, tmp_path: Path) -> None:
    workspace, _ = init(str(project / ".mesh"))
    roster.add(workspace, "bob", {"headline": "works"})
    for number in range(SENDERS):
        roster.add(workspace, f"agent{number}", {"headline": "sends"})
    assert git(project, "status", "--porcelain") == ""
    senders = [
        subprocess.Popen(
            [sys.executable, str(HERE / "send_many.py"), workspace.root, f"agent{number}", str(EACH)],
            stderr=subprocess.PIPE, text=True, env=dict(os.environ),
        )
        for number in range(SENDERS)
    ]  # fmt: skip
    commits = 0
    while any(sender.poll() is None for sender in senders):
        commits += 1
        (project / "file").write_text(f"change {commits}\n")
        assert git(project, "status", "--porcelain") == " M file\n"
        git(project, "add", "file")
        git(project, "commit", "-q", "-m", f"change {commits}")
    for sender in senders:
        _, errors = sender.communicate()
        assert (sender.returncode, errors) == (0, "")

    after = Workspace(workspace.root)
    assert len(after.boxes.waiting("bob")) == SENDERS * EACH
    texts = {item.text for item in after.fresh_index().many(after.boxes.waiting("bob")).values()}
    assert texts == {f"agent{s} {n}" for s in range(SENDERS) for n in range(EACH)}
    assert not after.journal.has_pending()
    told = [event for event in after.history.events() if event.event == "envelope.sent"]
    assert len(told) == len({event.id for event in told}) == SENDERS * EACH
    assert all(event.agent.startswith("agent") for event in told)
    assert subprocess.run(
        ["git", "status", "--porcelain"], cwd=workspace.root, capture_output=True, text=True, check=True
    ).stdout == ""  # fmt: skip

    assert int(git(project, "rev-list", "--count", "HEAD")) == commits + 1
    assert git(project, "branch", "--format=%(refname:short)") == "main\n"
    assert git(project, "status", "--porcelain") == ""
    assert len((tmp_path / "hook-ran").read_text().splitlines()) == commits + 1
    assert (project / ".git" / "info" / "exclude").read_text().splitlines()[-1] == ".mesh/"
