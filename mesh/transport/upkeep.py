"""Keeps the folder `.git` of the workspace in order: stale locks, leftovers, packs and the index.

Nothing here decides what is history, and losing any of it loses nothing. Callers hold the commit lock, so
that what is found half done was left by a process that was killed, or belongs to a person's own git.
"""

from __future__ import annotations

import os
import re
import time

from mesh import files
from mesh.errors import MeshError
from mesh.transport.git import Git
from mesh.transport.record import REF

MANY_PACKS = 40
_LOCK = rb"Unable to create '([^'\n]+\.lock)': File exists"
_KEEP_FILE = b"cannot create keep file"
_OF_AN_IMPORT = b"fast-import"  # what git writes into the `.keep` file of a pack in the making


def git_at_work(root: str) -> bool:
    """Say whether a git process seems to be at work in a folder; where nobody can tell, any git counts."""
    try:
        pids = [name for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return _git_anywhere()
    return any(_works_in(pid, os.path.realpath(root)) for pid in pids)


def _works_in(pid: str, root: str) -> bool:
    try:
        with open(f"/proc/{pid}/comm", "rb") as handle:
            if not handle.read().startswith(b"git"):
                return False
        folder = os.readlink(f"/proc/{pid}/cwd")
    except PermissionError:
        return True
    except OSError:
        return False
    return folder == root or folder.startswith(root + os.sep)


def _git_anywhere() -> bool:
    import subprocess

    command = ["tasklist"] if os.name == "nt" else ["ps", "-A", "-o", "comm="]
    try:
        listed = subprocess.run(command, capture_output=True, check=False).stdout
    except OSError:
        return True
    return re.search(rb"(^|/)git(-|\.exe\b|$)", listed, re.MULTILINE) is not None


def make_way(message: bytes, git: Git, *, patience: float) -> bool:
    """Remove what git ran into and a killed git left; False if it complains of something else."""
    found = re.search(_LOCK, message)
    if found:
        path = os.fsdecode(found[1])
        return path.startswith(git.folder + os.sep) and free_lock(path, git, patience=patience)
    if _KEEP_FILE not in message:
        return False
    # A killed import of the same batch, or one whose starter was killed and that is still at it.
    deadline = time.monotonic() + patience
    while git_at_work(git.root) and time.monotonic() < deadline:
        time.sleep(0.02)
    _clear_leftovers(git)
    return True


def free_lock(path: str, git: Git, *, patience: float) -> bool:
    """Remove a lock that a killed git left; say whether the way is free.

    While a git is at work it may hold the lock: wait that many seconds for it. No git holds a lock on a
    reference so long; with no patience at all the lock may be one that is held for hours, and stays.
    """
    deadline = time.monotonic() + patience
    found = _identity(path)
    while found and found == _identity(path):
        late = time.monotonic() >= deadline
        if not git_at_work(git.root) or (late and patience):
            # Between the looks another git may have taken the lock over.
            return found != _identity(path) or files.discard(path)
        if late:
            return False
        time.sleep(0.02)
    return True


def clear_locks(git: Git) -> None:
    """Remove the locks that killed gits left, but none while a git is at work."""
    for name in ("index.lock", "HEAD.lock", f"{REF}.lock"):
        free_lock(os.path.join(git.folder, *name.split("/")), git, patience=0)


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns


def tidy(git: Git) -> None:
    """Remove what killed gits left and join small packs when they are many; never fails."""
    try:
        packs = _clear_leftovers(git)
        if packs > MANY_PACKS:
            # Each object is rewritten about as often as the number of packs can be halved.
            git.run("repack", "-d", "-n", "-q", "--geometric=2")
    except (OSError, MeshError):
        return  # a full disk, say: the next commit tries again


def _clear_leftovers(git: Git) -> int:
    """Remove half-written files of killed gits; return how many packs may be joined."""
    folder = os.path.join(git.folder, "objects", "pack")
    inside = set(os.listdir(folder))
    kept = {name for name in inside if name.endswith(".keep")}
    left = [os.path.join(folder, name) for name in inside if name.startswith(("tmp_", ".tmp-"))]
    left += [os.path.join(folder, name) for name in kept if _is_of_an_import(folder, name, inside)]
    left += [entry.path for entry in os.scandir(git.folder) if entry.name.startswith("fast_import_crash_")]
    if left and not git_at_work(git.root):
        for path in left:
            files.discard(path)
    return sum(name.endswith(".pack") for name in inside) - len(kept)


def _is_of_an_import(folder: str, keep: str, inside: set[str]) -> bool:
    """Say so of a `.keep` file: by its pack, which is not there yet, or by its content."""
    pack = keep.removesuffix(".keep") + ".pack"
    return pack not in inside or (files.read(os.path.join(folder, keep)) or b"").strip() == _OF_AN_IMPORT


class Index:
    """Brings git's index to a commit that was made without it, so that `git status` shows what is true.

    `.run/index-at` names the commit that the index is known to agree with; while it is brought to another,
    that one too.
    """

    def __init__(self, git: Git) -> None:
        self._git = git
        self._index = os.path.join(git.folder, "index")
        self._note = os.path.join(git.root, ".run", "index-at")

    def at(self) -> str:
        """Return the commit that the index agrees with, empty if that is not known."""
        noted = self._noted()
        return noted[0] if len(noted) == 1 else ""

    def _noted(self) -> list[str]:
        """Return the commit it last agreed with, and those it was on the way to when a kill came between."""
        if not os.path.exists(self._index):
            return []
        return (files.read(self._note) or b"").decode("ascii", "replace").split()

    def bring_to(self, commit: str, paths: set[str] | None = None) -> bool:
        """Make the index agree with a commit; False while another git holds it.

        `paths` are those that differ from the commit it is at, None if they have to be asked for.
        """
        if os.path.lexists(self._index + ".lock"):
            return False
        noted = self._noted()
        files.make_folder(os.path.dirname(self._note))
        if not noted:
            files.discard(self._note)
        elif commit not in noted:
            files.note(self._note, " ".join([*noted, commit]).encode() + b"\n")
        known = paths if len(noted) == 1 else None
        if not (noted and self._update(noted[0], {*noted[1:], commit}, known)) and not self._rebuild(commit):
            return False
        files.note(self._note, commit.encode() + b"\n")
        return True

    def _update(self, start: str, commits: set[str], paths: set[str] | None) -> bool:
        """Look again at all paths in which any of the commits differs from the one to start from."""
        listed = b"".join(os.fsencode(path) + b"\0" for path in paths or ())
        for commit in commits if paths is None else ():
            status, differ, _ = self._git.ask(
                "diff-tree", "-r", "-z", "--name-only", "--no-renames", start, commit
            )
            if status:
                return False
            listed += differ
        return self._ask("update-index", "-z", "--add", "--remove", "--replace", "--stdin", feed=listed)

    def _rebuild(self, commit: str) -> bool:
        """Read the whole tree, keeping what is known of the files; if that fails, start without."""
        if not self._ask("read-tree", "--reset", commit) and not self._ask("read-tree", commit):
            return False
        self._ask("update-index", "-q", "--refresh")
        # All of this goes into a shared part, or every later change would write it again.
        self._ask("update-index", "--split-index")
        return True

    def _ask(self, *command: str, feed: bytes = b"") -> bool:
        # It can be made anew from the history at any time, so it is not worth a sync. A part that is named
        # after a minus would be synced all the same if another word of the list names it.
        return self._git.ask("-c", "core.fsync=committed,reference", *command, feed=[feed])[0] == 0
