"""Facts about the user's own repository; all it ever changes there is one line in `info/exclude`."""

from __future__ import annotations

import os
import subprocess

from mesh import files
from mesh.errors import MeshError
from mesh.transport import git as program

_TIMEOUT = 5.0  # seconds; a file system that hangs must not hold up the mail


def top(cwd: str) -> str | None:
    """Return the top folder of the work tree that a folder belongs to, None if there is none."""
    return _ask(cwd, "rev-parse", "--show-toplevel")


def exclude(project: str, line: str = ".mesh/") -> bool:
    """Make the user's git ignore what matches the line; False if it does already, or there is no repository.

    The file is added to, so that its other bytes, its owner and its mode stay as they are.
    """
    found = _ask(project, "rev-parse", "--git-path", "info/exclude")
    if found is None:
        return False
    path = os.path.realpath(os.path.join(project, found))
    content = files.read(path) or b""
    if line.encode() in (entry.rstrip() for entry in content.splitlines()):
        return False
    ending = b"\r\n" if b"\r\n" in content else b"\n"
    files.make_folder(os.path.dirname(path))
    files.append(path, (ending if content and not content.endswith(b"\n") else b"") + line.encode() + ending)
    return True


def _ask(cwd: str, *command: str) -> str | None:
    process = program.start(command, cwd=cwd, env=program.environment(users=True))
    out, _ = process.communicate()
    return os.fsdecode(out).rstrip("\r\n") if process.returncode == 0 else None


class Probe:
    """A question about the project's HEAD that git is answering meanwhile."""

    def __init__(self, process: subprocess.Popen[bytes] | None) -> None:
        self._process = process

    def result(self) -> dict[str, object] | None:
        """Return `commit` and `dirty`, None where there is no commit, no repository or no answer in time.

        `dirty` is what the user's own `git status` would say of the tracked files.
        """
        process, self._process = self._process, None
        if process is None:
            return None
        try:
            out, _ = process.communicate(timeout=_TIMEOUT)
        except subprocess.TimeoutExpired:
            return None
        finally:
            program.stop(process)
        lines = out.split(b"\n")
        found = next((line.split()[-1] for line in lines if line.startswith(b"# branch.oid ")), b"(initial)")
        if process.returncode or found == b"(initial)":
            return None
        dirty = any(line and not line.startswith(b"#") for line in lines)
        return {"commit": found.decode(), "dirty": dirty}

    def cancel(self) -> None:
        """End the question; for a caller that will not ask for the result."""
        process, self._process = self._process, None
        if process:
            program.stop(process)


def _in_repository(folder: str) -> bool:
    """Say whether there is a `.git` here or above, so that git need not be started to say no."""
    folder = os.path.realpath(folder)
    while not os.path.lexists(os.path.join(folder, ".git")):
        parent = os.path.dirname(folder)
        if parent == folder:
            return False
        folder = parent
    return True


def start_probe(cwd: str) -> Probe:
    """Ask for the HEAD of the repository around a folder without waiting for the answer; never raises."""
    # The user's own daemon for file events is neither started nor asked: it belongs to their settings.
    command = ["-c", "core.fsmonitor=false", "status", "--porcelain=v2", "--branch", "-uno",
               "--ignore-submodules"]  # fmt: skip
    if not _in_repository(cwd):
        return Probe(None)
    try:
        return Probe(program.start(command, cwd=cwd, env=program.environment(users=True)))
    except MeshError:
        return Probe(None)
