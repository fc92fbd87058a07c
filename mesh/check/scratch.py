"""A scratch copy of the workspace that costs next to nothing, and its end; never writes to the workspace.

On Linux the copy is an overlay: the workspace beneath, read-only, and whatever a check writes above it in a
folder of its own. Where there are no overlays the files are copied, sharing their blocks where the file
system can. The folder is removed by a watching shell even if this process is killed.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Literal

from mesh.check.tree import Tree

Dependencies = Literal["empty", "linked", "copied"]

# Tools that keep a cache inside a dependency folder get room for it there.
CACHES_IN_MODULES = (".cache", ".vite", ".vite-temp", ".vitest")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scratch:
    """The folders of one check: `work` is the copy, `upper` and `inner` the overlay's own, `tmp` its TMPDIR,
    `home` its HOME, `talk` what it reports through."""

    folder: str
    root: str
    tree: Tree

    @property
    def work(self) -> str:
        return os.path.join(self.folder, "work")

    @property
    def upper(self) -> str:
        return os.path.join(self.folder, "upper")

    @property
    def inner(self) -> str:
        return os.path.join(self.folder, "inner")

    @property
    def tmp(self) -> str:
        return os.path.join(self.folder, "tmp")

    @property
    def home(self) -> str:
        return os.path.join(self.folder, "home")

    @property
    def talk(self) -> str:
        return os.path.join(self.folder, "talk")


@contextmanager
def scratch(root: str, tree: Tree) -> Iterator[Scratch]:
    """Give the folders of one check, the copy itself still empty; nothing of them is left afterwards."""
    folder = os.path.realpath(tempfile.mkdtemp(prefix="mesh-check-"))
    watcher = _watcher(folder)
    try:
        made = Scratch(folder=folder, root=root, tree=tree)
        for path in (made.work, made.upper, made.inner, made.tmp, made.home, made.talk):
            os.mkdir(path, 0o700)
        os.chmod(made.tmp, 0o1777)  # noqa: S103  as every TMPDIR
        yield made
    finally:
        remove(folder)
        if watcher:
            _dismiss(watcher)


def _watcher(folder: str) -> subprocess.Popen[bytes] | None:
    """Start a shell that removes the folder when this process is gone, however it went."""
    if os.name == "nt":
        return None
    script = 'read -r line; [ "$line" = done ] || { sleep 1; chmod -R u+rwx "$1"; rm -rf "$1"; }'
    with suppress(OSError):
        return subprocess.Popen(
            ["/bin/sh", "-c", script, "mesh-check", folder], stdin=subprocess.PIPE, cwd="/",
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
    return None


def _dismiss(watcher: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        watcher.communicate(b"done\n")


def remove(folder: str) -> None:
    """Remove a folder whatever the modes inside it are."""
    shutil.rmtree(folder, ignore_errors=True)
    if not os.path.lexists(folder):
        return
    for path, folders, _ in os.walk(folder):
        for name in folders:
            with suppress(OSError):
                full = os.path.join(path, name)
                if not os.path.islink(full):
                    os.chmod(full, 0o700)
    shutil.rmtree(folder, ignore_errors=True)


def prepare_overlay(made: Scratch) -> None:
    """Hide in the upper layer what must not be seen: bytecode, what tools built, and the mail."""
    with suppress(OSError):
        shutil.copystat(made.root, made.upper)
        os.chmod(made.upper, os.stat(made.upper).st_mode | 0o700)
    for path in _hidden(made):
        _whiteout(made, path)
    for path in made.tree.dependencies:
        if os.path.basename(path) == "node_modules":
            for name in CACHES_IN_MODULES:
                _folders(made, f"{path}/{name}")


def _hidden(made: Scratch) -> Iterable[str]:
    yield from made.tree.products
    if os.path.isdir(os.path.join(made.root, ".mesh")):
        yield ".mesh"


def _whiteout(made: Scratch, path: str) -> None:
    _folders(made, os.path.dirname(path))
    os.mknod(os.path.join(made.upper, path), stat.S_IFCHR, os.makedev(0, 0))


def _folders(made: Scratch, path: str) -> None:
    """Make a folder of the upper layer with the mode and times of the one beneath."""
    if not path or os.path.isdir(os.path.join(made.upper, path)):
        return
    _folders(made, os.path.dirname(path))
    target, source = os.path.join(made.upper, path), os.path.join(made.root, path)
    os.mkdir(target, 0o755)
    with suppress(OSError):
        shutil.copystat(source, target, follow_symlinks=False)


def copy(made: Scratch, target: str, dependencies: Dependencies) -> None:
    """Copy the workspace into a folder, without what is hidden.

    Dependencies become empty folders (to mount them on), links to the real ones (where those cannot be
    written), or copies.
    """
    hidden = {os.path.join(made.root, path) for path in _hidden(made)}
    apart = () if dependencies == "copied" else made.tree.dependencies
    left = {os.path.join(made.root, path) for path in apart}

    def skip(folder: str, names: list[str]) -> set[str]:
        return {name for name in names if (path := os.path.join(folder, name)) in hidden or path in left}

    shutil.copytree(
        made.root, target, symlinks=True, ignore=skip, copy_function=_copy_file, dirs_exist_ok=True,
        ignore_dangling_symlinks=True,
    )  # fmt: skip
    for path in apart:
        place = os.path.join(target, path)
        with suppress(OSError):
            os.symlink(os.path.join(made.root, path), place) if dependencies == "linked" else os.mkdir(place)


def _copy_file(source: str, target: str, *, follow_symlinks: bool = True) -> str:
    """Copy one regular file; a pipe, a socket or a device of the workspace is left out."""
    info = os.lstat(source)
    if stat.S_ISLNK(info.st_mode):
        os.symlink(os.readlink(source), target)
    elif stat.S_ISREG(info.st_mode) and not _clone(source, target):
        shutil.copyfile(source, target)
    if stat.S_ISREG(info.st_mode):
        shutil.copystat(source, target)
    return target


def _clone(source: str, target: str) -> bool:
    """Let the copy share the blocks of the file, where the file system can; False where it cannot."""
    try:
        import fcntl
    except ImportError:
        return False
    clone = 0x40049409  # FICLONE of Linux
    with open(source, "rb") as original, open(target, "wb") as copied:
        try:
            fcntl.ioctl(copied.fileno(), clone, original.fileno())
        except OSError:
            return False
    return True
