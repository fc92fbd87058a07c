"""Text of others made fit to show."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesh.core.visible import one_line, visible, whole


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[8mb", "a⟨U+001B⟩[8mb"),
        ("\u202eabc\u202c", "⟨U+202E⟩abc⟨U+202C⟩"),
        ("pass\u200bword", "pass⟨U+200B⟩word"),
        ("a\rb", "a⟨U+000D⟩b"),
        ("a\u2028b\x0bc\x85d", "a⟨U+2028⟩b⟨U+000B⟩c⟨U+0085⟩d"),
        ("x\u200b\u200b\u200b\u200b\u200by", "x⟨U+200B ×5⟩y"),
        ("hi\U000e0041\U000e0042", "hi⟨U+E0041⟩⟨U+E0042⟩"),
        ("a\ufe0f\ufe0e\ufe0f", "a\ufe0f⟨U+FE0E⟩⟨U+FE0F⟩"),
        ("\ufe0f", "⟨U+FE0F⟩"),
        ("a\u200db", "a⟨U+200D⟩b"),
        ("\udce9", "⟨U+DCE9⟩"),
        ("a\u3164b\u2800c", "a⟨U+3164⟩b⟨U+2800⟩c"),
    ],
)
def test_hidden_characters_are_spelled_out(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize(
    "text",
    ["", "plain\n\ttext", "中文，标点！", "👩‍👩‍👧 👍🏽 ❤️ 1️⃣", "é é", "한국어 العربية"],
)
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert visible(text) == text


@given(st.text())
def test_nothing_that_reorders_or_hides_is_left(text: str) -> None:
    shown = visible(text)
    hidden = [char for char in shown if unicodedata.category(char) in ("Cc", "Zl", "Zp", "Cs")]
    assert set(hidden) <= {"\n", "\t"}
    assert not set(shown) & set("\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u200b\u200e\ufeff")


def test_a_million_hidden_characters_take_little_room_and_time() -> None:
    assert visible("a" + "\u200b" * 1_000_000) == "a⟨U+200B ×1000000⟩"
    assert len(visible("\u200b\u200c" * 200_000)) == 3_200_000


def test_one_line_is_one_line_and_says_when_it_is_cut() -> None:
    assert one_line("a\r\n b\tc", 20) == "a b c"
    assert one_line("a\u2028b", 20) == "a⟨U+2028⟩b"
    assert one_line("字" * 50, 10) == "字" * 9 + "…"


@pytest.mark.parametrize("picture", ["👨‍👩‍👧", "👍🏽", "é", "❤️"])
def test_no_character_is_cut_in_two(picture: str) -> None:
    text = "ab" + picture
    for limit in range(3, len(text)):
        assert text[: whole(text, limit)] == "ab"


@given(st.text(), st.integers(1, 50))
def test_a_cut_never_takes_more_than_asked(text: str, limit: int) -> None:
    end = whole(text, limit)
    assert end <= max(limit, 0) or end == len(text)
