"""The only code that writes: durable, all-or-nothing changes of files; knows nothing of what is in them.

A file gets its real name only when its bytes are on the disk, and a caller is told of success only when
the folder that holds the name is on the disk too. A kill at any instant leaves the old state or the new.
"""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterable, Sequence

from mesh.errors import Refused

_BINARY = getattr(os, "O_BINARY", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY | getattr(os, "O_NOFOLLOW", 0)
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


class Unwritable(Refused):
    """The disk is full, or the file system refuses the write; nothing was changed."""

    code = "unwritable"


def _refuse(error: OSError, path: str) -> Unwritable:
    if error.errno in _FULL:
        return Unwritable("no space left for `{path}`", path=path, hint="free some space, then try again")
    return Unwritable(
        "cannot write `{path}`: {why}",
        path=path,
        why=error.strerror or str(error),
        hint="check who owns the folder and whether it may be written",
    )


def sync_folder(path: str) -> None:
    """Put the names in a folder on the disk; a no-op where folders cannot be synced (Windows)."""
    if os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folder(path: str) -> None:
    """Create a folder and its parents, durably; one that is there already costs one look."""
    if os.path.isdir(path):
        return
    parent = os.path.dirname(path)
    if parent and parent != path:
        make_folder(parent)
    try:
        os.mkdir(path)
    except FileExistsError:
        return
    except OSError as error:
        raise _refuse(error, path) from error
    sync_folder(parent or ".")


def stage(path: str, data: bytes, *, sync: bool = True) -> None:
    """Write a new file under a name that nobody looks at; on failure nothing is left of it."""
    try:
        handle = os.open(path, _NEW, 0o644)
    except OSError as error:
        raise _refuse(error, path) from error
    try:
        try:
            _write_all(handle, data)
            if sync:
                os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        discard(path)
        raise _refuse(error, path) from error


def _write_all(handle: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def stage_many(items: Sequence[tuple[str, bytes]], *, threads: int = 16) -> None:
    """Stage many files at once: written in turn, then synced side by side, which shares the journal."""
    if len(items) < 4:
        for path, data in items:
            stage(path, data)
        return
    from concurrent.futures import ThreadPoolExecutor

    try:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda item: stage(*item), items, chunksize=8))
    except BaseException:
        for path, _ in items:
            discard(path)
        raise


def link(source: str, target: str) -> bool:
    """Give a staged file a second name; False if that name is taken. The folder is not synced yet."""
    try:
        os.link(source, target)
    except FileExistsError:
        return False
    except OSError as error:
        if error.errno in _FULL or isinstance(error, (FileNotFoundError, PermissionError)):
            raise _refuse(error, target) from error
        return _copy_instead(source, target)
    return True


def _copy_instead(source: str, target: str) -> bool:
    """Stand in for a link where the file system has none: a synced copy, renamed into place."""
    if os.path.lexists(target):
        return False
    with open(source, "rb") as handle:
        data = handle.read()
    temporary = f"{source}.copy"
    stage(temporary, data)
    os.rename(temporary, target)
    return True


def _hidden(path: str) -> str:
    """Return the name under which a file of this process is written first; git ignores such names."""
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{name}.{os.getpid()}.{threading.get_native_id()}.tmp")


def write(path: str, data: bytes) -> None:
    """Replace a file's content durably; readers see the old bytes or the new, never a mixture."""
    folder = os.path.dirname(path) or "."
    staged = _hidden(path)
    discard(staged)
    stage(staged, data)
    try:
        os.replace(staged, path)
    except OSError as error:
        discard(staged)
        raise _refuse(error, path) from error
    sync_folder(folder)


def append(path: str, data: bytes) -> None:
    """Add to the end of a file in one write and put it on the disk."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | _BINARY, 0o644)
        try:
            _write_all(handle, data)
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise _refuse(error, path) from error


def note(path: str, data: bytes) -> None:
    """Write a small file of no lasting value at once; it need not survive a power cut."""
    staged = _hidden(path)
    discard(staged)
    stage(staged, data, sync=False)
    os.replace(staged, path)


def move(source: str, target: str) -> bool:
    """Rename in one step; False if somebody else moved the source first. Of two movers one wins."""
    try:
        os.rename(source, target)
    except FileNotFoundError:
        if os.path.isdir(os.path.dirname(target)):
            return False
        make_folder(os.path.dirname(target))
        return move(source, target)
    except OSError as error:
        raise _refuse(error, target) from error
    return True


def discard(path: str) -> bool:
    """Remove a file if it is there; say whether it was."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise _refuse(error, path) from error
    return True


def read(path: str) -> bytes | None:
    """Return a file's bytes, None if there is no such file."""
    try:
        with open(path, "rb") as handle:
            return handle.read()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None


def names(folder: str, ending: str = "") -> list[str]:
    """Return the sorted visible names in a folder that end so; an absent folder holds none."""
    try:
        found = os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []
    return sorted(name for name in found if name.endswith(ending) and not name.startswith("."))


def sync_folders(paths: Iterable[str]) -> None:
    """Sync each folder once."""
    for path in dict.fromkeys(paths):
        sync_folder(path)
