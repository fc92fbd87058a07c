"""Finds the phrases of the word lists in a row of tokens, the longest first; knows words, decides nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from mesh.core.rules import courtesy_en as en
from mesh.core.rules import courtesy_zh as zh
from mesh.core.rules import sayings
from mesh.core.wording import Token, tokens_of

SWALLOW, FEELING, EMPTY, RECEIPT, AGAIN, ASSENT, AGREEMENT, FILLER, HARD, SOFT, ACT, DONE, STILL, PING = (
    "swallow", "feeling", "empty", "receipt", "again", "assent", "agreement", "filler", "hard", "soft", "act", "done", "still", "ping",
)  # fmt: skip

# A phrase in two lists belongs to the later one.
_LISTS = (
    (FILLER, en.FILLER + zh.FILLER),
    (SOFT, en.SOFT + zh.SOFT),
    (ACT, en.ACT + zh.ACT),
    (STILL, zh.STILL),
    (HARD, en.HARD + zh.HARD),
    (DONE, en.DONE + zh.DONE),
    (AGAIN, en.AGAIN + zh.AGAIN),
    (PING, en.PING + zh.PING),
    (EMPTY, en.EMPTY + zh.EMPTY),
    (AGREEMENT, en.AGREEMENT + zh.AGREEMENT),
    (RECEIPT, en.RECEIPT + zh.RECEIPT),
    (FEELING, en.FEELING + zh.FEELING),
    (SWALLOW, en.SWALLOW + zh.SWALLOW),
    (ASSENT, en.ASSENT + zh.ASSENT),
)

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
    return any(tuple(keys[: len(phrase)]) == phrase for phrase, _ in _starts().get(keys[0], ())) if keys else False


@cache
def meanings() -> dict[str, str]:
    """Return each word that has an equal, with the one that stands for both."""
    return {
        word: line.split()[0] for line in reversed(sayings.SAME.split("\n")) for word in line.split() if line.split()
    }


@cache
def _phrases() -> Table:
    known: dict[tuple[str, ...], str] = {}
    for category, text in _LISTS:
        known.update((phrase, category) for phrase in _split(text))
    return _table(known)


@cache
def _starts() -> Table:
    return _table(dict.fromkeys(_split(en.STARTS + zh.STARTS), "start"))


def _table(known: dict[tuple[str, ...], str]) -> Table:
    table: Table = {}
    for phrase in sorted(known, key=len, reverse=True):
        table.setdefault(phrase[0], []).append((phrase, known[phrase]))
    return table


def _split(text: str) -> Iterator[tuple[str, ...]]:
    for phrase in re.split(r"[,\n]", text):
        keys = tuple(token.key for token in tokens_of(phrase.strip()))
        if keys:
            yield keys
