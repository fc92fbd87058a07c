"""Says which variables make a run prove nothing: they change which program runs or what it does."""

from __future__ import annotations

import re

from mesh.core.runs.syntax import Word, names
from mesh.core.runs.words import KNOWN_NAMES

_NEVER = names(
    "PYTEST_ADDOPTS PYTEST_PLUGINS MAKEFLAGS GNUMAKEFLAGS MFLAGS MAVEN_ARGS PYTHONOPTIMIZE"
    " PYTHONSTARTUP PYTHONINSPECT LD_PRELOAD LD_LIBRARY_PATH DYLD_INSERT_LIBRARIES BASH_ENV ENV"
    " SHELLOPTS BASHOPTS IFS PROMPT_COMMAND TOX_SKIP_ENV TOX_OVERRIDE SKIP PRE_COMMIT_SKIP"
    " RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER NPM_CONFIG_IGNORE_SCRIPTS NPM_CONFIG_DRY_RUN"
    " NPM_CONFIG_IF_PRESENT NPM_CONFIG_SCRIPT_SHELL NODE_TEST_CONTEXT CTEST_OPTIONS PROVE_OPTS"
    " HARNESS_OPTIONS RSPEC_OPTS SPEC_OPTS TESTOPTS"
)
_HOOKS = re.compile(r"--import|--require|-r\b|--loader|-javaagent|-rr?ubygems|-M")
_PATH_ENTRY = re.compile(
    r"\$\{?PATH\}?|/(?:usr|opt|bin|sbin|snap|home/linuxbrew)(?:/[\w.+-]+)*|(?:~|\.)/[\w./+-]*(?:bin|sbin|shims)"
    r"|[\w.-]*/?(?:\.?venv|node_modules/\.|env)/?bin|\$\{?(?:GOPATH|GOROOT|CARGO_HOME|JAVA_HOME|PYENV_ROOT)\}?/\w+"
    r"|\$\(go env GOPATH\)/bin|\$\(npm bin\)"
)
_OWN_BIN = re.compile(r"\./(?!node_modules/\.bin|\.?venv/bin|env/bin|vendor/bin)")
_GOFLAGS = re.compile(r"(?:-(?:mod=\w+|count=\d+|race|v|tags=[\w,]+|trimpath|buildvcs=\w+|p=\d+)\s*)*\Z")
_IDLE = frozenset({"true", ":", "false", "echo", "cat", "test", "exit", "sleep", "printf", "yes", "which", "ls"})
_PROGRAM_NAME = re.compile(
    r"\A(?:CC|CXX|LD|AR|RUSTC|CARGO|GO|NODE|NPM|PYTHON\d?|PYTEST|JEST|SHELL|JAVAC?|MVN|RUBY|TSC|MAKE)\Z"
    r"|(?:_CMD|_COMMAND|_BIN|_RUNNER|_TOOL|CMD|RUNNER)\Z"
)
_EMPTYING = re.compile(
    r"--(?:collect-only|co|dry-run|just-print|version|help|list|listTests|no-run|exit-zero|skip-tests)(?![\w-])"
    r"|-DskipTests|maven\.test\.skip"
)


def objection(name: str, value: Word) -> str:
    """Return why a variable spoils what runs under it, empty if it does not."""
    if name.upper() in _NEVER or name in KNOWN_NAMES:
        return f"{name} is set"
    if name == "PATH":
        return "" if _is_usual_path(value) else "PATH leads elsewhere first"
    if not value.fixed:
        return "" if name not in ("CC", "CXX", "RUSTC", "GOFLAGS") else f"{name} is set to something unknown"
    return value_objection(name, value.text)


def value_objection(name: str, text: str) -> str:
    """Return why a known value spoils a run: a program that does nothing, options that run nothing."""
    first = text.split()[0].rpartition("/")[2] if text.split() else ""
    if first in _IDLE and name.isupper() and name not in ("CI", "DEBUG", "VERBOSE") and _names_a_program(name, text):
        return f"{name} is a program that does nothing"
    if asks_for_nothing(text):
        return f"{name} asks for nothing to be run"
    if name == "GOFLAGS" and not _GOFLAGS.match(text):
        return "GOFLAGS change what is run"
    if name in ("NODE_OPTIONS", "RUBYOPT", "PERL5OPT", "JAVA_TOOL_OPTIONS") and _HOOKS.search(text):
        return f"{name} loads code first"
    return ""


def asks_for_nothing(text: str) -> bool:
    """Say whether a text holds an option by which nothing would be run."""
    return _EMPTYING.search(text) is not None


def _names_a_program(name: str, text: str) -> bool:
    """Say whether a variable is one for a program: `TRUE=true` and `FLAG=true` are none."""
    return text not in ("true", "false") or _PROGRAM_NAME.search(name) is not None


def _is_usual_path(value: Word) -> bool:
    entries = value.raw.replace('"', "").replace("$HOME", "~").replace("${HOME}", "~").split(":")
    usual = (_PATH_ENTRY.fullmatch(entry.replace("$PWD", ".").replace("$(pwd)", ".")) for entry in entries)
    own = any(_OWN_BIN.match(entry.replace("$PWD", ".").replace("$(pwd)", ".")) for entry in entries)
    return all(usual) and not own and "'" not in value.raw
