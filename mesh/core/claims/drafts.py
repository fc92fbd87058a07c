"""What a statement's claim consists of before it has its number, and what turns a statement into such; finds none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from mesh.core.claims.atoms import Atom
from mesh.core.claims.matching import Statement
from mesh.core.claims.tokens import Sentence, Token
from mesh.core.claims.view import View
from mesh.model.evidence import Kind

FILES = frozenset({"PATH", "PTEST", "PCMD"})
_TESTS = ("TESTS", "CTEST", "KTEST", "PTEST")
_BUILDS = ("BUILD", "CBUILD", "TYPES", "CTYPES", "NOBUILDERR", "NOTYPEERR")
_LINTS = ("LINT", "CLINT", "NOLINTERR")
KIND_OF_HEAD: dict[str, Kind] = dict.fromkeys(_TESTS, "tests_pass")
KIND_OF_HEAD.update((cls, "build_passes") for cls in _BUILDS)
KIND_OF_HEAD.update((cls, "lint_passes") for cls in _LINTS)
HEADS = frozenset(KIND_OF_HEAD)
TYPE_CHECKS = frozenset({"TYPES", "CTYPES", "NOTYPEERR"})


@dataclass(frozen=True, slots=True)
class Draft:
    """A claim before it has its number: what it claims of view[start:end].

    `at` is the index of the word that is claimed of, for telling doubles.
    """

    kind: Kind
    start: int
    end: int
    target: str | None = None
    count: int | None = None
    folder: bool = False
    detail: dict[str, str] = field(default_factory=dict)
    at: int = -1


class Maker:
    """What the makers of each kind of claim share: the statement and the words behind it."""

    def __init__(self, sentence: Sentence, statement: Statement, view: View) -> None:
        self.tokens = sentence.tokens
        self.statement = statement
        self.view = view
        first = statement.start
        while first > 0 and self.tokens[first - 1].cls in ("PERF", "SUCC"):
            first -= 1
        self.start = self.tokens[first].start
        self.end = self.tokens[statement.end - 1].end

    def atom(self, at: int) -> Atom | None:
        return self.view.atoms.get(self.tokens[at].start)

    def data(self, at: int) -> str:
        """Return what a word stands for: the path, command or name in it, else itself as it is written."""
        return data_of(self.tokens[at], self.view)

    def name(self, at: int) -> str:
        """Return the test that a word names, else what it stands for."""
        atom = self.atom(at)
        return atom.test if atom and atom.test else self.data(at)


def data_of(token: Token, view: View) -> str:
    atom = view.atoms.get(token.start)
    return atom.data if atom and token.end - token.start == 1 else view.source(token.start, token.end)


def head_groups(tokens: list[Token], start: int, end: int) -> Iterator[list[int]]:
    """Yield the things that tokens[start:end] names side by side, each as the indices of its words.

    What stands behind "in" or "for" belongs to the thing before it.
    """
    group: list[int] = []
    aside = False
    for at in range(start, end):
        cls = tokens[at].cls
        if cls in ("COMMA", "AND", "LSEP", "SLASH"):
            aside = aside and not _head_follows(tokens, at + 1, end)
            if group and not aside:
                yield group
                group = []
        elif cls in ("IN", "INZ", "FOR", "OF", "FROM", "ON", "BY", "FIRST", "AFTER") and group:
            aside = True
        elif cls in HEADS and not aside:
            group.append(at)
    if group:
        yield group


def _head_follows(tokens: list[Token], at: int, end: int) -> bool:
    while at < end and tokens[at].cls in ("DET", "ALL", "NUM", "SCOPE", "ADJ", "SUBSET", "AND", "ADV"):
        at += 1
    return at < end and tokens[at].cls in HEADS


def heads_before(tokens: list[Token], end: int) -> tuple[Token, ...]:
    """Return the last things before `end` that tests, builds or linters are named by, side by side."""
    last = next((at for at in range(end - 1, -1, -1) if tokens[at].cls in HEADS), None)
    if last is None:
        return ()
    start = last
    while start > 0 and tokens[start - 1].cls in _BETWEEN:
        start -= 1
    return tuple(tokens[group[-1]] for group in head_groups(tokens, start, last + 1))


_BETWEEN = HEADS | {"DET", "ALL", "AND", "LSEP", "COMMA", "NUM", "ADJ", "SCOPE", "SLASH"}
