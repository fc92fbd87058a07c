"""Walks a project once: what belongs to it, what its tools made, what it depends on; never follows a link."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

# Folders that hold what others wrote: seen read-only by a check, never read or hashed here.
_DEPENDENCIES = frozenset({
    "node_modules", "bower_components", "jspm_packages", ".venv", "venv", "vendor", ".tox", ".nox", "Pods",
    ".bundle", ".yarn", ".pnpm-store", ".direnv", "__pypackages__",
})  # fmt: skip
# Folders that are always made by a tool, whatever git says of them.
_MADE = frozenset({
    "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis", ".nyc_output", ".parcel-cache",
    ".turbo", ".eggs", "htmlcov",
})  # fmt: skip
# Folders that a build makes if git ignores them or their neighbours say so.
_BUILT = frozenset({
    "target", "build", "dist", "out", "bin", "obj", "lib", "coverage", ".next", ".nuxt", ".output",
    ".svelte-kit", ".gradle", "_build", "Debug", "Release", "pkg",
})  # fmt: skip
_NEIGHBOURS = {
    "target": ("Cargo.toml", "pom.xml", "build.sbt"),
    "build": ("build.gradle", "build.gradle.kts"),
    "bin": (".csproj", ".fsproj"),
    "obj": (".csproj", ".fsproj"),
}
# Objects that lie beside what they are made of are made again, even if git has them.
_SOURCES = {
    ".o": (".c", ".cc", ".cpp", ".cxx", ".s", ".S", ".m", ".f90"),
    ".obj": (".c", ".cc", ".cpp", ".cxx"),
    ".class": (".java", ".kt", ".scala"),
}
_BYTECODE = (".pyc", ".pyo")
_OBJECTS = (
    ".o",
    ".obj",
    ".a",
    ".so",
    ".dylib",
    ".dll",
    ".class",
    ".rlib",
    ".rmeta",
    ".gcda",
    ".gcno",
    ".exe",
)
_PROGRAMS = (b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")  # what a linker writes, by its first bytes
_BLOCK = 1 << 18


@dataclass(frozen=True, slots=True)
class File:
    """A file or a link of the project; `digest` is that of its content, or of where it leads."""

    path: str
    mode: int
    digest: str
    blob: str
    program: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """What lies in a project. Paths are relative with `/`; `digest` stands for all its files.

    `products` are left out of a scratch copy, `dependencies` are shown read-only in it.
    """

    files: dict[str, File] = field(default_factory=dict)
    dependencies: tuple[str, ...] = ()
    products: tuple[str, ...] = ()
    digest: str = ""

    def has(self, path: str) -> bool:
        return path in self.files


@dataclass(slots=True)
class _Walk:
    root: str
    tracked: Callable[[str], bool]
    ignored: Callable[[str], bool]
    paths: list[tuple[str, os.stat_result]] = field(default_factory=list)
    dependencies: list[str] = field(default_factory=list)
    products: list[str] = field(default_factory=list)

    def folder(self, relative: str) -> None:
        try:
            with os.scandir(os.path.join(self.root, relative) if relative else self.root) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            return
        names = {entry.name for entry in found}
        for entry in found:
            path = f"{relative}/{entry.name}" if relative else entry.name
            if entry.is_dir(follow_symlinks=False):
                self._folder(path, entry, names)
            else:
                self._file(path, entry, names)

    def _folder(self, path: str, entry: os.DirEntry[str], names: set[str]) -> None:
        name = entry.name
        if name == ".git" or path == ".mesh":
            return
        if name in _DEPENDENCIES or os.path.lexists(os.path.join(entry.path, "pyvenv.cfg")):
            self.dependencies.append(path)
            if not self.tracked(path + "/"):
                return
        elif self._is_made(path, name, names):
            self.products.append(path)
            return
        self.folder(path)

    def _is_made(self, path: str, name: str, names: set[str]) -> bool:
        # Next to its own kind of build file nobody keeps sources in such a folder, even if git has it.
        if name == "__pycache__" or any(
            n.endswith(mark) for mark in _NEIGHBOURS.get(name, ()) for n in names
        ):
            return True
        if self.tracked(path + "/"):
            return False
        if name in _MADE or name.startswith("cmake-build-"):
            return True
        return name in _BUILT and (self.ignored(path) or _is_marked(os.path.join(self.root, path)))

    def _file(self, path: str, entry: os.DirEntry[str], names: set[str]) -> None:
        stem, ending = os.path.splitext(entry.name)
        if ending in _BYTECODE or (ending in _OBJECTS and not self.tracked(path)):
            self.products.append(path)
            return
        if ending in _SOURCES and any(stem + source in names for source in _SOURCES[ending]):
            self.products.append(path)
            return
        with suppress(OSError):
            self.paths.append((path, entry.stat(follow_symlinks=False)))


def _is_marked(folder: str) -> bool:
    """Say whether a build tool left its mark in a folder."""
    return any(os.path.exists(os.path.join(folder, name)) for name in ("CMakeCache.txt", "CACHEDIR.TAG"))


def scan(root: str, tracked: Callable[[str], bool], ignored: Callable[[str], bool]) -> Tree:
    """Return the tree of a project.

    `tracked(path)` says whether git has the file, or with a slash at the end something in the folder;
    `ignored(path)` whether git ignores it.
    """
    walk = _Walk(root=root, tracked=tracked, ignored=ignored)
    walk.folder("")
    files, whole = {}, hashlib.sha256()
    for path, info in walk.paths:
        file = read_file(root, path, info)
        if file.program and not tracked(path):
            walk.products.append(path)
            continue
        files[path] = file
        whole.update(f"{file.mode:o} {file.digest} {path}\0".encode("utf-8", "surrogateescape"))
    return Tree(
        files=files, dependencies=tuple(walk.dependencies), products=tuple(walk.products),
        digest=whole.hexdigest(),
    )  # fmt: skip


def read_file(root: str, path: str, info: os.stat_result) -> File:
    """Return what a file holds, as digests; what cannot be read gets a digest that no content has."""
    full, mode = os.path.join(root, path), info.st_mode
    try:
        if stat.S_ISLNK(mode):
            data = os.fsencode(os.readlink(full))
            return File(path, 0o120000, hashlib.sha256(data).hexdigest(), blob_id(data))
        if not stat.S_ISREG(mode):
            return File(path, stat.S_IFMT(mode), "special", "")
        return _read_regular(full, path, 0o100755 if mode & 0o111 else 0o100644)
    except OSError:
        return File(path, stat.S_IFMT(mode), "unreadable", "")


def _read_regular(full: str, path: str, kind: int) -> File:
    handle = os.open(full, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
    try:
        size = os.fstat(handle).st_size
        first = os.read(handle, _BLOCK)
        content = hashlib.sha256(first)
        blob = hashlib.sha1(b"blob %d\0" % size, usedforsecurity=False)
        blob.update(first)
        while len(first) == _BLOCK and (chunk := os.read(handle, _BLOCK)):
            content.update(chunk)
            blob.update(chunk)
    finally:
        os.close(handle)
    return File(path, kind, content.hexdigest(), blob.hexdigest(), first[:4] in _PROGRAMS)


def blob_id(data: bytes, *, length: int = 40) -> str:
    """Return the id that git gives a file of this content, in the repository's own length of ids."""
    digest = hashlib.sha1(usedforsecurity=False) if length == 40 else hashlib.sha256()
    digest.update(b"blob %d\0" % len(data))
    digest.update(data)
    return digest.hexdigest()
