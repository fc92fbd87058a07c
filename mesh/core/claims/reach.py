"""Follows how far words such as "will", "if" or "not" reach through a sentence; decides about no claim."""

from __future__ import annotations

from mesh.core.claims.matching import FAR
from mesh.core.claims.tokens import Sentence, Token

CLAUSE_ENDS = frozenset("COMMA SEMI DASH BUT SO THEN AND COLON BAR".split())
_BEGIN = frozenset("IF MUST HOPE FUTURE CAN NEG OLD EXAMPLE PARTIAL EXCEPT".split())
_WHOLE = frozenset({"IF", "SAY", "EXAMPLE", "OLDER"})  # these reach over commas to the end
_NOW = frozenset({"now", "现在", "目前", "如今"})
_RUNNERS = frozenset("TESTS BUILD LINT TYPES CTEST CBUILD CLINT CTYPES CMD KTEST".split())

# The class of each word that reaches a place, and what broke its reach: 0 nothing, 1 "and", 2 a comma.
Held = dict[str, int]


def held_at(sentence: Sentence, at: int) -> Held:
    """Return what reaches a place; noted in the sentence, so that all places together cost linear time."""
    states = sentence.held
    while len(states) <= at:
        held = dict(states[-1]) if states else {}
        if states:
            _pass(sentence.tokens, len(states) - 1, held)
        states.append(held)
    return dict(states[at])


def is_of_now(tokens: list[Token], start: int, end: int) -> bool:
    """Say whether words such as "now" are among tokens[start:end]."""
    return any(token.text in _NOW for token in tokens[start:end])


def is_before_the_work(tokens: list[Token], at: int) -> bool:
    """Say whether "before" at a place means before the work: "before my change"."""
    return any(token.cls in ("CHANGES", "CHANGEW", "MODIFYZ") for token in tokens[at + 1 : at + 4])


def _pass(tokens: list[Token], at: int, held: Held) -> None:
    """Let one word begin, weaken or end a reach."""
    token = tokens[at]
    cls = token.cls
    if cls == "COMMA" and at and tokens[at - 1].cls in ("HOPE", "OLD"):
        return  # "Presumably, …", "previously, …"
    if cls in CLAUSE_ENDS:
        _break(held, cls)
    elif cls in _BEGIN:
        if not _means_less(tokens, at):
            held[cls] = 0
    elif cls == "SAY":
        if not (at and tokens[at - 1].cls in _RUNNERS and token.text in ("says", "said")):
            held[cls] = 0
    elif cls == "FIRST":
        held.pop("SAY", None)
    elif token.text in _NOW:
        held.pop("OLD", None)
        held.pop("OLDER", None)
    else:
        _pass_by_place(tokens, at, held)


def _means_less(tokens: list[Token], at: int) -> bool:
    """Say whether a word means less than elsewhere: "when I ran it", "the previously failing test"."""
    following = [token.cls for token in tokens[at + 1 : at + 3]]
    if tokens[at].text == "when":
        return following[:1] == ["FIRST"] and following[1:] in (["RUNS"], ["CREATED"], ["BUILT"])
    return tokens[at].cls == "OLD" and following[:1] in (["FAIL"], ["PASSING"])


def _pass_by_place(tokens: list[Token], at: int, held: Held) -> None:
    """Words that reach on only from the beginning of a clause, or before a certain word."""
    cls = tokens[at].cls
    name = _by_place(tokens, at)
    if name:
        held[name] = 0
    elif cls == "AFTERZ":
        held.pop("OLD", None)
    elif "AFTER" in held and cls not in ("DET", "DEM", "ALL"):
        del held["AFTER"]


def _by_place(tokens: list[Token], at: int) -> str:
    """Return what a word is by its place, empty if nothing."""
    token = tokens[at]
    following = tokens[at + 1].cls if at + 1 < len(tokens) else ""
    if token.cls == "ONCE":
        return "" if following in ("", "AND", "COMMA", "SEMI", "COLON", "BUT") else "IF"
    if token.cls in ("AFTER", "BEFOREW"):
        before = token.cls == "BEFOREW" and is_before_the_work(tokens, at)
        return "OLDER" if before else "AFTER"
    if at and tokens[at - 1].cls not in CLAUSE_ENDS:
        return ""
    if token.cls == "WHENZ" or token.text == "had":  # "had it passed, …"
        return "IF"
    if token.text in ("先", "首先") and not _tells_done(tokens, at):
        return "MUST"
    return "OLD" if token.cls == "BEFOREZ" else ""


def _tells_done(tokens: list[Token], at: int) -> bool:
    """Say whether a word such as 了 follows in the clause: "first do x" asks for it, "first did x" tells."""
    for token in tokens[at : at + FAR]:
        if token.cls in ("PERF", "LE", "DONEZ"):
            return True
        if token.cls in ("COMMA", "SEMI"):
            break
    return False


def _break(held: Held, cls: str) -> None:
    """Let the end of a clause end or weaken what reaches it."""
    for name in list(held):
        if _ends(name, cls):
            del held[name]
        elif name == "EXCEPT":
            held[name] += 1
            if held[name] > 1:
                del held[name]
        elif name not in _WHOLE:
            held[name] = max(held[name], 1 if cls in ("AND", "COLON") else 2)


def _ends(name: str, cls: str) -> bool:
    if cls in ("SEMI", "BUT", "BAR"):
        return not (cls == "SEMI" and name == "IF")
    return name in ("NEG", "CAN", "AFTER") or (cls != "AND" and name in ("OLD", "PARTIAL"))
