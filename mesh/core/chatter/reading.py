"""Reads one message into clauses: what in each is courtesy, what is content, whether it asks; judges nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mesh.core.chatter import lexicon as lex
from mesh.core.chatter.lexicon import Piece
from mesh.core.rules import sayings
from mesh.core.chatter.wording import (
    CHARACTER, END, NAME, NUMBER, QUESTION, WORD, Token, is_numeral, number_of, tokens_of,
)  # fmt: skip

_QUIET = frozenset({lex.EMPTY, lex.AGREEMENT, lex.RECEIPT, lex.AGAIN, lex.FILLER, lex.STILL, lex.PING, lex.SWALLOW, lex.FEELING})
_COURTEOUS = frozenset({lex.EMPTY, lex.PING, lex.AGREEMENT, lex.RECEIPT, lex.SWALLOW, lex.FEELING})
_ASKING = frozenset({"what", "how", "when", "which", "who", "why", "where", "whose"})
_AFTERNOON = frozenset({"下午", "晚上", "晚", "今晚", "pm", "p.m", "evening", "tonight", "afternoon"})
_SELF = frozenset("i my me we our us you your i'm i've im 我 你 您 咱 俺 俩 们".split())
_ASKS_ZH = re.compile(sayings.QUESTIONS_ZH)
_ASKS_INSIDE = re.compile(sayings.ASKS_ZH)
_ASKS_EN = re.compile(sayings.QUESTIONS_EN, re.IGNORECASE)
_POLLS = re.compile(f"{sayings.POLLS_EN}|{sayings.POLLS_ZH}", re.IGNORECASE)
_CHOICE = re.compile(sayings.CHOICE, re.IGNORECASE)
_DEGREE = re.compile(
    r"(?:太|真是?|超级?|特别|非常|多么|这么|那么|可真|好生)"
    r"(?![慢大小贵暗亮长短高低重轻多少挤吵热冷远近晚早难乱差厚薄窄宽糟烂脏旧坏错假慌急不没])"
    r"[\u4e00-\u9fff]{1,3}(?:[了啦啊呀哦呢吧哇的咯]{0,2})$"
)
_ENDING = re.compile(r"(?:ations?|itions?|ions?|ings?|ments?|ed|es|er|ers|ly|al|e|s)$")
_SIGN = re.compile(r"[\U0001f170-\U0001faff\u2600-\u27bf]")


PLAIN, TURN, DEED, FACT = 0, 1, 2, 3
NEGATION = "not"  # what all its words are compared by


class Item(NamedTuple):
    """A piece of content and its weight: a plain word, a turn such as "not", a deed, a fact by itself."""

    key: str
    kind: str
    weight: int = PLAIN


class Clause(NamedTuple):
    """Part of a message between two stops."""

    items: tuple[Item, ...]
    strong: bool  # thanks, wishes, praise of a person
    feeling: bool
    courteous: bool
    personal: bool
    titled: bool


class Reading(NamedTuple):
    """A message as read; `keys` is what a later message may repeat."""

    clauses: tuple[Clause, ...]
    keys: frozenset[str]
    asks: bool
    polls: bool
    answers: bool  # could stand as an answer: more than thanks, a receipt or a greeting
    again: bool
    afternoon: bool
    still: bool  # says that something is as it was
    loud: bool  # exclaims


def read(text: str) -> Reading:
    """Return the reading of a message; linear in its length."""
    pieces = [*lex.pieces_of(tokens_of(text.casefold() if text.isupper() else text))]
    parts = [*_parts(pieces)]
    clauses = tuple(_clause(part) for part, _ in parts)
    afternoon = any(piece.key in _AFTERNOON for piece in pieces)
    parts_ask = any(asked for _, asked in parts)
    asks = any(asked and _asks(part) for part, asked in parts)
    polls = bool(_POLLS.search(text))
    choice = bool(_CHOICE.search(text)) and (parts_ask or len(set(_SIGN.findall(text))) > 1)
    return Reading(
        clauses=clauses,
        keys=_keys(pieces, clauses, afternoon),
        asks=asks or bool(_ASKS_EN.search(text)),
        polls=polls or choice,
        answers=_may_answer(pieces),
        again=any(piece.category == lex.AGAIN for piece in pieces),
        afternoon=afternoon,
        still=any(piece.category in (lex.STILL, lex.PING) or piece.key in ("still", "yet") for piece in pieces),
        loud="!" in text or "！" in text,
    )


def _parts(pieces: Sequence[Piece]) -> Iterator[tuple[list[Piece], bool]]:
    """Cut at stops and where something new begins; say of each part whether it asks."""
    part: list[Piece] = []
    for index, piece in enumerate(pieces):
        kind = piece.tokens[0].kind
        if kind in (END, QUESTION):
            if part:
                yield part, kind == QUESTION or _ends_asking(part)
            part = []
        else:
            ahead = [token.key for later in pieces[index : index + 4] for token in later.tokens]
            if part and lex.starts_anew(ahead):
                yield part, False
                part = []
            part.append(piece)
    if part:
        yield part, _ends_asking(part)


def _ends_asking(part: Sequence[Piece]) -> bool:
    if part[-1].category in _COURTEOUS:
        return False
    text = "".join(token.key for piece in part for token in piece.tokens if token.kind == CHARACTER)
    polite = any(piece.category in (lex.SWALLOW, lex.FEELING) for piece in part)
    return bool(_ASKS_ZH.search(text[-8:])) or (not polite and bool(_ASKS_INSIDE.search(text)))


def _asks(part: Sequence[Piece]) -> bool:
    """Say whether a part that ends like a question is more than a courtesy such as "how are you"."""
    first = part[0]
    return any(piece.category not in _QUIET for piece in part) or (
        first.category == lex.FILLER and first.key.split()[0] in _ASKING
    )


def _clause(part: Sequence[Piece]) -> Clause:
    categories = {piece.category for piece in part}
    keys = {token.key for piece in part for token in piece.tokens}
    feeling = lex.FEELING in categories or _exclaims(part)
    return Clause(
        items=tuple(_items(_unswallowed(part))),
        strong=lex.SWALLOW in categories or feeling,
        feeling=feeling,
        courteous=bool(categories & _COURTEOUS),
        personal=bool(keys & _SELF),
        titled=bool(keys & lex.titles()),
    )


def _exclaims(part: Sequence[Piece]) -> bool:
    """Say whether a Chinese clause is of the kind 太贴心了, 真周到啊."""
    text = "".join(token.key for piece in part[-8:] for token in piece.tokens if token.kind == CHARACTER)
    return _DEGREE.search(text) is not None


def _unswallowed(part: Sequence[Piece]) -> list[Piece]:
    """Leave out what thanks take with them; words of another script after them are a sentence of their own."""
    kept: list[Piece] = []
    swallowing = False
    latin = False
    received = any(piece.category == lex.RECEIPT for piece in part)
    for piece in part:
        kind = piece.tokens[0].kind
        if received and piece.category == lex.ASSENT:
            continue  # "received your confirmation" confirms nothing
        if piece.category == lex.SWALLOW:
            swallowing, latin = True, kind == WORD
        elif swallowing and latin and kind == CHARACTER:
            swallowing = False
        if not swallowing:
            kept.append(piece)
    return kept


def _items(pieces: Sequence[Piece]) -> Iterator[Item]:
    here = 0
    before: set[str] = set()
    while here < len(pieces):
        end = here
        while end < len(pieces) and _numeral(pieces[end]):
            end += 1
        figure = _figure(pieces[here:end])
        if figure:
            yield Item(figure, NUMBER, FACT)
            here = end
            continue
        item = _item(pieces[here], first=here == 0)
        if item and not (pieces[here].key == "了" and "不" in before):  # 不用了 reports no deed
            yield item
        before.add(pieces[here].key)
        here += 1


def _numeral(piece: Piece) -> bool:
    return piece.category in (None, lex.FILLER) and len(piece.key) == 1 and is_numeral(piece.key)


def _figure(pieces: Sequence[Piece]) -> str | None:
    characters = "".join(piece.key for piece in pieces)
    if not characters or characters == "一" or not any(is_numeral(c) and c not in "百千万" for c in characters):
        return None
    return number_of(characters)


_WEIGHTS = {lex.HARD: FACT, lex.SOFT: TURN, lex.ACT: DEED}


def _item(piece: Piece, *, first: bool) -> Item | None:
    token = piece.tokens[0]
    if piece.category in _WEIGHTS:
        return Item(_meaning(piece.key), token.kind, _WEIGHTS[piece.category])
    if piece.category == lex.DONE:
        return Item(lex.DONE, token.kind, TURN if piece.key in ("了", "完") else DEED)
    if piece.category == lex.ASSENT:
        return Item(lex.ASSENT, token.kind, DEED)
    if piece.category is not None:
        return None
    if token.kind in (NAME, NUMBER) or (token.capital and not first):
        return Item(_meaning(token.key), NAME if token.kind == WORD else token.kind, FACT)
    return Item(_meaning(token.key), token.kind)


def _meaning(key: str) -> str:
    """Return what a word is compared by: without plural, and as the first of its equals."""
    same = lex.meanings()
    if key in same:
        return same[key]
    if key.isascii() and len(key) > 3 and key.endswith("s") and not key.endswith("ss"):
        key = key.removesuffix("'s") if key.endswith("'s") else key[:-1]
    return same.get(key, key)


def stem_of(key: str) -> str | None:
    """Return what a word shares with its kin, such as `rotat~` for rotation; None for a finished deed.

    "archived" is not said yet when someone asked to archive.
    """
    if not key.isascii() or len(key) < 5 or key.endswith("ed"):
        return None
    return _ENDING.sub("", key) + "~"


def _keys(pieces: Sequence[Piece], clauses: Sequence[Clause], afternoon: bool) -> frozenset[str]:
    """Return all that may be said again: the content, and the words of courtesies and fillers too."""
    keys = {item.key for clause in clauses for item in clause.items}
    keys.update(_meaning(token.key) for piece in pieces if piece.category in _QUIET for token in piece.tokens)
    keys.update(_ENDING.sub("", key) + "~" for key in [*keys] if key.isascii() and len(key) > 4)
    if any(piece.category == lex.AGREEMENT for piece in pieces):
        keys.add(lex.ASSENT)
    if afternoon:
        figures = [item.key for clause in clauses for item in clause.items if item.kind == NUMBER]
        keys.update(str(int(figure) + 12) for figure in figures if figure.isdecimal() and len(figure) < 3)
    return frozenset(keys)


def _may_answer(pieces: Sequence[Piece]) -> bool:
    """Say whether any piece, or an emoji in their place, could answer a question."""
    spoken = [piece for piece in pieces if piece.tokens[0].kind not in (END, QUESTION)]
    polite = (lex.SWALLOW, lex.FEELING, lex.RECEIPT, lex.FILLER)
    return not spoken or any(piece.category not in polite for piece in spoken) or _plain(spoken)


def _plain(pieces: Sequence[Piece]) -> bool:
    return all(piece.category == lex.FILLER for piece in pieces)


__all__ = ["Clause", "Item", "Reading", "Token", "read"]
