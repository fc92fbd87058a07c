"""Makes the workspace's own repository, immune to the settings of whoever uses it; writes no history."""

from __future__ import annotations

import os
from collections.abc import Mapping

from mesh import files
from mesh.errors import Refused
from mesh.transport import git as program
from mesh.transport.git import Git
from mesh.transport.record import BRANCH, REF

# What a person's own settings could otherwise do to the trail when they use git in the workspace.
_SETTINGS: dict[str, dict[str, str]] = {
    "core": {
        "autocrlf": "false", "eol": "lf", "safecrlf": "false", "filemode": "false", "trustctime": "false",
        "hookspath": "/dev/null", "attributesfile": "/dev/null", "excludesfile": "/dev/null",
        "fsmonitor": "false", "untrackedcache": "false", "splitindex": "true", "fsync": "all",
        "logallrefupdates": "false", "quotepath": "false", "commentchar": "%",
    },
    "splitindex": {"sharedindexexpire": "1.hour.ago"},
    "commit": {"gpgsign": "false"},
    "tag": {"gpgsign": "false"},
    "log": {"showsignature": "false"},
    "gc": {"auto": "0"},
    "maintenance": {"auto": "false"},
    "trailer": {"separators": ":"},
    "i18n": {"commitencoding": "utf-8"},
}  # fmt: skip


def create(git: Git, own: Mapping[str, str]) -> None:
    """Make the repository with its own files, or mend one whose making was cut short; commits nothing.

    A file that is there already stays as it is. Raises Refused if a repository of something else is there.
    """
    program.require()
    head = files.read(os.path.join(git.folder, "HEAD"))
    if head and head.strip() != f"ref: {REF}".encode():
        raise Refused(
            "`{path}` is already a git repository of something else",
            path=git.root, hint="choose another folder for the workspace",
        )  # fmt: skip
    files.make_folder(git.root)
    command = ["init", "-q", "--template=", "-b", BRANCH, git.root]
    process = program.start(command, cwd=git.root, env=program.environment())
    _, errors = process.communicate()
    if process.returncode:
        raise program.failure("init", errors, git.root)
    _configure(os.path.join(git.folder, "config"))
    for name, text in own.items():
        path = os.path.join(git.root, name)
        if not os.path.lexists(path):
            files.write(path, text.encode())
    _sync(git.folder)
    files.sync_folder(git.root)


def _configure(path: str) -> None:
    """Add our settings to what `git init` found out about the file system."""
    from io import BytesIO

    from git import GitConfigParser

    buffer = BytesIO(files.read(path) or b"")
    buffer.name = path
    with GitConfigParser(buffer, read_only=False, merge_includes=False) as config:
        for section, values in _SETTINGS.items():
            for name, value in values.items():
                config.set_value(section, name, value)
    files.write(path, buffer.getvalue())


def _sync(folder: str) -> None:
    """Put all that `git init` wrote on the disk; it does not do so itself."""
    for here, _, names in os.walk(folder):
        for name in names:
            handle = os.open(os.path.join(here, name), os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
        files.sync_folder(here)
