"""Reads one message into clauses and says what it could be, a question or a sign of life; judges nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mesh.core.chatter import lexicon as lex
from mesh.core.chatter.content import Item, items_of, meaning_of, stems_of
from mesh.core.chatter.lexicon import Piece
from mesh.core.chatter.wording import CHARACTER, END, NUMBER, QUESTION, tokens_of
from mesh.core.rules import sayings, words

_COURTEOUS = frozenset((lex.EMPTY, lex.PING, lex.AGREEMENT, lex.RECEIPT, lex.SWALLOW, lex.FEELING))
_QUIET = _COURTEOUS | {lex.AGAIN, lex.FILLER, lex.STILL}
_POLITE = frozenset((lex.SWALLOW, lex.FEELING, lex.RECEIPT, lex.FILLER))
_ASKING = words("what how when which who why where whose")
_AFTERNOON = words("下午 晚上 晚 今晚 pm p.m evening tonight afternoon")
_SELF = words("i my me we our us you your i'm i've im 我 你 您 咱 俺 俩 们")
_ASKS_AT_END = re.compile(sayings.QUESTIONS_ZH)
_ASKS_INSIDE = re.compile(sayings.ASKS_ZH)
_ASKS = re.compile(sayings.QUESTIONS_EN, re.IGNORECASE)
_POLLS = re.compile(f"{sayings.POLLS_EN}|{sayings.POLLS_ZH}", re.IGNORECASE)
_RECEIPTS = re.compile(sayings.RECEIPTS_WANTED, re.IGNORECASE)
_CHOICE = re.compile(sayings.CHOICE, re.IGNORECASE)
_DEGREE = re.compile(sayings.DEGREE)
_LOUD = re.compile(r"[!！~～]|[呀呐哟哒啦喽嘛耶哇]\s*$")
_SMILE = re.compile(r"[\U0001f600-\U0001f64f\U0001f910-\U0001f97a🎉🎊👍👏❤🙏💪🔥✨🌹💐]")
_SIGN = re.compile(r"[\U0001f170-\U0001faff\u2600-\u27bf]")


class Clause(NamedTuple):
    """Part of a message between two stops."""

    items: tuple[Item, ...]
    strong: bool  # thanks, wishes, feeling
    feeling: bool
    courteous: bool
    personal: bool  # speaks of me or you
    titled: bool


class Reading(NamedTuple):
    """A message as read; `keys` is what a later message may repeat."""

    clauses: tuple[Clause, ...]
    keys: frozenset[str]
    asks: bool
    polls: bool  # asks several people
    wants_receipt: bool
    answers: bool  # could stand as an answer: more than thanks, a receipt or a greeting
    again: bool  # says itself that it repeats
    afternoon: bool
    still: bool  # says that something is as it was
    loud: bool
    courteous: bool  # has a courtesy or an emoji in it


def read(text: str) -> Reading:
    """Return the reading of a message; linear in its length, total on any text."""
    pieces = [*lex.pieces_of(tokens_of(text.casefold() if text.isupper() else text))]
    parts = [*_parts(pieces)]
    clauses = tuple(_clause(part) for part, _ in parts)
    afternoon = any(piece.key in _AFTERNOON for piece in pieces)
    marked = any(asked for _, asked in parts)
    choice = bool(_CHOICE.search(text)) and (marked or len(set(_SIGN.findall(text))) > 1)
    wanted = bool(_RECEIPTS.search(text))
    return Reading(
        clauses=clauses,
        keys=_keys(pieces, clauses, afternoon),
        asks=any(asked and _asks(part) for part, asked in parts) or bool(_ASKS.search(text)),
        polls=bool(_POLLS.search(text)) or choice or wanted,
        wants_receipt=wanted,
        answers=_may_answer(pieces),
        again=any(piece.category == lex.AGAIN for piece in pieces),
        afternoon=afternoon,
        still=any(_is_still(piece) for piece in pieces),
        loud=bool(_LOUD.search(text)),
        courteous=any(clause.courteous for clause in clauses) or bool(_SMILE.search(text)),
    )


def _parts(pieces: Sequence[Piece]) -> Iterator[tuple[list[Piece], bool]]:
    """Cut at stops and where something new begins; say of each part whether it has the form of a question."""
    part: list[Piece] = []
    for index, piece in enumerate(pieces):
        kind = piece.tokens[0].kind
        if kind in (END, QUESTION):
            if part:
                yield part, kind == QUESTION or _is_interrogative(part)
            part = []
            continue
        ahead = [token.key for later in pieces[index : index + 4] for token in later.tokens]
        if part and lex.starts_anew(ahead):
            yield part, False
            part = []
        part.append(piece)
    if part:
        yield part, _is_interrogative(part)


def _is_interrogative(part: Sequence[Piece]) -> bool:
    """Say whether a Chinese clause asks without a question mark."""
    if part[-1].category in _COURTEOUS:
        return False
    text = _characters(part)
    polite = any(piece.category in (lex.SWALLOW, lex.FEELING) for piece in part)
    return bool(_ASKS_AT_END.search(text[-8:])) or (not polite and bool(_ASKS_INSIDE.search(text)))


def _asks(part: Sequence[Piece]) -> bool:
    """Say whether a part in the form of a question is more than a courtesy such as "how are you"."""
    first = part[0]
    return any(piece.category not in _QUIET for piece in part) or (
        first.category == lex.FILLER and first.key.split()[0] in _ASKING
    )


def _clause(part: Sequence[Piece]) -> Clause:
    categories = {piece.category for piece in part}
    keys = {token.key for piece in part for token in piece.tokens}
    # 太贴心了, 真周到啊: praise by its form
    feeling = lex.FEELING in categories or bool(_DEGREE.search(_characters(part[-8:])))
    return Clause(
        items=tuple(items_of(part)),
        strong=feeling or lex.SWALLOW in categories,
        feeling=feeling,
        courteous=bool(categories & _COURTEOUS),
        personal=bool(keys & _SELF),
        titled=bool(keys & lex.titles()),
    )


def _characters(part: Sequence[Piece]) -> str:
    return "".join(token.key for piece in part for token in piece.tokens if token.kind == CHARACTER)


def _is_still(piece: Piece) -> bool:
    return piece.category in (lex.STILL, lex.PING) or piece.key in ("still", "yet")


def _keys(pieces: Sequence[Piece], clauses: Sequence[Clause], afternoon: bool) -> frozenset[str]:
    """Return all that may be said again: the content, and the words of courtesies and fillers too."""
    keys = {item.key for clause in clauses for item in clause.items}
    quiet = (piece for piece in pieces if piece.category in _QUIET)
    keys.update(meaning_of(token.key) for piece in quiet for token in piece.tokens)
    keys.update(stems_of([*keys]))
    if any(piece.category == lex.AGREEMENT for piece in pieces):
        keys.add(lex.ASSENT)
    if afternoon:
        figures = [item.key for clause in clauses for item in clause.items if item.kind == NUMBER]
        keys.update(str(int(figure) + 12) for figure in figures if figure.isdecimal() and len(figure) < 3)
    return frozenset(keys)


def _may_answer(pieces: Sequence[Piece]) -> bool:
    """Say whether any piece, or an emoji in their place, could answer a question."""
    spoken = [piece.category for piece in pieces if piece.tokens[0].kind not in (END, QUESTION)]
    return set(spoken) <= {lex.FILLER} or any(category not in _POLITE for category in spoken)
