"""Finds what in the workspace stands in for a runner, so that a result would be its word and not the runner's."""

from __future__ import annotations

import os

from mesh.check.environment import SearchPath
from mesh.check.folder import Folder
from mesh.check.plan import Plan

# What a Python that is started in the folder would import instead of the runner and its parts.
_MODULES = (
    "pytest",
    "_pytest",
    "pluggy",
    "iniconfig",
    "unittest",
    "sitecustomize",
    "usercustomize",
    "runpy",
    "site",
)


def stand_in(folder: Folder, plan: Plan, path: SearchPath) -> str | None:
    """Return what stands in for a program or a module that the plan starts, None if nothing does."""
    tools = set(plan.tools)
    for found in path.stand_ins:
        if os.path.basename(found) in tools:
            return f"`{found}` on PATH stands in for the real `{os.path.basename(found)}`"
    if plan.language == "python" or tools & {"pytest", "python", "python3"}:
        return _module(folder)
    return None


def _module(folder: Folder) -> str | None:
    for name in _MODULES:
        for place in (f"{name}.py", f"{name}/__init__.py", f"{name}/__main__.py"):
            if folder.has(place):
                return f"`{place}` in the workspace shadows the real `{name}`"
    return None
