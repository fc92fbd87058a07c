"""What to say about a command line that is wrong: what, and the nearest thing that is right."""

from __future__ import annotations

from collections.abc import Sequence

from mesh.cli.declare import HELP, MESH, PLAIN, SHARED, Command, Param
from mesh.errors import BadInput


class Usage(BadInput):
    """A command line that no command can be called with."""

    code = "usage"


def _near(name: str, known: Sequence[str]) -> str:
    from difflib import get_close_matches

    found = get_close_matches(name.lower(), known, n=3, cutoff=0.55)
    return ", ".join(f"`{item}`" for item in found)


def _words(command: Command | None) -> str:
    return command.words if command else "mesh"


def no_command(path: tuple[str, ...], known: Sequence[str]) -> Usage:
    """Return the error for words that name no command."""
    near = _near(path[-1], known)
    words = " ".join(path)
    if near:
        return Usage("no command `{words}`", words=words, hint="did you mean {near}?", near=near)
    above = " ".join(("mesh", *path[:-1]))
    return Usage("no command `{words}`", words=words, hint="`{above} --help` lists them", above=above)


def no_option(command: Command | None, name: str) -> Usage:
    """Return the error for an option that the command does not have."""
    shared = SHARED if command is None or command.data else (MESH, PLAIN)
    params = (*(command.options if command else ()), *shared, HELP)
    known = [flag for param in params for flag in param.flags if flag.startswith("--")]
    near = _near(name.split("=")[0], known) if name.startswith("--") else ""
    words = _words(command)
    message = "`{words}` has no option `{name}`"
    if near:
        return Usage(message, words=words, name=name, hint="did you mean {near}?", near=near)
    hint = "`{words} --help` lists them; put `--` before a text that begins with `-`"
    return Usage(message, words=words, name=name, hint=hint)


def no_value(command: Command | None, param: Param) -> Usage:
    """Return the error for an option at the end that needs a value."""
    return Usage(
        "`{option}` needs a value",
        option=param.shown, hint="`{option} {metavar}`: see `{words} --help`",
        metavar=param.metavar, words=_words(command),
    )  # fmt: skip


def takes_no_value(command: Command, param: Param) -> Usage:
    """Return the error for a flag with a value."""
    return Usage(
        "`{option}` takes no value",
        option=param.shown, hint="see `{words} --help`", words=_words(command),
    )  # fmt: skip


def missing(command: Command, param: Param) -> Usage:
    """Return the error for something that must be given."""
    example = command.example[0] if command.example else command.words + " --help"
    return Usage(
        "`{words}` needs {what}", words=command.words, what=param.shown,
        hint="for example: `{example}`", example=example,
    )  # fmt: skip


def too_many(command: Command, extra: str) -> Usage:
    """Return the error for an argument that has no place."""
    return Usage(
        "`{words}` has no place for `{extra}`", words=command.words, extra=extra[:80],
        hint="put a text of several words in quotes; see `{words} --help`",
    )  # fmt: skip


def no_choice(command: Command, param: Param, text: str) -> Usage:
    """Return the error for a value that is none of the choices."""
    near = _near(text, param.choices)
    choices = ", ".join(f"`{item}`" for item in param.choices)
    values = {"option": param.shown, "text": text[:80], "choices": choices, "near": near}
    hint = "did you mean {near}? there are {choices}" if near else "there are {choices}"
    return Usage("`{option}` cannot be `{text}`", hint=hint, **values)


def no_number(command: Command, param: Param, text: str) -> Usage:
    """Return the error for a value that is no number."""
    whole = "`{option}` needs a whole number, not `{text}`"
    return Usage(
        whole if param.kind == "int" else "`{option}` needs a number, not `{text}`",
        option=param.shown, text=text[:80], hint="see `{words} --help`", words=command.words,
    )  # fmt: skip


def too_low(command: Command, param: Param, text: str) -> Usage:
    """Return the error for a number that is too small."""
    low = f"{param.low:g}"
    return Usage(
        "`{option}` cannot be `{text}`: the least is {low}",
        option=param.shown, text=text[:80], low=low, hint="see `{words} --help`", words=command.words,
    )  # fmt: skip
