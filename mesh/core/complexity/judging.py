"""From what a text asks for to the five signals and the level, with the reasons as templates; renders nothing."""

from __future__ import annotations

from dataclasses import dataclass

from mesh.core.complexity.actions import Action, Reading
from mesh.core.complexity.kinds import BIT, mask
from mesh.core.complexity.lexicon import Check, Rules
from mesh.core.complexity.smallness import SENSITIVE, is_small
from mesh.model.complexity import Level, Signals

MANY_STEPS = 5
MANY_DOMAINS = 2
FEW_STEPS = 3
_PROD, _WIDE, _DOC, _LOOK, _ARCH = BIT["prod"], BIT["wide"], BIT["doc"], BIT["look"], BIT["arch"]
_RESHAPING = mask("rework split migrate wide")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A rule that was met: its signal, its reason, and the word of the text that did it."""

    signal: str
    reason: str
    word: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The signals, the level they amount to, and the rules met, each reason once."""

    level: Level
    signals: Signals
    hits: tuple[Hit, ...]


def judge(reading: Reading, beneath: list[Action], rules: Rules) -> Verdict:
    """Combine what was read as complexity.md says: the higher signal wins.

    `beneath` is what the material below the request asks for; it can only raise the level.
    """
    hits: dict[str, Hit] = {}
    for action in [*reading.actions, *beneath]:
        for hit in _hits(action, rules):
            hits.setdefault(hit.reason, hit)
    for hit in _asked(reading):
        hits.setdefault(hit.reason, hit)
    raised = {hit.signal for hit in hits.values()}
    signals = Signals(
        scope_ambiguity=_ambiguity(reading),
        step_count=max(reading.steps, 1),
        domain_count=max(reading.fields.bit_count(), 1),
        reversible="irreversible" not in raised,
        blast_radius="high" if "blast" in raised else "medium" if raised or _reaches(reading) else "low",
    )
    return Verdict(level=level_of(signals), signals=signals, hits=tuple(hits.values()))


def level_of(signals: Signals) -> Level:
    """Return the level that the signals amount to."""
    if not signals.reversible or signals.blast_radius == "high":
        return "high"
    if signals.step_count > MANY_STEPS or signals.domain_count > MANY_DOMAINS:
        return "medium"
    return "low" if signals.scope_ambiguity == "low" and signals.step_count <= FEW_STEPS else "medium"


def _hits(action: Action, rules: Rules) -> list[Hit]:
    bits = action.verb | action.target | action.place
    return [
        Hit(signal=check.signal, reason=check.reason, word=action.word)
        for check in rules.checks_for(action.verb)
        if _meets(bits, check)
    ]


def _meets(bits: int, check: Check) -> bool:
    """Say whether a rule is met; production overrules what makes a thing small elsewhere."""
    for need in check.needs:
        if not bits & need:
            return False
    return not bits & check.unless or bool(bits & _PROD and not bits & _DOC)


def _asked(reading: Reading) -> list[Hit]:
    """Return what a mere question calls for: an architecture, or a review of security."""
    found = []
    shape = reading.pondered
    if shape & _ARCH or (shape & BIT["system"] and shape & _RESHAPING):
        found.append(Hit(signal="blast", reason="asks how a system should be built"))
    if reading.holes:
        found.append(Hit(signal="blast", reason="reviews security"))
    return found


def _reaches(reading: Reading) -> bool:
    return any(action.place & _WIDE and not action.verb & _LOOK for action in reading.actions)


def _ambiguity(reading: Reading) -> Level:
    if not reading.actions and not reading.asked:
        return "high"
    worst: Level = "medium" if reading.probing or reading.touches & SENSITIVE else "low"
    for action in reading.actions:
        if action.marks & BIT["nicer"] or (action.verb & BIT["vague"] and not action.target & _DOC):
            return "high"
        troubled = reading.trouble and action.verb & _LOOK and not reading.asked
        if troubled or not is_small(action):
            worst = "medium"
    return worst
