"""Says where a path lies: in the project, ignored by git, outside, a document; looks at no disk."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from mesh.core.runs.syntax import names

_DOCUMENT_SUFFIXES = frozenset({".md", ".markdown", ".mdown", ".rst", ".adoc", ".asciidoc", ".textile"})
_PICTURES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".pdf"})
_DOCUMENT_NAMES = names(
    "readme changelog changes history news license licence copying authors contributors contributing notice"
    " todo code_of_conduct security support roadmap governance maintainers upgrading thanks credits citation notes faq"
)
_DOCUMENT_FOLDERS = names("doc docs documentation wiki notes adr rfcs .github .gitlab")
# A document in one of these is data that a program or a test may read.
_READ_FOLDERS = names(
    "test tests spec specs __tests__ testing fixture fixtures testdata test_data test-data data snapshots"
    " __snapshots__ golden goldens cases templates template prompts content contents posts _posts pages"
    " src lib resources resource assets static public app pkg internal"
)
_NEVER_TRACKED = names(
    ".git node_modules __pycache__ .pytest_cache .mypy_cache .ruff_cache .hypothesis .venv venv .tox .nox"
    " .gradle .next .turbo .cache .mesh"
)


def is_document(path: str) -> bool:
    """Say whether a file is one that people read and no program: its change leaves every run as it was."""
    *folders, name = path.lower().split("/")
    stem, suffix = posixpath.splitext(name)
    if set(folders) & _READ_FOLDERS:
        return False
    if stem.replace("-", "_") in _DOCUMENT_NAMES and suffix in (*_DOCUMENT_SUFFIXES, "", ".txt"):
        return True
    if folders and folders[0] in _DOCUMENT_FOLDERS:
        return suffix in _DOCUMENT_SUFFIXES | _PICTURES | {".txt"}
    return suffix in _DOCUMENT_SUFFIXES and not folders


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """What is known of the project: its files and when they last changed, its folder, what git ignores.

    Paths in `files` and `ignored` are relative to the folder, with `/`. Without `root` an absolute path is
    known only by its end.
    """

    files: Mapping[str, float] = field(default_factory=dict)
    root: str = ""
    ignored: Collection[str] = ()

    def inside(self, path: str, folder: str = "") -> str | None:
        """Return a path relative to the project, None for one that lies outside."""
        path = path.replace("\\", "/")
        if path.startswith("~"):
            return None
        if not path.startswith("/"):
            path = posixpath.normpath(posixpath.join(folder, path))
            return None if path == ".." or path.startswith(("../", "/")) else path
        path = posixpath.normpath(path)
        if self.root:
            root = posixpath.normpath(self.root)
            return posixpath.relpath(path, root) if path == root or path.startswith(root + "/") else None
        return None if path.startswith("/dev/") else self._by_its_end(path) or path

    def changed(self, path: str, folder: str = "") -> str | None:
        """Return what a change of a path may have changed of the project, None if nothing.

        A folder can be reached under several names: an absolute path that ends like a file of the project
        is held for that file.
        """
        inside = self.inside(path, folder)
        return inside if inside is not None or not path.startswith("/") else self._by_its_end(path)

    def _by_its_end(self, path: str) -> str | None:
        parts = path.strip("/").split("/")
        ends = ("/".join(parts[at:]) for at in range(max(0, len(parts) - 40), len(parts)))
        return next((end for end in ends if end in self.files), None)

    def tracked(self, path: str) -> bool:
        """Say whether a path inside is one that git does not ignore, as far as can be told."""
        if path in self.files:
            return True
        parts = path.split("/")
        if set(parts) & _NEVER_TRACKED:
            return False
        return not any("/".join(parts[:size]) in self.ignored for size in range(1, len(parts) + 1))

    def shadows(self, module: str) -> str:
        """Return the file of the project that stands in for a module of that name, empty if none does."""
        top = module.partition(".")[0]
        names = (f"{top}.py", f"{top}/__init__.py", f"{top}/__main__.py")
        return next((name for name in names if name in self.files), "")
