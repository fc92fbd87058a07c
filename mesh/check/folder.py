"""A folder of the project as the ecosystems look at it: its build files, its tests, the programs on PATH."""

from __future__ import annotations

import json
import os
import shutil
import tomllib
from functools import cached_property
from typing import Any

from mesh.check.project import Project


class Folder:
    """One folder; `inside` is its path from the root of the project, `.` for the root itself."""

    def __init__(self, project: Project, inside: str, path: tuple[str, ...]) -> None:
        self.project = project
        self.inside = inside
        self.path = path

    def relative(self, name: str) -> str:
        """Return the path of a file of this folder from the root of the project."""
        return name if self.inside == "." else f"{self.inside}/{name}"

    @property
    def place(self) -> str:
        return os.path.normpath(os.path.join(self.project.root, self.inside))

    def has(self, *names: str) -> bool:
        """Say whether one of these files is there."""
        return any(os.path.isfile(os.path.join(self.place, name)) for name in names)

    def text(self, name: str) -> str:
        """Return the text of a file, empty if it is not there."""
        return (self.project.read(self.relative(name)) or b"").decode("utf-8", "replace")

    def toml(self, name: str) -> dict[str, Any]:
        try:
            return tomllib.loads(self.text(name))
        except (tomllib.TOMLDecodeError, RecursionError):
            return {}

    def json(self, name: str) -> dict[str, Any]:
        try:
            value = json.loads(self.text(name))
        except (ValueError, RecursionError):
            return {}
        return value if isinstance(value, dict) else {}

    @cached_property
    def files(self) -> tuple[str, ...]:
        """Return the files of this folder and below, relative to it."""
        if self.inside == ".":
            return tuple(self.project.tree.files)
        prefix = self.inside + "/"
        return tuple(path[len(prefix) :] for path in self.project.tree.files if path.startswith(prefix))

    def which(self, program: str) -> str | None:
        """Return where a program is, looked for on the cleaned PATH."""
        return shutil.which(program, path=os.pathsep.join(self.path))

    def first(self, *programs: str) -> str | None:
        """Return the first of some programs that is installed."""
        return next((program for program in programs if self.which(program)), None)
