"""Write the help of a command, a group or the whole, from its declaration, in the user's language."""

from __future__ import annotations

from collections.abc import Sequence

from mesh.cli.commands import AREAS, below, find, group
from mesh.cli.declare import HELP, JSON, MESH, PLAIN, Command, Param
from mesh.cli.width import cells, pad, wrap
from mesh.i18n import say

_COLUMN = 26
_VERSION = Param("version", ("-V", "--version"), "show the version", "flag")
_COMPLETION = (
    Param("install_completion", ("--install-completion",), "install completion for this shell", "flag"),
    Param("show_completion", ("--show-completion",), "show the completion script of this shell", "flag"),
)


def page(path: tuple[str, ...], language: str, width: int) -> str:
    """Return the help for the words of a command or a group; without words that of the whole."""
    command = find(path)
    if command:
        lines = _command(command, language, width)
    elif path and group(path[0]):
        lines = _group(path[0], language, width)
    else:
        lines = _whole(language, width)
    return "\n".join(lines)


def usage(command: Command) -> str:
    """Return how a command is called, in one line."""
    parts = [command.words]
    for param in command.arguments:
        name = param.metavar + ("…" if param.many else "")
        parts.append(name if param.required else f"[{name}]")
    parts += [f"{param.shown} {param.metavar}" for param in command.options if param.required]
    return " ".join([*parts, "[OPTIONS]"])


def spelled(param: Param) -> str:
    """Return an option with its value, as it is typed; an argument as its name."""
    if not param.flags:
        return param.metavar + ("…" if param.many else "")
    names = ", ".join(param.flags)
    if param.is_flag:
        return names
    return f"{names} [{param.metavar}]" if param.bare is not None else f"{names} {param.metavar}"


def _command(command: Command, language: str, width: int) -> list[str]:
    shared = [*([JSON] if command.data else []), MESH, PLAIN, HELP]
    lines = [_usage(usage(command), language), "", *_prose(command.help, language, width)]
    if command.about:
        lines += ["", *_prose(command.about, language, width)]
    if command.arguments:
        lines += ["", _title("Arguments", language), *_rows(_params(command.arguments, language), width)]
    lines += ["", _title("Options", language)]
    lines += _rows(_params([*command.options, *shared], language), width)
    if command.example:
        title = "Example" if len(command.example) == 1 else "Examples"
        lines += ["", _title(title, language), *(f"  {line}" for line in command.example)]
    return lines


def _group(name: str, language: str, width: int) -> list[str]:
    found = group(name)
    assert found is not None
    lines = [_usage(f"mesh {name} COMMAND …", language), "", *_prose(found.help, language, width)]
    commands = below(name)
    rows = [(command.path[1], _mark(command, found.default, language)) for command in commands]
    lines += ["", _title("Commands", language), *_rows(rows, width)]
    examples = [command.example[0] for command in commands if command.example]
    return [*lines, "", _title("Examples", language), *(f"  {line}" for line in examples)]


def _mark(command: Command, default: str, language: str) -> str:
    mark = say(" (what is meant when no command is named)", language) if command.path[1] == default else ""
    return say(command.help, language) + mark


def _whole(language: str, width: int) -> list[str]:
    lines = [_usage("mesh COMMAND …", language), ""]
    lines += _prose("Trustworthy collaboration of coding agents", language, width)
    rows = []
    for name in AREAS:
        found = group(name)
        only = find((name,))
        rows.append((name, say(found.help if found else only.help if only else "", language)))
    lines += ["", _title("Commands", language), *_rows(rows, width), "", _title("Options", language)]
    lines += _rows(_params([JSON, MESH, PLAIN, HELP, _VERSION, *_COMPLETION], language), width)
    return [*lines, "", say("`mesh COMMAND --help` shows how each is used, with an example", language)]


def _usage(line: str, language: str) -> str:
    return say("Usage: {line}", language, line=line)


def _title(word: str, language: str) -> str:
    return say(word + ":", language)


def _prose(template: str, language: str, width: int) -> list[str]:
    return ["  " + line for line in wrap(say(template, language), width - 2)]


def told(param: Param, language: str) -> str:
    """Return what the help says of an argument or option: its text, its choices, whether it is needed."""
    parts = [say(param.help, language)]
    if param.choices:
        parts.append(f"({', '.join(param.choices)})")
    if param.required and param.flags:
        parts.append(say("(needed)", language))
    return " ".join(parts)


def _params(params: Sequence[Param], language: str) -> list[tuple[str, str]]:
    return [(spelled(param), told(param, language)) for param in params]


def _rows(rows: Sequence[tuple[str, str]], width: int) -> list[str]:
    """Return two columns, the second wrapped; a long first one stands on a line of its own."""
    column = min(_COLUMN, max((cells(name) for name, _ in rows), default=0))
    lines = []
    for name, text in rows:
        first, *more = wrap(text, max(20, width - column - 4))
        if cells(name) > column:
            lines += ["  " + name, " " * (column + 4) + first]
        else:
            lines.append("  " + pad(name, column) + "  " + first)
        lines += [" " * (column + 4) + line for line in more]
    return lines
