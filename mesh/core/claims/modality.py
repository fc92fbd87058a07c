"""Decides whether a statement is made: not planned, hoped, asked, denied, conditional or another's word."""

from __future__ import annotations

from mesh.core.claims.matching import Statement
from mesh.core.claims.reach import Held, held_at, is_of_now
from mesh.core.claims.sequel import is_taken_back
from mesh.core.claims.tokens import Sentence, Token

_OPENERS = frozenset("FUTURE HOPE CAN ASKEN REL MUST NEG CANZ".split())
_RUNNERS = frozenset("TESTS BUILD LINT TYPES CTEST CBUILD CLINT CTYPES CMD KTEST".split())
_HOLDS = frozenset("IF SAY EXAMPLE NEG OLD OLDER CAN AFTER".split())
_OF_PATHS = frozenset("exists modified modified2 removed hash branch".split())
_PAST = frozenset({"was", "were", "did", "didn't", "failed", "broke", "crashed", "had", "wasn't", "weren't"})


def is_made(sentence: Sentence, statement: Statement, *, status: bool) -> bool:
    """Say whether the sentence makes the statement; `status` is one on tests, builds or linters."""
    tokens = sentence.tokens
    if _doubts_inside(tokens, statement) or (sentence.asks and _is_asked(tokens, statement)):
        return False
    if _is_held(sentence, statement, status) or is_taken_back(tokens, statement, status=status):
        return False
    return not _is_others(tokens, statement)


def is_held_at(sentence: Sentence, at: int) -> bool:
    """Say whether a condition, a plan, a wish or another's word reaches the word at a place."""
    return bool(held_at(sentence, at).keys() & {"IF", "SAY", "EXAMPLE", "MUST", "HOPE", "FUTURE"})


def is_denied_now(sentence: Sentence, statement: Statement) -> bool:
    """Say whether a denial speaks of now: what failed once contradicts nothing."""
    words = sentence.tokens[statement.start : statement.end]
    if any(token.text in _PAST for token in words):
        did = any(token.cls in ("CREATED", "ADDED", "MODIFIED", "REMOVED") for token in words)
        return did and not any(token.cls in ("OLD", "BEFOREW", "BEFOREZ") for token in sentence.tokens)
    return not any(
        token.cls in ("OLD", "BEFOREW", "BEFOREZ", "ONCE", "AFTERZ") or token.text in ("without", "on")
        for token in sentence.tokens
    )


def _doubts_inside(tokens: list[Token], statement: Statement) -> bool:
    """Say whether a word in brackets inside of the statement takes it back: "the tests (should) pass"."""
    brackets = (token.inner for token in tokens[statement.start : statement.end] if token.cls == "PAR")
    return any(part.cls in ("HOPE", "IF", "MUST", "FUTURE") for inner in brackets for part in inner)


def _is_asked(tokens: list[Token], statement: Statement) -> bool:
    """A question covers all, or its last clause alone where only that is built like one."""
    last = len(tokens)
    while last > 0 and tokens[last - 1].cls not in ("COMMA", "DASH", "SEMI", "BUT", "COLON"):
        last -= 1
    opens = any(token.cls in _OPENERS for token in tokens[last : last + 3])
    particle = any(token.cls in ("ASKS", "IF") for token in tokens[last:])
    return statement.end > last or not (last and (opens or particle))


def _is_held(sentence: Sentence, statement: Statement, status: bool) -> bool:
    """Say whether a word before the statement reaches it."""
    tokens, start = sentence.tokens, statement.start
    held = held_at(sentence, start)
    if is_of_now(tokens, start, statement.end):
        held.pop("OLD", None)
    if held.keys() & _HOLDS:
        return True
    if status:
        made = any(token.cls == "MAKEW" for token in tokens[max(0, start - 2) : start])
        if made or held.keys() & {"PARTIAL", "EXCEPT"}:
            return True
    elif start and tokens[start - 1].cls == "EXCEPT":
        return True
    return any(_reaches(name, held, statement) for name in ("MUST", "HOPE", "FUTURE") if name in held)


def _reaches(name: str, held: Held, statement: Statement) -> bool:
    """A plan ends where a clause with a subject of its own begins; a wish only after a comma."""
    if not statement.subject:
        return True
    return held[name] < (1 if name == "FUTURE" else 2)


def _is_others(tokens: list[Token], statement: Statement) -> bool:
    """Say whether somebody else is said to have done it, or a relative clause tells of it."""
    at = statement.start - 1
    while at >= 0 and tokens[at].cls in ("ADV", "HAS", "PERF", "WAS", "BA"):
        at -= 1
    if at > 0 and tokens[at].cls == "CONFIRM" and tokens[at - 1].cls == "DET":
        return True  # "a note that …"
    if at >= 0 and tokens[at].text == "that" and _is_told(tokens, at):
        return True
    if at < 0 or not statement.groups.keys() & _OF_PATHS:
        return False
    return tokens[at].cls in ("OTHER", "REL") or tokens[at].text in ("they", "他们")


def _is_told(tokens: list[Token], at: int) -> bool:
    """Say whether "that" follows what somebody else says or thinks, or what ought to be."""
    before = [token.cls for token in tokens[max(0, at - 4) : at]]
    if not before or before[-1] in ("COMMA", "AND", "BUT", "SO", "FIRST", "CONFIRM", "ADV"):
        return False
    if before[-1] == "PRINTS" and set(before[:-1]) & _RUNNERS:
        return False
    while len(before) > 2 and before[-2] in ("ADV", "HAS", "CAN"):
        del before[-2]
    return before[-2:-1] != ["FIRST"]
