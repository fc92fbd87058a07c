"""How a command is declared: its words, arguments, options and example; both parsers and the help read this.

Nothing here imports a command: `target` is a dotted name, loaded when the command is called. The records
are named tuples, for every call of `mesh` builds all of them.
"""

from __future__ import annotations

from keyword import iskeyword
from types import SimpleNamespace
from typing import NamedTuple

_TAKEN = ("language", "json", "mesh", "no_color")


class Args(SimpleNamespace):
    """What a command is called with: one attribute for each argument and option, and what all share.

    `mesh` is the folder of `--mesh` or None, `json` whether `--json` was given, `language` the user's (en
    or zh). What may be repeated is a tuple, a flag a bool; anything else is None when it was not given.
    """


class Param(NamedTuple):
    """One argument (no flags) or option of a command."""

    name: str
    flags: tuple[str, ...]
    help: str
    kind: str = "text"
    metavar: str = ""
    choices: tuple[str, ...] = ()
    required: bool = False
    many: bool = False
    bare: float | None = None
    low: float | None = None
    complete: str = ""

    @property
    def is_flag(self) -> bool:
        return self.kind == "flag"

    @property
    def shown(self) -> str:
        """Return how a message names it: the long option, or the argument in capitals."""
        return self.flags[-1] if self.flags else self.metavar


class Command(NamedTuple):
    """One command; `path` is its words, `data` whether it prints data and so takes `--json`."""

    path: tuple[str, ...]
    target: str
    help: str
    params: tuple[Param, ...] = ()
    example: tuple[str, ...] = ()
    about: str = ""
    data: bool = True

    @property
    def words(self) -> str:
        return " ".join(("mesh", *self.path))

    @property
    def arguments(self) -> tuple[Param, ...]:
        return tuple(param for param in self.params if not param.flags)

    @property
    def options(self) -> tuple[Param, ...]:
        return tuple(param for param in self.params if param.flags)


class Group(NamedTuple):
    """A word with commands below it; `default` is the one that is meant when none is named."""

    name: str
    help: str
    default: str = ""


def command(
    words: str,
    target: str,
    told: str,
    *params: Param,
    example: str = "",
    about: str = "",
    data: bool = True,
) -> Command:
    """Declare a command: `command("task show", "mesh.cli.looking:task_show", "show a task", arg(…))`.

    `example` is shown in the help, one command a line; `about` is a paragraph for what needs more words.
    """
    return Command(tuple(words.split()), target, told, params, tuple(example.splitlines()), about, data)


def arg(
    name: str,
    told: str,
    *,
    kind: str = "text",
    choices: tuple[str, ...] = (),
    optional: bool = False,
    many: bool = False,
    low: float | None = None,
    complete: str = "",
) -> Param:
    """Declare a positional argument; with `many` it takes all that are left, as a tuple."""
    return Param(
        name, (), told, kind, name.upper(), choices,
        required=not optional, many=many, low=low, complete=complete,
    )  # fmt: skip


def opt(
    flags: str,
    metavar: str,
    told: str,
    *,
    kind: str = "text",
    choices: tuple[str, ...] = (),
    many: bool = False,
    required: bool = False,
    bare: float | None = None,
    low: float | None = None,
    complete: str = "",
) -> Param:
    """Declare an option with a value: text, `int` or `float`, not below `low`.

    `flags` are separated by blanks, the long one last; the attribute is named by it, with `_` behind a
    word of Python (`from_`) or one that all commands share (`language_`). With `bare` the value may be
    left out and is then `bare`; only a number that follows is taken for the value.
    """
    names = tuple(flags.split())
    return Param(
        attribute(names[-1]), names, told, kind, metavar, choices, required, many, bare, low, complete
    )


def flag(flags: str, told: str) -> Param:
    """Declare an option without a value."""
    names = tuple(flags.split())
    return Param(attribute(names[-1]), names, told, "flag")


def attribute(long: str) -> str:
    """Return the attribute of an option."""
    name = long.lstrip("-").replace("-", "_")
    return name + "_" if iskeyword(name) or name in _TAKEN else name


MESH = Param("mesh", ("--mesh",), "the workspace, instead of the nearest `.mesh` upwards", metavar="DIR")
JSON = Param("json", ("--json",), "print JSON", "flag")
PLAIN = Param("no_color", ("--no-color",), "print without colour", "flag")
HELP = Param("help", ("-h", "--help"), "show this help", "flag")
SHARED = (MESH, JSON, PLAIN)
