"""Python: pytest and unittest, counted by the guard in their own process; linters and type checkers."""

from __future__ import annotations

import ast
import configparser
import os
import re
from typing import Any

from mesh.check.folder import Folder
from mesh.check.plan import Kind, Named, Plan

FILES = ("pyproject.toml", "setup.py", "setup.cfg", "pytest.ini", "tox.ini", "noxfile.py", "requirements.txt")
TOOLS = frozenset({
    "pytest", "py.test", "unittest", "tox", "nox", "python", "python3", "uv", "poetry", "hatch", "pdm", "ruff",
    "flake8", "black", "pylint", "isort", "mypy", "pyright", "coverage",
})  # fmt: skip
_TEST_FILE = re.compile(r"(?:^|/)(?:test_[^/]*|[^/]*_test|tests?)\.py\Z")
_PYTEST = re.compile(r"^\s*(?:import pytest\b|from pytest import|@pytest\.)|^(?:async )?def test", re.M)
_LINTERS = {
    "ruff": (("check", "."), ("ruff.toml", ".ruff.toml"), "ruff"),
    "flake8": ((), (".flake8",), "flake8"),
    "pylint": (("--recursive=y", "."), (".pylintrc", "pylintrc"), "pylint"),
    "black": (("--check", "."), (), "black"),
    "isort": (("--check", "."), (".isort.cfg",), "isort"),
}


def is_here(folder: Folder) -> bool:
    """Say whether the folder is a Python project, or at least holds Python tests."""
    return folder.has(*FILES) or any(_TEST_FILE.search(path) for path in folder.files)


def is_test_file(path: str) -> bool:
    return _TEST_FILE.search(path) is not None


def plan(folder: Folder, kind: Kind, named: Named) -> Plan | None:
    """Return how the claim would be checked here, None if this ecosystem has nothing for it."""
    if kind == "test":
        return _tests(folder, named)
    if kind == "lint":
        return _lint(folder, named)
    if kind == "typecheck":
        return _types(folder, named)
    return _build(folder)


def interpreter(folder: Folder) -> str | None:
    """Return the project's own Python, else that of PATH."""
    for name in (".venv", "venv"):
        for path in (folder.place, folder.project.root):
            own = os.path.join(path, name, "bin", "python")
            if os.path.exists(own):
                return own
    return folder.first("python3", "python")


def _tests(folder: Folder, named: Named) -> Plan | None:
    tests = [path for path in folder.files if is_test_file(path)]
    python = interpreter(folder)
    if python is None:
        return Plan(kind="test", label="pytest", argv=(), missing="python3", language="python")
    runner = _runner(folder, tests, named)
    if runner == "unittest":
        return _unittest(folder, python, tests, named)
    targets = _node_ids(folder, tests, named)
    if named.narrow and not targets:
        return None
    return _native(python, "pytest", ("-q", *targets), narrowed=bool(targets))


def _native(python: str, module: str, arguments: tuple[str, ...], *, narrowed: bool) -> Plan:
    shown = os.path.basename(python)
    return Plan(
        kind="test", label=" ".join((shown, "-m", module, *arguments)), argv=(python, "-m", module, *arguments),
        counting="told", tools=("python", "python3", module), native=True, narrowed=narrowed, language="python",
    )  # fmt: skip


def _runner(folder: Folder, tests: list[str], named: Named) -> str:
    """Return which runner the project's tests are for."""
    if named.tool in ("pytest", "py.test"):
        return "pytest"
    if named.tool == "unittest":
        return "unittest"
    if has_pytest_settings(folder):
        return "pytest"
    looked = [path for path in tests if not named.files or path in named.files][:200]
    if looked and all(
        "unittest" in (text := folder.text(path)) and not _PYTEST.search(text) for path in looked
    ):
        return "unittest"
    return "pytest"


def has_pytest_settings(folder: Folder) -> bool:
    if folder.has("pytest.ini", ".pytest.ini", "conftest.py", "tests/conftest.py", "test/conftest.py"):
        return True
    tool = folder.toml("pyproject.toml").get("tool")
    if isinstance(tool, dict) and "pytest" in tool:
        return True
    return any(
        _section(folder, name, section)
        for name, section in (("setup.cfg", "tool:pytest"), ("tox.ini", "pytest"))
    )


def _section(folder: Folder, name: str, section: str) -> bool:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(folder.text(name))
    except configparser.Error:
        return False
    return parser.has_section(section)


def _node_ids(folder: Folder, tests: list[str], named: Named) -> tuple[str, ...]:
    """Return what to hand to pytest so that only what the claim names runs."""
    if not named.test:
        return named.files
    found: list[str] = []
    for path in named.files or tests:
        found.extend(f"{path}::{name}" for name in _tests_named(folder.text(path), named.test))
    return tuple(found)


def _tests_named(source: str, wanted: str) -> list[str]:
    """Return the functions and classes of a test file that have a name, as pytest writes them."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return []
    parts = wanted.replace(".", "::").split("::")
    found: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            if parts == [node.name]:
                found.append(node.name)
            methods = [inner.name for inner in node.body if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef))]
            found += [f"{node.name}::{name}" for name in methods if parts in ([name], [node.name, name])]
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and parts == [node.name]:
            found.append(node.name)
    return found


def has_test(folder: Folder, name: str) -> bool:
    """Say whether some Python test has this name."""
    return any(_tests_named(folder.text(path), name) for path in folder.files if is_test_file(path))


def _unittest(folder: Folder, python: str, tests: list[str], named: Named) -> Plan | None:
    chosen = list(named.files)
    if named.test:
        chosen = [path for path in chosen or tests if _tests_named(folder.text(path), named.test)]
        if not chosen:
            return None
    if chosen:
        modules = [path[:-3].replace("/", ".") for path in chosen]
        if named.test:
            modules = [
                f"{module}.{name.replace('::', '.')}"
                for module, path in zip(modules, chosen, strict=True)
                for name in _tests_named(folder.text(path), named.test)
            ]
        return _native(python, "unittest", tuple(modules), narrowed=True)
    return _native(python, "unittest", ("discover", *_discovery(tests)), narrowed=False)


def _discovery(tests: list[str]) -> tuple[str, ...]:
    """Return where discovery has to start so that it finds the tests."""
    folders = {path.rpartition("/")[0] for path in tests}
    if "" in folders or len({folder.split("/")[0] for folder in folders}) != 1:
        return ()
    top = next(iter(folders)).split("/")[0]
    has_package = any(path == f"{top}/__init__.py" for path in tests)
    pattern = () if any(path.rpartition("/")[2].startswith("test") for path in tests) else ("-p", "*_test.py")
    return ("-s", top, *(("-t", ".") if has_package else ()), *pattern)


def _lint(folder: Folder, named: Named) -> Plan | None:
    tool = folder.toml("pyproject.toml").get("tool")
    configured: dict[str, Any] = tool if isinstance(tool, dict) else {}
    for name, (arguments, files, section) in _LINTERS.items():
        if named.tool and named.tool != name and named.tool in _LINTERS:
            continue
        if (
            name in configured
            or folder.has(*files)
            or _section(folder, "setup.cfg", section)
            or named.tool == name
        ):
            return _tool(folder, "lint", name, arguments)
    return None


def _types(folder: Folder, named: Named) -> Plan | None:
    tool = folder.toml("pyproject.toml").get("tool")
    configured = tool if isinstance(tool, dict) else {}
    if named.tool != "pyright" and (
        "mypy" in configured or folder.has("mypy.ini", ".mypy.ini") or named.tool == "mypy"
    ):
        settings = configured.get("mypy")
        chosen = isinstance(settings, dict) and any(
            key in settings for key in ("files", "packages", "modules")
        )
        return _tool(folder, "typecheck", "mypy", () if chosen else (".",))
    if "pyright" in configured or folder.has("pyrightconfig.json") or named.tool == "pyright":
        return _tool(folder, "typecheck", "pyright", ())
    return None


def _tool(folder: Folder, kind: Kind, name: str, arguments: tuple[str, ...]) -> Plan:
    label = " ".join((name, *arguments))
    python = interpreter(folder)
    beside = os.path.join(os.path.dirname(python), name) if python and os.path.isabs(python) else ""
    program = beside if os.path.exists(beside) else folder.which(name)
    if program is None:
        return Plan(kind=kind, label=label, argv=(), missing=name, language="python")
    return Plan(
        kind=kind, label=label, argv=(program, *arguments), tools=(name,), native=True, language="python"
    )


def _build(folder: Folder) -> Plan | None:
    """Return a build of the package with what is installed, for nothing may be fetched."""
    if "build-system" not in folder.toml("pyproject.toml") and not folder.has("setup.py"):
        return None
    python = interpreter(folder)
    if python is None:
        return Plan(
            kind="build", label="python3 -m pip wheel .", argv=(), missing="python3", language="python"
        )
    arguments = ("-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", "/tmp/wheels", ".")  # noqa: S108
    shown = f"{os.path.basename(python)} -m pip wheel --no-deps --no-build-isolation ."
    return Plan(
        kind="build", label=shown, argv=(python, *arguments), tools=("python", "python3"), native=True,
        language="python",
    )  # fmt: skip
