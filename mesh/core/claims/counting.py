"""Reads how many tests a statement speaks of, and whether its figures tell that not all passed; counts none."""

from __future__ import annotations

from collections.abc import Sequence

from mesh.core.claims.matching import Statement
from mesh.core.claims.tokens import Token, number_of

_PARTS = (
    *("test suites", "integration test", "regression test", "e2e test"),
    *("集成测试", "回归测试", "端到端测试", "冒烟测试"),
)
_PART = frozenset({"SUBSET", "SCOPE"})


def count_of(tokens: Sequence[Token], start: int, end: int, *, named: bool = False) -> int | None:
    """Return the number of tests in tokens[start:end], None where it may be that of a part of them."""
    words = tokens[start:end]
    if any(token.text.startswith(_PARTS) for token in words):
        return None
    if not named and any(token.cls in _PART for token in words):
        return None
    for at in range(start, end):
        if tokens[at].cls == "NUM" and not (at and tokens[at - 1].cls in ("WORD", "FOR")):
            return number_of(tokens[at])
    brackets = (token for token in tokens[start : end + 2] if token.cls == "PAR")
    return next((count for token in brackets if (count := _count_in(token.inner)) is not None), None)


def _count_in(inner: tuple[Token, ...]) -> int | None:
    """Return the number of tests in brackets: (42/42), (42 passed), (12 个测试)."""
    kinds = [token.cls for token in inner]
    if not kinds or kinds[0] not in ("NUM", "MEAS", "ALL") or "NUM" not in kinds or "SUBSET" in kinds:
        return None
    at = kinds.index("NUM")
    following = [cls for cls in kinds[at + 1 : at + 3] if cls not in ("MEAS", "ALL")]
    if following and following[0] not in ("PASS", "PASSZ", "TESTS", "COMMA"):
        return None
    return number_of(inner[at])


def is_partial(tokens: list[Token], statement: Statement) -> bool:
    """Say whether a figure beside it tells that not all passed: "41 of 42", "5 passed, 2 failed"."""
    for at in range(max(0, statement.start - 2), statement.end):
        if tokens[at].cls == "NUM" and at + 2 < len(tokens) and tokens[at + 1].cls == "OF":
            whole = next((token for token in tokens[at + 2 : at + 5] if token.cls == "NUM"), None)
            if whole and number_of(whole) != number_of(tokens[at]):
                return True
        if tokens[at].cls == "PAR" and _some_failed(tokens[at].inner):
            return True
    return _some_failed(tokens[max(0, statement.start - 4) : statement.end + 6])


def _some_failed(tokens: Sequence[Token]) -> bool:
    for at, token in enumerate(tokens):
        if token.cls != "FAIL":
            continue
        before = [other for other in tokens[max(0, at - 3) : at] if other.cls not in _BETWEEN]
        after = list(tokens[at + 1 : at + 3])
        figures = [*before[-1:], *(after[1:] if after and after[0].cls == "COLON" else after[:1])]
        if any(other.cls == "NUM" and number_of(other) for other in figures):
            return True
    return False


_BETWEEN = frozenset({"TESTS", "MEAS", "AUX", "WAS", "ALL"})
