"""The journal tells whose changes are under way, so that the last one to note a change commits for all."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mesh.machine import started
from mesh.model.change import Change
from mesh.store.journal import Journal
from mesh.store.layout import Layout

CHANGE = Change(
    event="note.added", agent="bob", at=datetime(2026, 12, 1, tzinfo=UTC), paths=("notes.md",), title="a note"
)


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(Layout(str(tmp_path)))


@pytest.fixture
def other() -> Iterator[subprocess.Popen[bytes]]:
    """Another living process."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        yield process
        if process.stdin and not process.stdin.closed:
            process.stdin.close()
        process.kill()


def belongs_to(token: str, process: subprocess.Popen[bytes]) -> Path:
    """Let an open change be another process's."""
    path = Path(token)
    stem = path.name.split(".")[0]
    return path.rename(path.with_name(f"{stem}.{process.pid}-{started(process.pid)}.open"))


def test_nobody_else_is_at_work_while_only_this_process_is(journal: Journal) -> None:
    assert not journal.others_at_work()
    journal.open([CHANGE])
    assert not journal.others_at_work()


def test_another_process_is_at_work_until_it_closes_its_change(
    journal: Journal, other: subprocess.Popen[bytes]
) -> None:
    opened = belongs_to(journal.open([CHANGE]), other)
    assert journal.others_at_work()
    assert not journal.has_pending()
    journal.close(str(opened))
    assert not journal.others_at_work()
    assert journal.has_pending()


def test_a_process_that_died_is_not_waited_for(journal: Journal, other: subprocess.Popen[bytes]) -> None:
    belongs_to(journal.open([CHANGE]), other)
    other.kill()
    other.wait()
    assert not journal.others_at_work()
    assert journal.has_pending()
