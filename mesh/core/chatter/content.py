"""Takes from a clause what is said beside courtesy, with the weight of each piece; compares nothing.

A piece weighs as plain word, as a turn such as "not", as a deed, or as a fact that is news by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mesh.core.chatter import lexicon as lex
from mesh.core.chatter.lexicon import Piece
from mesh.core.chatter.wording import CHARACTER, NAME, NUMBER, WORD, is_numeral, number_of
from mesh.core.rules import words

PLAIN, TURN, DEED, FACT = 0, 1, 2, 3
NEGATION = "not"  # what all its words are compared by

_WEIGHTS = {lex.HARD: FACT, lex.SOFT: TURN, lex.ACT: DEED}
_GOOD = words("ok okay good great fine nice perfect stable 好 行 可以 对 稳定 正常")
_ENDING = re.compile(r"(?:ations?|itions?|ions?|ings?|ments?|ed|es|er|ers|ly|al|e|s)$")


class Item(NamedTuple):
    """A piece of content, by what it is compared by."""

    key: str
    kind: str
    weight: int = PLAIN


def items_of(part: Sequence[Piece]) -> list[Item]:
    """Return the content of a clause, without what its thanks take with them."""
    pieces = _unswallowed(part)
    items: list[Item] = []
    here = 0
    denied = False
    while here < len(pieces):
        end = here
        while end < len(pieces) and _is_digit(pieces[end]):
            end += 1
        figure = _figure(pieces[here:end])
        if figure:
            items.append(Item(figure, NUMBER, FACT))
            here = end
            continue
        key = pieces[here].key
        denied = denied or key == "不"
        if not (denied and key == "了"):  # 不用了 reports no deed
            items += _item(pieces[here], first=here == 0)
            if here and key.replace(" ", "") in _GOOD and items and items[-1].key == NEGATION:
                items[-1] = Item(NEGATION + key, WORD, FACT)  # 不正常, "not ok"
        here += 1
    if [piece.key for piece in pieces[-2:]] == ["it", "is"] and len(pieces) > 2:
        items.append(Item("it is", WORD, DEED))  # "8081 it is"
    return items


def size_of(items: Sequence[Item]) -> float:
    """Return how much is said, in words; a Chinese character is about two thirds of one."""
    return sum(0.65 if item.kind == CHARACTER else 1.0 for item in items)


def meaning_of(key: str) -> str:
    """Return what a word is compared by: without plural, and as the first of its equals."""
    same = lex.meanings()
    if key in same:
        return same[key]
    if key.isascii() and len(key) > 3 and key.endswith("s") and not key.endswith("ss"):
        key = key.removesuffix("'s") if key.endswith("'s") else key[:-1]
    return same.get(key, key)


def stem_of(item: Item) -> str | None:
    """Return what a plain word shares with its kin, such as `rotat~` for rotation; None for a finished deed.

    "archived" has not been said yet when someone asked to archive.
    """
    key = item.key
    if item.kind != WORD or item.weight or len(key) < 5 or key.endswith("ed") or not key.isascii():
        return None
    return _ENDING.sub("", key) + "~"


def stems_of(keys: Sequence[str]) -> Iterator[str]:
    """Yield what later words may share with these."""
    return (_ENDING.sub("", key) + "~" for key in keys if key.isascii() and len(key) > 4)


def _unswallowed(part: Sequence[Piece]) -> list[Piece]:
    """Leave out what follows thanks; after them, words of another script are a sentence of their own."""
    kept: list[Piece] = []
    swallowing = latin = False
    received = any(piece.category == lex.RECEIPT for piece in part)
    for piece in part:
        kind = piece.tokens[0].kind
        if piece.category == lex.SWALLOW:
            swallowing, latin = True, kind == WORD
        elif swallowing and latin and kind == CHARACTER:
            swallowing = False
        if not swallowing and not (received and piece.category == lex.ASSENT):
            kept.append(piece)  # "received your confirmation" confirms nothing
    return kept


def _is_digit(piece: Piece) -> bool:
    return piece.category in (None, lex.FILLER) and len(piece.key) == 1 and is_numeral(piece.key)


def _figure(pieces: Sequence[Piece]) -> str | None:
    digits = "".join(piece.key for piece in pieces)
    return number_of(digits) if digits != "一" and digits.strip("百千万") else None


def _item(piece: Piece, *, first: bool) -> Iterator[Item]:
    token = piece.tokens[0]
    if piece.category in _WEIGHTS:
        yield Item(meaning_of(piece.key), token.kind, _WEIGHTS[piece.category])
    elif piece.category == lex.DONE:
        yield Item(lex.DONE, token.kind, TURN if piece.key in ("了", "完") else DEED)
    elif piece.category == lex.ASSENT:
        yield Item(lex.ASSENT, token.kind, DEED)
    elif piece.category is None and (token.kind in (NAME, NUMBER) or (token.capital and not first)):
        yield Item(meaning_of(token.key), NAME if token.kind == WORD else token.kind, FACT)
    elif piece.category is None and not ("\u3041" <= token.key <= "\u309f"):  # hiragana is grammar
        yield Item(meaning_of(token.key), token.kind)
