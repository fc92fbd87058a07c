"""Observed tool calls as a hook writes them."""

from __future__ import annotations

import pytest

from mesh.core.runs import parse_runs
from mesh.errors import Malformed

GOOD = '{"at": "2027-01-02T08:00:00+01:00", "tool": "Bash", "command": "make", "exit_code": 2, "output": "x"}'


def test_a_row_is_read_with_its_fields() -> None:
    (run,) = parse_runs(GOOD)
    assert (run.tool, run.command, run.exit_code, run.output, run.path) == ("Bash", "make", 2, "x", None)


def test_blank_lines_a_bom_and_unknown_fields_are_passed_over() -> None:
    text = "\ufeff\n  \n" + GOOD[:-1] + ', "duration": 3}\r\n\n' + GOOD
    assert len(parse_runs(text)) == 2


def test_an_empty_file_holds_no_run() -> None:
    assert parse_runs("") == ()


def test_a_missing_or_null_exit_code_stays_unknown() -> None:
    text = '{"at": "2027-01-02T08:00:00Z", "tool": "Bash", "command": "make", "exit_code": null}'
    assert parse_runs(text)[0].exit_code is None


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[1]",
        "3",
        '"text"',
        "null",
        "[" * 100_000,
        '{"tool": "Bash"}',
        '{"at": "yesterday", "tool": "Bash"}',
        '{"at": "2027-01-02T08:00:00", "tool": "Bash"}',
        '{"at": 3, "tool": "Bash"}',
        '{"at": "2027-01-02T08:00:00Z"}',
        '{"at": "2027-01-02T08:00:00Z", "tool": ""}',
        '{"at": "2027-01-02T08:00:00Z", "tool": "Bash", "command": ["make"]}',
        '{"at": "2027-01-02T08:00:00Z", "tool": "Bash", "exit_code": "0"}',
        '{"at": "2027-01-02T08:00:00Z", "tool": "Bash", "exit_code": true}',
        '{"at": "2027-01-02T08:00:00Z", "tool": "Bash", "exit_code": 0.0}',
        '{"at": "2027-01-02T08:00:00Z", "tool": "Bash", "output": {}}',
    ],
)
def test_a_malformed_row_is_refused_with_its_line(line: str) -> None:
    with pytest.raises(Malformed) as caught:
        parse_runs(f"{GOOD}\n\n{line}\n{GOOD}")
    assert caught.value.line == 3
    assert str(caught.value).startswith("line 3: ")
    assert caught.value.hint
