"""Make: targets of the project's makefile; what they start is counted through the runner that they start."""

from __future__ import annotations

import re

from mesh.check.folder import Folder
from mesh.check.plan import Kind, Named, Plan

FILES = ("GNUmakefile", "makefile", "Makefile")
TOOLS = frozenset({"make", "gmake"})
_TARGETS: dict[Kind, tuple[str, ...]] = {
    "test": ("test", "tests", "check", "unittest", "unit"),
    "build": ("build", "compile", "all"),
    "lint": ("lint", "check-format", "format-check", "fmt-check"),
    "typecheck": ("typecheck", "type-check", "types", "mypy"),
}
_RULE = re.compile(r"^([A-Za-z0-9_.%/$(){} -]+?)\s*::?(?![=:])", re.M)


def is_here(folder: Folder) -> bool:
    return folder.has(*FILES)


def targets(folder: Folder) -> list[str]:
    """Return the targets that the makefile spells out, in order."""
    text = next((folder.text(name) for name in FILES if folder.has(name)), "")
    text += "".join(folder.text(name) for name in re.findall(r"^-?include\s+(\S+)$", text, re.M)[:10])
    found = [name for match in _RULE.finditer(text) for name in match[1].split()]
    return [name for name in found if not name.startswith(".") and "$" not in name and "%" not in name]


def plan(folder: Folder, kind: Kind, named: Named) -> Plan | None:
    """Return the target for a claim, None if the makefile has none for it."""
    if named.narrow:
        return None
    known = targets(folder)
    wanted = [name for name in (named.target, *_TARGETS[kind]) if name]
    target = next((name for name in wanted if name in known), None)
    if target is None:
        if kind != "build" or not known:
            return None
        target = ""  # the first target is what the makefile makes by default
    label = f"make {target}".strip()
    program = folder.first("make", "gmake")
    if program is None:
        return Plan(kind=kind, label=label, argv=(), missing="make", language="make")
    argv = (program, "--no-print-directory", *([target] if target else []))
    return Plan(
        kind=kind,
        label=label,
        argv=argv,
        counting="told",
        tools=("make", "gmake", *_runners(folder)),
        language="make",
    )


def _runners(folder: Folder) -> tuple[str, ...]:
    """Return the runners that the makefile speaks of: a stand-in for one of them makes its result worthless."""
    text = next((folder.text(name) for name in FILES if folder.has(name)), "")
    known = (
        "pytest",
        "python3",
        "python",
        "node",
        "npm",
        "cargo",
        "go",
        "mvn",
        "gradle",
        "ctest",
        "rspec",
        "jest",
    )
    return tuple(name for name in known if re.search(rf"\b{name}\b", text))
