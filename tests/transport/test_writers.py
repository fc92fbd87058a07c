"""Many processes and a person's git at the same time."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from gitting import assert_sound, git

from mesh.transport.history import History

HERE = Path(__file__).parent
posix = pytest.mark.skipif(os.name != "posix", reason="forks")


def writers(history: History, count: int, notes: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, HERE / "writers.py", history.root, str(count), str(notes)],
        env=os.environ | {"PYTHONPATH": str(HERE)}, stderr=subprocess.PIPE,
    )  # fmt: skip


def assert_all_once(history: History, count: int, notes: int) -> None:
    found = Counter(event.id for event in history.events() if event.event == "note.added")
    assert found == Counter(f"{writer}-{number}" for writer in range(count) for number in range(notes))


@posix
def test_sixteen_writers_lose_nothing_and_double_nothing(history: History) -> None:
    with writers(history, 16, 8) as running:
        while running.poll() is None:  # a person looks on
            git(history.root, "status", "--porcelain")
            git(history.root, "log", "--oneline", "-3")
        assert running.stderr
        assert (running.returncode, running.stderr.read()) == (0, b"")
    assert history.settle()
    assert_all_once(history, 16, 8)
    assert_sound(history)


@posix
def test_a_person_who_commits_in_between_loses_nothing_either(history: History) -> None:
    mine, last = 0, ""
    with writers(history, 4, 15) as running:
        while running.poll() is None:
            if last != history.head():  # once for each commit of the others
                by_hand = ["-c", "user.name=Ann", "-c", "user.email=a@example.org", "commit", "--allow-empty"]
                command = ["git", *by_hand, "-m", f"mine {mine}"]
                person = subprocess.run(command, cwd=history.root, capture_output=True, check=False)
                mine += person.returncode == 0
                last = history.head()
        assert running.stderr
        assert (running.returncode, running.stderr.read()) == (0, b"")
    assert_all_once(history, 4, 15)
    by_hand = git(history.root, "log", "--author=Ann", "--format=%s").splitlines()
    assert by_hand == [f"mine {number}" for number in reversed(range(mine))]
    git(history.root, "fsck", "--strict", "--no-dangling")
