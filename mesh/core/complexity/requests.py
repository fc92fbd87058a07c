"""Which verbs of a clause are requests: asked for, and neither told of, negated nor only described."""

from __future__ import annotations

from mesh.core.complexity.chinese import chinese_requests
from mesh.core.complexity.imperative import english_requests
from mesh.core.complexity.kinds import BIT, GERUND, HAN, INFLECTED, PLURAL
from mesh.core.complexity.negation import is_carried
from mesh.core.complexity.questions import start_of
from mesh.core.complexity.words import Clause

Verbs = list[tuple[int, int]]
_FORMED = INFLECTED | GERUND | PLURAL


def requests(clause: Clause, negated: bool) -> tuple[Verbs, bool]:
    """Return where a clause asks for something, with the classes of the verb, and if a negation stays open."""
    start = start_of(clause)
    if start < len(clause.masks) and clause.masks[start] & BIT["cond"]:
        return [], False
    negated = is_carried(clause, negated)
    return chinese_requests(clause, negated) if clause.union & HAN else english_requests(clause, negated)


def is_order(clause: Clause, at: int) -> bool:
    """Say whether a verb in pasted matter is a plain order: it opens its clause, or 请 or 把 does."""
    if clause.masks[at] & _FORMED or len(clause.words) < 2:
        return False
    start = start_of(clause)
    if at <= start:
        return True
    return bool(clause.union & HAN) and any(bits & BIT["pleads"] for bits in clause.masks[: start + 2])
