"""Says what kind of run a call is: the one entry to the rules on programs, scripts and interpreters."""

from __future__ import annotations

from mesh.core.runs.catalog import RUN, TOOLS
from mesh.core.runs.classify import Kind, may_hide_options, tool_kind, voided
from mesh.core.runs.interpreters import interpreter_kind, script_kind
from mesh.core.runs.meaning import Call
from mesh.core.runs.places import Project
from mesh.core.runs.scripts import MANAGERS, manager_kind
from mesh.core.runs.targets import category_of

# These run scripts of the project under names of its own choice.
_NAMED = frozenset({"hatch", "pdm", "pixi", "rye", "poetry", "pipenv", "devbox"})
_NO_PROGRAMS = frozenset({"./configure", "./autogen.sh", "./bootstrap"})


def kind_of(call: Call, project: Project) -> Kind | None:
    """Return the kind of a call, None for what is no build, test, lint, type-check or run command."""
    name = call.name
    if not name or call.script is not None:
        return None
    arguments = tuple(word.text if word.fixed else word.text + "\0" for word in call.words[1:])
    kind = _kind(name, arguments, call, project)
    if kind is None or not may_hide_options(call.words[1:]):
        return kind
    return None if kind.categories == RUN and not kind.void else voided(kind, "arguments that are not known")


def _kind(name: str, arguments: tuple[str, ...], call: Call, project: Project) -> Kind | None:
    if name in MANAGERS:
        return manager_kind(name, arguments, project)
    if name in TOOLS:
        return tool_kind(name, arguments, project)
    kind = interpreter_kind(name, arguments, project)
    if kind is not None:
        return kind
    if name.endswith(".py") and call.taken:  # `uv run app.py`
        return script_kind(name, arguments, project)
    if "/" not in name:
        return _named(name, call)
    return _file(name, arguments, project)


def _named(name: str, call: Call) -> Kind | None:
    if call.taken and call.taken[-1] in _NAMED:
        category = category_of(name.rpartition(":")[2])
        return Kind(categories=(category,), opaque=True) if category else None
    return None


def _file(path: str, arguments: tuple[str, ...], project: Project) -> Kind | None:
    """Return the kind of a program given by its path: the project's own, or a stand-in for a known one."""
    base = path.rpartition("/")[2]
    known = tool_kind(base, arguments, project) or interpreter_kind(base, arguments, project)
    if known is not None:
        return voided(known, f"`{path}` may be a stand-in")
    if path in _NO_PROGRAMS or project.inside(path) is None or list(arguments) in (["--version"], ["--help"], ["-h"]):
        return None
    return Kind(categories=RUN)
