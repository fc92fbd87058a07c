"""Runs git, on exactly the repository that is meant, in an environment of its own; knows nothing of mail."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from mesh.errors import MeshError
from mesh.files import Unwritable

MINIMUM = (2, 36)  # the first to sync what it is told to by `core.fsync`

# What an outer git (a hook, an alias, `git rebase --exec`) says about its own repository must not reach ours.
# Where git is installed and where it may look for a repository is the user's to say.
_USERS = {
    "GIT_EXEC_PATH", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM",
    "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_ATTR_NOSYSTEM",
}  # fmt: skip
_QUIET = {
    "LC_ALL": "C", "LANGUAGE": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0",
    "GIT_PAGER": "cat", "GIT_EDITOR": ":",
}  # fmt: skip
_NOBODYS = {
    "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_ATTR_NOSYSTEM": "1",
    "GIT_DEFAULT_REF_FORMAT": "files", "GIT_DEFAULT_HASH": "sha1",
}  # fmt: skip
# Said with every call as well as in the repository's own settings, for those are easily edited.
_ALWAYS = (
    "-c", f"core.hooksPath={os.devnull}", "-c", "core.fsmonitor=false", "-c", "core.autocrlf=false",
    "-c", f"core.attributesFile={os.devnull}", "-c", f"core.excludesFile={os.devnull}", "-c", "gc.auto=0",
)  # fmt: skip
# Ctrl-C in a terminal goes to the whole process group: git is let finish what it writes.
_GROUP = 0 if os.name == "posix" else None

# Compiled when something fails, which is seldom: compiling costs every start.
_REASON = r"(?m)^(?:fatal|error): (.*)$"
_FULL = r"No space left on device|Disk quota exceeded|File too large|Out of diskspace"
_CLOSED = (
    r"Read-only file system|Permission denied|insufficient permission|Input/output error|[Cc]ouldn't write"
)
_LITTLE = 1 << 16  # bytes; git does not always say that it is the room that it lacks


class GitError(MeshError):
    """Git said no; the reason is git's own."""

    code = "git_failed"


class GitMissing(GitError):
    """There is no git, or one that is too old."""

    code = "git_missing"


def environment(*, users: bool = False) -> dict[str, str]:
    """Return the environment for git: no other repository's, no prompts, English.

    With `users` their own settings count, for it is their repository; else nobody's do.
    """
    kept = {name: os.environ[name] for name in os.environ if not name.startswith("GIT_") or name in _USERS}
    return kept | _QUIET | ({} if users else _NOBODYS)


def start(
    command: Sequence[str], *, cwd: str, env: dict[str, str], feed: bool = False
) -> subprocess.Popen[bytes]:
    """Start git with its output in pipes; raises GitMissing, or GitError for a folder that is not there."""
    try:
        return subprocess.Popen(
            ["git", *command],
            stdin=subprocess.PIPE if feed else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=env,
            process_group=_GROUP,
        )
    except OSError as error:
        if os.path.isdir(cwd) and isinstance(error, (FileNotFoundError, PermissionError)):
            raise _missing() from error
        raise GitError("cannot run git in `{path}`: {why}", path=cwd, why=error.strerror) from error


def _missing() -> GitMissing:
    return GitMissing(
        "`git` was not found",
        hint="install git {least} or newer (`apt install git`, `brew install git`, https://git-scm.com)",
        least=".".join(map(str, MINIMUM)),
    )


def version() -> tuple[int, ...]:
    """Return git's version, such as (2, 39, 5); raises GitMissing."""
    process = start(["version"], cwd=os.sep, env=environment())
    out, _ = process.communicate()
    found = re.search(rb"\d+(\.\d+)+", out)
    return tuple(int(part) for part in found[0].split(b".")) if found else (0,)


def require() -> None:
    """Raise GitMissing unless there is a git that is new enough."""
    found = version()
    if found < MINIMUM:
        raise GitMissing(
            "git {version} is too old",
            version=".".join(map(str, found)),
            hint="install git {least} or newer",
            least=".".join(map(str, MINIMUM)),
        )


def failure(command: str, message: bytes, path: str) -> MeshError:
    """Return the error for a git that failed with this on its standard error."""
    text = message.decode("utf-8", "replace")
    reasons = re.findall(_REASON, text) or text.strip().splitlines()[-1:] or ["no reason given"]
    if re.search(_FULL, text) or (re.search(_CLOSED, text) and _room(path) < _LITTLE):
        return Unwritable("no space left for `{path}`", path=path, hint="free some space, then try again")
    if re.search(_CLOSED, text):
        return Unwritable(
            "cannot write `{path}`: {why}", path=path, why=reasons[0],
            hint="check who owns the folder and whether it may be written",
        )  # fmt: skip
    return GitError(
        "`git {command}` failed in `{path}`: {why}",
        command=command, path=path, why=reasons[0], hint="`git -C {path} fsck` looks for what is wrong",
    )  # fmt: skip


def _room(path: str) -> int:
    """Return how many bytes a folder has room for."""
    import shutil

    try:
        return shutil.disk_usage(path).free
    except OSError:
        return _LITTLE


class Git:
    """Git on the repository whose files lie in `root`.

    It is named outright, so that a broken one is never taken for the user's repository around it.
    """

    def __init__(self, root: str) -> None:
        self.root = os.path.abspath(root)
        self.folder = os.path.join(self.root, ".git")

    def start(self, *command: str, feed: bool = False) -> subprocess.Popen[bytes]:
        """Start a git command in the root; `feed` opens its standard input."""
        env = environment()
        env["GIT_DIR"], env["GIT_WORK_TREE"] = self.folder, self.root
        return start([*_ALWAYS, *command], cwd=self.root, env=env, feed=feed)

    def ask(self, *command: str, feed: Iterable[bytes] | None = None) -> tuple[int, bytes, bytes]:
        """Run a git command to its end; return its status, output and errors."""
        process = self.start(*command, feed=feed is not None)
        try:
            if feed is not None:
                _pour(process, feed)
            out, err = process.communicate()
        except BaseException:
            stop(process)
            raise
        return process.returncode, out, err

    def run(self, *command: str, feed: Iterable[bytes] | None = None) -> bytes:
        """Run a git command and return its output; raises Unwritable or GitError if it fails."""
        status, out, err = self.ask(*command, feed=feed)
        if status:
            raise self.failure(command, err)
        return out

    def failure(self, command: Sequence[str], message: bytes) -> MeshError:
        """Return the error for a command of this repository that failed."""
        verb = next((word for word in command if not word.startswith("-") and "=" not in word), "git")
        return failure(verb, message, self.root)

    def records(self, *command: str) -> Iterator[bytes]:
        """Yield the NUL-separated records of a command's output as they come; may be left at any time."""
        process = self.start(*command)
        assert process.stdout
        rest = b""
        try:
            while chunk := os.read(process.stdout.fileno(), 1 << 16):
                *whole, rest = (rest + chunk).split(b"\0")
                yield from whole
            _, err = process.communicate()
            if process.returncode:
                raise self.failure(command, err)
        finally:
            stop(process)


def _pour(process: subprocess.Popen[bytes], pieces: Iterable[bytes]) -> None:
    """Write all pieces and close; a git that has stopped reading says why on its standard error."""
    assert process.stdin
    try:
        for piece in pieces:
            process.stdin.write(piece)
        process.stdin.close()
    except BrokenPipeError:
        # What is left in the buffer cannot be written either; closing tries it once more.
        with suppress(BrokenPipeError):
            process.stdin.close()
    process.stdin = None


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a git that is not needed any more and close its pipes; one that has ended stays as it is."""
    if process.poll() is None:
        process.kill()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            with suppress(BrokenPipeError):
                pipe.close()
    process.wait()
