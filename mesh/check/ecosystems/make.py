"""Make: targets of the project's makefile; what they start is counted through the runner that they start."""

from __future__ import annotations

import os
import re

from mesh.check.folder import Folder
from mesh.check.plan import WRAPPED_REPORTS, Kind, Named, Plan

FILES = ("GNUmakefile", "makefile", "Makefile")
TOOLS = frozenset({"make", "gmake"})
_TARGETS: dict[Kind, tuple[str, ...]] = {
    "test": ("test", "tests", "check", "unittest", "unit"),
    "build": ("build", "compile", "all"),
    "lint": ("lint", "check-format", "format-check", "fmt-check"),
    "typecheck": ("typecheck", "type-check", "types", "mypy"),
}
GUARD = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "guards", "shell", "sh")
_RULE = re.compile(r"^([A-Za-z0-9_.%/$(){} -]+?)\s*::?(?![=:])", re.M)


def is_here(folder: Folder) -> bool:
    return folder.has(*FILES)


def targets(folder: Folder) -> list[str]:
    """Return the targets that the makefile spells out, in order."""
    text = _text(folder)
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
    argv = [program, "--no-print-directory", *([target] if target else [])]
    if kind != "test":
        argv.append(f"SHELL={GUARD}")
    return Plan(
        kind=kind, label=label, argv=tuple(argv), counting="told" if kind == "test" else "none",
        tools=("make", "gmake", *_runners(folder)), wrapper=kind != "test", shell=_shell(folder), language="make",
        reports=WRAPPED_REPORTS if kind == "test" else (),
    )  # fmt: skip


def _text(folder: Folder) -> str:
    return next((folder.text(name) for name in FILES if folder.has(name)), "")


def _shell(folder: Folder) -> str:
    """Return the shell that the makefile is for, as long as it is one."""
    match = re.search(r"^(?:export\s+)?SHELL\s*[:?]?:?=\s*(\S+)\s*$", _text(folder), re.M)
    name = match[1].rpartition("/")[2] if match else ""
    return (folder.which(name) if name in ("bash", "dash", "zsh", "ksh") else None) or "/bin/sh"


def _runners(folder: Folder) -> tuple[str, ...]:
    """Return the runners that the makefile speaks of: a stand-in for one of them makes its result worthless."""
    text = _text(folder)
    known = ("pytest", "python3", "python", "node", "npm", "cargo", "go", "mvn", "gradle", "ctest", "rspec", "jest")
    return tuple(name for name in known if re.search(rf"\b{name}\b", text))
