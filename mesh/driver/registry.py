"""The drivers by name: a dotted name until one is chosen; imports no driver that is not asked for.

A sixth driver is one module and one line in `DRIVERS`, or an entry point of another package in the group
`agent_mesh.drivers`. The program's own names win over those of other packages.
"""

from __future__ import annotations

from typing import Any

from mesh.driver.base import Driver
from mesh.errors import BadInput
from mesh.model.names import nearest, normalise

GROUP = "agent_mesh.drivers"
DRIVERS = {
    "command": "mesh.driver.command:CommandDriver",
    "human": "mesh.driver.human:HumanDriver",
    "script": "mesh.driver.script:ScriptDriver",
}


def names() -> list[str]:
    """Return the names of all drivers, those of other packages included."""
    return sorted({*DRIVERS, *(point.name for point in _entry_points())})


def load(name: str) -> Driver:
    """Return the driver of that name; raises BadInput with the nearest names, or why it cannot load."""
    wanted = normalise(name)
    if wanted in DRIVERS:
        from pkgutil import resolve_name

        return _made(wanted, resolve_name(DRIVERS[wanted]))
    for point in _entry_points():
        if point.name == wanted:
            return _foreign(point)
    raise _unknown(name)


def waits(driver: Driver) -> bool:
    """Say whether the driver is a person, for whom the envelope stays where it is."""
    return bool(getattr(driver, "waits", False))


def _entry_points() -> Any:
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def _foreign(point: Any) -> Driver:
    try:
        return _made(point.name, point.load())
    except BadInput:
        raise
    except Exception as error:  # another package's code may fail in any way; the user learns which
        raise BadInput(
            "the driver `{name}` (`{value}`) cannot be loaded: {why}",
            name=point.name, value=point.value, why=f"{type(error).__name__}: {error}",
            hint="reinstall or update the package that brings it",
        ) from error  # fmt: skip


def _made(name: str, make: Any) -> Driver:
    driver: Driver = make()
    if not callable(getattr(driver, "run", None)) or not callable(getattr(driver, "missing", None)):
        raise BadInput("`{name}` is no driver: it lacks `run` or `missing`", name=name)
    return driver


def _unknown(name: str) -> BadInput:
    known = names()
    close = nearest(name, known, 1)
    hint = "did you mean {near}?" if close else "there are: {known}"
    return BadInput(
        "no driver is called `{name}`", name=name[:64], hint=hint,
        near=" / ".join(f"`{item}`" for item in close), known=", ".join(known),
    )  # fmt: skip
