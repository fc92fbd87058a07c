"""Notes: written so that they read back, read as people write them, digested fairly, searched."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesh.core import notes
from mesh.errors import BadInput
from mesh.model.note import KINDS, Note

AT = datetime(2026, 11, 30, 22, 24, tzinfo=UTC)


def note(kind: str, text: str, days: int = 0) -> Note:
    return Note(kind=kind, text=text, at=AT + timedelta(days=days), author="bob")


def read(kind: str, text: str) -> list[tuple[str, str, str]]:
    """Return date, author and text of each note."""
    found = notes.parse(kind, text)
    return [(f"{item.at:%m-%d %H:%M}" if item.at else "", item.author, item.text) for item in found]


def test_an_entry_is_easy_for_a_person() -> None:
    assert notes.entry("decisions", "Sets, not lists.\n\nThey are faster.", at=AT, author="bob") == (
        "\n## 2026-11-30 22:24 · bob\n\nSets, not lists.\n\nThey are faster.\n"
    )
    assert notes.entry("memory", "用集合\n不用列表", at=AT, author="bob") == (
        "- 2026-11-30 22:24 · bob: 用集合\n  不用列表\n"
    )


def test_times_are_written_in_utc() -> None:
    east = AT.astimezone(timezone(timedelta(hours=8)))
    assert "22:24" in notes.entry("issues", "x", at=east, author="bob")


LINES = st.one_of(
    st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=30),
    st.sampled_from(
        ["## 2026-01-02 · carol", "- 2026-01-02 · carol: hi", "\\## 2026-01-02", "# Title", "", "  ", "```"]
    ),
)


@given(st.lists(st.tuples(st.sampled_from(KINDS), st.lists(LINES, min_size=1, max_size=5)), max_size=4))
def test_what_is_written_reads_back_as_it_was(written: list[tuple[str, list[str]]]) -> None:
    for kind in KINDS:
        texts = ["\n".join(lines) for k, lines in written if k == kind and "".join(lines).strip()]
        body = "".join(notes.entry(kind, text, at=AT, author="bob-2") for text in texts)
        found = notes.parse(kind, notes.heading(kind) + body)
        assert [(item.at, item.author, item.text) for item in found] == [
            (AT, "bob-2", "\n".join(notes._plain(text))) for text in texts
        ]


def test_an_empty_note_is_refused() -> None:
    with pytest.raises(BadInput):
        notes.entry("memory", " \n\t", at=AT, author="bob")


def test_what_a_person_writes_without_form_is_read() -> None:
    text = """\ufeff# Learnings\r
\r
- tabs, not spaces\r
  in every file\r
- 用中文写注释\r
\r
A paragraph\r
of two lines.\r
\r
## 2026-11-30\r
dated by day\r
## 2026/12/1 9:05 bob: said in the heading\r
### 2026年12月2日 决定：用集合\r
## 2026-13-45 no date\r
"""
    assert read("learnings", text) == [
        ("", "", "tabs, not spaces\n  in every file"),
        ("", "", "用中文写注释"),
        ("", "", "A paragraph\nof two lines."),
        ("11-30 00:00", "", "dated by day"),
        ("12-01 09:05", "bob", "said in the heading"),
        ("12-02 00:00", "", "决定：用集合\n## 2026-13-45 no date"),
    ]


def test_an_undated_item_does_not_become_part_of_a_dated_one() -> None:
    text = "- 2026-11-30 · bob: dated\n  and more\n- undated\n- 2026-12-01 · carol: dated too\n"
    assert read("memory", text) == [
        ("11-30 00:00", "bob", "dated\nand more"), ("", "", "undated"), ("12-01 00:00", "carol", "dated too"),
    ]  # fmt: skip


def test_notes_know_their_line() -> None:
    found = notes.parse("issues", "# Issues\n\n- one\n\n## 2026-11-30 · bob\n\ntwo\n")
    assert [item.line for item in found] == [3, 5]


# -- the digest


def test_kinds_take_turns_newest_first() -> None:
    many = [note("learnings", f"learning {day}", day) for day in range(50)]
    text = notes.digest([*many, note("decisions", "sets"), note("issues", "slow disk")], 190)
    assert text.split("\n") == [
        "Learnings",
        "- 2027-01-18 bob: learning 49",
        "- 2027-01-17 bob: learning 48",
        "Decisions",
        "- 2026-11-30 bob: sets",
        "Open issues",
        "- 2026-11-30 bob: slow disk",
        "(48 more: `mesh note list`)",
    ]


def test_the_digest_speaks_chinese() -> None:
    from mesh.i18n.zh_notes import MESSAGES

    text = notes.digest([note("learnings", "用制表符")], 200, "zh")
    assert text.split("\n")[0] in ("Learnings", MESSAGES["Learnings"]) and "用制表符" in text


def test_a_note_too_long_is_cut_and_says_so() -> None:
    text = notes.digest([note("issues", "长" * 5000)], 200)
    assert len(text) <= 200 and "… (cut: 5000 characters in all)" in text


def test_no_notes_make_no_digest() -> None:
    assert notes.digest([], 100) == ""


@given(
    st.lists(st.tuples(st.sampled_from(KINDS), st.text(max_size=200), st.integers(0, 30)), max_size=20),
    st.integers(0, 600),
)
def test_the_budget_holds(items: list[tuple[str, str, int]], budget: int) -> None:
    given_notes = [note(kind, text, day) for kind, text, day in items]
    assert len(notes.digest(given_notes, budget)) <= budget


def test_a_note_without_a_date_is_the_oldest() -> None:
    undated = Note(kind="issues", text="old")
    assert notes.digest([undated, note("issues", "new")], 200).index("new") < notes.digest(
        [undated, note("issues", "new")], 200
    ).index("old")


# -- the rest


def test_memory_warns_above_one_kilobyte_of_bytes() -> None:
    assert notes.memory_warning("x" * 1024) is None
    assert "1026 bytes" in (notes.memory_warning("字" * 342) or "")


def test_search_needs_every_word_whatever_case_and_width() -> None:
    kept = [
        note("issues", "Disk ＦＵＬＬ on host", 1),
        note("learnings", "数据库要加索引"),
        note("issues", "disk"),
    ]
    assert [item.text for item in notes.search(kept, "full DISK")] == ["Disk ＦＵＬＬ on host"]
    assert [item.text for item in notes.search(kept, "索引")] == ["数据库要加索引"]
    assert notes.search(kept, "  ") == []


def test_a_kind_is_known_or_refused() -> None:
    assert notes.check_kind(" Learning ") == "learnings"
    with pytest.raises(BadInput, match="`todo`"):
        notes.check_kind("todo")
