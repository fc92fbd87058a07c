"""Asks git about the project without ever running what the project's own settings name.

The settings of a checked-out repository can be written by whoever works in it, and many of them are commands
(filters, monitors, pagers). Only commands that read objects, references and the index are asked here, and
files are compared byte for byte against the objects instead of through git's filters.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from contextlib import suppress

from mesh.errors import MeshError

_TIMEOUT_S = 30.0
_ENVIRONMENT = {
    "LC_ALL": "C", "LANGUAGE": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_PAGER": "cat",
    "GIT_NO_REPLACE_OBJECTS": "1", "GIT_GRAFT_FILE": os.devnull, "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none", "GIT_ATTR_NOSYSTEM": "1",
}  # fmt: skip
_ALWAYS = (
    "-c",
    f"core.hooksPath={os.devnull}",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.untrackedCache=false",
)


class GitUnusable(MeshError):
    """There is no git, or it does not answer."""

    code = "git_unusable"


class Git:
    """Git on the repository whose work tree is `root`; `root/.git` may be a folder or a file that names one."""

    def __init__(self, root: str) -> None:
        self.root = root
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        self._env = kept | _ENVIRONMENT | {"GIT_DIR": os.path.join(root, ".git"), "GIT_WORK_TREE": root}

    def ask(self, *command: str, feed: bytes | None = None) -> tuple[int, bytes]:
        """Return the status and the output of a git command; raises GitUnusable if there is none."""
        try:
            done = subprocess.run(
                ["git", *_ALWAYS, *command], cwd=self.root, env=self._env, input=feed,
                stdin=None if feed is not None else subprocess.DEVNULL, capture_output=True,
                timeout=_TIMEOUT_S, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            raise GitUnusable("git does not answer: {why}", why=str(error)) from error
        return done.returncode, done.stdout

    def line(self, *command: str) -> str | None:
        """Return the first line of what a command prints, None if it fails or prints nothing."""
        status, out = self.ask(*command)
        first = out.split(b"\n", 1)[0].decode("utf-8", "replace").strip()
        return first if status == 0 and first else None

    def commit(self, name: str) -> str | None:
        """Return the id of the commit that a revision names, None if it names none."""
        if not name or name.startswith("-") or "\0" in name or "\n" in name:
            return None
        return self.line("rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}")

    def tree(self, commit: str) -> dict[str, tuple[str, str]]:
        """Return each path of a commit with its mode and the id of its content."""
        status, out = self.ask("ls-tree", "-r", "-z", "--full-tree", commit)
        found = {}
        for record in out.split(b"\0") if status == 0 else ():
            head, _, path = record.partition(b"\t")
            if path:
                mode, _, oid = head.decode().split(" ", 2)
                found[os.fsdecode(path)] = (mode, oid)
        return found

    def content(self, oid: str) -> bytes | None:
        """Return the content of an object, None if there is no such one."""
        status, out = self.ask("cat-file", "blob", oid)
        return out if status == 0 else None

    def ignored(self) -> frozenset[str]:
        """Return what git ignores, folders that are wholly ignored as one path without a slash."""
        command = ("ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory")
        status, out = self.ask(*command)
        paths = out.split(b"\0") if status == 0 else []
        return frozenset(os.fsdecode(path).rstrip("/") for path in paths if path)


def find_work_tree(folder: str) -> str | None:
    """Return the nearest folder upwards that holds a `.git`, None if there is none."""
    while True:
        with suppress(OSError):
            if os.path.lexists(os.path.join(folder, ".git")):
                return folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def refs(git: Git, *patterns: str) -> Sequence[str]:
    """Return the full names of the references that match."""
    status, out = git.ask("for-each-ref", "--format=%(refname)", *patterns)
    return out.decode("utf-8", "replace").split() if status == 0 else ()
