"""What killed gits leave behind is cleared; what a person's git holds is respected."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from gitting import assert_sound, change, git, put

from mesh import files
from mesh.transport import upkeep
from mesh.transport.git import Git, GitError
from mesh.transport.history import History


@pytest.fixture
def dot_git(history: History) -> Path:
    return Path(history.root) / ".git"


@contextmanager
def a_git_at_work(folder: str) -> Iterator[None]:
    """A git of a person that has answered once and waits for more."""
    command = ["git", "cat-file", "--batch-check"]
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as person:
        assert person.stdin and person.stdout
        person.stdin.write(b"mesh\n")
        person.stdin.flush()
        assert b"commit" in person.stdout.readline()
        yield


@pytest.mark.parametrize("lock", ["refs/heads/mesh.lock", "HEAD.lock", "index.lock", "packed-refs.lock"])
def test_a_lock_that_a_killed_git_left_is_removed(history: History, dot_git: Path, lock: str) -> None:
    (dot_git / lock).write_bytes(b"")
    before = history.head()
    history.commit([change("note.added", put(history, "f"))])
    assert history.settle()
    if lock == "packed-refs.lock":  # which no commit needs
        (dot_git / lock).unlink()
    assert_sound(history)
    assert [event.event for event in history.events(after=before)] == ["note.added"]


def test_such_a_lock_does_not_stay_in_a_persons_way_until_the_next_event(
    history: History, dot_git: Path
) -> None:
    for name in ("index.lock", "HEAD.lock", "refs/heads/mesh.lock"):
        (dot_git / name).write_bytes(b"")
    assert history.settle()
    assert_sound(history)


def test_an_index_that_a_persons_git_holds_is_left_alone(history: History, dot_git: Path) -> None:
    history.commit([change("note.added", put(history, "f"))])
    lock = dot_git / "index.lock"
    with a_git_at_work(history.root):
        lock.write_bytes(b"the person's")
        assert not history.settle()
        assert lock.read_bytes() == b"the person's"
    assert history.settle()
    assert_sound(history)


def test_a_lock_on_the_branch_is_waited_for(
    history: History, dot_git: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = dot_git / "refs/heads/mesh.lock"
    lock.write_bytes(b"")
    looks: list[str] = []

    def at_work(root: str) -> bool:
        looks.append(root)
        if len(looks) == 3:
            lock.unlink()  # what the other git does when it is done
        return len(looks) < 3

    monkeypatch.setattr(upkeep, "git_at_work", at_work)
    history.commit([change("note.added")])
    assert len(looks) == 3
    assert next(history.events()).event == "note.added"


def test_a_git_that_never_lets_go_of_the_branch_holds_nobody_up_for_ever(
    history: History, dot_git: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (dot_git / "refs/heads/mesh.lock").write_bytes(b"")
    monkeypatch.setattr(upkeep, "git_at_work", lambda root: True)
    monkeypatch.setattr("mesh.transport.history._PATIENCE", 0.05)
    history.commit([change("note.added")])
    assert next(history.events()).event == "note.added"


def test_a_git_at_work_is_seen_by_its_folder(history: History) -> None:
    assert not upkeep.git_at_work(history.root)
    with a_git_at_work(history.root):
        assert upkeep.git_at_work(history.root)
        assert not upkeep.git_at_work(str(Path(history.root) / "agents"))


def test_leftovers_of_killed_gits_are_cleared(history: History, dot_git: Path) -> None:
    packs = dot_git / "objects" / "pack"
    for name in ("tmp_pack_ab12", "tmp_idx_ab12", ".tmp-77-pack-ab.pack"):
        (packs / name).write_bytes(b"half")
    (packs / "pack-12.keep").write_bytes(b"")
    next(packs.glob("*.pack")).with_suffix(".keep").write_bytes(b"fast-import\n")
    (dot_git / "fast_import_crash_77").write_text("fast-import crash report:\n")
    history.commit([change("note.added")])
    history.settle()
    assert_sound(history)


def test_what_a_killed_import_of_this_batch_left_is_not_in_the_way(history: History, dot_git: Path) -> None:
    shutil.copytree(history.root, f"{history.root}-twin")
    History(f"{history.root}-twin").commit([change("note.added")])
    packs = {path.name for path in Path(f"{history.root}-twin/.git/objects/pack").glob("*.pack")}
    for name in packs - set(os.listdir(dot_git / "objects/pack")):
        (dot_git / "objects/pack" / name).with_suffix(".keep").write_bytes(b"")
    history.commit([change("note.added")])
    assert_sound(history)
    assert next(history.events()).event == "note.added"


def test_a_pack_that_a_person_keeps_stays_kept(history: History, dot_git: Path) -> None:
    pack = next((dot_git / "objects" / "pack").glob("*.pack"))
    pack.with_suffix(".keep").write_text("mine\n")
    for number in range(60):
        history.commit([change("note.added", after=number)])
    assert pack.with_suffix(".keep").exists() and pack.exists()


@pytest.mark.parametrize("damage", [b"", b"DIRC", b"DIRC\0\0\0\2\0\0\xff\xff", b"nonsense" * 100])
def test_a_damaged_index_is_made_anew(history: History, dot_git: Path, damage: bytes) -> None:
    history.commit([change("note.added", put(history, "f"))])
    (dot_git / "index").write_bytes(damage)
    assert history.settle()
    assert_sound(history)


def test_so_is_one_that_is_missing_or_has_lost_its_shared_part(history: History, dot_git: Path) -> None:
    (dot_git / "index").unlink()
    assert history.settle()
    assert_sound(history)
    for shared in dot_git.glob("sharedindex.*"):
        shared.unlink()
    history.commit([change("note.added", put(history, "f"))])
    assert history.settle()
    assert_sound(history)


def test_the_note_of_where_the_index_is_may_be_lost_or_wrong(history: History) -> None:
    note = Path(history.root) / ".run" / "index-at"
    for content in (None, b"", b"f" * 40, b"\xff\xfe"):
        note.unlink()
        if content is not None:
            note.write_bytes(content)
        history.commit([change("note.added", put(history, f"f{content!r}"))])
        assert History(history.root).settle()
        assert_sound(history)


@pytest.mark.parametrize("there", [True, False])
def test_an_index_that_was_ahead_of_its_note_is_brought_right(
    history: History, dot_git: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    if not there:
        (dot_git / "index").unlink()
    history.commit([change("files.changed", put(history, "short-lived"))])
    with monkeypatch.context() as patch:
        real = files.note

        def die(path: str, data: bytes) -> None:
            if data.split() == [history.head().encode()]:
                raise KeyboardInterrupt
            real(path, data)

        patch.setattr(files, "note", die)
        with pytest.raises(KeyboardInterrupt):
            history.settle()
    os.remove(Path(history.root) / "short-lived")
    History(history.root).commit([change("files.changed", "short-lived")])
    assert History(history.root).settle()
    assert_sound(history)


def test_a_file_that_changed_after_its_commit_is_shown_as_changed(history: History) -> None:
    history.commit([change("note.added", put(history, "f"))])
    put(history, "f", b"later\n")
    history.settle()
    assert git(history.root, "status", "--porcelain").split() == ["M", "f"]
    history.commit([change("note.added", "f")])
    history.settle()
    assert_sound(history)


def test_what_a_person_has_staged_stays_staged(history: History) -> None:
    put(history, "mine")
    git(history.root, "add", "mine")
    history.commit([change("note.added", put(history, "f"))])
    history.settle()
    assert git(history.root, "status", "--porcelain") == "A  mine\n"


def test_a_repack_that_cannot_be_done_is_left_for_later(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "MANY_PACKS", 0)
    run = Git.run

    def full(self: Git, *command: str, feed: object = None) -> bytes:
        if command[0] == "repack":
            raise GitError("no room")
        return run(self, *command)

    monkeypatch.setattr(Git, "run", full)
    history.commit([change("note.added")])
    assert next(history.events()).event == "note.added"


def test_an_index_made_anew_leaves_little_for_the_next_change(history: History, dot_git: Path) -> None:
    history.commit([change("files.changed", *(put(history, f"f/{number}") for number in range(300)))])
    for path in (Path(history.root) / "f").iterdir():
        os.utime(path, (1, 1))  # what is as young as the index itself is looked at again in any case
    (dot_git / "index").unlink()
    assert history.settle()
    assert (dot_git / "index").stat().st_size < 1000
    assert_sound(history)


def test_a_large_tree_is_settled_by_what_changed_alone(history: History) -> None:
    history.commit([change("files.changed", *(put(history, f"f/{number}") for number in range(300)))])
    history.settle()
    untouched = Path(history.root) / "f" / "7"
    os.utime(untouched, (1, 1))  # were it looked at, the index would know of it
    before = git(history.root, "ls-files", "--debug", "f/7").split("flags")[0]
    history.commit([change("files.changed", put(history, "f/8", b"new\n"))])
    assert history.settle()
    assert git(history.root, "ls-files", "--debug", "f/7").split("flags")[0] == before
    assert_sound(history)
