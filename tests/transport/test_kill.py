"""A kill at any instant, or a full disk: all of a batch is in the trail, once, or none of it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import pytest
from gitting import assert_sound, change, put

from mesh.errors import MeshError
from mesh.files import Unwritable
from mesh.transport.history import History, Moved

HERE = Path(__file__).parent
TITLES = ["note 0", "note 1", "note 2"]

linux = pytest.mark.skipif(sys.platform != "linux", reason="steps through system calls as Linux counts them")


@pytest.fixture
def waiting(history: History) -> History:
    """A workspace with three files that wait for their commits."""
    for number in range(3):
        put(history, f"n/{number}", f"{number}\n".encode() * 100)
    return history


def copies(history: History) -> Iterator[Path]:
    """Yield copies of a workspace without end."""
    for number in count():
        yield Path(shutil.copytree(history.root, f"{history.root}-{number}", symlinks=True))


def replay(root: Path, begun: str) -> History:
    """Do what the next command does about a batch that was begun on a head."""
    history = History(str(root))
    while not history.landed(begun):
        try:
            notes = [change("note.added", f"n/{number}", title=f"note {number}") for number in range(3)]
            history.commit(notes, expect=history.head())
        except Moved:
            continue
    assert history.settle()
    return history


def assert_once(history: History, begun: str) -> None:
    assert [event.title for event in history.events(after=begun, oldest_first=True)] == TITLES
    assert_sound(history)


def killed_git(root: Path, verb: str, at: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Commit and settle with a git that dies at its Nth system call; return how many it made if it lived."""
    seen = root.parent / "seen"
    seen.unlink(missing_ok=True)
    with monkeypatch.context() as patch:
        for name, value in {
            "STEP_GIT": shutil.which("git"), "STEP_VERB": verb, "STEP_AT": str(at), "STEP_SEEN": str(seen),
            "PATH": f"{root.parent / 'bin'}{os.pathsep}{os.environ['PATH']}",
        }.items():  # fmt: skip
            patch.setenv(name, str(value))
        history = History(str(root))
        try:
            history.commit([change("note.added", f"n/{n}", title=f"note {n}") for n in range(3)])
            history.settle()
        except MeshError:
            assert verb == "fast-import"
    return int(seen.read_text()) if seen.exists() else 0


@linux
@pytest.mark.parametrize(("verb", "step"), [("fast-import", 24), ("update-index", 24), ("repack", 60)])
def test_git_is_killed_at_any_system_call(
    waiting: History, verb: str, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mesh.transport.upkeep.MANY_PACKS", 0 if verb == "repack" else 40)
    stand_in = Path(waiting.root).parent / "bin" / "git"
    stand_in.parent.mkdir()
    stand_in.write_text(f"#!/bin/sh\nexec {sys.executable} -S {HERE / 'stepper.py'} \"$@\"\n")
    stand_in.chmod(0o755)
    begun = waiting.head()
    places = copies(waiting)
    total = killed_git(next(places), verb, 0, monkeypatch)
    if not total:
        pytest.skip("system calls cannot be stepped through here")
    stops = range(1, total, step)
    died = 0
    for at, root in zip(stops, places, strict=False):
        died += not killed_git(root, verb, at, monkeypatch)
        assert_once(replay(root, begun), begun)
    assert died > 0.9 * len(stops)  # how many calls a run makes differs a little


@linux
def test_the_process_is_killed_at_any_line(waiting: History) -> None:
    begun = waiting.head()
    step = 16
    *roots, whole = islice(copies(waiting), 61)
    done = subprocess.run(
        [sys.executable, HERE / "killed.py", str(step), *roots, whole], capture_output=True, text=True,
        env=os.environ | {"PYTHONPATH": str(HERE)}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < step * len(roots)
    for root in roots:
        assert_once(replay(root, begun), begun)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 1 MiB of its own."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "none", str(place)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def fill(place: Path, left: int) -> Path:
    """Fill a file system up to so many bytes."""
    filler = place / "filler"
    room = os.statvfs(place)
    filler.write_bytes(b"x" * max(0, room.f_bavail * room.f_frsize - left))
    return filler


@pytest.mark.parametrize("left", range(0, 40 * 1024, 4096))
def test_a_full_disk_takes_all_of_a_batch_or_nothing(small_disk: Path, left: int) -> None:
    history = History(str(small_disk / ".mesh"))
    history.commit([change("workspace.created", *history.create())])
    history.settle()
    for number in range(3):
        put(history, f"n/{number}", os.urandom(3000))
    begun = history.head()
    filler = fill(small_disk, left)
    try:
        history.commit([change("note.added", f"n/{number}", title=f"note {number}") for number in range(3)])
        history.settle()
    except Unwritable as error:
        assert "no space left" in str(error)
        assert history.head() == begun
        assert [event.event for event in history.events()] == ["workspace.created"]
    else:
        assert left >= 12 * 1024
    filler.unlink()
    assert_once(replay(small_disk / ".mesh", begun), begun)


def test_a_full_disk_fails_to_make_a_workspace_and_the_next_try_makes_it(small_disk: Path) -> None:
    filler = fill(small_disk, 8192)
    with pytest.raises(MeshError):
        History(str(small_disk / ".mesh")).create()
    filler.unlink()
    history = History(str(small_disk / ".mesh"))
    history.commit([change("workspace.created", *history.create())])
    history.settle()
    assert_sound(history)
