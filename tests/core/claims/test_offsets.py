"""The text of a claim in prose is what stands at its place in the reply, whatever the Markdown around it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.claims.finding import briefs, claims_of

PIECES = [
    "The file `a.py` was created.",
    "测试全部通过。",
    "**All 5 tests pass**",
    "> quoted: the tests pass",
    "- `b.py`: updated",
    "| Tests | passed |\n|---|---|\n| unit | ok |",
    "```\nthe build passes\n```",
    "<!-- hidden -->",
    "I *deleted* `c.py`.",
    "See [the notes](docs/n.md).",
    "已提交为 `abc1234`，在分支 `f/x` 上。",
    "😀 lint is clean 😀",
    "# 完成",
    "\t",
    "  ",
    "---",
    "~~the build passes~~",
    "“the tests pass”",
    "\u200bThe tests\u200b pass.",
    "Created\n`d.py`\nand `e.py`.",
    "1. Created `f.py`",
]


@given(
    st.lists(st.sampled_from(PIECES), max_size=12),
    st.sampled_from(["\n\n", "\n", " ", "\r\n", "\r\n\r\n"]),
)
def test_the_offsets_point_at_the_text(pieces: list[str], joint: str) -> None:
    text = "Note." + joint + joint.join(pieces)
    claims = claims_of(text)
    assert [claim.id for claim in claims] == list(range(1, len(claims) + 1))
    assert [(c.start, c.end) for c in claims] == sorted((c.start, c.end) for c in claims)
    for claim in claims:
        assert claim.text == text[claim.start : claim.end] != ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("First.\n\nThe file `a.py` was created.", ["`a.py` was created"]),
        ("Created `a.py`, `b.py`.", ["Created `a.py`", "Created `a.py`, `b.py`"]),
        ("已创建 `a.py`，测试全部通过。", ["已创建 `a.py`", "测试全部通过"]),
        ("The **unit tests**\nall pass.", ["The **unit tests**\nall pass"]),
        ("😀 `python a.py` prints `hi`.", ["`python a.py` prints `hi`"]),
    ],
)
def test_the_text_holds_the_words_of_the_claim(text: str, words: list[str]) -> None:
    assert [claim.text for claim in claims_of(text)] == words


@given(st.sampled_from(["", "😀", "前言。\n\n", "# T\n\n", "> q\n\n", "\ufeff", "```\nx\n```\n\n"]))
def test_what_stands_before_moves_a_claim_and_changes_nothing_else(prefix: str) -> None:
    text = "Removed `a.py`; the build passes."
    moved = claims_of(prefix + text)
    assert [(c.kind, c.start - len(prefix), c.text) for c in moved] == [
        (c.kind, c.start, c.text) for c in claims_of(text)
    ]


def test_line_ends_of_windows_change_no_claim() -> None:
    text = "Created:\n\n- `a.py`\n- `b.py`\n\n| Check | Result |\n|---|---|\n| Tests | pass |\n"
    assert (
        briefs(text.replace("\n", "\r\n"))
        == briefs(text)
        == {"file_exists a.py", "file_exists b.py", "tests_pass"}
    )
