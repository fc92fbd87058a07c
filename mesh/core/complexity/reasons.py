"""Why a text was judged as it was, in words that a person understands, in English or Chinese."""

from __future__ import annotations

import re
from typing import Literal

from mesh.core.complexity.actions import Reading
from mesh.core.complexity.judging import FEW_STEPS, MANY_DOMAINS, MANY_STEPS, Verdict
from mesh.i18n import say

Language = Literal["en", "zh"]
_HAN = re.compile("[\u3400-\u9fff]")
_LETTER = re.compile("[A-Za-z]")
_HAN_WEIGHT = 3  # a Chinese character says about as much as three letters


def language_of_text(text: str) -> Language:
    """Return the language that most of a text is in."""
    if text.isascii():
        return "en"
    return "zh" if len(_HAN.findall(text)) * _HAN_WEIGHT > len(_LETTER.findall(text)) else "en"


def explain(verdict: Verdict, reading: Reading, language: Language) -> tuple[str, ...]:
    """Return the reasons, the weightiest first; there is always one."""
    found = [_hit(say(hit.reason, language), hit.word, language) for hit in verdict.hits]
    return tuple(found or _plain(verdict, reading, language))


def _hit(reason: str, word: str, language: Language) -> str:
    if not word:
        return reason
    return say("{reason} (`{word}`)", language, reason=reason, word=word)


def _plain(verdict: Verdict, reading: Reading, language: Language) -> list[str]:
    signals = verdict.signals
    found = []
    if signals.step_count > FEW_STEPS:
        limit = MANY_STEPS if signals.step_count > MANY_STEPS else FEW_STEPS
        found.append(say("{count} steps, more than {limit}", language, count=signals.step_count, limit=limit))
    if signals.domain_count > MANY_DOMAINS:
        found.append(say("{count} fields of work", language, count=signals.domain_count))
    if signals.scope_ambiguity == "high":
        found.append(say("the scope can be read in several ways", language))
    elif reading.probing:
        found.append(say("a cause has to be found", language))
    elif signals.scope_ambiguity == "medium":
        found.append(say("more than a small, clearly bounded step", language))
    if not found:
        asks = not reading.actions
        found.append(say("a question or a look-up" if asks else "clear steps that are easy to undo", language))
    return found
