"""Go: `go build`, `go test` and `go vet`; tests are counted by the guard, from go's own events."""

from __future__ import annotations

import re

from mesh.check.folder import Folder
from mesh.check.plan import Kind, Named, Plan

FILES = ("go.mod",)
TOOLS = frozenset({"go", "gofmt", "golangci-lint"})
_WORDS: dict[Kind, tuple[str, ...]] = {
    "build": ("build", "./..."), "test": ("test", "./..."), "lint": ("vet", "./..."), "typecheck": ("vet", "./..."),
}  # fmt: skip


def is_here(folder: Folder) -> bool:
    return folder.has(*FILES)


def plan(folder: Folder, kind: Kind, named: Named) -> Plan | None:
    """Return the go command for a claim."""
    configured = folder.has(".golangci.yml", ".golangci.yaml", ".golangci.toml")
    if kind == "lint" and (configured or named.tool == "golangci-lint"):
        return _program(folder, kind, "golangci-lint", ("run",))
    words = _WORDS[kind]
    if kind == "test" and named.narrow:
        words = ("test", *_narrowed(folder, named))
    return _program(folder, kind, "go", words, narrowed=kind == "test" and named.narrow)


def _narrowed(folder: Folder, named: Named) -> tuple[str, ...]:
    """Return the options for test files, by the tests in them, and for one test."""
    places, names = [], []
    for path in named.files:
        place = path.rpartition("/")[0] if path.endswith(".go") else path
        places.append(f"./{place}" if place else ".")
        names += re.findall(r"(?m)^func (Test\w+)\(", folder.text(path))
    if named.test:
        names = [named.test.replace("::", "/")]
    chosen = ("-run", "^(" + "|".join(map(re.escape, names)) + ")$") if names else ()
    return (*chosen, *(dict.fromkeys(places) or ("./...",)))


def _program(folder: Folder, kind: Kind, name: str, words: tuple[str, ...], *, narrowed: bool = False) -> Plan:
    label = " ".join((name, *words))
    program = folder.which(name)
    if program is None:
        return Plan(kind=kind, label=label, argv=(), missing=name, language="go")
    counted = kind == "test"
    return Plan(
        kind=kind, label=label, argv=(name if counted else program, *words), counting="told" if counted else "none",
        tools=(name, "go"), native=True, narrowed=narrowed, language="go",
    )  # fmt: skip
