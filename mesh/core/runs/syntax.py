"""The shape of a shell command, as far as its exit status depends on it; parses and decides nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


class Unclear(Exception):
    """It cannot be told what a command does, and so it proves nothing; never leaves this package."""


def names(text: str) -> frozenset[str]:
    """Return the words of a table."""
    return frozenset(text.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word: its source, and its text up to the first expansion that cannot be known.

    `fixed` says that the text is all of it, `splits` that an expansion could become several words.
    """

    raw: str
    text: str
    fixed: bool = True
    splits: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirect:
    """A redirection; the target of a copied descriptor (`2>&1`) is None."""

    sign: str
    target: Word | None = None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Simple:
    """A simple command with the assignments before it. `at` is its place in the source."""

    words: tuple[Word, ...]
    assigned: tuple[tuple[str, Word], ...] = ()
    redirects: tuple[Redirect, ...] = ()
    heredoc: str = ""
    at: int = 0


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Pipeline:
    """Commands joined by pipes, or one of them with `!` before it."""

    parts: tuple[Node, ...]
    inverted: bool = False


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Chain:
    """Commands joined by `&&` and `||`: `signs[i]` stands before `parts[i + 1]`."""

    parts: tuple[Node, ...]
    signs: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Sequence:
    """Commands one after the other; those in the background are marked."""

    parts: tuple[Node, ...]
    background: tuple[bool, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Group:
    """`{ …; }` or, with `subshell`, `( … )`."""

    body: Node
    subshell: bool
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class If:
    """`if`, each condition with its branch, and the branch for none of them."""

    branches: tuple[tuple[Node, Node], ...]
    otherwise: Node | None = None
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Loop:
    """`while` and, with `until`, `until`."""

    condition: Node
    body: Node
    until: bool
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class For:
    """`for`; `certain` says that it runs at least once."""

    name: str
    certain: bool
    body: Node
    redirects: tuple[Redirect, ...] = ()


Node = Simple | Pipeline | Chain | Sequence | Group | If | Loop | For


def children(node: Node) -> tuple[Node, ...]:
    """Return the nodes directly in a node, in the order of the source."""
    match node:
        case Pipeline() | Chain() | Sequence():
            return node.parts
        case Group() | For():
            return (node.body,)
        case Loop():
            return (node.condition, node.body)
        case If():
            inner = tuple(part for branch in node.branches for part in branch)
            return inner if node.otherwise is None else (*inner, node.otherwise)
    return ()


def simples(node: Node) -> Iterator[Simple]:
    """Yield the simple commands of a node, in the order of the source."""
    if isinstance(node, Simple):
        yield node
    for child in children(node):
        yield from simples(child)
