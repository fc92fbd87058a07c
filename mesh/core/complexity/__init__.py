"""Judge how complex a task is by rules: deterministic, linear in the text; asks no model and reads no clock."""

from __future__ import annotations

from mesh.core.complexity.actions import Action, Reading, find_actions
from mesh.core.complexity.custom import parse_rules
from mesh.core.complexity.judging import judge
from mesh.core.complexity.kinds import BIT
from mesh.core.complexity.lexicon import Rules, standard
from mesh.core.complexity.material import Material, separate
from mesh.core.complexity.reasons import Language, explain, language_of_text
from mesh.core.complexity.words import Sentence, fold, read
from mesh.model.complexity import Assessment

_PARAGRAPH = ";\n"  # between two paragraphs a sentence ends, whatever its last mark

__all__ = ["Rules", "assess", "parse_rules"]


def assess(text: str, *, extra: Rules | None = None, language: Language | None = None) -> Assessment:
    """Return the level of a task, its signals and the reasons, in `language` or else that of the text.

    `extra` are the rules of a workspace (`parse_rules`). Nothing that the text says of its own level counts.
    """
    rules = extra or standard()
    reading, beneath = _read(separate(fold(text)), rules)
    verdict = judge(reading, beneath, rules)
    reasons = explain(verdict, reading, language or language_of_text(text))
    return Assessment(level=verdict.level, by="rules", signals=verdict.signals, reasons=reasons)


def _read(material: Material, rules: Rules) -> tuple[Reading, list[Action]]:
    """Return what the sender says, and what the material beneath it asks for."""
    spoken = material.spoken or (material.doubtful or material.pasted,)
    beneath = read(material.doubtful, rules) if material.doubtful and material.spoken else []
    sentences = read(spoken[0], rules)
    reading = find_actions(sentences)
    if len(spoken) > 1:
        others = read(_PARAGRAPH.join(spoken[1:]), rules)
        if _only_asks(sentences, reading, others):
            beneath += others
        else:
            reading = find_actions(sentences + others)
    if material.spoken and (reading.goahead or not (reading.asked or reading.actions)):
        quotes = reading.quotes if reading.goahead else []
        beneath += read(_PARAGRAPH.join([material.pasted, *quotes]), rules)
    return reading, [action for action in find_actions(beneath).actions if action.order]


def _only_asks(first: list[Sentence], reading: Reading, others: list[Sentence]) -> bool:
    """Say whether a first paragraph only asks about what stands beneath it."""
    if not all(action.verb & BIT["look"] for action in reading.actions):
        return False
    if any(clause.union & BIT["pointing"] for sentence in first for clause in sentence):
        return True
    return reading.asked and not any(action.order for action in find_actions(others).actions)
