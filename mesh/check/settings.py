"""The project's own commands, `verify:` of `mesh.yaml`, taken only from where no agent could have put them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mesh import codec
from mesh.check.project import Project
from mesh.errors import MeshError

FILE = "mesh.yaml"
_COMMANDS = ("build", "test", "lint", "typecheck")


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifySettings:
    """The declared commands by kind, the time for each check, and what the reader should know of them."""

    commands: Mapping[str, str]
    timeout: float | None = None
    notes: tuple[str, ...] = ()


def find_settings(project: Project, given: Mapping[str, Any] | None) -> VerifySettings:
    """Return the settings: those given by the workspace, else those that the project had at the base."""
    if given is not None:
        return parse(given)
    now = project.read(FILE)
    then = project.read_at_base(FILE)
    notes: tuple[str, ...] = ()
    if now is not None and now != then:
        what = "it has changed since the base" if then is not None else "it was not there at the base"
        notes = (f"`{FILE}` is not used: {what}",)
    if then is None:
        return VerifySettings(commands={}, notes=notes)
    try:
        values = codec.read(then).get("verify") or {}
    except MeshError as error:
        return VerifySettings(commands={}, notes=(*notes, f"`{FILE}` cannot be read: {error}"))
    found = parse(values if isinstance(values, dict) else {})
    return VerifySettings(commands=found.commands, timeout=found.timeout, notes=notes + found.notes)


def parse(values: Mapping[str, Any]) -> VerifySettings:
    """Return what a `verify:` says; what is wrong in it is left out and noted."""
    commands, notes = {}, []
    for name in _COMMANDS:
        value = values.get(name)
        if isinstance(value, str) and value.strip():
            commands[name] = value.strip()
        elif value is not None:
            notes.append(f"`verify.{name}` of `{FILE}` is no command")
    timeout = values.get("timeout")
    good = (
        isinstance(timeout, (int, float))
        and not isinstance(timeout, bool)
        and math.isfinite(timeout)
        and timeout > 0
    )
    if timeout is not None and not good:
        notes.append(f"`verify.timeout` of `{FILE}` is no number of seconds")
    return VerifySettings(commands=commands, timeout=float(timeout) if good else None, notes=tuple(notes))  # type: ignore[arg-type]
