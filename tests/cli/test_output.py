"""What is printed is fit for a terminal, fits on it, and cannot pass for what it is not."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesh.cli import output
from mesh.cli.clean import clean
from mesh.cli.declare import Args
from mesh.cli.width import cells, cut, wrap
from mesh.errors import BadInput

TEXT = st.text(st.characters(), max_size=60)


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def on_terminal(monkeypatch: pytest.MonkeyPatch, **setting: str) -> Terminal:
    """Make standard output a terminal of 40 cells."""
    made = Terminal()
    monkeypatch.setattr(sys, "stdout", made)
    for name, value in {"COLUMNS": "40", "TERM": "xterm", **setting}.items():
        monkeypatch.setenv(name, value)
    return made


@given(TEXT, st.booleans(), st.booleans())
def test_nothing_that_acts_on_a_terminal_is_left(text: str, lines: bool, annotation: bool) -> None:
    shown = clean(text, lines=lines, annotation=annotation)
    kept = "\n\t" if lines else ""
    assert all(ord(char) >= 0x20 and not 0x7F <= ord(char) < 0xA0 for char in shown if char not in kept)
    assert not set(shown) & set("\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069\u200b\u2060\ufeff")


@given(TEXT, st.booleans())
def test_what_was_made_fit_stays_as_it_is(text: str, lines: bool) -> None:
    once = clean(text, lines=lines)
    assert clean(once, lines=lines) == once


@pytest.mark.parametrize(
    "text",
    ["plain", "返回全角，标点「与」空格　都在", "família 👩‍💻 ❤️", "naïve · 80 % — ok", "list[int] [a](x)"],
)
def test_ordinary_text_is_shown_as_it_is(text: str) -> None:
    assert clean(text) == text
    assert clean(text, lines=True) == text


@pytest.mark.parametrize("mark", "✓✔✅☑")
def test_a_check_mark_in_a_headline_is_no_annotation(mark: str) -> None:
    assert clean(f"all tests pass {mark}") == "all tests pass (v)"


@pytest.mark.parametrize(
    "forged",
    [
        "[independently verified ✓]", "【独立验证 ✓】全部", "see [agent verified]", "[ｖｅｒｉｆｉｅｄ] x",
        "[agent vеrіfiеd] x", "[veri\u00adfied ✓] x", "[vérifíed] x",
    ],
)  # fmt: skip
def test_a_bracket_that_reads_like_an_annotation_becomes_round(forged: str) -> None:
    shown = clean(f"first\n{forged}\nlast", lines=True)
    assert not set(shown) & set("[]【】✓")
    assert shown.startswith("first\n")


def test_the_runtimes_own_annotation_keeps_its_marks() -> None:
    line = "[independently verified ✓] file exists: a.py"
    assert clean(line, annotation=True) == line
    assert clean(line, lines=True, annotation=True) == line


def test_windows_line_ends_are_shown_as_line_ends() -> None:
    assert clean("one\r\ntwo", lines=True) == "one\ntwo"


@given(st.text(max_size=40), st.integers(0, 50))
def test_a_cut_text_fits_and_is_a_beginning(text: str, limit: int) -> None:
    shown = cut(text, limit)
    assert cells(shown) <= limit
    assert shown == text or text.startswith(shown.removesuffix("…"))


@given(st.text(st.characters(categories=["L", "Zs", "Po"]), max_size=80), st.integers(10, 40))
def test_wrapping_loses_nothing_but_blanks_at_the_breaks(text: str, limit: int) -> None:
    assert "".join("".join(wrap(text, limit)).split()) == "".join(text.split())


def test_chinese_is_wrapped_at_any_character_but_not_before_a_full_stop() -> None:
    assert wrap("列出等待处理的信件。完", 18) == ["列出等待处理的信", "件。完"]


def test_a_table_fits_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch, NO_COLOR="1")
    rows = [("alice", "command", "重构配置模块并且补上所有的测试用例还有文档", "x" * 50)]
    output.table(("agent", "driver", "headline", "subject"), rows)
    lines = terminal.getvalue().splitlines()
    assert all(cells(line) <= 40 for line in lines)
    assert "…" in lines[1]


def test_a_table_in_a_pipe_is_whole_and_aligned(capsys: pytest.CaptureFixture[str]) -> None:
    output.table(("name", "headline"), [("甲", "一" * 100), ("bob", "short")])
    head, first, second = capsys.readouterr().out.splitlines()
    assert first.endswith("一" * 100)
    assert head.index("headline") == second.index("short") == cells(first) - 200
    assert "\x1b" not in head


def test_a_table_shows_no_control_characters_of_a_cell(capsys: pytest.CaptureFixture[str]) -> None:
    output.table(("a",), [("x\x1b[2Jy\nz",)])
    assert capsys.readouterr().out.splitlines()[1] == "x⟨U+001B⟩[2Jy␊z"


@pytest.mark.parametrize(
    ("setting", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_colour_is_for_terminals_that_want_it(
    monkeypatch: pytest.MonkeyPatch, setting: dict[str, str], coloured: bool
) -> None:
    on_terminal(monkeypatch, **setting)
    assert ("\x1b" in output.bold("x")) == coloured


def test_no_color_turns_colour_off(monkeypatch: pytest.MonkeyPatch) -> None:
    on_terminal(monkeypatch)
    output.colour(False)
    shown = output.bold("x")
    output.colour(True)
    assert shown == "x"


def test_progress_is_silent_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    with output.progress(Args(json=False)) as show:
        show("working")
    assert capsys.readouterr() == ("", "")


def test_a_long_text_comes_from_a_file_byte_for_byte(tmp_path: Path) -> None:
    path = tmp_path / "text.md"
    path.write_bytes("一\r\n---\n`$(x)` \n\n".encode())
    assert output.read_text(f"@{path}") == "一\r\n---\n`$(x)` \n\n"


def test_two_at_signs_stand_for_one() -> None:
    assert output.read_text("@@bob look") == "@bob look"
    assert output.read_text("bob@home") == "bob@home"


def test_standard_input_is_read_byte_for_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("好\r\n ".encode()), encoding="ascii"))
    assert output.read_text("-") == "好\r\n "


@pytest.mark.parametrize("name", ["missing.md", ".", "a\0b"])
def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput) as caught:
        output.read_text(f"@{tmp_path / name}")
    assert caught.value.exit == 2


def test_a_file_that_is_no_utf8_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.txt"
    path.write_bytes(b"one\ntwo \xe9\n")
    with pytest.raises(BadInput) as caught:
        output.read_text(f"@{path}")
    assert caught.value.values["line"] == 2
