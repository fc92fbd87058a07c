"""The rules are sound data: no phrase twice, every pattern translates, every example of a label is known."""

from __future__ import annotations

from collections import Counter

import pytest

from mesh.core.claims.matching import translate
from mesh.core.claims.rules import INHERITED, RULES, TAGS
from mesh.core.claims.tokens import vocabulary
from mesh.core.claims.vocabulary import GROUPS

PHRASES = [
    " ".join(phrase.split())
    for group in GROUPS
    for listed in group.values()
    for phrase in listed.split(",")
    if phrase.strip()
]


def test_no_phrase_stands_twice() -> None:
    assert [phrase for phrase, times in Counter(PHRASES).items() if times > 1] == []


def test_every_phrase_is_in_lower_case() -> None:
    assert [phrase for phrase in PHRASES if phrase != phrase.lower()] == []


@pytest.mark.parametrize("rule", RULES, ids=[f"{at} {rule.key}" for at, rule in enumerate(RULES)])
def test_every_pattern_translates_and_names_its_key(rule: object) -> None:
    pattern, key = rule.pattern, rule.key  # type: ignore[attr-defined]
    assert translate(pattern).groups > 0
    assert all(
        name
        in set(vocabulary().classes.values())
        | {"CTEST", "CBUILD", "CLINT", "CTYPES", "KTEST", "PTEST", "CMD", "PCMD"}
        for name in key.split()
    )


def test_a_pattern_with_an_unknown_name_is_an_error() -> None:
    with pytest.raises(KeyError):
        translate("TESTS NONSENSE")


def test_what_is_inherited_and_tagged_uses_known_classes() -> None:
    assert "verdict" in translate(INHERITED).groupindex
    assert set(" ".join(TAGS.values()).split()) <= set(vocabulary().classes.values())
