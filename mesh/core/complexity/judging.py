"""From what a text asks for to the five signals and the level; gives reasons as templates, renders nothing."""

from __future__ import annotations

from dataclasses import dataclass

from mesh.core.complexity.actions import Action, Reading
from mesh.core.complexity.kinds import BIT, NUMBER, QUOTED, STRANGE, mask
from mesh.core.complexity.lexicon import Check, Rules
from mesh.model.complexity import Level, Signals

_PROD, _WIDE, _DOC, _LOOK = BIT["prod"], BIT["wide"], BIT["doc"], BIT["look"]
_SMALL = mask("doc throwaway name knob")
_CALM = mask("look run trivial")
_MINOR = mask("edit delete fix overwrite toggle build switch move")
_MOVING = frozenset("move convert merge swap replace upgrade 升级 升级到 替换 合并".split())
_LOOKING = mask("look review test")
_READING = frozenset("read 读 translate summarise summarize 总结 总结一下 概括 翻译 翻成 翻译成 翻译一下".split())
_ROUTINE = mask("knob routine test_part name part doc throwaway staging atom info") | QUOTED
_NAMED_THINGS = mask("knob doc name part atom info test_part routine") | QUOTED | NUMBER
_REMOVING = mask("edit delete wipe fix overwrite move look run trivial void")
_PRECIOUS = mask("prod personal money secure everyone outward")
_STAGED = mask("staging throwaway")
_HEAVY = mask("wipe pay migrate deploy rework split")
# Whoever touches one of these does more than a small step, whatever else the rules say.
_SENSITIVE = mask("prod money access secure personal everyone outward store arch")
_ADDING = frozenset("add put insert append 加 补 加上 填 加个 写上 标 create open 新建 建 建个".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The signals, their level and the reasons: a template and the word of the text that gave rise to it."""

    level: Level
    signals: Signals
    reasons: tuple[tuple[str, str], ...]


def judge(reading: Reading, beneath: list[Action], rules: Rules) -> Verdict:
    """Combine what was read as complexity.md says: the higher signal wins.

    `beneath` is what the material asks for that stands below the request; it can only raise the level.
    """
    hits = [hit for action in reading.actions for hit in _checks(action, rules)]
    hits += [hit for action in beneath for hit in _checks(action, rules)]
    if _is_architecture(reading.pondered):
        hits.append(("blast", "asks how a system should be built", ""))
    if reading.holes:
        hits.append(("blast", "reviews security", ""))
    raised = {signal for signal, _, _ in hits}
    ambiguity = _ambiguity(reading)
    signals = Signals(
        scope_ambiguity=ambiguity,
        step_count=max(reading.steps, 1),
        domain_count=max(reading.fields.bit_count(), 1),
        reversible="irreversible" not in raised,
        blast_radius="high" if "blast" in raised else "medium" if raised or _reaches(reading) else "low",
    )
    reasons = tuple({reason: (reason, word) for _, reason, word in hits}.values())
    return Verdict(level=level_of(signals), signals=signals, reasons=reasons)


def level_of(signals: Signals) -> Level:
    """Return the level that the signals amount to."""
    if not signals.reversible or signals.blast_radius == "high":
        return "high"
    if signals.step_count > 5 or signals.domain_count > 2:
        return "medium"
    return "low" if signals.scope_ambiguity == "low" and signals.step_count <= 3 else "medium"


def _checks(action: Action, rules: Rules) -> list[tuple[str, str, str]]:
    bits = action.verb | action.target | action.place
    return [(check.signal, check.reason, action.word) for check in rules.checks_for(action.verb) if _meets(bits, check)]


def _meets(bits: int, check: Check) -> bool:
    for need in check.needs:
        if not bits & need:
            return False
    return not bits & check.unless or bool(bits & _PROD and not bits & _DOC)


def _is_architecture(bits: int) -> bool:
    return bool(bits & BIT["arch"] or (bits & BIT["system"] and bits & mask("rework split migrate wide")))


def _reaches(reading: Reading) -> bool:
    return any(action.place & _WIDE and not action.verb & _LOOK for action in reading.actions)


def _ambiguity(reading: Reading) -> Level:
    if not reading.actions:
        if reading.asked:
            return "medium" if reading.probing or reading.touches & _SENSITIVE else "low"
        return "high"
    worst: Level = "medium" if reading.probing or reading.touches & _SENSITIVE else "low"
    for action in reading.actions:
        if action.marks & BIT["nicer"] or (action.verb & BIT["vague"] and not action.target & _DOC):
            return "high"
        if not _is_small(action) or (reading.trouble and action.verb & _LOOK and not reading.asked):
            worst = "medium"
    return worst


def _is_small(action: Action) -> bool:
    """Say whether an action is one clear step that anybody would do the same way."""
    verb, target, marks = action.verb, action.target, action.marks
    everything = target | action.place
    if verb & BIT["probe"] or marks & BIT["trying"] or verb == STRANGE:
        return False
    if verb & BIT["look"] and not verb & ~_LOOKING:
        return not _is_long_reading(action) and not marks & BIT["trouble"]
    if verb & BIT["wish"]:
        return bool(target & BIT["info"])
    if target & BIT["throwaway"] and not everything & _PRECIOUS and verb & _REMOVING:
        return True
    if everything & _SENSITIVE or verb & _HEAVY:
        return False
    if verb & BIT["move"] and target & NUMBER and not target & ~(NUMBER | mask("info sum version_no")):
        return True
    if everything & BIT["forever"] or _is_long_reading(action):
        return False
    if verb & _CALM:
        return not verb & BIT["run"] or bool(everything & _ROUTINE) or not target
    if everything & (_WIDE | mask("people crowd infra lang")) or marks & BIT["many"]:
        return False
    return _is_edit(action)


def _is_long_reading(action: Action) -> bool:
    """Say whether much is to be read or translated."""
    if action.word not in _READING:
        return False
    many = action.marks & (BIT["many"] | NUMBER) and not action.target & QUOTED
    return bool(many or (action.target | action.place) & mask("bulk wide"))


def _is_edit(action: Action) -> bool:
    """Say whether an action changes one small thing to what the sender names."""
    verb, target, marks = action.verb, action.target, action.marks
    adds = action.word in _ADDING or action.word[0] in "加补添插"
    if verb & BIT["build"] and not verb & BIT["edit"] or adds:
        return adds and bool(target & (mask("atom throwaway name") | QUOTED))
    if action.word == "make" and not target & (QUOTED | NUMBER):
        return False  # to make a thing do something is to build it
    known = target & _NAMED_THINGS
    if known and verb & BIT["edit"] and not (verb & mask("move upgrade") and action.word in _MOVING) and (marks & BIT["to"] or target & (QUOTED | NUMBER)):
        return True
    return bool(verb & _MINOR and target & _SMALL)
