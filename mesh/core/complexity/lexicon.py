"""The rules as loaded: phrases with their classes, and which classes together decide; judges no text itself."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from mesh.core.complexity.kinds import ALL_VERBS, BIT, NOMINAL, STRANGE

_FILE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "rules", "complexity.txt")

_COMMAND = BIT["run"] | BIT["danger"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One rule: when `needs` are all met and nothing of `unless` is, `signal` is raised for `reason`."""

    signal: str
    needs: tuple[int, ...]
    unless: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Phrases and checks.

    `spans` gives for the first word of a phrase the number of words of the longest one that begins so, and
    for the first two characters of a Chinese phrase the lengths to try, longest first. `gaps` holds the phrases
    with words between (`shut ... down`): first word, then last word.
    """

    words: dict[str, int]
    spans: dict[str, int]
    lengths: dict[str, tuple[int, ...]]
    gaps: dict[str, dict[str, int]]
    checks: tuple[Check, ...]
    dangers: tuple[str, ...] = ()
    harmless: tuple[str, ...] = ()
    by_verb: dict[int, tuple[Check, ...]] = field(default_factory=dict)

    def checks_for(self, verb: int) -> tuple[Check, ...]:
        """Return the checks that a verb of these classes can meet at all."""
        found = self.by_verb.get(verb)
        if found is None:
            found = tuple(check for check in self.checks if check.needs[0] & verb or not check.needs[0] & (ALL_VERBS | STRANGE))
            self.by_verb[verb] = found
        return found


class _Builder:
    def __init__(self) -> None:
        self.words: dict[str, int] = {}
        self.gaps: dict[str, dict[str, int]] = {}
        self.checks: list[Check] = []

    def add(self, phrases: Iterable[str], bits: int) -> None:
        words = self.words
        for phrase in phrases:
            if not phrase:
                continue
            if " ... " in phrase:
                first, last = phrase.split(" ... ")
                ends = self.gaps.setdefault(first, {})
                ends[last] = ends.get(last, 0) | bits
            else:
                words[phrase] = words.get(phrase, 0) | bits

    def rules(self, dangers: Iterable[str] = (), harmless: Iterable[str] = ()) -> Rules:
        spans: dict[str, int] = {}
        lengths: dict[str, set[int]] = {}
        for phrase in self.words:
            if phrase.isascii():
                if " " in phrase:
                    first, _, rest = phrase.partition(" ")
                    spans[first] = max(spans.get(first, 1), 2 + rest.count(" "))
            elif len(phrase) > 1:
                lengths.setdefault(phrase[:2], set()).add(len(phrase))
        return Rules(
            words=self.words,
            spans=spans,
            lengths={first: tuple(sorted(found, reverse=True)) for first, found in lengths.items()},
            gaps=self.gaps,
            checks=tuple(self.checks),
            dangers=tuple(dangers),
            harmless=tuple(harmless),
        )


@cache
def standard() -> Rules:
    """Return the rules that the program brings along."""
    with open(_FILE, encoding="utf-8") as file:
        text = file.read()
    builder = _Builder()
    raw: dict[str, list[str]] = {"danger": [], "danger_ok": []}
    kind = name = ""
    bits = 0
    for line in text.splitlines():
        if not line or line[0] == "#":
            continue
        if line[0] == "[":
            kind, _, name = line[1:-1].partition(" ")
            bits = BIT.get(name, 0) | (NOMINAL if kind == "act" else 0)
        elif kind == "rules":
            builder.checks.append(_check(line))
        elif kind == "mark" and name in raw:
            raw[name] += line.split(", ")
        else:
            builder.add(line.rstrip(",").split(", "), bits)
    builder.add((" ".join(part.strip("-") for part in danger.split()) for danger in raw["danger"]), _COMMAND)
    return builder.rules(raw["danger"], raw["danger_ok"])


def _check(line: str) -> Check:
    """Read `signal: a|b + c ! d|e: reason`."""
    signal, _, rest = line.partition(": ")
    classes, _, reason = rest.partition(": ")
    needed, _, unless = classes.partition(" ! ")
    return Check(
        signal=signal,
        needs=tuple(_either(group) for group in needed.split(" + ")),
        unless=_either(unless) if unless else 0,
        reason=reason.strip(),
    )


def _either(group: str) -> int:
    total = 0
    for name in group.strip().split("|"):
        total |= BIT[name]
    return total
