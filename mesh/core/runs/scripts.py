"""Says what kind of run a script of a package manager is (`npm test`, `yarn lint`); runs nothing."""

from __future__ import annotations

import re

from mesh.core.runs.catalog import BUILD, RUN, TESTS, TOOLS, VOID
from mesh.core.runs.classify import Kind, positionals, tool_kind, voided
from mesh.core.runs.environment import asks_for_nothing
from mesh.core.runs.interpreters import script_kind
from mesh.core.runs.places import Project
from mesh.core.runs.targets import category_of

MANAGERS = frozenset({"npm", "pnpm", "yarn", "bun", "deno"})
_VALUED = "--prefix -C --dir --cwd -w --workspace --filter -F --loglevel --reporter -c --config"
_RUN = frozenset({"run", "run-script", "rum", "urn", "task"})
_FILE = re.compile(r"\.[cm]?[jt]sx?\Z")
_ECHO = re.compile(r"^> (?:\S+@\S+ )?[\w:.-]+(?: /\S*)?\n> (.+)$|^\$ (\S.*)$", re.MULTILINE)


def manager_kind(name: str, arguments: tuple[str, ...], project: Project) -> Kind | None:
    """Return the kind of a run of a package manager, None for what runs no script of the project."""
    plain = positionals(arguments, _VALUED)
    if not plain:
        return None
    kind = _kind(name, plain, arguments, project)
    if kind is None or kind.void:
        return kind
    void = next((word for word in arguments if word.partition("=")[0] in VOID or asks_for_nothing(word)), "")
    return voided(kind, f"`{void}`") if void else kind


def _kind(name: str, plain: tuple[str, ...], arguments: tuple[str, ...], project: Project) -> Kind | None:
    sub, rest = plain[0], plain[1:]
    if sub in ("workspace", "workspaces"):
        runs = [at for at, word in enumerate(rest) if word in _RUN]
        rest = rest[runs[0] + 1 :] if runs else rest[1:]
        return _script(rest[0]) if rest else None
    if name == "deno" and sub != "task":
        return tool_kind("deno", arguments, project)
    if sub in _RUN:
        return _named(rest, project) if rest else None
    if name == "bun" and sub in ("test", "build"):
        return Kind(categories=TESTS if sub == "test" else BUILD)
    if sub in ("t", "tst", "it", "install-test"):
        return _script("test")
    if sub in ("test", "start") or (name != "npm" and category_of(sub) is not None):
        return _script(sub)
    if name == "npm":
        return None
    if sub in TOOLS:
        return tool_kind(sub, arguments[arguments.index(sub) + 1 :], project)
    return _named(plain, project)


def _named(words: tuple[str, ...], project: Project) -> Kind | None:
    """Return the kind of a script by its name, or of a file."""
    return script_kind(words[0], words[1:], project) if _FILE.search(words[0]) else _script(words[0])


def _script(name: str) -> Kind | None:
    if name == "start":
        return Kind(categories=RUN, opaque=True, script=True)
    category = category_of(name)
    return Kind(categories=(category,), opaque=True, script=True) if category else None


def echoed(output: str) -> tuple[str, ...]:
    """Return the commands that a package manager says it runs."""
    return tuple(match[1] or match[2] for match in _ECHO.finditer(output[:4000]))
