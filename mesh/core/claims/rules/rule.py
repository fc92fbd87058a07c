"""What a rule is; data alone."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and its conditions.

    `perf`: a word that says it is done must stand in the clause (已, 了, 完成). `subject`: the statement has a
    subject of its own, so that "I will do x, y was done" states y. `denies`: it states the opposite.
    """

    key: str
    pattern: str
    perf: bool = False
    subject: bool = False
    denies: bool = False


def zh(key: str, pattern: str) -> Rule:
    return Rule(key, pattern, perf=True)


def own(key: str, pattern: str) -> Rule:
    return Rule(key, pattern, subject=True)


def no(key: str, pattern: str) -> Rule:
    return Rule(key, pattern, denies=True, subject=True)
