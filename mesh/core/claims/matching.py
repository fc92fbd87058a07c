"""Applies the rules to a sentence and yields what it states; whether that is a claim is decided elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from mesh.core.claims.rules import INHERITED, MACROS, RULES, TAGS
from mesh.core.claims.tokens import Sentence, Token, code_of, vocabulary

ATOMS = frozenset(
    "PATH PTEST PCMD WEAK KCODE KTEST CMD CTEST CBUILD CLINT CTYPES HASH QUOTE URL EXAMPLE".split()
)
PLAIN = frozenset("WORD ADV ING HAN NUM COMMA LSEP SEMI COLON SLASH BAR ARROW DASH PAR PARTIAL ALL".split())
_NAME = re.compile(r"(?<!\?P<)(?<![A-Za-z])[A-Z][A-Z_]+(?![a-z])")
FAR = 60  # words: no clause that a person writes is longer
_PERF = "PERF LE DONEZ SUCC ALLDONE".split()
_EDGES = frozenset("COMMA SEMI DASH BUT SO THEN AND COLON BAR".split())


@dataclass(frozen=True, slots=True)
class Statement:
    """What a match states: tokens[start:end], by groups of tokens[a:b]; `inherits` lacks a subject."""

    start: int
    end: int
    groups: dict[str, tuple[int, int]]
    subject: bool = False
    denies: bool = False
    inherits: bool = False


def translate(pattern: str) -> re.Pattern[str]:
    """Return the regular expression over the codes of sentences; raises KeyError for an unknown name."""
    known = set(vocabulary().classes.values()) | ATOMS | PLAIN

    def expand(found: re.Match[str]) -> str:
        name = found[0]
        if name in MACROS:
            return _NAME.sub(expand, MACROS[name])
        if name not in known:
            raise KeyError(name)
        return code_of(name)

    return re.compile(_NAME.sub(expand, pattern).replace(" ", ""))


@cache
def _index() -> dict[str, tuple[int, ...]]:
    """Return the rules, by number, that may match where the code of a class occurs."""
    found: dict[str, list[int]] = {}
    for number, rule in enumerate(RULES):
        for key in rule.key.split():
            found.setdefault(code_of(key), []).append(number)
    return {code: tuple(numbers) for code, numbers in found.items()}


@cache
def _pattern(number: int) -> re.Pattern[str]:
    return translate(RULES[number].pattern)


@cache
def _inherited() -> re.Pattern[str]:
    return translate(INHERITED)


def statements_of(sentence: Sentence, *, reported: bool) -> Iterator[Statement]:
    """Yield what the sentence states, by the first rule that fits; `reported`: a bare verb tells what was done."""
    code, index = sentence.code, _index()
    for number in sorted({number for char in set(code) & index.keys() for number in index[char]}):
        rule = RULES[number]
        for found in _pattern(number).finditer(code):
            if found.end() == found.start():
                continue
            start, end = _trimmed(sentence, found)
            if rule.perf and not _is_done(sentence, start, end, reported):
                continue
            groups = {name: span for name in found.groupdict() if (span := found.span(name))[0] >= 0}
            yield Statement(
                start, end, groups, rule.subject or _is_done_inside(sentence, start, end), rule.denies
            )
    yield from _tagged(sentence)
    yield from _inheriting(sentence)


def _trimmed(sentence: Sentence, found: re.Match[str]) -> tuple[int, int]:
    """Return the span of a match without the marks that only begin or end a clause."""
    start, end = found.span()
    tokens = sentence.tokens
    while start < end - 1 and tokens[start].cls in _EDGES | {"LSEP", "CONFIRM"}:
        start += 1
    while end > start + 1 and tokens[end - 1].cls in _EDGES:
        end -= 1
    return start, end


def clause_of(tokens: list[Token], start: int, end: int) -> tuple[int, int]:
    """Return the span of the clause around tokens[start:end]."""
    first, last = max(0, start - FAR), min(len(tokens), end + FAR)
    while start > first and tokens[start - 1].cls not in ("COMMA", "SEMI", "DASH", "BUT", "BAR"):
        start -= 1
    while end < last and tokens[end].cls not in ("COMMA", "SEMI", "DASH", "BUT", "BAR"):
        end += 1
    return start, end


def _is_done(sentence: Sentence, start: int, end: int, reported: bool) -> bool:
    """Say whether something in the clause says that it was done: 已, 了, 完成, or the report it stands in."""
    tokens = sentence.tokens
    first, last = clause_of(tokens, start, end)
    if any(token.cls in _PERF for token in tokens[first:last]) or any(
        token.cls == "BAR" for token in tokens[start:end]
    ):
        return True
    begins = all(token.cls in ("ADV", "NUM", "GREEN", "COLON") for token in tokens[first:start])
    return begins and (reported or tokens[start].text == "新增" or _said_done_before(tokens, first))


def _said_done_before(tokens: list[Token], first: int) -> bool:
    """Say whether the clause goes on with what the one before it said was done: 已创建 `a`，修改 `b`."""
    if first < 2 or tokens[first - 1].cls != "COMMA":
        return False
    before, _ = clause_of(tokens, first - 1, first - 1)
    return any(token.cls in ("PERF", "LE") for token in tokens[before : first - 1])


def _is_done_inside(sentence: Sentence, start: int, end: int) -> bool:
    return any(token.cls in ("PERF", "LE", "FIRST") for token in sentence.tokens[max(0, start - 2) : end])


def _tagged(sentence: Sentence) -> Iterator[Statement]:
    """Yield what a word alone in brackets says of the path before it: `a.py` (new)."""
    for at, token in enumerate(sentence.tokens[1:], 1):
        if token.cls != "PAR" or sentence.tokens[at - 1].cls not in ("PATH", "PTEST", "PCMD", "NOUNF"):
            continue
        inner = [
            part.cls
            for part in token.inner
            if part.cls not in ("NOUNF", "ADV", "PERF", "LE", "DIRN", "DONEZ")
        ]
        file = at - 1 - (sentence.tokens[at - 1].cls == "NOUNF")
        if len(inner) != 1 or sentence.tokens[file].cls not in ("PATH", "PTEST", "PCMD"):
            continue
        for name, classes in TAGS.items():
            if inner[0] in classes.split():
                yield Statement(file, at + 1, {name: (file, file + 1)}, True)


def _inheriting(sentence: Sentence) -> Iterator[Statement]:
    """Yield verdicts at the beginning of a clause that lack a subject: "…, and all of them pass"."""
    tokens = sentence.tokens
    starts = [0, *(at + 1 for at, token in enumerate(tokens) if token.cls in _EDGES)]
    for start in starts:
        found = _inherited().match(sentence.code, start)
        if found and found.end() > start:
            first = start
            while first < found.end() - 1 and tokens[first].cls in ("AND", "BUT", "SO", "THEN", "COLON"):
                first += 1
            yield Statement(first, found.end(), {"verdict": found.span("verdict")}, inherits=True)
