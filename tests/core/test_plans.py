"""Plans: which lines are steps, what a tick changes, and where a new step goes."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesh.core import plans
from mesh.errors import BadInput, NotFound
from mesh.model.task import Task

PLAN = """<!-- task: t-01JDZ3K8Q6W3R5V7X9Y1A2B3C5 -->
# Count the stars

Some words first.

- [x] find a telescope
- [ ] 数星星
  1. [X] the bright ones
  2. [ ] the faint ones
* [✓] write it down
"""


def boxes(text: str) -> list[tuple[str, bool, int]]:
    return [(step.text, step.done, step.depth) for step in plans.parse(text).steps]


def test_title_task_and_nested_steps_are_read() -> None:
    plan = plans.parse(PLAN)
    assert (plan.title, plan.task) == ("Count the stars", "t-01JDZ3K8Q6W3R5V7X9Y1A2B3C5")
    assert boxes(PLAN) == [
        ("find a telescope", True, 0), ("数星星", False, 0), ("the bright ones", True, 1),
        ("the faint ones", False, 1), ("write it down", True, 0),
    ]  # fmt: skip
    assert (plan.done, plan.total, plan.is_finished) == (3, 5, False)
    assert [step.number for step in plan.open_steps] == [2, 4]


@pytest.mark.parametrize(
    "line",
    [
        "- [ ] a", "* [ ] a", "+ [ ] a", "1. [ ] a", "23) [ ] a", "1、[ ]a", "-  [ ]  a", "- [] a",
        "- [　] a", "• [ ] a", "　- [ ] a", "\t- [ ] a", "> - [ ] a", "- [ ]a", "1．［ ］a",
    ],
)  # fmt: skip
def test_every_style_of_bullet_may_carry_an_open_box(line: str) -> None:
    assert boxes(line) == [("a", False, 0)]


@pytest.mark.parametrize("mark", "xX✓✔√☑ｘ")
def test_every_style_of_tick_counts(mark: str) -> None:
    assert boxes(f"- [{mark}] a") == [("a", True, 0)]


@pytest.mark.parametrize(
    "line",
    [
        "- a", "[ ] a", "- [a] b", "- [x](http://x) b", "- [x][ref] b", "text - [ ] a", "-[ ] a",
        "- [-] dropped",
        "```\n- [ ] a\n```", "~~~md\n- [ ] a\n```\n- [ ] b\n~~~", "<!--\n- [ ] a\n-->", "---\n- [ ] a\n---\n",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_step_is_none(line: str) -> None:
    assert boxes(line) == []


def test_a_rule_at_the_top_is_no_front_matter() -> None:
    assert boxes("---\n\n- [ ] a\n") == [("a", False, 0)]


@pytest.mark.parametrize(
    ("text", "task"),
    [
        ("---\ntask: t-1\nowner: bob\n---\n- [ ] a\n", "t-1"),
        ("\ufeff---\r\ntask: 't-1'\r\n---\r\n- [ ] a\r\n", "t-1"),
        ("# T\n<!-- Task:t-1 -->\n- [ ] a\n", "t-1"),
        ("<!-- 任务：t-1 -->\n- [ ] a\n", "t-1"),
        ("Task: tidy up\n- [ ] a\n", None),
        ("- [ ] task: t-1\n", None),
        ("", None),
    ],
)
def test_a_plan_names_its_task_in_front_matter_or_a_comment(text: str, task: str | None) -> None:
    assert plans.parse(text).task == task


def test_the_title_falls_back_to_the_name() -> None:
    assert plans.parse("- [ ] a", "stars").title == "stars"
    assert plans.parse("\ufeff## 数星星 ##\r\n", "x").title == "数星星"


def test_a_tick_changes_one_character() -> None:
    ticked = plans.tick(PLAN, 4)
    assert ticked == PLAN.replace("2. [ ]", "2. [x]")
    assert plans.tick(ticked, 4, done=False) == PLAN
    assert plans.tick(ticked, 4) is ticked


@pytest.mark.parametrize(
    ("before", "after"),
    [("- [] a", "- [x] a"), ("- [　] 甲\r\nrest \r\n", "- [x] 甲\r\nrest \r\n"), ("- [\t] a\r", "- [x] a\r")],
)
def test_a_tick_keeps_line_ends_and_widths(before: str, after: str) -> None:
    assert plans.tick(before, 1) == after


@given(
    st.lists(
        st.sampled_from(
            ["- [ ] a", "* [X] b", "  1. [ ] 丙", "text\u2028- [ ] x", "", "```", "\x0c- [ ] y", "<!--"]
        )
    ),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.integers(0, 9),
)
def test_ticking_leaves_all_other_bytes_alone(lines: list[str], ending: str, pick: int) -> None:
    text = ending.join(lines)
    steps = plans.parse(text).steps
    if not steps:
        return
    step = steps[pick % len(steps)]
    ticked = plans.tick(text, step.number)
    assert ticked[: step.start] == text[: step.start]
    assert ticked[step.start + 1 :] == text[step.start + 1 :]
    again = plans.parse(ticked).steps
    assert [s.done for s in again] == [s.done or s.number == step.number for s in steps]


def test_a_step_is_found_by_its_words() -> None:
    plan = plans.parse(PLAN)
    assert plans.find(plan, "数星星").number == 2
    assert plans.find(plan, "BRIGHT").number == 3
    assert plans.find(plan, "4").number == 4


def test_words_that_fit_several_steps_name_their_numbers() -> None:
    with pytest.raises(BadInput, match="3, 4"):
        plans.find(plans.parse(PLAN), "ones")


def test_words_of_a_whole_step_win_over_a_part_of_another() -> None:
    assert plans.find(plans.parse("- [ ] test it all\n- [ ] test"), "test").number == 2


@pytest.mark.parametrize("which", [0, 6, "99", "nothing like it", "", "²"])
def test_a_step_that_is_not_there_is_an_error(which: int | str) -> None:
    with pytest.raises(NotFound):
        plans.find(plans.parse(PLAN), which)


@pytest.mark.parametrize(
    ("text", "under", "expected"),
    [
        ("", None, "- [ ] new\n"),
        ("# T", None, "# T\n\n- [ ] new\n"),
        ("# T\n", None, "# T\n\n- [ ] new\n"),
        ("* [ ] a", None, "* [ ] a\n* [ ] new\n"),
        ("1. [ ] a\r\n2. [x] b\r\n\r\nend", None, "1. [ ] a\r\n2. [x] b\r\n3. [ ] new\r\n\r\nend"),
        ("- [ ] a\n  more of a\n\nend\n", None, "- [ ] a\n  more of a\n- [ ] new\n\nend\n"),
        ("- [ ] a\n  - [ ] b\n", None, "- [ ] a\n  - [ ] b\n- [ ] new\n"),
        ("- [ ] a\n- [ ] c\n", 1, "- [ ] a\n  - [ ] new\n- [ ] c\n"),
        ("- [ ] a\n  * [ ] b\n- [ ] c\n", 1, "- [ ] a\n  * [ ] b\n  * [ ] new\n- [ ] c\n"),
        ("1. [ ] a\n", 1, "1. [ ] a\n   - [ ] new\n"),
    ],
)
def test_a_new_step_takes_the_form_of_its_neighbours(text: str, under: int | None, expected: str) -> None:
    assert plans.add(text, "new", under=under) == expected


def test_a_new_step_is_one_line() -> None:
    assert plans.add("", " two\n- [x] lines ") == "- [ ] two - [x] lines\n"
    with pytest.raises(BadInput):
        plans.add("", " \n ")


def test_a_made_plan_reads_back() -> None:
    text = plans.make("数 星星", ["look", "  with a glass", "", "count"], "t-1")
    plan = plans.parse(text)
    assert (plan.title, plan.task) == ("数 星星", "t-1")
    assert boxes(text) == [("look", False, 0), ("with a glass", False, 1), ("count", False, 0)]
    assert text.endswith("- [ ] count\n")


def test_a_plan_without_steps_is_refused() -> None:
    with pytest.raises(BadInput):
        plans.make("nothing", ["", "  "])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "░░░░░░░░░░ 0/0"),
        ("- [x] a\n" * 19 + "- [ ] b\n", "█████████░ 19/20"),
        ("- [x] a\n", "██████████ 1/1"),
    ],
)
def test_the_bar_is_full_only_when_all_is_done(text: str, expected: str) -> None:
    assert plans.bar(plans.parse(text)) == expected


@pytest.mark.parametrize(
    ("level", "handshake", "early"),
    [
        ("high", "asked", True), ("high", "corrected", False), ("medium", "none", False),
        ("low", "rejected", True),
    ],
)
def test_a_plan_before_the_handshake_is_noticed(level: str, handshake: str, early: bool) -> None:
    now = datetime(2026, 11, 30, tzinfo=UTC)
    task = Task(
        id="t-1", context="c-1", requester="alice", worker="bob", state="submitted", level=level,
        handshake=handshake, opened_at=now, updated_at=now,
    )  # fmt: skip
    assert plans.came_early(task) is early


def test_a_hostile_plan_is_read_in_linear_time() -> None:
    for line in ("# " + "# " * 50_000 + "x", "> " * 50_000, " " * 100_000, "- [" * 30_000, "1" * 100_000):
        assert plans.parse(line).steps == ()
    assert re.fullmatch(r"#*", plans.parse("# " + "#" * 10).title)
