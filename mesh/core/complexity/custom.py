"""A workspace's own rules: the key `complexity` of mesh.yaml, checked strictly; phrases only, never patterns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mesh.core.complexity.kinds import BIT, NOUNS, VERBS
from mesh.core.complexity.lexicon import Rules, standard
from mesh.core.complexity.words import fold
from mesh.errors import Malformed
from mesh.model.fields import Fields

LEVELS = ("low", "medium", "high")
CLASSES = tuple(
    name for name in VERBS + NOUNS if name not in ("danger", "version_no", "sum") and not name.startswith("custom_")
)
_WHERE = "mesh.yaml complexity"
_LONGEST = 80
_MOST_WORDS = 8


def parse_rules(values: Mapping[str, Any]) -> Rules:
    """Return the standard rules with those of a workspace; raises Malformed naming the key.

    `low`, `medium` and `high` are lists of phrases: a request that names one has at least that level, and with
    `low` counts as small unless something weightier is in it. `words` maps classes of the rules to phrases.
    """
    fields = Fields(values, _WHERE)
    phrases: dict[str, int] = {}
    for level in LEVELS:
        for phrase in fields.texts(level):
            _add(phrases, phrase, BIT[f"custom_{level}"], _WHERE, level)
    inner = Fields(fields.mapping("words"), f"{_WHERE} words")
    for name in CLASSES:
        for phrase in inner.texts(name):
            _add(phrases, phrase, BIT[name], f"{_WHERE} words", name)
    _close(inner, f"{_WHERE} words", CLASSES)
    _close(fields, _WHERE, (*LEVELS, "words"))
    return standard().extended(phrases)


def _add(phrases: dict[str, int], phrase: str, bits: int, what: str, key: str) -> None:
    words = fold(phrase).split()
    folded = " ".join(words)
    if not words or len(folded) > _LONGEST or len(words) > _MOST_WORDS:
        raise Malformed(
            "{what}: `{field}` holds a phrase that is empty or too long: `{phrase}`",
            what=what, field=key, phrase=phrase[:_LONGEST],
            hint="give one to eight words, 80 characters at most",
        )  # fmt: skip
    chinese = [not word.isascii() for word in words]
    if any(chinese) and (len(words) > 1 or any(character.isascii() for character in folded)):
        raise Malformed(
            "{what}: `{field}` mixes Chinese with Latin letters or spaces: `{phrase}`",
            what=what, field=key, phrase=phrase, hint="give the parts one by one",
        )  # fmt: skip
    phrases[folded] = phrases.get(folded, 0) | bits


def _close(fields: Fields, what: str, known: tuple[str, ...]) -> None:
    for name in fields.rest:
        raise Malformed(
            "{what}: `{field}` is not a known key", what=what, field=name, hint="known: {known}",
            known=", ".join(known),
        )  # fmt: skip
