"""Finds the project's own command for a claim: each ecosystem is asked in turn; nothing is run here."""

from __future__ import annotations

from types import ModuleType

from mesh.check.ecosystems import c, deno, dotnet, go, java, make, node, python, ruby, rust
from mesh.check.folder import Folder
from mesh.check.plan import Kind, Named, Plan

ALL: tuple[ModuleType, ...] = (python, node, rust, go, java, dotnet, ruby, deno, c)


def plans(folder: Folder, kind: Kind, named: Named) -> list[Plan]:
    """Return what to run for a claim: every plan must come out well for the claim to be true."""
    chosen = _by_tool(named.tool)
    if chosen is not None:
        found = chosen.plan(folder, kind, named)
        return [found] if found else []
    if named.narrow:
        return [found for module in _owners(folder, named) if (found := module.plan(folder, kind, named))][:1]
    here = [module for module in ALL if module.is_here(folder)]
    by_make = make.plan(folder, kind, named) if make.is_here(folder) else None
    # A first target that nobody named is the build only where nothing else builds here.
    if by_make and not (kind == "build" and by_make.label == "make" and here):
        return [by_make]
    return [found for module in here if (found := module.plan(folder, kind, named))]


def _by_tool(tool: str | None) -> ModuleType | None:
    if tool is None:
        return None
    return next((module for module in (make, *ALL) if tool in module.TOOLS), None)


def _owners(folder: Folder, named: Named) -> list[ModuleType]:
    """Return the ecosystems that could hold the named file or test, the likeliest first."""
    endings = {
        "py": python,
        "rs": rust,
        "js": node,
        "ts": node,
        "mjs": node,
        "cjs": node,
        "jsx": node,
        "tsx": node,
    }
    for path in named.files:
        owner = endings.get(path.rpartition(".")[2])
        if owner is not None:
            return [owner]
    return [module for module in ALL if module.is_here(folder)]
