"""Cuts a view into sentences and a sentence into words of known classes; judges no claim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from mesh.core.claims import vocabulary as words
from mesh.core.claims.view import ATOM, BAR, View

MOST = 400  # words of one sentence; a longer one is read in parts, as is one of more characters than
LONGEST = 8000

_SPLIT = re.compile(rf"[。!?…]+|\.{{2,}}|\.(?=[\s)\"'{ATOM}{BAR}\u3000-\uffef]|$)|\n")
_WORD = re.compile(
    rf"(?P<atom>{ATOM})|(?P<han>[\u3400-\u9fff])|(?P<percent>\d{{1,3}}(?:\.\d{{1,3}})?%)"
    r"|(?P<fraction>\d{1,7}/\d{1,7}(?![\d/]))|(?P<hash>(?=[a-f]{0,40}\d)(?=\d{0,40}[a-f])[0-9a-f]{7,40}(?![\w-]))"
    r"|(?P<number>\d{1,3}(?:,\d{3})+(?!\d)|\d+(?![\w.]))|(?P<word>[a-z0-9_][a-z0-9_]*(?:[-'][a-z0-9_]+)*)"
    rf"|(?P<arrow>[-=]+>|→|⇒|➜)|(?P<dash>[—–―]+|--+|-(?=\s))|(?P<sign>[,、;:()/{BAR}])|(?P<space>\s+)|(?P<other>.)",
    re.DOTALL,
)
_SIGNS = {
    ",": "COMMA",
    "、": "LSEP",
    ";": "SEMI",
    ":": "COLON",
    "(": "LPAR",
    ")": "RPAR",
    "/": "SLASH",
    BAR: "BAR",
}
_ZH_NUMBER = re.compile(r"(?:[一二三四五六七八九两]?[百十]){0,2}[一二三四五六七八九十两]?(?=[个项条例])")
_ZH_DIGITS = "一二三四五六七八九两百十"
_TEST_NAME = re.compile(r"test_\w+\Z|\w+_test\Z")
_RIGHT = re.compile(r"[a-z0-9_]|['-][a-z0-9]")


class Token(NamedTuple):
    """A word of a known class at view[start:end]; `inner` are the words of a parenthesis."""

    cls: str
    start: int
    end: int
    text: str
    inner: tuple[Token, ...] = ()


@dataclass(slots=True)
class Sentence:
    """The words of a sentence, and whether it asks; `held` is a note of what reaches each of them."""

    tokens: list[Token]
    asks: bool = False
    code: str = field(init=False)
    held: list[dict[str, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.code = "".join([code_of(token.cls) for token in self.tokens])


_CODES: dict[str, str] = {}


def code_of(cls: str) -> str:
    """Return the one character that stands for a class in the code of a sentence."""
    code = _CODES.get(cls)
    if code is None:
        code = _CODES[cls] = chr(0x4E00 + len(_CODES))
    return code


class Vocabulary(NamedTuple):
    """The classes of the phrases, and the phrases by what they begin with.

    `single` words stand alone, `longer` phrases are found by their first word, those in Chinese by their first
    character with the lengths to try.
    """

    classes: dict[str, str]
    single: dict[str, str]
    longer: dict[str, tuple[str, ...]]
    han: dict[str, tuple[int, ...]]


@cache
def vocabulary() -> Vocabulary:
    """Return the phrases of the word lists, each with the longest first."""
    classes: dict[str, str] = {}
    for group in words.GROUPS:
        for cls, listed in group.items():
            classes.update((" ".join(phrase.split()), cls) for phrase in listed.split(",") if phrase.strip())
    single: dict[str, str] = {}
    longer: dict[str, set[str]] = {}
    han: dict[str, set[int]] = {}
    for phrase, cls in classes.items():
        found = _WORD.match(phrase)
        if not found or found.lastgroup in ("han", "other"):
            han.setdefault(phrase[0], set()).add(len(phrase))
        elif found[0] == phrase:
            single[phrase] = cls
        else:
            longer.setdefault(found[0], set()).add(phrase)
    return Vocabulary(
        classes,
        single,
        {word: tuple(sorted(phrases, key=len, reverse=True)) for word, phrases in longer.items()},
        {first: tuple(sorted(sizes, reverse=True)) for first, sizes in han.items()},
    )


def sentences_of(view: View) -> Iterator[Sentence]:
    """Yield the sentences of a view, a very long one in parts."""
    text, at = view.text, 0
    for found in _SPLIT.finditer(text):
        yield from _sentence(view, at, found.start(), asks="?" in found[0])
        at = found.end()
    yield from _sentence(view, at, len(text), asks=False)


def _sentence(view: View, start: int, end: int, *, asks: bool) -> Iterator[Sentence]:
    for at in range(start, end, LONGEST):
        tokens = _nested(_tokens(view, at, min(end, at + LONGEST)))
        for first in range(0, len(tokens), MOST):
            yield Sentence(tokens[first : first + MOST], asks)


def _tokens(view: View, at: int, end: int) -> list[Token]:
    text, atoms, tokens = view.text, view.atoms, []
    _, single, longer, _ = vocabulary()
    for found in _WORD.finditer(text, at, end):
        start, kind = found.start(), found.lastgroup
        if start < at or kind == "space":
            continue  # inside of a phrase
        word, stop, cls = found[0], found.end(), ""
        if kind == "word" or kind == "number":
            phrase = _phrase(text, start, end, longer[word]) if word in longer else ""
            if phrase:
                word, stop, cls = phrase, start + len(phrase), vocabulary().classes[phrase]
            else:
                cls = single.get(word) or _class(kind, word)
        elif kind == "atom":
            atom = atoms.get(start)
            cls, word = (atom.cls, atom.data.lower()) if atom else ("", "")
        elif kind == "han" or kind == "other":
            cls, word = _han(text, start, end, word)
            stop = start + len(word)
        else:
            cls = _SIGNS.get(word) or _class(kind or "", word)
        if cls:
            tokens.append(Token(cls, start, stop, word))
        at = stop
    return tokens


def _phrase(text: str, at: int, end: int, phrases: tuple[str, ...]) -> str:
    """Return the longest of some phrases that stands at a place, empty if none does."""
    for phrase in phrases:
        if text.startswith(phrase, at, end) and not (
            phrase[-1].isascii() and _RIGHT.match(text, at + len(phrase), end)
        ):
            return phrase
    return ""


def _han(text: str, at: int, end: int, char: str) -> tuple[str, str]:
    """Return the class and the text of the longest Chinese phrase at a place."""
    classes, _, _, han = vocabulary()
    for length in han.get(char, ()):
        phrase = text[at : at + length]
        cls = classes.get(phrase)
        if cls and at + length <= end and not (phrase[-1].isascii() and _RIGHT.match(text, at + length, end)):
            return cls, phrase
    if char < "\u3400" or char > "\u9fff":
        return "", char
    number = _ZH_NUMBER.match(text, at, end) if char in _ZH_DIGITS else None
    return ("NUM", number[0]) if number and number[0] else ("HAN", char)


def _class(kind: str, word: str) -> str:
    if kind == "percent":
        return "ALL" if word in ("100%", "100.0%") else "PARTIAL"
    if kind == "fraction":
        part, _, whole = word.partition("/")
        return "NUM" if int(part) == int(whole) else "PARTIAL"
    if kind in ("arrow", "dash", "hash"):
        return kind.upper()
    return "NUM" if kind == "number" or word in words.NUMBERS else _word_class(word)


def _word_class(word: str) -> str:
    if word.endswith("n't"):
        return "NEG"
    if word.endswith("'ll"):
        return "FUTURE"
    if word.endswith("'d"):
        return "HOPE"
    if _TEST_NAME.match(word):
        return "KTEST"
    if len(word) > 4 and word.endswith("ly"):
        return "ADV"
    return "ING" if len(word) > 5 and word.endswith("ing") else "WORD"


def number_of(token: Token) -> int | None:
    """Return the number that a token of the class NUM stands for."""
    text = token.text.partition("/")[0].replace(",", "")
    if text.isascii() and text.isdigit():
        return int(text) if len(text) < 10 else None
    if text in words.NUMBERS:
        return words.NUMBERS[text]
    total, digit = 0, 0
    for char in text:
        if char in "十百":
            total, digit = total + max(digit, 1) * (10 if char == "十" else 100), 0
        else:
            digit = "零一二三四五六七八九".find(char.replace("两", "二"))
    return total + digit


_BRACKETS = frozenset({"LPAR", "RPAR"})
_APPOSED = frozenset(
    "KTEST PATH PTEST PCMD WEAK HASH NOUNF DIRN DET AND COMMA LSEP SUBSET NEWF COMMITW".split()
)
_NAMED = frozenset("KTEST PATH PTEST PCMD HASH".split())


def _nested(tokens: list[Token]) -> list[Token]:
    """Put each parenthesis into one token; one with nothing but paths or a commit stands as if without."""
    closings = _closings(tokens)
    if not closings and not any(token.cls in _BRACKETS for token in tokens):
        return tokens
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        close = closings.get(at)
        if close is None:
            if token.cls not in _BRACKETS:
                found.append(token)
            at += 1
            continue
        inner = [part for part in tokens[at + 1 : close] if part.cls not in _BRACKETS]
        if _is_apposed(inner, found):
            found.extend(inner)
        else:
            found.append(Token("PAR", token.start, tokens[close].end, "", tuple(inner)))
        at = close + 1
    return found


def _is_apposed(inner: list[Token], before: list[Token]) -> bool:
    kinds = {part.cls for part in inner}
    named = kinds & _NAMED or (kinds == {"WEAK"} and before and before[-1].cls in ("NOUNF", "DIRN"))
    return bool(named) and kinds <= _APPOSED


def _closings(tokens: list[Token]) -> dict[int, int]:
    """Return for each parenthesis that opens, and none around it does, where it closes."""
    closings: dict[int, int] = {}
    opened: list[int] = []
    for at, token in enumerate(tokens):
        if token.cls == "LPAR":
            opened.append(at)
        elif token.cls == "RPAR" and opened:
            closings[opened.pop()] = at
    return closings
