"""One project as it lies on the disk and as it was at the base; each fact is found once, when first asked for."""

from __future__ import annotations

import os
import re
from functools import cached_property

from mesh.check import git as program
from mesh.check.base import Base, find_base
from mesh.check.tree import File, Tree, blob_id, scan

_CRLF = re.compile(rb"\r\n")
_POINTER = re.compile(rb"version https://git-lfs\.github\.com/spec/v1\noid sha256:([0-9a-f]{64})\n")


class Project:
    """The workspace around `cwd`: its repository's work tree, else the folder that was given."""

    def __init__(
        self, cwd: str, *, root: str | None = None, base: str | None = None, task: str | None = None
    ) -> None:
        self.cwd = os.path.abspath(cwd)
        top = program.find_work_tree(self.cwd)
        self.root = top or root or self.cwd
        self.git = program.Git(self.root) if top else None
        self._chosen, self._task = base, task

    @property
    def inside(self) -> str:
        """Return the folder of the check, relative to the root."""
        return os.path.relpath(self.cwd, self.root).replace(os.sep, "/")

    @cached_property
    def base(self) -> Base:
        """Return the base; raises BadInput if the chosen one does not exist."""
        return find_base(self.git, self._chosen, self._task)

    @cached_property
    def head(self) -> str | None:
        return self.git.commit("HEAD") if self.git else None

    @cached_property
    def at_base(self) -> dict[str, tuple[str, str]]:
        """Return the files of the base with their modes and ids."""
        return self.git.tree(self.base.commit) if self.git and self.base.commit else {}

    @cached_property
    def base_folders(self) -> frozenset[str]:
        found: set[str] = set()
        for path in self.at_base:
            folder = path.rpartition("/")[0]
            while folder and folder not in found:
                found.add(folder)
                folder = folder.rpartition("/")[0]
        return frozenset(found)

    @cached_property
    def _ignored(self) -> frozenset[str]:
        return self.git.ignored() if self.git else frozenset()

    def is_tracked(self, path: str) -> bool:
        """Say whether the base has the file, or with a slash at the end the folder."""
        return path[:-1] in self.base_folders if path.endswith("/") else path in self.at_base

    def is_ignored(self, path: str) -> bool:
        """Say whether git ignores the path or a folder around it."""
        if path in self._ignored:
            return True
        parts = path.split("/")
        return any("/".join(parts[:n]) in self._ignored for n in range(1, len(parts)))

    @cached_property
    def tree(self) -> Tree:
        return scan(self.root, self.is_tracked, self.is_ignored)

    def read(self, path: str, limit: int = 1 << 20) -> bytes | None:
        """Return the content of a regular file of the project, None if it is none or too large."""
        full = os.path.join(self.root, path)
        try:
            if not os.path.isfile(full) or os.path.getsize(full) > limit:
                return None
            with open(full, "rb") as handle:
                return handle.read(limit)
        except (OSError, ValueError):
            return None

    def read_at_base(self, path: str) -> bytes | None:
        """Return the content that a file had at the base, None if it was not there."""
        entry = self.at_base.get(path)
        return self.git.content(entry[1]) if self.git and entry else None

    def differs(self, path: str, file: File) -> bool:
        """Say whether a file differs from the base.

        Line ends and large-file pointers are compared as a checkout would have changed them, for git's own
        filters are commands and are not run.
        """
        then = self.at_base.get(path)
        if then is None:
            return True
        mode, oid = then
        if mode != f"{file.mode:o}":
            return True
        if oid == file.blob:
            return False
        data = self.read(path, 1 << 26)
        if data is None or file.mode == 0o120000:
            return True
        if len(oid) == 64 and blob_id(data, length=64) == oid:
            return False
        if b"\r\n" in data and blob_id(_CRLF.sub(b"\n", data), length=len(oid)) == oid:
            return False
        return not self._is_pointer_to(oid, file.digest)

    def _is_pointer_to(self, oid: str, digest: str) -> bool:
        if "filter=lfs" not in (self.read(".gitattributes") or b"").decode("utf-8", "replace"):
            return False
        pointer = _POINTER.match((self.git.content(oid) if self.git else None) or b"")
        return pointer is not None and pointer[1].decode() == digest

    @cached_property
    def changed(self) -> tuple[str, ...]:
        """Return the files that were changed, added or removed since the base."""
        if self.base.commit is None:
            return ()
        here = [path for path, file in self.tree.files.items() if self.differs(path, file)]
        hidden = tuple(name + "/" for name in self.tree.dependencies)
        left_out = frozenset(self.tree.products)
        gone = [
            path for path in self.at_base
            if path not in self.tree.files and path not in left_out and not path.startswith(hidden)
            and not os.path.lexists(os.path.join(self.root, path))
        ]  # fmt: skip
        return tuple(sorted({*here, *gone}))

    @cached_property
    def dirty(self) -> bool | None:
        """Say whether the tracked files differ from HEAD; None without a repository."""
        if self.git is None or self.head is None:
            return None
        now = self if self.base.commit == self.head else Project(self.cwd, base=self.head)
        if now is not self:
            now.__dict__["tree"] = self.tree
        return any(path in now.at_base for path in now.changed)
