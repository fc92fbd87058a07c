"""The detector of loops: the same call or small circle of calls, with the same outcome, ten times."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesh.core.loops import LoopWatch, detect_loop
from mesh.core.loops.outcomes import quiet
from mesh.core.loops.spellings import spell, tries_harder
from mesh.errors import Malformed
from mesh.model.detection import ToolCall, parse_calls

DATA = Path(__file__).parent.parent / "data" / "loops.jsonl"


def bash(command: str, exit_code: int | None = 0, output: str | None = None) -> ToolCall:
    return ToolCall(tool="Bash", input={"command": command}, exit_code=exit_code, output=output)


def edit(path: str, old: str, new: str) -> ToolCall:
    return ToolCall(tool="Edit", input={"file_path": path, "old_string": old, "new_string": new})


def look(path: str) -> ToolCall:
    return ToolCall(tool="Read", input={"file_path": path})


def cases() -> list[dict[str, Any]]:
    return [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


def test_the_kept_runs_are_judged_at_least_95_percent_right_with_hardly_a_false_alarm() -> None:
    right = found = false = loops = 0
    for case in cases():
        answer = detect_loop(parse_calls({"calls": case["calls"]}))
        right += answer.start == case["from"]
        loops += case["loop"]
        found += answer.found and case["loop"]
        false += answer.found and not case["loop"]
    assert right >= 0.95 * len(cases())
    assert found >= 0.95 * loops
    assert false <= 0.02 * found


def test_the_warning_comes_at_the_tenth_round_and_not_before() -> None:
    calls = [look("a.c"), *[bash("make", 2)] * 10]
    assert not detect_loop(calls[:-1]).found
    assert detect_loop(calls).start == 1


def test_the_number_of_rounds_can_be_set() -> None:
    assert detect_loop([bash("make", 2)] * 4, threshold=4).start == 0


def test_an_edit_to_and_fro_is_a_circle() -> None:
    toggle = [edit("a.ini", "on", "off"), edit("a.ini", "off", "on")]
    assert detect_loop([bash("git log"), *toggle * 10]).start == 1


def test_a_new_edit_before_each_run_is_progress() -> None:
    calls = [call for n in range(15) for call in (edit("a.ini", f"x{n}", f"y{n}"), bash("make test", 2))]
    assert not detect_loop(calls).found


def test_a_repeated_run_between_files_read_for_the_first_time_is_progress() -> None:
    calls = [call for n in range(15) for call in (look(f"f{n}.c"), bash("make test", 2))]
    assert not detect_loop(calls).found


def test_the_same_files_read_between_the_runs_are_no_progress() -> None:
    calls = [call for n in range(10) for call in (look("f.c"), look("g.c"), bash("make test", 2))]
    assert detect_loop(calls).start == 0


def test_another_error_each_time_is_progress() -> None:
    assert not detect_loop([bash("make", 2, f"line {n}: undefined") for n in range(15)]).found


def test_the_same_error_with_another_duration_is_not() -> None:
    assert detect_loop([bash("make", 2, f"1 failed in 0.{n}s") for n in range(10, 20)]).found


def test_a_job_that_stays_queued_is_a_loop_and_one_that_moves_is_not() -> None:
    assert detect_loop([bash("sleep 9; job 4", 0, "queued")] * 10).found
    assert not detect_loop([bash("sleep 9; job 4", 0, f"{n}0 %") for n in range(10)]).found


def test_longer_and_longer_pauses_hide_no_loop() -> None:
    calls = [call for n in range(10) for call in (bash(f"sleep {n}0"), bash("curl -sf http://h/up", 7))]
    assert detect_loop(calls).start == 0


def test_the_watch_finds_the_loop_at_the_call_that_completes_it() -> None:
    watch = LoopWatch()
    found = [watch.add(bash("make", 2)) for _ in range(10)]
    assert found[:9] == [None] * 9
    assert found[9] is not None and found[9].start == 0


def test_the_reason_speaks_the_language_asked_for() -> None:
    assert detect_loop([bash("make", 2)] * 10, "zh").reason == "`Bash` 调用了 10 次，结果相同，其间毫无进展"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("grep -rn 'x y' src", "grep -nr \"x y\" ./src/"),
        ("rg -i foo lib", "rg --ignore-case -e foo -- lib/"),
        ("make test", "sudo timeout 60 make test 2>&1 | tail -5"),
        ("python -m pytest -q", "pytest -q"),
        ("sleep 5; git status", "sleep 60 && git status"),
        ("bash ./run.sh", "./run.sh"),
    ],
)
def test_two_spellings_of_a_command_have_one_key(one: str, other: str) -> None:
    assert spell(one).key == spell(other).key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cp a b", "cp b a"),
        ("grep x src", "grep y src"),
        ("cat a | head -100", "cat a | head -200"),
        ("cd a && make", "cd b && make"),
        ("echo a > f", "echo b > f"),
    ],
)
def test_two_commands_have_two_keys(one: str, other: str) -> None:
    assert spell(one).key != spell(other).key


def test_more_options_try_harder_and_another_value_does_not() -> None:
    assert tries_harder(["scp", "h", "-v"], ["scp", "h", "-v", "-o", "Timeout=3"])
    assert not tries_harder(["nc", "-p", "80"], ["nc", "-p", "81"])
    assert not tries_harder(["ping", "a"], ["ping", "b"])


def test_the_noise_of_clocks_and_ids_is_left_out_and_figures_stay() -> None:
    assert quiet("\x1b[31m[2026-01-02 03:04:05] pid 77 gone in 3.2s\x1b[0m") == quiet(
        "[2026-01-02 03:09:59] pid 81 gone in 12 ms"
    )
    assert quiet("7 failed") != quiet("6 failed")
    assert quiet("a.c:10:5: bad") != quiet("a.c:11:5: bad")
    assert quiet("ETA 5 min") != quiet("ETA 4 min")


_CALLS = st.builds(
    ToolCall,
    tool=st.text(max_size=8),
    input=st.dictionaries(st.text(max_size=8), st.text(max_size=30) | st.integers() | st.none(), max_size=3),
    exit_code=st.none() | st.integers(-3, 300),
    output=st.none() | st.text(max_size=40),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(_CALLS, max_size=15))
def test_any_call_is_judged_without_an_error(calls: list[ToolCall]) -> None:
    found = detect_loop(calls)
    assert found.found == (found.start is not None)


@given(st.text(max_size=80))
def test_any_command_has_a_key(command: str) -> None:
    assert isinstance(spell(command).key, str)


@given(st.lists(st.sampled_from("abc"), max_size=60))
def test_a_run_is_a_loop_wherever_it_begins(names: list[str]) -> None:
    before = [look(f"new{n}") for n in range(3)]
    found = detect_loop([*before, *(bash(name, 1) for name in names)])
    alone = detect_loop([bash(name, 1) for name in names])
    assert found.start == (None if alone.start is None else alone.start + 3)


HOSTILE = ("1", "12:", "try 1 ", "\x1b[", "running ", "Dec 1   ", "/tmp/", "1s ", "0x", "-a ", "'")


@pytest.mark.parametrize("unit", HOSTILE)
def test_a_hostile_call_costs_time_in_proportion_to_its_length(unit: str) -> None:
    def seconds(length: int) -> float:
        text = unit * (length // len(unit))
        begin = time.process_time()
        detect_loop([bash(text, 1, text)] * 3)
        return time.process_time() - begin

    seconds(100)
    assert seconds(80_000) < 12 * seconds(10_000) + 1.0


def test_a_long_run_costs_time_in_proportion_to_its_length() -> None:
    def seconds(length: int) -> float:
        calls = [bash(f"step {n % 13}", 1, f"e{n % 7}") for n in range(length)]
        watch = LoopWatch(threshold=10**9)
        begin = time.process_time()
        for call in calls:
            watch.add(call)
        return time.process_time() - begin

    assert seconds(8000) < 12 * seconds(1000) + 1.0


@pytest.mark.parametrize(
    ("document", "place"),
    [
        (None, "not a JSON object"),
        ({"calls": 1}, "`calls` is not a list"),
        ({"calls": [{"input": {}}]}, "`calls[0].tool` is missing"),
        ({"calls": [{"tool": ""}]}, "`calls[0].tool` is empty"),
        ({"calls": [{"tool": "Bash"}, {"tool": "Bash", "input": "ls"}]}, "`calls[1].input` is not an object"),
        ({"calls": [{"tool": "Bash", "exit_code": "1"}]}, "`calls[0].exit_code` is not a whole number"),
        ({"calls": [{"tool": "Bash", "output": 5}]}, "`calls[0].output` is not text"),
    ],
)
def test_a_malformed_document_is_refused_with_the_place(document: object, place: str) -> None:
    with pytest.raises(Malformed) as caught:
        parse_calls(document)
    assert place in str(caught.value)
