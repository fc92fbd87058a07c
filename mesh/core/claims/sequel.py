"""Tells whether what follows a statement takes it back: a condition, a doubt, an exception, another's word."""

from __future__ import annotations

from mesh.core.claims.matching import FAR, Statement
from mesh.core.claims.reach import CLAUSE_ENDS, is_before_the_work
from mesh.core.claims.tokens import Token

_ON_THE_WAY = frozenset("AND BUT COMMA THEN ADV WORD HAS WAS FIRST PERF".split())
_ANOTHER = frozenset("PATH PTEST PCMD FROM KCODE DET".split())


def is_taken_back(tokens: list[Token], statement: Statement, *, status: bool) -> bool:
    """Say whether what follows makes it conditional, hoped, another's word or no longer so."""
    at = statement.end
    if _follows_in_time(tokens, at) or ("exists" in statement.groups and _is_removed_again(tokens, at)):
        return True
    last = min(len(tokens), at + FAR)
    while at < last and tokens[at].cls not in CLAUSE_ENDS:
        if _takes_back(tokens, at, status):
            return True
        at += 1
    if at < last and tokens[at].cls in ("COMMA", "DASH", "BUT"):
        return _next_takes_back(tokens[at + 1 :], status, contrast=tokens[at].cls == "BUT")
    return False


def _follows_in_time(tokens: list[Token], at: int) -> bool:
    """The Chinese "after" and "when" follow the clause that they make a condition."""
    while at < len(tokens) and tokens[at].cls in ("LE", "DONEZ", "PERF"):
        at += 1
    return at < len(tokens) and tokens[at].cls in ("AFTERZ", "BEFOREZ")


def _is_removed_again(tokens: list[Token], at: int) -> bool:
    """Say whether what was made is said to be gone in the same breath: "created … and later deleted"."""
    first = at
    while at < min(len(tokens), first + 6) and tokens[at].cls in _ON_THE_WAY:
        at += 1
    gone = first < at < len(tokens) and tokens[at].cls in ("REMOVED", "REMOVEZ")
    return gone and not any(token.cls in _ANOTHER for token in tokens[at + 1 : at + 5])


def _takes_back(tokens: list[Token], at: int, status: bool) -> bool:
    """Judge one word after the statement in its own clause."""
    token = tokens[at]
    last = at + 1 == len(tokens)
    if token.cls in ("IF", "ONCE", "ASKS", "HOPE", "OLD"):
        return True
    if token.text == "according to" or (token.text == "没有" and last):
        return True
    if token.cls == "BEFOREW":
        return last or is_before_the_work(tokens, at)
    if token.cls == "PAR":
        return _bracket_takes_back(token.inner, status)
    return status and token.cls in ("EXCEPT", "PARTIAL")


def _bracket_takes_back(inner: tuple[Token, ...], status: bool) -> bool:
    kinds = {token.cls for token in inner}
    short = len(inner) < 3 and "NEG" in kinds  # "(not verified)"
    return short or bool(kinds & {"IF", "HOPE"}) or (status and bool(kinds & {"EXCEPT", "FAIL"}))


def _next_takes_back(clause: list[Token], status: bool, *, contrast: bool) -> bool:
    """Judge the clause after a comma: ", if …", ", I think", ", bob says", ", except …"."""
    if not clause:
        return False
    first, rest = clause[0], [token.cls for token in clause[:FAR]]
    if first.cls == "IF":
        return first.text.isascii() and "COMMA" not in rest
    if status and first.cls in ("EXCEPT", "PARTIAL") and first.text != "at least":
        return True
    if first.cls == "HOPE" and (len(clause) <= 2 or rest[1] in ("COMMA", "AND", "BUT")):
        return not contrast
    return first.text == "according to" or (len(clause) <= 3 and "SAY" in rest)
