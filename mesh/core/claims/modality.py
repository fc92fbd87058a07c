"""Decides whether a statement is made: not planned, hoped, asked, denied, conditional or another's word."""

from __future__ import annotations

from mesh.core.claims.matching import Statement
from mesh.core.claims.tokens import Sentence, Token

_CLAUSE = frozenset("COMMA SEMI DASH BUT SO THEN AND COLON BAR".split())
_STICKY = frozenset({"IF", "SAY", "EXAMPLE", "OLDER"})
_OPENERS = frozenset("FUTURE HOPE CAN ASKEN REL MUST NEG CANZ".split())
_TOOLS = frozenset("TESTS BUILD LINT TYPES CTEST CBUILD CLINT CTYPES CMD KTEST".split())


def is_made(sentence: Sentence, statement: Statement, *, status: bool) -> bool:
    """Say whether the sentence makes the statement; `status` is one on tests, builds or linters."""
    tokens = sentence.tokens
    if sentence.asks and _is_asked(tokens, statement):
        return False
    return not (
        _is_held_before(tokens, statement, status) or _is_taken_back(tokens, statement, status) or _is_others(tokens, statement)
    )


def _is_asked(tokens: list[Token], statement: Statement) -> bool:
    """A question covers all, or its last clause alone where only that is built like one."""
    last = len(tokens)
    while last > 0 and tokens[last - 1].cls not in ("COMMA", "DASH", "SEMI", "BUT", "COLON"):
        last -= 1
    opens = last < len(tokens) and any(token.cls in _OPENERS for token in tokens[last : last + 3])
    particle = any(token.cls in ("ASKS", "IF") for token in tokens[last:])
    return statement.end > last or not (last and (opens or particle))


def _is_held_before(tokens: list[Token], statement: Statement, status: bool) -> bool:
    """Say whether a word before the statement reaches it."""
    held: dict[str, int] = {}  # the class, and how far its reach was broken: 0, 1 by "and", 2 by a comma
    start = statement.start
    for at in range(start):
        _hold(tokens, at, held)
    if any(token.text in ("now", "现在", "目前") for token in tokens[start : statement.end]):
        held.pop("OLD", None)
    if held.keys() & {"IF", "SAY", "EXAMPLE", "NEG", "OLD", "OLDER", "CAN", "AFTER", "OTHERWISE"}:
        return True
    if status and (held.keys() & {"PARTIAL", "EXCEPT"} or any(token.cls == "MAKEW" for token in tokens[max(0, start - 2) : start])):
        return True
    for name in ("MUST", "HOPE", "FUTURE"):
        if name in held and (held[name] < 2 - (name == "FUTURE" and statement.subject) or not statement.subject):
            return True
    return False


def _hold(tokens: list[Token], at: int, held: dict[str, int]) -> None:
    """Let one word before the statement begin, weaken or end a reach."""
    token = tokens[at]
    cls = token.cls
    if cls == "COMMA" and at and tokens[at - 1].cls in ("HOPE", "OLD"):
        return  # "Presumably, …", "previously, …"
    if cls in ("SEMI", "BUT", "BAR"):
        _end(held, keep=("IF",) if cls == "SEMI" else ())
    elif cls in ("COMMA", "DASH", "SO", "COLON", "AND", "THEN"):
        _weaken(held, cls)
    elif cls == "FIRST":
        held.pop("SAY", None)
    elif cls == "ADV" and token.text in ("now", "现在", "目前", "如今"):
        held.pop("OLD", None)
        held.pop("OLDER", None)
    elif cls == "SAY":
        if not (at and tokens[at - 1].cls in _TOOLS and token.text in ("says", "said")):
            held["SAY"] = 0
    elif cls in ("IF", "MUST", "HOPE", "FUTURE", "CAN", "NEG", "OLD", "EXAMPLE", "PARTIAL", "EXCEPT"):
        if not _is_weak(tokens, at):
            held[cls] = 0
    else:
        _hold_by_place(tokens, at, held)


def _is_weak(tokens: list[Token], at: int) -> bool:
    """Say whether a word does not mean what it does elsewhere: "when I ran it", "the previously failing test"."""
    following = [token.cls for token in tokens[at + 1 : at + 3]]
    if tokens[at].text == "when":
        return following[:1] == ["FIRST"] and following[1:] in (["RUNS"], ["CREATED"], ["BUILT"])
    return tokens[at].cls == "OLD" and following[:1] == ["FAIL"]


def _hold_by_place(tokens: list[Token], at: int, held: dict[str, int]) -> None:
    """Words that reach on only where they stand at the beginning of a clause, or before a certain word."""
    cls = tokens[at].cls
    first = at == 0 or tokens[at - 1].cls in _CLAUSE
    following = tokens[at + 1].cls if at + 1 < len(tokens) else ""
    if cls == "ONCE" and following not in ("", "AND", "COMMA", "SEMI", "COLON", "BUT"):
        held["IF"] = 0
    elif cls == "WHENZ" and first:
        held["IF"] = 0
    elif cls == "BEFOREZ" and first:
        held["OLD"] = 0
    elif cls == "BEFOREW" and _is_before_the_work(tokens, at):
        held["OLDER"] = 0
    elif cls in ("AFTER", "BEFOREW"):
        held["AFTER"] = 0
    elif cls == "AFTERZ":
        held.pop("OLD", None)
    elif "AFTER" in held and cls not in ("DET", "DEM", "ALL"):
        del held["AFTER"]


def _weaken(held: dict[str, int], cls: str) -> None:
    for name in list(held):
        if name in ("NEG", "CAN", "AFTER") or (cls != "AND" and name in ("OLD", "PARTIAL") and cls != "LSEP"):
            del held[name]
        elif name == "EXCEPT":
            held[name] += 1
            if held[name] > 1:
                del held[name]
        elif name not in _STICKY:
            held[name] = max(held[name], 1 if cls in ("AND", "COLON") else 2)


def _end(held: dict[str, int], keep: tuple[str, ...]) -> None:
    for name in list(held):
        if name not in keep:
            del held[name]


def _is_taken_back(tokens: list[Token], statement: Statement, status: bool) -> bool:
    """Say whether what follows makes it conditional, hoped, another's word or no longer so."""
    at = statement.end
    if _follows_in_time(tokens, at):
        return True
    while at < len(tokens) and tokens[at].cls not in ("COMMA", "SEMI", "DASH", "BUT", "SO", "THEN", "AND", "BAR", "COLON"):
        if _takes_back(tokens, at, status):
            return True
        at += 1
    if at < len(tokens) and tokens[at].cls in ("COMMA", "DASH") or (at < len(tokens) and tokens[at].cls == "BUT"):
        return _next_takes_back(tokens, at + 1, status, contrast=tokens[at].cls == "BUT")
    return False


def _follows_in_time(tokens: list[Token], at: int) -> bool:
    """The Chinese "after" and "when" follow the clause that they make a condition."""
    while at < len(tokens) and tokens[at].cls in ("LE", "DONEZ", "PERF"):
        at += 1
    return at < len(tokens) and tokens[at].cls in ("AFTERZ", "BEFOREZ")


def _takes_back(tokens: list[Token], at: int, status: bool) -> bool:
    token = tokens[at]
    if token.cls in ("IF", "ONCE", "ASKS") or token.text in ("according to", "没有") and at + 1 == len(tokens):
        return True
    if token.cls == "SAY":
        return token.text == "according to"
    if token.cls == "HOPE":
        return True
    if token.cls in ("OLD", "BEFOREW"):
        return token.cls == "OLD" or at + 1 == len(tokens) or _is_before_the_work(tokens, at)
    if token.cls == "PAR":
        return any(part.cls in ("IF", "HOPE", "NEG" if len(token.inner) < 3 else "IF") or (status and part.cls in ("EXCEPT", "FAIL")) for part in token.inner)
    return status and token.cls in ("EXCEPT", "PARTIAL")


def _is_before_the_work(tokens: list[Token], at: int) -> bool:
    return any(token.cls in ("CHANGES", "CHANGEW", "MODIFYZ") for token in tokens[at + 1 : at + 4])


def _next_takes_back(tokens: list[Token], at: int, status: bool, *, contrast: bool) -> bool:
    """Judge the clause after a comma: ", if …", ", I think", ", bob says", ", except …"."""
    following = tokens[at : at + 3]
    if not following:
        return False
    rest = [token.cls for token in tokens[at:]]
    first = following[0]
    if first.cls == "IF":
        return first.text.isascii() and "COMMA" not in rest
    if status and first.cls in ("EXCEPT", "PARTIAL") or (status and contrast and first.cls == "EXCEPT"):
        return True
    if first.cls == "HOPE" and (len(rest) <= 2 or rest[1] in ("COMMA", "AND", "BUT")):
        return not contrast
    if first.text == "according to":
        return True
    return len(rest) <= 3 and any(token.cls == "SAY" for token in following[:3])


def _is_others(tokens: list[Token], statement: Statement) -> bool:
    """Say whether somebody else is said to have done it, or a relative clause tells of it."""
    at = statement.start - 1
    while at >= 0 and tokens[at].cls in ("ADV", "HAS", "PERF", "WAS", "BA"):
        at -= 1
    if at > 0 and tokens[at].cls == "CONFIRM" and tokens[at - 1].cls == "DET":
        return True  # "a note that …"
    if at >= 0 and tokens[at].text == "that" and _is_told(tokens, at):
        return True
    if at < 0 or statement.groups.keys() & {"topics", "build", "nofail", "passed", "verdict", "cmd"}:
        return False
    return tokens[at].cls in ("OTHER", "REL") or tokens[at].text in ("they", "他们")


def _is_told(tokens: list[Token], at: int) -> bool:
    """Say whether "that" follows what somebody else says or thinks, or what ought to be."""
    before = [token.cls for token in tokens[max(0, at - 4) : at]]
    if not before or before[-1] in ("COMMA", "AND", "BUT", "SO", "FIRST", "CONFIRM", "ADV"):
        return False
    while len(before) > 2 and before[-2] in ("ADV", "HAS", "CAN"):
        del before[-2]
    return before[-2:-1] != ["FIRST"]


def is_held_at(sentence: Sentence, at: int) -> bool:
    """Say whether a condition, a plan, a wish or another's word reaches the word at a place."""
    held: dict[str, int] = {}
    for here in range(at):
        _hold(sentence.tokens, here, held)
    return bool(held.keys() & {"IF", "SAY", "EXAMPLE", "MUST", "HOPE", "FUTURE"})
