"""The audit trail: every change of state as a commit in the workspace's own repository, and back as events.

It knows paths and bytes, nothing of what is in them. HEAD is moved by nobody but the holder of the commit
lock, which callers take: `commit`, `settle` and `uncommitted` are for the holder, the rest is for everyone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from mesh import files
from mesh.errors import MeshError
from mesh.model.change import Change
from mesh.transport import record, upkeep
from mesh.transport.record import KEEP, UNBORN, Content, Link
from mesh.transport.trail import Trail

IGNORE = ".run/\n*.lease\n*.retry\n.*.tmp\n"
ATTRIBUTES = "* -text\n"

_IMPORT = (
    "-c", "fastimport.unpackLimit=0", "-c", "core.fsync=all",
    "fast-import", "--quiet", "--done", "--date-format=raw",
)  # fmt: skip
_PATIENCE = 5.0  # seconds that a commit waits for a person's git to let go of a lock
_TRIES = 20  # a person's git that commits all the time may be in the way more than once


class Moved(MeshError):
    """HEAD is not, or no longer, the commit that was built upon; `landed` tells what became of a batch."""

    code = "moved"


class History(Trail):
    """The repository in a workspace's folder, for those who write it."""

    def __init__(self, root: str) -> None:
        super().__init__(root)
        self._index = upkeep.Index(self._git)
        self._date = os.path.join(self.root, ".run", "date-of")  # names a commit and its committer date
        self._touched: tuple[str, set[str], str] | None = None  # from a commit, these paths, to a commit

    def create(self, ignore: str = IGNORE) -> tuple[str, ...]:
        """Make the repository, or mend one whose making was cut short; return the paths of its own files.

        Nothing is committed yet. Raises Refused if a repository of something else is there.
        """
        from mesh.transport import repository

        own = {".gitignore": ignore, ".gitattributes": ATTRIBUTES}
        repository.create(self._git, own)
        return tuple(own)

    def commit(
        self,
        changes: Sequence[Change],
        look: Callable[[str], Content] | None = None,
        *,
        expect: str | None = None,
    ) -> str:
        """Write one commit per change, synced to the disk, all of them or none; return the new HEAD.

        `look` returns what a path holds: bytes, a Link, None if there is no such file, KEEP to leave it as
        the trail has it; by default that is asked of the files. Raises Moved if HEAD is not `expect` or moves
        meanwhile, Unwritable if the disk is full.
        """
        head = self.head()
        if expect not in (None, head):
            raise _moved(self.root)
        if not changes:
            return head
        touched: set[str] = set()
        looked = self._noting(look or self.look, touched)
        moments = record.dates(changes, self._date_of(head))
        feed = list(record.stream(changes, looked, head, moments))
        for last in range(_TRIES - 1, -1, -1):
            status, _, errors = self._git.ask(*_IMPORT, feed=feed)
            if not status:
                break
            if not (last and upkeep.make_way(errors, self._git, patience=_PATIENCE)):
                upkeep.tidy(self._git)
                raise _moved(self.root) if self.head() != head else self._git.failure(_IMPORT[4:], errors)
        self._sync()
        new = self.head()
        self._note_date(new, moments[-1])
        self._remember(head, touched, new)
        upkeep.tidy(self._git)
        return new

    def look(self, path: str) -> Content:
        """Return what a path in the workspace holds; KEEP for what cannot be read or is not a file."""
        full = os.path.join(self.root, path)
        try:
            if os.path.islink(full):
                return Link(os.fsencode(os.readlink(full)))
            if os.path.lexists(full) and not os.path.isfile(full):
                return KEEP
            with open(full, "rb") as handle:
                return handle.read()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError):
            return KEEP

    def _noting(self, look: Callable[[str], Content], touched: set[str]) -> Callable[[str], Content]:
        def looked(path: str) -> Content:
            found = look(path)
            # Git would take the path of a folder for all that is in it.
            if found is KEEP or (found is None and os.path.isdir(os.path.join(self.root, path))):
                return KEEP
            touched.add(path)
            return found

        return looked

    def _date_of(self, commit: str) -> int:
        if commit == UNBORN:
            return 0
        noted = (files.read(self._date) or b"").decode("ascii", "replace").split()
        if len(noted) == 2 and noted[0] == commit and noted[1].isdecimal():
            return int(noted[1])
        return int(self._git.run("log", "-1", "--no-show-signature", "--format=%ct", commit, "--"))

    def _note_date(self, commit: str, date: int) -> None:
        try:
            files.note(self._date, f"{commit} {date}\n".encode())
        except (OSError, MeshError):  # no room, say, or no such folder: the next commit asks git
            return

    def _sync(self) -> None:
        folder = self._git.folder
        files.sync_folders([os.path.join(folder, "objects", "pack"), os.path.join(folder, "refs", "heads")])

    def _remember(self, head: str, touched: set[str], new: str) -> None:
        start, before, end = self._touched or (head, set(), head)
        self._touched = (start, before | touched, new) if end == head else (head, touched, new)

    def is_settled(self) -> bool:
        """Say whether `settle` would find nothing to do; asks no git."""
        head = self.head()
        return head == UNBORN or not self.is_on_branch() or self._index.at() == head

    def settle(self) -> bool:
        """Make `git status` true again, which commits leave behind; False while another git holds the index.

        For the end of a command and for a watcher at rest. A person who looks at another branch is let be.
        """
        head = self.head()
        if head == UNBORN or not self.is_on_branch():
            return True
        upkeep.clear_locks(self._git)
        start = self._index.at()
        if start == head:
            return True
        touched = self._touched
        paths = touched[1] if touched and (touched[0], touched[2]) == (start, head) else None
        settled = self._index.bring_to(head, paths)
        if settled:
            self._touched = None
        return settled

    def uncommitted(self) -> list[str]:
        """Return the paths that differ from the trail, new and missing ones among them.

        Looks at every file: for recovery, not for every day. None while a person has another branch checked
        out, for the files are not the workspace's then.
        """
        if not self.is_on_branch():
            return []
        self.settle()
        out = self._git.run("status", "--porcelain=v1", "-z", "-uall", "--no-renames")
        paths = [os.fsdecode(entry[3:]) for entry in out.split(b"\0") if entry]
        return [path for path in paths if record.can_hold(path)]


def _moved(root: str) -> Moved:
    return Moved("the audit trail of `{path}` has moved on meanwhile", path=root, hint="try again")
