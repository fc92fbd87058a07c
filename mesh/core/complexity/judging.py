"""From what a text asks for to the five signals and the level; says why in templates, renders nothing."""

from __future__ import annotations

from dataclasses import dataclass

from mesh.core.complexity.actions import Action, Reading
from mesh.core.complexity.kinds import BIT, NUMBER, QUOTED, mask
from mesh.core.complexity.lexicon import Rules
from mesh.model.complexity import Level, Signals

_PROD = BIT["prod"]
_WIDE = BIT["wide"]
_DOC = mask("doc")
_SMALL = mask("doc throwaway name")
_CALM = mask("look run trivial")
_TRYING = mask("probe vague test design rework split migrate review deploy")
_SETTING = mask("edit")
_MINOR = mask("edit delete fix overwrite toggle build switch move")
_STAGED = mask("staging throwaway")
_STIFF = mask("neutral")
_ADDING = frozenset("add put insert append mark 加 补 加上 填 加个 写上 标 create make open 新建 建 建个 set".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The signals and the templates of the reasons, the weightiest first."""

    level: Level
    signals: Signals
    reasons: tuple[tuple[str, dict[str, object]], ...]


def judge(reading: Reading, material: Reading | None, rules: Rules) -> Verdict:
    """Combine what was read as complexity.md says: the higher signal wins."""
    hits: list[tuple[str, str, str]] = []
    for action in reading.actions:
        hits += _checks(action, rules)
    if material is not None:
        for action in material.actions:
            hits += [hit for hit in _checks(action, rules) if hit[0] in ("irreversible", "blast")]
    if reading.pondered:
        hits += _pondered(reading.pondered)
    reversible = not any(signal == "irreversible" for signal, _, _ in hits)
    wide = any(signal == "blast" for signal, _, _ in hits)
    ambiguity = _ambiguity(reading)
    domains = max(1, reading.fields.bit_count())
    steps = max(reading.steps, 1)
    some = any(action.place & _WIDE for action in reading.actions) and ambiguity != "low"
    signals = Signals(
        scope_ambiguity=ambiguity,
        step_count=steps,
        domain_count=domains,
        reversible=reversible,
        blast_radius="high" if wide else "medium" if some or not reversible else "low",
    )
    level = level_of(signals)
    reasons = [(reason, {"word": word}) for _, reason, word in hits]
    return Verdict(level=level, signals=signals, reasons=tuple(dict((r[0], r) for r in reasons).values()))


def level_of(signals: Signals) -> Level:
    """Return the level that the signals amount to."""
    if not signals.reversible or signals.blast_radius == "high":
        return "high"
    if signals.step_count > 5 or signals.domain_count > 2:
        return "medium"
    return "low" if signals.scope_ambiguity == "low" and signals.step_count <= 3 else "medium"


def _checks(action: Action, rules: Rules) -> list[tuple[str, str, str]]:
    bits = action.verb | action.target | action.place
    found = []
    for check in rules.checks:
        if bits & check.unless and not (bits & _PROD and not bits & _DOC):
            continue
        for need in check.needs:
            if not bits & need:
                break
        else:
            found.append((check.signal, check.reason, action.word))
    return found


def _pondered(bits: int) -> list[tuple[str, str, str]]:
    if bits & mask("arch") or (bits & mask("system") and bits & mask("rework split migrate wide")):
        return [("blast", "asks how a system should be built", "")]
    return []


def _ambiguity(reading: Reading) -> Level:
    if not reading.actions:
        if reading.asked:
            return "medium" if reading.probing else "low"
        return "high"
    worst: Level = "medium" if reading.probing else "low"
    for action in reading.actions:
        if action.marks & BIT["nicer"] or action.verb & BIT["vague"] and not action.target & _DOC:
            return "high"
        if not _is_small(action) or (reading.trouble and action.verb & BIT["look"] and not reading.asked):
            worst = "medium"
    return worst


def _is_small(action: Action) -> bool:
    """Say whether an action is one clear step that anybody would do the same way."""
    verb, target = action.verb, action.target
    if verb & BIT["probe"]:
        return False
    if verb & _CALM:
        return not (verb & BIT["look"] and action.marks & BIT["trouble"])
    if target & BIT["throwaway"] and verb & _MINOR:
        return True
    if verb & BIT["build"] and not verb & BIT["edit"] and action.word not in _ADDING:
        return False
    if verb & _SETTING and (action.marks & (BIT["to"] | NUMBER) or target & QUOTED):
        return not (action.place | target) & _WIDE
    if verb & _MINOR and target & _SMALL:
        return not (action.place | target) & _WIDE
    return False
