"""The rules as loaded: phrases with their classes, and which classes together decide; judges no text itself."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from mesh.core.complexity.kinds import ALL_VERBS, BIT, NOMINAL, STRANGE

_FILE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "rules", "complexity.txt")
_COMMAND = BIT["run"] | BIT["danger"]
_GAP = " ... "


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

    `spans` gives for the first word of an English phrase the number of words of the longest one that begins
    so, `lengths` for the first two characters of a Chinese one the lengths to try, longest first. `gaps` holds
    the phrases with words between (`shut ... down`): first word, then last word. `dangers` are commands that
    destroy, `harmless` the places where they may.
    """

    words: dict[str, int]
    spans: dict[str, int]
    lengths: dict[str, tuple[int, ...]]
    gaps: dict[str, dict[str, int]]
    checks: tuple[Check, ...]
    dangers: tuple[str, ...]
    harmless: tuple[str, ...]
    _by_verb: dict[int, tuple[Check, ...]] = field(default_factory=dict, compare=False)

    def checks_for(self, verb: int) -> tuple[Check, ...]:
        """Return the checks that a verb of these classes can meet at all."""
        found = self._by_verb.get(verb)
        if found is None:
            known = ALL_VERBS | STRANGE
            found = tuple(check for check in self.checks if not check.needs[0] & known or check.needs[0] & verb)
            self._by_verb[verb] = found
        return found

    def extended(self, phrases: dict[str, int]) -> Rules:
        """Return rules that know these phrases, too."""
        words = dict(self.words)
        for phrase, bits in phrases.items():
            words[phrase] = words.get(phrase, 0) | bits
        spans, lengths = dict(self.spans), dict(self.lengths)
        _index(phrases, spans, lengths)
        return Rules(
            words=words, spans=spans, lengths=lengths, gaps=self.gaps,
            checks=self.checks, dangers=self.dangers, harmless=self.harmless,
        )  # fmt: skip


@cache
def standard() -> Rules:
    """Return the rules that the program brings along."""
    with open(_FILE, encoding="utf-8") as file:
        lines = file.read().split("\n")
    words: dict[str, int] = {}
    gaps: dict[str, dict[str, int]] = {}
    checks: list[Check] = []
    raw: dict[str, list[str]] = {"danger": [], "danger_ok": []}
    kind = name = ""
    bits = 0
    for line in lines:
        if not line or line[0] == "#":
            continue
        if line[0] == "[":
            kind, _, name = line[1:-1].partition(" ")
            bits = BIT.get(name, 0) | (NOMINAL if kind == "act" else 0)
        elif kind == "rules":
            checks.append(_check(line))
        elif kind == "commands":
            raw[name] += line.split(", ")
        else:
            _add(line, bits, words, gaps)
    for command in raw["danger"]:
        words[" ".join(part.strip("-") for part in command.split())] = _COMMAND
    spans: dict[str, int] = {}
    lengths: dict[str, tuple[int, ...]] = {}
    _index(words, spans, lengths)
    return Rules(
        words=words, spans=spans, lengths=lengths, gaps=gaps, checks=tuple(checks),
        dangers=tuple(raw["danger"]), harmless=tuple(raw["danger_ok"]),
    )  # fmt: skip


def _add(line: str, bits: int, words: dict[str, int], gaps: dict[str, dict[str, int]]) -> None:
    apart = _GAP in line
    for phrase in line.split(", "):
        if apart and _GAP in phrase:
            first, _, last = phrase.partition(_GAP)
            ends = gaps.setdefault(first, {})
            ends[last] = ends.get(last, 0) | bits
        else:
            words[phrase] = words[phrase] | bits if phrase in words else bits


def _index(phrases: Iterable[str], spans: dict[str, int], lengths: dict[str, tuple[int, ...]]) -> None:
    found: dict[str, set[int]] = {}
    for phrase in phrases:
        if phrase.isascii():
            if " " in phrase:
                first, _, rest = phrase.partition(" ")
                spans[first] = max(spans.get(first, 1), 2 + rest.count(" "))
        elif len(phrase) > 1:
            start = phrase[:2]
            if start in found:
                found[start].add(len(phrase))
            else:
                found[start] = {len(phrase)}
    for start, sizes in found.items():
        lengths[start] = tuple(sorted(sizes.union(lengths.get(start, ())), reverse=True))


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
