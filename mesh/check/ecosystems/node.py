"""Node, and Bun: the scripts of package.json; node:test, Jest, Vitest and Mocha are counted by the guard."""

from __future__ import annotations

import re
from typing import Any

from mesh.check.folder import Folder
from mesh.check.plan import Kind, Named, Plan

FILES = ("package.json",)
TOOLS = frozenset({
    "node", "npm", "npx", "pnpm", "yarn", "bun", "jest", "vitest", "mocha", "tsc", "eslint", "prettier", "biome",
})  # fmt: skip
_SCRIPTS: dict[Kind, tuple[str, ...]] = {
    "test": ("test", "test:unit", "tests"), "build": ("build", "compile"),
    "lint": ("lint", "lint:check", "format:check"), "typecheck": ("typecheck", "type-check", "check-types", "tsc"),
}  # fmt: skip
_LOCKS = {"pnpm-lock.yaml": "pnpm", "yarn.lock": "yarn", "bun.lockb": "bun", "bun.lock": "bun"}
_TEST_FILE = re.compile(
    r"(?:\.|-|_)(?:test|spec)\.[cm]?[jt]sx?\Z|(?:^|/)(?:test|tests|__tests__)/.*\.[cm]?[jt]sx?\Z"
)
_CHOOSES = re.compile(r"--test-(?:name|skip)-pattern|--testNamePattern|\s-t[ =]|--grep\b|\s-g\s|--test-only")
_NO_TEST = re.compile(r"no test specified")


def is_here(folder: Folder) -> bool:
    return folder.has(*FILES)


def is_test_file(path: str) -> bool:
    return _TEST_FILE.search(path) is not None


def plan(folder: Folder, kind: Kind, named: Named) -> Plan | None:
    """Return the script for a claim, or the tool that the settings speak of."""
    scripts = _scripts(folder)
    if kind == "test" and named.narrow:
        return _narrowed(folder, scripts, named)
    name = next((name for name in (named.target or "", *_SCRIPTS[kind]) if name in scripts), None)
    if name is None and kind == "typecheck" and folder.has("tsconfig.json"):
        return _program(folder, kind, "tsc", ("--noEmit",))
    if name is None and kind == "build" and folder.has("tsconfig.json"):
        return _program(folder, kind, "tsc", ("--noEmit",))
    if name is None and kind == "test" and named.tool == "node":
        return _program(folder, kind, "node", ("--test",))
    if name is None or _NO_TEST.search(scripts[name]):
        return None
    return _script(folder, kind, name, scripts[name])


def _scripts(folder: Folder) -> dict[str, str]:
    scripts = folder.json("package.json").get("scripts")
    return {k: v for k, v in scripts.items() if isinstance(v, str)} if isinstance(scripts, dict) else {}


def manager(folder: Folder) -> str:
    """Return the package manager that the project is for."""
    named = str(folder.json("package.json").get("packageManager", "")).partition("@")[0]
    if named in ("npm", "pnpm", "yarn", "bun"):
        return named
    return next((name for lock, name in _LOCKS.items() if folder.has(lock)), "npm")


def _script(folder: Folder, kind: Kind, name: str, text: str) -> Plan:
    program = manager(folder)
    words = (name,) if name == "test" and program != "bun" else ("run", name)
    label = " ".join((program, *words))
    found = folder.which(program)
    if found is None:
        return Plan(kind=kind, label=label, argv=(), missing=program, language="node")
    return Plan(
        kind=kind, label=label, argv=(found, *words), counting="told" if kind == "test" else "none",
        tools=("node", program), environment=reporting(text), worthless=_partial(kind, text),
        wrapper=kind != "test" and program == "npm", language="node",
    )  # fmt: skip


def _partial(kind: Kind, text: str) -> str | None:
    """Return why a test script does not stand for all tests."""
    if kind == "test" and _CHOOSES.search(text):
        return "the script runs only tests of some names"
    return None


def reporting(text: str) -> dict[str, str]:
    """Return what the guard has to know of the scripts that will start node's own test runner."""
    own = "--test-reporter" in text and "--test-reporter-destination" not in text
    return {"MESH_NODE_REPORTER": "beside"} if own else {}


def _narrowed(folder: Folder, scripts: dict[str, str], named: Named) -> Plan | None:
    """Return the runner of the test script, with the files and the test that the claim names."""
    text = scripts.get("test", "")
    files = list(named.files)
    if re.search(r"\bnode\b.*--test\b", text) or (not text and named.tool in (None, "node")):
        names = (f"--test-name-pattern={_pattern(named.test)}",) if named.test else ()
        return _program(folder, "test", "node", ("--test", *names, *files), narrowed=True)
    for tool, option in (("vitest", "-t"), ("jest", "-t"), ("mocha", "-g")):
        if re.search(rf"\b{tool}\b", text) or named.tool == tool:
            first = ("run",) if tool == "vitest" else ()
            chosen = (option, _pattern(named.test)) if named.test else ()
            return _program(folder, "test", tool, (*first, *files, *chosen), narrowed=True)
    return None


def _pattern(name: str | None) -> str:
    return re.escape(name or "")


def _program(
    folder: Folder, kind: Kind, name: str, arguments: tuple[str, ...], *, narrowed: bool = False
) -> Plan:
    label = " ".join((name, *arguments))
    own = f"node_modules/.bin/{name}"
    found = folder.which(name)
    if name not in ("node", "npm") and folder.project.read(folder.relative(own)) is not None:
        found = f"./{own}"
    if found is None:
        return Plan(kind=kind, label=label, argv=(), missing=name, language="node")
    return Plan(
        kind=kind, label=label, argv=(found, *arguments), counting="told" if kind == "test" else "none",
        tools=("node", name), native=True, narrowed=narrowed, language="node",
    )  # fmt: skip


def has_tests(files: tuple[str, ...]) -> bool:
    return any(is_test_file(path) for path in files)


def dependencies(values: dict[str, Any]) -> set[str]:
    """Return the names of all packages that a package.json asks for."""
    names: set[str] = set()
    for key in ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies"):
        part = values.get(key)
        names.update(part if isinstance(part, dict) else ())
    return names
