"""Says what kind of run an interpreter with a script is (`python -m pytest`, `node app.js`); runs nothing."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass

from mesh.core.runs.catalog import BUILD, MODULES, RUN, TESTS, TOOLS
from mesh.core.runs.classify import Kind, tool_kind, voided
from mesh.core.runs.places import Project
from mesh.core.runs.prefixes import PREFIXES, program
from mesh.core.runs.syntax import names

_PYTHON = re.compile(r"(?:python|pypy)(?:\d(?:\.\d+)?)?t?\Z")
_PACKAGE = re.compile(r"(?:\./)?node_modules/(?:@[\w.-]+/)?([\w.-]+)/")
_ASK = (["--version"], ["--help"], ["-h"], ["-V"])
# Modules that are tools of the trade, none of the project's own programs.
_NO_PROGRAMS = names("pip wheel twine ipykernel jupyter notebook debugpy virtualenv pipenv uv build_meta")


@dataclass(frozen=True, slots=True)
class Interpreter:
    """An interpreter: options that take a word, and those after which it runs no file of the project."""

    valued: str = ""
    inline: str = ""


INTERPRETERS: dict[str, Interpreter] = {
    **dict.fromkeys(
        ("node", "nodejs"),
        Interpreter(
            "-r --require --import --loader --experimental-loader -C --conditions --test-name-pattern"
            " --test-reporter --test-reporter-destination --env-file --inspect-port",
            "-e -p -pe -c -i --eval --print --check --interactive -v -h --v8-options --completion-bash --run",
        ),
    ),
    **dict.fromkeys(
        ("tsx", "ts-node", "vite-node", "babel-node"),
        Interpreter("-r --require --tsconfig -P", "-e -p -v -h"),
    ),
    "ruby": Interpreter("-I -r -C", "-e -c -v -h -n"),
    "php": Interpreter("-d -c", "-r -l -v -i -m -h -a"),
    "perl": Interpreter("-I", "-e -E -c -v -h -n -p"),
    "java": Interpreter("-cp -classpath --class-path -p --module-path", "-version -h -help"),
    "julia": Interpreter("-L -t", "-e -E -v -h"),
    "Rscript": Interpreter("", "-e"),
    "lua": Interpreter("-l", "-e -v -i"),
    "elixir": Interpreter("-r -pa", "-e -v"),
    **dict.fromkeys(("bash", "sh", "zsh", "dash", "ksh"), Interpreter("-o", "-c -n -s -i --version --help")),
}  # fmt: skip


def interpreter_kind(name: str, arguments: tuple[str, ...], project: Project) -> Kind | None:
    """Return the kind of a run of an interpreter, None where it runs nothing of the project."""
    if _PYTHON.match(name) or name == "py":
        return _python(arguments, project)
    if name in ("node", "nodejs") and "--test" in arguments:
        kind = Kind(categories=TESTS)
        asks = {"--watch", "--check", "-c", "--version", "-v", "--help", "-h", "-e", "--eval"} & set(arguments)
        return voided(kind, f"`{min(asks)}`") if asks else kind
    interpreter = INTERPRETERS.get(name)
    if interpreter is None:
        return None
    valued, inline = interpreter.valued.split(), interpreter.inline.split()
    at = 0
    while at < len(arguments) and arguments[at].startswith("-"):
        word = arguments[at]
        if word in inline or word in ("-", "--version", "--help", "--"):
            return None
        if word == "-jar" and at + 1 < len(arguments):
            return script_kind(arguments[at + 1], arguments[at + 2 :], project)
        at += 2 if word in valued else 1
    return script_kind(arguments[at], arguments[at + 1 :], project) if at < len(arguments) else None


def script_kind(path: str, arguments: tuple[str, ...], project: Project) -> Kind | None:
    """Return the kind of a run of a file of the project."""
    package = _PACKAGE.match(path)
    name = package[1] if package else program(path)
    if name in TOOLS and (package or name != path):
        return tool_kind(name, arguments, project)
    if project.inside(path) is None or list(arguments) in _ASK or "\0" in path:
        return None
    base = path.rpartition("/")[2]
    if base == "manage.py" and arguments[:1] == ("test",):
        return _checked(Kind(categories=TESTS), arguments)
    if base == "setup.py":
        built = {"build", "build_ext", "sdist", "bdist_wheel", "build_py"} & set(arguments)
        return _checked(Kind(categories=BUILD), arguments) if built else None
    return Kind(categories=RUN)


def _checked(kind: Kind, arguments: tuple[str, ...]) -> Kind:
    asks = {"--help", "-h", "--version", "--dry-run", "-n"} & set(arguments)
    return voided(kind, f"`{min(asks)}`") if asks else kind


def _python(arguments: tuple[str, ...], project: Project) -> Kind | None:
    at, unchecked = 0, ""
    while at < len(arguments):
        word = arguments[at]
        if not word.startswith("-") or word == "-":
            kind = None if word == "-" else script_kind(word, arguments[at + 1 :], project)
            return voided(kind, unchecked) if kind and unchecked else kind
        if word.startswith("--") or set(word[1:]) & set("chV?"):
            return None
        unchecked = "`-O` leaves out assertions" if "O" in word.partition("m")[0] else unchecked
        if "m" in word:
            module = word.partition("m")[2] or (arguments[at + 1] if at + 1 < len(arguments) else "")
            rest = arguments[at + 1 if word.partition("m")[2] else at + 2 :]
            kind = _module(module, rest, project)
            return voided(kind, unchecked) if kind and unchecked else kind
        at += 2 if word in ("-W", "-X") else 1
    return None


def _covered(arguments: tuple[str, ...]) -> tuple[str, ...]:
    """Return what `coverage run` runs, without its own options."""
    valued = PREFIXES["coverage", "run"].valued.split()
    at = 0
    while at < len(arguments) and arguments[at].startswith("-") and arguments[at] != "-m":
        at += 2 if arguments[at] in valued else 1
    return arguments[at:]


def _module(module: str, arguments: tuple[str, ...], project: Project) -> Kind | None:
    """Return the kind of `python -m MODULE`; a file of the project may stand in for a known module."""
    name = MODULES.get(module)
    if name == "coverage":
        return _python(_covered(arguments[1:]), project) if arguments[:1] == ("run",) else None
    if name is None:
        top = module.partition(".")[0]
        if not top or top in sys.stdlib_module_names or top in _NO_PROGRAMS or list(arguments) in _ASK:
            return None
        return Kind(categories=RUN)
    kind = tool_kind(name, arguments, project)
    stand_in = project.shadows(module)
    return voided(kind, f"{stand_in} stands in for it") if kind and stand_in else kind
