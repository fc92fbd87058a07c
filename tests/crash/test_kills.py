"""A kill at any durable step loses nothing and doubles nothing; the next command finishes the work."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mesh.app import clock, conversing, looking, roster
from mesh.app.committing import commit
from mesh.app.requesting import request
from mesh.app.sending import Order
from mesh.app.starting import init
from mesh.app.workspace import Workspace
from mesh.model.change import Change

HERE = Path(__file__).parent
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills by signal")


def killed_at(step: int, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(HERE / "stepper.py"), str(step), str(HERE / script), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def steps_of(script: str, *arguments: str) -> int:
    done = killed_at(-1, script, *arguments)
    assert done.returncode == 0, done.stderr
    return int(done.stdout.split()[-1])


def new_workspace(folder: Path) -> Workspace:
    workspace, _ = init(str(folder / ".mesh"))
    roster.add(workspace, "bob", {"headline": "works"})
    return workspace


def next_command(root: str) -> Workspace:
    """What the next command of anybody does first."""
    workspace = Workspace(root)
    workspace.recover()
    commit(workspace)
    assert workspace.trouble is None
    return workspace


def check_sound(workspace: Workspace) -> None:
    """No temporary file, a clean history, every envelope of an outbox in exactly one box, each once."""
    workspace.rest()
    root = Path(workspace.root)
    assert not list(root.glob("agents/*/inbox/new/.*")), "a staged file is left"
    status = subprocess.run(
        ["git", "status", "--porcelain"], cwd=root, capture_output=True, text=True, check=True
    )
    assert status.stdout == ""
    sent = sorted(path.name for path in root.glob("agents/*/outbox/*/*/*.yaml"))
    got = sorted(path.name for path in root.glob("agents/*/inbox/**/*.yaml") if ".why" not in path.name)
    assert sent == got
    assert len(sent) == len(set(sent))
    events = list(workspace.history.events())
    told = sorted(f"{event.id}.yaml" for event in events if event.event == "envelope.sent")
    assert told == sent, "the audit trail tells each sending once"


def every_step(script: str, tmp_path: Path, prepare, arguments) -> None:
    base = tmp_path / "count"
    base.mkdir()
    total = steps_of(script, *arguments(prepare(base)))
    assert total > 5
    for step in range(2 * total):
        folder = tmp_path / f"step{step}"
        folder.mkdir()
        prepared = prepare(folder)
        done = killed_at(step, script, *arguments(prepared))
        assert done.returncode == -9, (step, done.stderr)
        yield step, next_command(prepared.root)


def test_a_send_killed_anywhere_is_whole_or_not_at_all(tmp_path: Path) -> None:
    for step, workspace in every_step(
        "send_one.py", tmp_path, new_workspace, lambda ws: (ws.root, "k1")
    ):
        waiting = workspace.boxes.waiting("bob")
        assert len(waiting) <= 1, step
        check_sound(workspace)
        for ulid in waiting:
            assert looking.read(workspace, ulid).text == "the text 文本\n"


def test_a_send_repeated_with_its_key_after_a_kill_arrives_once(tmp_path: Path) -> None:
    for step, workspace in every_step(
        "send_one.py", tmp_path, new_workspace, lambda ws: (ws.root, "k1")
    ):
        request(
            workspace, Order(sender="user", to="bob", text="the text 文本\n", key="k1", complexity="low")
        )
        assert len(workspace.boxes.waiting("bob")) == 1, step
        check_sound(workspace)


def asked(folder: Path) -> Workspace:
    workspace = new_workspace(folder)
    request(workspace, Order(sender="user", to="bob", text="do it", complexity="low"))
    return workspace


def test_a_reply_killed_anywhere_is_sent_once(tmp_path: Path) -> None:
    for step, workspace in every_step("reply_one.py", tmp_path, asked, lambda ws: (ws.root,)):
        check_sound(workspace)
        task = looking.list_tasks(workspace, everything=True)[0]
        if not task.is_final:
            conversing.reply(workspace, task.id, "bob", "it is done, as you asked")
        replies = [item for item in looking.timeline(workspace, task.id) if item.type == "reply"]
        assert len(replies) == 1, step
        assert workspace.boxes.waiting("user") == [replies[0].id]
        check_sound(workspace)


def test_a_take_killed_anywhere_can_be_taken_again(tmp_path: Path) -> None:
    from mesh.app import upkeep

    for step, workspace in every_step("take_one.py", tmp_path, asked, lambda ws: (ws.root,)):
        upkeep.take_back(workspace, "bob", (), clock.now(), lambda _: None)
        commit(workspace)
        assert len(workspace.boxes.waiting("bob")) == 1, step
        assert workspace.boxes.waiting("bob", "cur") == []
        check_sound(workspace)


def test_a_batch_that_never_landed_survives_a_commit_by_hand(tmp_path: Path) -> None:
    workspace = new_workspace(tmp_path)
    order = Order(sender="user", to="bob", text="do it", complexity="low")
    head = workspace.history.head()
    sent = request(workspace, order).envelope
    git = ["git", "-c", "user.name=person", "-c", "user.email=person@example.com"]
    root = Path(workspace.root)
    subprocess.run([*git, "update-ref", "refs/heads/mesh", head], cwd=root, check=True)
    path = workspace.layout.relative(workspace.boxes.sent("user", sent.id) or "")
    change = Change(
        event="envelope.sent", agent="user", at=clock.now(), paths=(path,), title="sent", id=sent.id
    )
    workspace.journal.close(workspace.journal.open([change]))
    workspace.journal.begin(head)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "by hand"], cwd=root, check=True)
    commit(workspace)
    told = [event.id for event in workspace.history.events() if event.event == "envelope.sent"]
    assert told == [sent.id]
    assert not workspace.journal.batches()
