"""A reply is read strictly: its front matter, its level, its assertions, and where a rule is broken."""

from __future__ import annotations

import pytest

from mesh.core.claims import find_claims, read_reply
from mesh.core.claims.reading import (
    BAD_CONFIDENCE,
    BAD_LEVEL,
    NO_CLAIM,
    NO_EVIDENCE,
    NO_LIST,
    NO_MAPPING,
    NO_REASONING,
    NO_TEXT,
)
from mesh.errors import Malformed

SOUND = """---
complexity: high
assertions:
  - claim: "the cache halves the time"
    confidence: verified
    evidence: "bench/cache.json"
    verify_command: "python bench/check.py cache"
  - claim: 瓶颈在磁盘
    confidence: inferred
    reasoning: |
      the CPU idles
      while it waits
---
The tests pass.
"""


def test_level_and_assertions_are_read_with_their_lines() -> None:
    reply = read_reply(SOUND)
    assert (reply.complexity, reply.errors) == ("high", ())
    assert [(entry.claim, entry.confidence, entry.line) for entry in reply.assertions] == [
        ("the cache halves the time", "verified", 4),
        ("瓶颈在磁盘", "inferred", 8),
    ]
    assert reply.assertions[0].verify_command == "python bench/check.py cache"
    assert reply.text[reply.body_start :] == "The tests pass.\n"


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_an_assertion_becomes_a_claim_at_its_place(ending: str) -> None:
    text = SOUND.replace("\n", ending)
    reply = read_reply(text)
    first, second, prose = find_claims(reply)
    assert (first.kind, first.source, first.target) == (
        "assertion",
        "assertion",
        "python bench/check.py cache",
    )
    assert text[first.start : first.end].startswith("claim:") and text[
        first.start : first.end
    ].endswith('check.py cache"')
    assert text[second.start : second.end].startswith("claim: 瓶颈在磁盘")
    assert second.target is None and second.assertion == reply.assertions[1]
    assert (prose.id, prose.kind, prose.text) == (3, "tests_pass", "The tests pass")


@pytest.mark.parametrize(
    ("entry", "what"),
    [
        ("{claim: a, confidence: verified}", NO_EVIDENCE),
        ("{claim: a, confidence: verified, evidence: ''}", NO_EVIDENCE),
        ("{claim: a, confidence: verified, reasoning: because}", NO_EVIDENCE),
        ("{claim: a, confidence: inferred, evidence: seen}", NO_REASONING),
        ("{claim: a, confidence: uncertain}", NO_REASONING),
        ("{claim: a, confidence: sure, evidence: seen}", BAD_CONFIDENCE),
        ("{claim: a, evidence: seen}", BAD_CONFIDENCE),
        ("{claim: a, confidence: [verified], evidence: seen}", NO_TEXT),
        ("{confidence: verified, evidence: seen}", NO_CLAIM),
        ("{claim: '  ', confidence: verified, evidence: seen}", NO_CLAIM),
        ("{claim: a, confidence: verified, evidence: {seen: yes}}", NO_TEXT),
        ("just text", NO_MAPPING),
    ],
)
def test_an_assertion_that_breaks_its_rule_is_reported_at_its_line_and_is_none(
    entry: str, what: str
) -> None:
    good = "{claim: b, confidence: verified, evidence: seen}"
    reply = read_reply(f"---\nassertions:\n  - {good}\n\n  - {entry}\n---\nAll tests pass.\n")
    assert [(error.line, error.what) for error in reply.errors] == [(5, what)]
    assert [claim.kind for claim in find_claims(reply)] == ["assertion", "tests_pass"]


def test_an_unknown_level_and_assertions_that_are_no_list_are_reported() -> None:
    reply = read_reply("---\ntitle: x\ncomplexity: huge\nassertions: none of them\n---\n")
    assert [(error.line, error.what) for error in reply.errors] == [(3, BAD_LEVEL), (4, NO_LIST)]
    assert reply.complexity is None


@pytest.mark.parametrize(
    ("front", "line"),
    [
        ("complexity: !!python/name:os.system", 2),
        ("title: x\ncomplexity: !level high", 3),
        ("assertions: &all []\nmore: *all", 2),
        ("complexity: low\ncomplexity: high", 3),
        ("assertions:\n  - claim: [", 4),
        ("a: b: c", 2),
        ("assertions:\n- claim: a\n\tconfidence: b", 4),
        ("- claim: a", 2),
    ],
)
def test_a_front_matter_that_is_no_strict_yaml_is_refused_with_the_line_in_the_reply(
    front: str, line: int
) -> None:
    with pytest.raises(Malformed) as refused:
        read_reply(f"---\n{front}\n---\nThe tests pass.\n")
    assert refused.value.line == line
    assert refused.value.exit == 2


def test_a_front_matter_that_is_never_closed_is_refused() -> None:
    with pytest.raises(Malformed) as refused:
        read_reply("---\nassertions:\n  - claim: a\n\nThe tests pass.\n")
    assert refused.value.line == 1


@pytest.mark.parametrize(
    "text",
    [
        "The tests pass.",
        "---\n\nThe tests pass.\n",
        "---\nThe tests pass.\n---\n",
        "---\n---\nThe tests pass.\n",
        "\ufeff---\ncomplexity: low\n---\nThe tests pass.\n",
        "\n\n---\ncomplexity: low\n---\nThe tests pass.\n",
        "---\ncomplexity: low\n...\nThe tests pass.\n",
        "---\ncomplexity: low\n---\nThe tests pass.\n---\n",
    ],
)
def test_prose_is_found_with_and_without_a_front_matter(text: str) -> None:
    reply = read_reply(text)
    (claim,) = find_claims(reply)
    assert text[claim.start : claim.end] == claim.text == "The tests pass"
    assert reply.errors == ()


def test_an_empty_reply_claims_nothing() -> None:
    assert find_claims(read_reply("")) == ()
