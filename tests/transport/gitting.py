"""What the tests of the history share: changes, a person's git, and what a sound repository looks like."""

from __future__ import annotations

import os
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

from mesh.model.change import Change
from mesh.transport.history import History

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def change(
    event: str = "envelope.sent",
    *paths: str,
    title: str = "bob did something",
    agent: str = "bob",
    after: int = 0,
    ulid: str | None = None,
    task: str | None = None,
) -> Change:
    return Change(
        event=event, agent=agent, at=NOON + timedelta(seconds=after), paths=paths, title=title,
        id=ulid, task=task,
    )  # fmt: skip


def git(folder: Path | str, *command: str, **env: str) -> str:
    """Run git as a person would, with the person's settings."""
    person = {"GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org"}
    person |= {"GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": "ann@example.org"}
    done = subprocess.run(
        ["git", *command], cwd=folder, env=os.environ | person | env, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def assert_sound(history: History) -> None:
    """The repository is whole, its index agrees, and no killed git left anything in it."""
    git(history.root, "fsck", "--strict", "--no-dangling")
    assert git(history.root, "status", "--porcelain") == ""
    inside = [str(path) for path in (Path(history.root) / ".git").rglob("*")]
    assert [path for path in inside if is_leftover(Path(path).name)] == []


def is_leftover(name: str) -> bool:
    return name.startswith(("tmp_", ".tmp-", "fast_import_crash")) or name.endswith((".lock", ".keep"))


def put(history: History, path: str, content: bytes = b"x\n") -> str:
    full = Path(history.root) / path
    full.parent.mkdir(parents=True, exist_ok=True)
    full.write_bytes(content)
    return path
