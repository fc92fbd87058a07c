"""Read a command line without a library: which command, with what; never prints, never runs anything.

The grammar is that of typer (GNU style: options anywhere, `--opt value`, `--opt=value`, `-n5`, `--` ends
them), which a test holds against the typer app made of the same table. Typer itself costs several times
what a whole command does, and is therefore asked for shell completion alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from mesh.cli import usage
from mesh.cli.commands import AREAS, below, find, group
from mesh.cli.declare import HELP, JSON, MESH, PLAIN, SHARED, Args, Command, Param
from mesh.cli.values import convert, is_number

_COMPLETION = ("--install-completion", "--show-completion")


class Call(NamedTuple):
    """What is to be done: `ask` is `run`, `help`, `version` or `completion`; `path` the words so far."""

    ask: str
    path: tuple[str, ...]
    command: Command | None
    args: Args


def parse(argv: Sequence[str]) -> Call:
    """Return what a command line asks for; raises Usage with the nearest right word if it is wrong."""
    shared, path, rest = _head(list(argv))
    args = Args(language="en", **{param.name: shared.get(param.name) for param in SHARED})
    args.json, args.no_color = bool(args.json), bool(args.no_color)
    ask = next((name for name in ("help", "version", "completion") if name in shared), "")
    command = find(path)
    if ask or not path or (group(path[0]) and len(path) == 1):
        return Call(ask or "help", path, command, args)
    if command is None:
        raise usage.no_command(path, _words_after(path))
    if args.json and not command.data:
        raise usage.no_option(command, JSON.shown)
    given = _collect(command, rest)
    if "help" in given:
        return Call("help", path, command, args)
    for param in SHARED:
        if param.name in given:
            setattr(args, param.name, convert(command, param, given[param.name]))
    for param in command.params:
        setattr(args, param.name, convert(command, param, given.get(param.name, ())))
    return Call("run", path, command, args)


def _words_after(path: tuple[str, ...]) -> list[str]:
    """Return the words that could stand where the last one stands."""
    return [found.path[1] for found in below(path[0])] if len(path) > 1 else list(AREAS)


def _head(words: list[str]) -> tuple[dict[str, Any], tuple[str, ...], list[str]]:
    """Take the words of the command, and the shared options before and between them; the rest follows."""
    shared: dict[str, Any] = {}
    path: tuple[str, ...] = ()
    while words:
        if words[0].startswith("-") and words[0] != "-":
            if not _shared(words, shared, path):
                break
        elif not path and words[0] == "help":
            shared[words.pop(0)] = True
        else:
            path = (*path, words.pop(0))
            if len(path) > 1 or not group(path[0]):
                break
    inner = group(path[0]) if len(path) == 1 else None
    if inner and inner.default and "help" not in shared:
        path = (*path, inner.default)
    if not path and words:
        raise usage.no_option(None, words[0])
    return shared, path, words


def _shared(words: list[str], shared: dict[str, Any], path: tuple[str, ...]) -> bool:
    """Take one shared option off the words; False if the first is none."""
    name, _, value = words[0].partition("=")
    if not path and name in _COMPLETION:
        shared["completion"] = True
    elif not path and words[0] in ("-V", "--version"):
        shared["version"] = True
    elif words[0] in HELP.flags:
        shared["help"] = True
    elif words[0] in (*JSON.flags, *PLAIN.flags):
        shared[JSON.name if words[0] in JSON.flags else PLAIN.name] = True
    elif name in MESH.flags:
        if "=" not in words[0]:
            if len(words) < 2:
                raise usage.no_value(None, MESH)
            value = words.pop(1)
        shared["mesh"] = value
    else:
        return False
    words.pop(0)
    return True


def _collect(command: Command, words: list[str]) -> dict[str, list[str]]:
    """Return what was given for each parameter, as text and in order."""
    given: dict[str, list[str]] = {}
    plain: list[str] = []
    flags = {name: param for param in (*command.options, *SHARED, HELP) for name in param.flags}
    if not command.data:
        flags.pop(JSON.flags[0])
    position = 0
    while position < len(words) and HELP.name not in given:
        word = words[position]
        position += 1
        if word == "--":
            plain += words[position:]
            break
        if word == "-" or not word.startswith("-"):
            plain.append(word)
        elif word.startswith("--"):
            name, equals, value = word.partition("=")
            param = flags.get(name)
            if param is None:
                raise usage.no_option(command, name)
            if param.is_flag and equals:
                raise usage.takes_no_value(command, param)
            values = [value] if equals else []
            position += _take(command, param, values, words[position:], given)
        else:
            position += _short(command, flags, word, words[position:], given)
    if HELP.name not in given:
        _place(command, plain, given)
    return given


def _short(
    command: Command, flags: dict[str, Param], word: str, after: list[str], given: dict[str, list[str]]
) -> int:
    """Take `-n5`, `-n 5` or several flags in one (`-af`); returns how many further words were used."""
    for index, letter in enumerate(word[1:], start=1):
        param = flags.get("-" + letter)
        if param is None:
            raise usage.no_option(command, word)
        if not param.is_flag:
            rest = word[index + 1 :]
            return _take(command, param, [rest] if rest else [], after, given)
        given.setdefault(param.name, []).append("")
    return 0


def _take(
    command: Command, param: Param, values: list[str], after: list[str], given: dict[str, list[str]]
) -> int:
    """Note the value of an option; returns how many further words it used."""
    used = 0
    if param.is_flag:
        values = [""]
    elif not values and param.bare is not None and not (after and is_number(after[0])):
        values = [str(param.bare)]
    elif not values:
        if not after:
            raise usage.no_value(command, param)
        values, used = [after[0]], 1
    given.setdefault(param.name, []).extend(values)
    return used


def _place(command: Command, plain: list[str], given: dict[str, list[str]]) -> None:
    """Give the positional arguments their values, and see that nothing is missing."""
    left = list(plain)
    for param in command.arguments:
        take = len(left) if param.many else 1
        given[param.name], left = left[:take], left[take:]
    if left:
        raise usage.too_many(command, left[0])
    for param in command.params:
        if param.required and not given.get(param.name):
            raise usage.missing(command, param)
