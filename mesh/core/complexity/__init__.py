"""Judge how complex a task is by rules: deterministic, linear in the text; asks no model and reads no clock."""

from __future__ import annotations

from typing import Literal

from mesh.core.complexity.actions import find_actions
from mesh.core.complexity.judging import judge
from mesh.core.complexity.lexicon import Rules, standard
from mesh.core.complexity.material import separate
from mesh.core.complexity.words import fold, read
from mesh.i18n import say
from mesh.model.complexity import Assessment

__all__ = ["Rules", "assess"]


def assess(text: str, *, extra: Rules | None = None, language: Literal["en", "zh"] | None = None) -> Assessment:
    rules = extra or standard()
    material = separate(fold(text))
    reading = find_actions(read(material.spoken, rules))
    pasted = None
    if material.pasted and (reading.goahead or not (reading.asked or reading.actions)):
        pasted = find_actions(read(material.pasted, rules))
    verdict = judge(reading, pasted, rules)
    tongue = language or "en"
    return Assessment(
        level=verdict.level, by="rules", signals=verdict.signals,
        reasons=tuple(say(template, tongue, word=word) for template, word in verdict.reasons),
    )
