"""Cuts a view into sentences and a sentence into words of known classes; judges no claim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from mesh.core.claims import words
from mesh.core.claims.view import ATOM, BAR, View

MOST = 400  # tokens of one sentence; a longer one is read in parts

_SPLIT = re.compile(rf"[。!?…]+|\.{{2,}}|\.(?=[\s)\"'{ATOM}{BAR}\u3000-\uffef]|$)|\n")
_WORD = re.compile(
    rf"(?P<atom>{ATOM})|(?P<han>[\u3400-\u9fff])|(?P<percent>\d{{1,3}}(?:\.\d{{1,3}})?%)"
    r"|(?P<fraction>\d{1,7}/\d{1,7}(?![\d/]))|(?P<hash>(?=[a-f]{0,40}\d)(?=\d{0,40}[a-f])[0-9a-f]{7,40}(?![\w-]))"
    r"|(?P<number>\d{1,3}(?:,\d{3})+(?!\d)|\d+(?![\w.]))|(?P<word>[a-z0-9_][a-z0-9_]*(?:[-'][a-z0-9_]+)*)"
    rf"|(?P<arrow>[-=]+>|→|⇒|➜)|(?P<dash>[—–―]+|--+|-(?=\s))|(?P<sign>[,、;:()/{BAR}])|(?P<space>\s+)|(?P<other>.)",
    re.DOTALL,
)
_SIGNS = {",": "COMMA", "、": "LSEP", ";": "SEMI", ":": "COLON", "(": "LPAR", ")": "RPAR", "/": "SLASH", BAR: "BAR"}
_ZH_NUMBER = re.compile(r"(?:[一二三四五六七八九两]?[百十])*[一二三四五六七八九十两]?(?=[个项条例])")
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
    """The words of a sentence, and whether it asks."""

    tokens: list[Token]
    asks: bool = False
    code: str = field(init=False)

    def __post_init__(self) -> None:
        self.code = "".join([code_of(token.cls) for token in self.tokens])


_CODES: dict[str, str] = {}


def code_of(cls: str) -> str:
    """Return the one character that stands for a class in the code of a sentence."""
    code = _CODES.get(cls)
    if code is None:
        code = _CODES[cls] = chr(0x4E00 + len(_CODES))
    return code


@cache
def vocabulary() -> tuple[dict[str, str], dict[str, tuple[str, ...]], dict[str, tuple[int, ...]]]:
    """Return the classes of the phrases, the phrases by their first English word and the lengths by first character."""
    classes: dict[str, str] = {}
    for group in (words.THINGS, words.VERDICTS, words.GRAMMAR, words.MODALITY):
        for cls, listed in group.items():
            for phrase in listed.split(","):
                if phrase.strip():
                    classes[" ".join(phrase.split())] = cls
    english: dict[str, set[str]] = {}
    lengths: dict[str, set[int]] = {}
    for phrase in classes:
        found = _WORD.match(phrase)
        if found and found.lastgroup not in ("han", "other"):
            english.setdefault(found[0], set()).add(phrase)
        else:
            lengths.setdefault(phrase[0], set()).add(len(phrase))
    by_word = {word: tuple(sorted(phrases, key=len, reverse=True)) for word, phrases in english.items()}
    return classes, by_word, {first: tuple(sorted(sizes, reverse=True)) for first, sizes in lengths.items()}


def sentences_of(view: View, relevant: re.Pattern[str]) -> Iterator[Sentence | None]:
    """Yield the sentences that hold something relevant, None for each other one."""
    at = 0
    for stop in [*((found.start(), found.end(), "?" in found[0]) for found in _SPLIT.finditer(view.text)), None]:
        start, end, asks = (stop[0], stop[1], stop[2]) if stop else (len(view.text), len(view.text), False)
        if start > at:
            if relevant.search(view.text, at, start):
                yield from _parts(_tokens(view, at, start), asks)
            else:
                yield None
        at = end


def _parts(tokens: list[Token], asks: bool) -> Iterator[Sentence]:
    tokens = _nested(tokens)
    for at in range(0, len(tokens), MOST):
        yield Sentence(tokens[at : at + MOST], asks)


def _tokens(view: View, at: int, end: int) -> list[Token]:
    text, tokens = view.text, []
    while at < end:
        token = _next(view, text, at, end)
        if token.cls:
            tokens.append(token)
        at = token.end
    return tokens


def _next(view: View, text: str, at: int, end: int) -> Token:
    """Return the token at a place, without a class for what says nothing."""
    found = _WORD.match(text, at, end)
    assert found is not None
    kind, word = found.lastgroup, found[0]
    if kind == "space":
        return Token("", at, found.end(), "")
    if kind == "atom":
        atom = view.atoms.get(at)
        return Token(atom.cls if atom else "", at, at + 1, atom.data.lower() if atom else "")
    if kind in ("han", "other"):
        return _han(text, at, end, kind)
    if kind in ("arrow", "dash"):
        return Token(kind.upper(), at, found.end(), word)
    if kind == "sign":
        return Token(_SIGNS[word], at, found.end(), word)
    phrase = _phrase(text, at, end, word)
    return phrase if phrase else Token(_class(kind or "", word), at, found.end(), word)


def _han(text: str, at: int, end: int, kind: str) -> Token:
    classes, _, lengths = vocabulary()
    for length in lengths.get(text[at], ()):
        phrase = text[at : at + length]
        cls = classes.get(phrase)
        if cls and at + length <= end and not (phrase[-1].isascii() and _RIGHT.match(text, at + length, end)):
            return Token(cls, at, at + length, phrase)
    if kind == "other":
        return Token("", at, at + 1, "")
    number = _ZH_NUMBER.match(text, at, end)
    if number and number.end() > at:
        return Token("NUM", at, number.end(), number[0])
    return Token("HAN", at, at + 1, text[at])


def _phrase(text: str, at: int, end: int, word: str) -> Token | None:
    classes, english, _ = vocabulary()
    for phrase in english.get(word, ()):
        stop = at + len(phrase)
        if stop <= end and text.startswith(phrase, at) and not (phrase[-1].isascii() and _RIGHT.match(text, stop, end)):
            return Token(classes[phrase], at, stop, phrase)
    return None


def _class(kind: str, word: str) -> str:
    if kind == "percent":
        return "ALL" if word in ("100%", "100.0%") else "PARTIAL"
    if kind == "fraction":
        part, _, whole = word.partition("/")
        return "NUM" if int(part) == int(whole) else "PARTIAL"
    if kind == "hash":
        return "HASH"
    if kind == "number":
        return "NUM"
    if word in words.NUMBERS:
        return "NUM"
    return _word_class(word)


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


_APPOSED = frozenset("PATH PTEST PCMD WEAK HASH NOUNF DIRN DET AND COMMA LSEP SUBSET NEWF COMMITW".split())
_NAMED = frozenset("PATH PTEST PCMD HASH".split())


def _nested(tokens: list[Token]) -> list[Token]:
    """Put each parenthesis into one token; one with nothing but paths or a commit stands as if without."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        close = _closing(tokens, at) if token.cls == "LPAR" else -1
        if close < 0:
            if token.cls not in ("LPAR", "RPAR"):
                found.append(token)
            at += 1
            continue
        inner = [part for part in tokens[at + 1 : close] if part.cls not in ("LPAR", "RPAR")]
        kinds = {part.cls for part in inner}
        named = kinds & _NAMED or (kinds == {"WEAK"} and found and found[-1].cls in ("NOUNF", "DIRN"))
        if named and kinds <= _APPOSED:
            found.extend(inner)
        else:
            found.append(Token("PAR", token.start, tokens[close].end, "", tuple(inner)))
        at = close + 1
    return found


def _closing(tokens: list[Token], at: int) -> int:
    depth = 0
    for here in range(at, min(len(tokens), at + 120)):
        depth += (tokens[here].cls == "LPAR") - (tokens[here].cls == "RPAR")
        if depth == 0:
            return here
    return -1
