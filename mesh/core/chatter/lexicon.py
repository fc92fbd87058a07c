"""Finds the phrases of the word lists in a row of tokens, the longest first; knows words, decides nothing."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from mesh.core.chatter.wording import Token, tokens_of

SWALLOW, FEELING, EMPTY, RECEIPT, PING, AGAIN = "swallow", "feeling", "empty", "receipt", "ping", "again"
ASSENT, AGREEMENT, FILLER, STILL = "assent", "agreement", "filler", "still"
HARD, SOFT, ACT, DONE = "hard", "soft", "act", "done"

# Of the sections that hold a phrase, the last one named here has it.
SECTIONS = (
    FILLER, SOFT, ACT, STILL, HARD, DONE, AGAIN, PING, EMPTY, AGREEMENT, RECEIPT, FEELING, SWALLOW, ASSENT,
)  # fmt: skip
_FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "rules")
_FILES = ("courtesy_en.txt", "courtesy_zh.txt")

Table = dict[str, list[tuple[tuple[str, ...], str]]]


class Piece(NamedTuple):
    """A phrase that was found, or a token of its own, whose category is then None."""

    category: str | None
    tokens: tuple[Token, ...]

    @property
    def key(self) -> str:
        return " ".join(token.key for token in self.tokens)


def pieces_of(tokens: Sequence[Token]) -> Iterator[Piece]:
    """Yield the tokens in order, those of a known phrase together."""
    table, keys = _phrases(), [token.key for token in tokens]
    here = 0
    while here < len(tokens):
        length, category = 1, None
        for phrase, kind in table.get(keys[here], ()):
            if tuple(keys[here : here + len(phrase)]) == phrase:
                length, category = len(phrase), kind
                break
        yield Piece(category, tuple(tokens[here : here + length]))
        here += length


def starts_anew(keys: Sequence[str]) -> bool:
    """Say whether a row of keys begins with what ends a courtesy: "and I'll …", 我把…."""
    phrases = _starts().get(keys[0], ()) if keys else ()
    return any(tuple(keys[: len(phrase)]) == phrase for phrase, _ in phrases)


@cache
def meanings() -> dict[str, str]:
    """Return each word that has an equal, with the one that stands for both."""
    known: dict[str, str] = {}
    for line in _lists()["same"]:
        first, *rest = line.split(", ")
        for word in (first, *rest):
            known.setdefault(word, first)
    return known


@cache
def titles() -> frozenset[str]:
    """Return what goes with a name when somebody is spoken to."""
    return frozenset(phrase for line in _lists()["title"] for phrase in line.split(", "))


@cache
def _lists() -> dict[str, list[str]]:
    """Return the lines of each section of the word lists."""
    lists: dict[str, list[str]] = {}
    section = ""
    for name in _FILES:
        with open(os.path.join(_FOLDER, name), encoding="utf-8") as file:
            for line in file.read().splitlines():
                if line.startswith("["):
                    section = line[1:-1]
                elif line and not line.startswith("#"):
                    lists.setdefault(section, []).append(line)
    return lists


@cache
def _phrases() -> Table:
    known: dict[tuple[str, ...], str] = {}
    for section in SECTIONS:
        known.update((phrase, section) for phrase in _split(section))
    return _table(known)


@cache
def _starts() -> Table:
    return _table(dict.fromkeys(_split("starts"), "starts"))


def _table(known: dict[tuple[str, ...], str]) -> Table:
    table: Table = {}
    for phrase in sorted(known, key=len, reverse=True):
        table.setdefault(phrase[0], []).append((phrase, known[phrase]))
    return table


def _split(section: str) -> Iterator[tuple[str, ...]]:
    for line in _lists()[section]:
        for phrase in re.split(r",\s*", line):
            keys = tuple(token.key for token in tokens_of(phrase))
            if keys:
                yield keys
