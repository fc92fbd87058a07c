"""The driver `script`: which rule is played, what its steps do, and what a broken file says."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from driving import Runtime, request, turn

from mesh.driver import rules
from mesh.driver.base import End, Event, Limits, Text, ToolCall, ToolResult
from mesh.driver.script import ScriptDriver
from mesh.errors import Malformed

pytestmark = pytest.mark.skipif(os.name == "nt", reason="commands run by bash")
FACTS = {"type": "task_request", "from": "alice", "task": "t-1", "text": "count the stars"}


def play(
    folder: Path, steps: str, hooks: Runtime | None = None, *, more: str = "", **rest: Any
) -> tuple[list[Event], End]:
    """Play a script of one rule with these steps."""
    body = "rules:\n- do:\n" + "".join(f"  {line}\n" for line in steps.strip().splitlines()) + more
    return play_file(folder, body, hooks, **rest)


def play_file(
    folder: Path, body: str, hooks: Runtime | None = None, **rest: Any
) -> tuple[list[Event], End]:
    (folder / "rules.yaml").write_text(body, encoding="utf-8")
    return turn(ScriptDriver(), request(folder, {"name": "script", "script": "rules.yaml"}, **rest), hooks)


def said(events: list[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, Text)]


# -- which rule


BY_WORDS = """
rules:
- when: {type: reply}
  do: [{say: a reply}]
- when: {from: [Carol, dave]}
  do: [{say: from carol or dave}]
- when: {contains: [星星, STARS], level: high}
  do: [{say: stars and high}]
- when: {round: 2, nudge: true}
  do: [{say: second and nudged}]
- do: [{say: anything else}]
"""


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({}, "anything else"),
        ({"type": "reply"}, "a reply"),
        ({"from": "dave"}, "from carol or dave"),
        ({"level": "high"}, "stars and high"),
        ({"level": "high", "text": "数数星星"}, "stars and high"),
        ({"level": "high", "text": "", "subject": "Stars"}, "stars and high"),
        ({"level": "high", "text": "moon"}, "anything else"),
        ({"round": 2, "nudge": True}, "second and nudged"),
        ({"round": 2, "nudge": False}, "anything else"),
    ],
)
def test_the_first_rule_that_fits_is_played(tmp_path: Path, facts: dict[str, Any], expected: str) -> None:
    events, end = play_file(tmp_path, BY_WORDS, facts=FACTS | facts)
    assert said(events) == [expected] and end.ok


def test_a_rule_is_used_only_so_often_even_after_a_restart(tmp_path: Path) -> None:
    body = "rules:\n- times: 2\n  do: [{fail: not yet}]\n- do: [{say: at last}]\n"
    session, outcomes = None, []
    for _ in range(3):
        _, end = play_file(tmp_path, body, session=session)
        session = end.session
        outcomes.append(end.ok)
    assert outcomes == [False, False, True]


def test_a_turn_that_was_interrupted_counts_for_nothing(tmp_path: Path) -> None:
    body = "rules:\n- times: 1\n  do: [{run: sleep 60}]\n"
    _, end = play_file(tmp_path, body, Runtime(stop_when_started=True), session="7=1")
    assert end.interrupted and end.session == "7=1"


def test_a_request_that_no_rule_fits_fails_and_says_what_it_was(tmp_path: Path) -> None:
    _, end = play_file(tmp_path, "rules:\n- when: {type: reply}\n  do: [ack]\n")
    assert not end.ok and "type=task_request, from=alice" in end.reason


def test_what_waits_for_no_answer_may_go_without_a_rule(tmp_path: Path) -> None:
    body = "rules:\n- when: {type: task_request}\n  do: [ack]\n"
    assert play_file(tmp_path, body, facts=FACTS | {"type": "reply"})[1] == End(ok=True)


# -- steps that work


def test_files_are_written_edited_and_read_under_the_names_of_the_field(tmp_path: Path) -> None:
    hooks = Runtime()
    steps = """
- write: {path: src/星.py, text: "A = 1\\r\\n"}
- edit: {path: src/星.py, old: "1", new: "2"}
- read: src/星.py
- say: "now {{read.output}}"
"""
    events, end = play(tmp_path, steps, hooks)
    assert end.ok and (tmp_path / "src/星.py").read_bytes() == b"A = 2\r\n"
    assert [name for name, _ in hooks.asked] == ["Write", "Edit", "Read"]
    assert hooks.asked[1][1] == {"file_path": "src/星.py", "old_string": "1", "new_string": "2"}
    assert [(result.tool, result.exit_code) for result in hooks.seen] == [
        ("Write", 0), ("Edit", 0), ("Read", 0),
    ]  # fmt: skip
    assert said(events) == ["now A = 2\r\n"]


def test_an_executable_file_stays_executable(tmp_path: Path) -> None:
    tool = tmp_path / "tool.sh"
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    play(tmp_path, "- write: {path: tool.sh, text: '#!/bin/sh\n\n  echo hi'}")
    assert os.access(tool, os.X_OK) and "hi" in tool.read_text()


@pytest.mark.parametrize("path", ["../escape.txt", "/tmp/mesh-escape.txt", "link/escape.txt", "", "."])
def test_no_file_outside_the_folder_is_touched(tmp_path: Path, path: str) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (work / "link").symlink_to(tmp_path)
    hooks = Runtime()
    play(work, f"- write: {{path: '{path}', text: boo}}", hooks)
    assert [result.exit_code for result in hooks.seen] == [1]
    assert not (tmp_path / "escape.txt").exists()


@pytest.mark.parametrize(
    ("old", "why"), [("zzz", "is not in the file"), ("a", "is there 2 times"), ("", "is not in the file")]
)
def test_an_edit_that_is_not_clear_changes_nothing(tmp_path: Path, old: str, why: str) -> None:
    (tmp_path / "f").write_text("a a")
    hooks = Runtime()
    play(tmp_path, f"- edit: {{path: f, old: '{old}', new: b}}", hooks)
    assert why in hooks.seen[0].output and (tmp_path / "f").read_text() == "a a"


def test_a_command_has_its_true_exit_code_and_output(tmp_path: Path) -> None:
    hooks = Runtime()
    steps = "- run: echo out; echo err >&2; exit 7\n- say: 'exit {{run.exit}}: {{run.output}}'"
    events, end = play(tmp_path, steps, hooks)
    result = hooks.seen[0]
    assert (result.tool, result.exit_code, result.output) == ("Bash", 7, "out\nerr\n")
    assert result.duration_s > 0 and hooks.groups
    assert said(events) == ["exit 7: out\nerr"] and end.ok


def test_a_command_over_its_time_never_counts_as_a_success(tmp_path: Path) -> None:
    hooks = Runtime()
    play(tmp_path, "- run: {command: \"trap 'exit 0' TERM; sleep 60 & wait\", timeout: 0.2}", hooks)
    assert hooks.seen[0].exit_code == 124 and "time limit of 0.2 s" in hooks.seen[0].output


def test_a_command_killed_by_a_signal_reads_as_in_a_shell(tmp_path: Path) -> None:
    hooks = Runtime()
    play(tmp_path, "- run: kill -KILL $$", hooks)
    assert hooks.seen[0].exit_code == 137


def test_the_end_of_a_long_output_is_kept_and_the_cut_is_said(tmp_path: Path) -> None:
    hooks = Runtime()
    play(tmp_path, "- run: seq 100000", hooks)
    assert hooks.seen[0].output.endswith("99999\n100000\n")
    assert hooks.seen[0].output.startswith("[the first ")


def test_the_time_of_the_turn_bounds_every_command(tmp_path: Path) -> None:
    hooks = Runtime()
    play(tmp_path, "- run: sleep 60", hooks, limits=Limits(wall_s=0.2, grace_s=0.1))
    assert hooks.seen[0].exit_code == 124


def test_a_command_sees_who_it_works_for_and_no_key(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "xyz")
    hooks = Runtime()
    play(tmp_path, "- run: echo $MESH_AGENT-$SECRET_TOKEN", hooks, environment={"MESH_AGENT": "bob"})
    assert hooks.seen[0].output == "bob-\n"


def test_what_a_message_says_is_one_quoted_word_of_a_command(tmp_path: Path) -> None:
    hooks = Runtime()
    facts = FACTS | {"text": "x; touch pwned; `touch pwned` $(touch pwned) 'q\nnext"}
    play(tmp_path, "- run: printf %s {{text}}", hooks, facts=facts)
    assert hooks.seen[0].output == facts["text"] and not (tmp_path / "pwned").exists()


def test_what_is_filled_in_is_not_filled_in_again(tmp_path: Path) -> None:
    events, _ = play(tmp_path, "- say: '{{text}} \\{{task}} {{ task }}'", facts=FACTS | {"text": "{{from}}"})
    assert said(events) == ["{{from}} {{task}} t-1"]


# -- refusals and failures


def test_a_refused_step_does_not_run_and_the_script_goes_on(tmp_path: Path) -> None:
    hooks = Runtime(refused={"Write": "confirm first"})
    events, end = play(tmp_path, "- write: {path: a, text: b}\n- say: on", hooks)
    results = [event for event in events if isinstance(event, ToolResult)]
    assert results[0].refused == "confirm first" and results[0].exit_code is None
    assert not (tmp_path / "a").exists() and hooks.seen == [] and said(events) == ["on"] and end.ok


def test_a_step_that_must_succeed_ends_the_turn(tmp_path: Path) -> None:
    hooks = Runtime(refused={"Write": "confirm first"})
    events, end = play(tmp_path, "- write: {path: a, text: b}\n  must: true\n- say: on", hooks)
    assert not end.ok and "step 1 (`write`) failed: confirm first" in end.reason and said(events) == []


def test_a_command_that_must_succeed_ends_the_turn_with_its_output(tmp_path: Path) -> None:
    _, end = play(tmp_path, "- run: echo broken; exit 1\n  must: true")
    assert not end.ok and "broken" in end.reason


def test_a_mesh_step_that_fails_is_shown_and_may_end_the_turn(tmp_path: Path) -> None:
    hooks = Runtime(failing={"mesh_reply": "the handshake is not passed"})
    events, end = play(tmp_path, "- reply: done\n- say: '{{call.output}}'", hooks)
    assert end.ok and said(events) == ["the handshake is not passed"]
    assert not play(tmp_path, "- reply: done\n  must: true", hooks)[1].ok


def test_fail_ends_the_turn_with_its_reason(tmp_path: Path) -> None:
    assert play(tmp_path, "- fail: 缺少 {{from}} 的文件\n- say: never")[1].reason == "缺少 alice 的文件"


def test_steps_may_depend_on_the_last_command(tmp_path: Path) -> None:
    steps = """
- run: echo 3 passed; exit 1
- say: good
  if: {exit: 0}
- say: bad
  if: {exit: 1, contains: passed}
- stop_unless: {exit: 0}
- say: never
"""
    events, end = play(tmp_path, steps)
    assert said(events) == ["bad"] and end.ok


def test_sleep_ends_when_the_turn_is_to_stop(tmp_path: Path) -> None:
    hooks = Runtime()
    run = ScriptDriver().run
    (tmp_path / "rules.yaml").write_text("rules:\n- do: [{say: hi}, {sleep: 60}, {say: never}]\n")
    events: list[Event] = []
    for event in run(request(tmp_path, {"script": "rules.yaml"}), hooks):
        events.append(event)
        hooks.stop.set()
    assert said(events) == ["hi"] and isinstance(events[-1], End) and events[-1].interrupted


# -- the mesh tools


@pytest.mark.parametrize(
    ("step", "tool", "values"),
    [
        (
            "confirm: {scope: s of {{task}}, approach: a, output_format: o, assumptions: [x], questions: y}",
            "mesh_confirm_understanding",
            {
                "task_id": "t-1", "scope": "s of t-1", "approach": "a", "output_format": "o",
                "assumptions": ["x"], "questions": ["y"],
            },
        ),
        ("ack", "mesh_acknowledge", {"task_id": "t-1", "status": "confirmed", "corrections": []}),
        (
            "correct: use a set", "mesh_acknowledge",
            {"task_id": "t-1", "status": "confirmed_with_correction", "corrections": ["use a set"]},
        ),
        (
            "reject: 范围不对", "mesh_acknowledge",
            {"task_id": "t-1", "status": "rejected", "corrections": ["范围不对"]},
        ),
        (
            "start: a file", "mesh_set_task_status",
            {"task_id": "t-1", "status": "working", "reason": "a file"},
        ),
        ("start", "mesh_set_task_status", {"task_id": "t-1", "status": "working", "reason": ""}),
        (
            "status: {status: failed, reason: no disk}", "mesh_set_task_status",
            {"task_id": "t-1", "status": "failed", "reason": "no disk"},
        ),
        (
            "reply: {text: 做完了, status: completed, assertions: [{claim: '{{from}}'}]}", "mesh_reply",
            {
                "task_id": "t-1", "text": "做完了", "status": "completed",
                "assertions": [{"claim": "alice"}],
            },
        ),
        ("reply: done", "mesh_reply", {"task_id": "t-1", "text": "done"}),
        (
            "send: {to: carol, text: look, complexity: low, subject: a look}", "mesh_send_message",
            {"to_agent_id": "carol", "text": "look", "complexity": "low", "subject": "a look"},
        ),
        (
            "message: which one?", "mesh_send_message",
            {"task_id": "t-1", "to_agent_id": "alice", "text": "which one?"},
        ),
        (
            "broadcast: {to: [carol, dave], text: hi, policy: any}", "mesh_broadcast",
            {"to_agent_ids": ["carol", "dave"], "text": "hi", "policy": "any"},
        ),
        ("notify: {group: core, text: hi}", "mesh_notify_group", {"group_id": "core", "text": "hi"}),
        ("note: {kind: decisions, text: sets}", "mesh_note", {"kind": "decisions", "text": "sets"}),
        ("note: short", "mesh_note", {"kind": "memory", "text": "short"}),
        (
            "plan: {title: stars, steps: [look, count]}", "mesh_plan",
            {"task_id": "t-1", "title": "stars", "steps": ["look", "count"]},
        ),
        ("tick: 2", "mesh_plan_tick", {"task_id": "t-1", "step": 2}),
        ("tick: count", "mesh_plan_tick", {"task_id": "t-1", "step": "count"}),
    ],
)  # fmt: skip
def test_a_mesh_step_calls_its_tool(tmp_path: Path, step: str, tool: str, values: dict[str, Any]) -> None:
    hooks = Runtime()
    key, _, rest = step.partition(": ")
    quoted = f"{key}: {rest}".replace("s of {{task}}", "'s of {{task}}'") if rest else key
    events, end = play(tmp_path, f"- {quoted}", hooks)
    assert end.ok, end.reason
    assert hooks.called == [(tool, values)] and hooks.asked == []
    assert ToolCall(tool=tool, input=values) in events


def test_a_reply_may_come_from_a_file(tmp_path: Path) -> None:
    hooks = Runtime()
    (tmp_path / "reply.md").write_bytes("好了\r\n---\n{{task}}  ".encode())
    play(tmp_path, "- reply: {file: reply.md}", hooks)
    assert hooks.called[0][1]["text"] == "好了\r\n---\n{{task}}  "


@pytest.mark.parametrize("name", ["gone.md", "../outside.md"])
def test_a_reply_from_a_file_that_cannot_be_had_fails(tmp_path: Path, name: str) -> None:
    work = tmp_path / "w"
    work.mkdir()
    (tmp_path / "outside.md").write_text("secret")
    hooks = Runtime()
    _, end = play(work, f"- reply: {{file: {name}}}", hooks)
    assert not end.ok and name in end.reason and hooks.called == []


# -- mail during a turn


def test_a_message_that_arrives_is_said_and_finds_its_rule(tmp_path: Path) -> None:
    hooks = Runtime(mail=["please stop at 10"])
    more = "on_message:\n- when: {contains: stop}\n  do: [{say: 'heard: {{message}}'}]\n"
    events, end = play(tmp_path, "- run: 'true'\n- say: after", hooks, more=more)
    assert said(events) == ["please stop at 10", "heard: please stop at 10", "after"] and end.ok


def test_a_message_without_a_rule_changes_nothing(tmp_path: Path) -> None:
    events, _ = play(tmp_path, "- run: 'true'\n- say: after", Runtime(mail=["hm"]))
    assert said(events) == ["hm", "after"]


# -- broken files


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("", ["`rules` is missing"]),
        ("rules: []\n", ["`rules` is missing"]),
        ("rules: 7\n", ["rules", "must be a list"]),
        ("rule: []\n", ["`rule`", "did you mean `rules`?"]),
        ("zzz: []\n", ["`zzz`", "possible: rules, on_message"]),
        ("rules:\n- when: {}\n", ["rules[1].do: "]),
        ("rules:\n- do: [ack]\n- do: [{wriet: {path: a, text: b}}]\n", ["rules[2].do[1]: ", "`write`"]),
        ("rules:\n- do: [{write: {path: a}}]\n", ["do[1].write: `text` is missing"]),
        ("rules:\n- do: [{say: 7}]\n", ["say.text: must be text"]),
        ("rules:\n- do: [{say: a, run: b}]\n", ["exactly one step"]),
        ("rules:\n- do: [{say: a, must: 1}]\n", ["do[1].must: "]),
        ("rules:\n- do: [{must: true}]\n", ["exactly one step"]),
        ("rules:\n- do: [[a]]\n", ["do[1]: must be a mapping"]),
        ("rules:\n- do: [{ack: yes}]\n", ["ack: must be a mapping"]),
        ("rules:\n- do: [{reply: {status: completed}}]\n", ["`text` / `file` is missing"]),
        ("rules:\n- do: [{reply: {text: a, status: done}}]\n", ["reply.status: must be one of"]),
        ("rules:\n- do: [{send: {to: a, text: b, complexity: huge}}]\n", ["complexity: must be one of"]),
        ("rules:\n- do: [{sleep: -1}]\n", ["sleep.seconds: "]),
        ("rules:\n- do: [{say: '{{form}}'}]\n", ["`{{form}}`", "`{{from}}`"]),
        ("rules:\n- do: [{plan: {title: t, steps: ['{{zzzz}}']}}]\n", ["plan.steps: `{{zzzz}}`"]),
        ("rules:\n- do: [ack]\n  times: 0\n", ["rules[1].times: "]),
        ("rules:\n- do: [ack]\n  when: {form: a}\n", ["`form`", "did you mean `from`?"]),
        ("rules:\n- do: [ack]\n  when: {from: {a: b}}\n", ["when.from: must be"]),
        ("rules:\n- do: [{say: a, if: {exit: x}}]\n", ["do[1].if.exit: must be a whole number"]),
        ("rules:\n- do: [{say: a, if: {}}]\n", ["`exit` / `contains` is missing"]),
        ("rules:\n- do: [ack]\non_message: [x]\n", ["on_message[1]: "]),
        ("rules:\n  - do: [\n", ["no valid YAML", "line 3"]),
        ("rules: !!python/name:os.system\n", ["a tag", "line 1"]),
    ],
)
def test_a_broken_file_names_its_place(tmp_path: Path, body: str, words: list[str]) -> None:
    with pytest.raises(Malformed) as caught:
        rules.parse(body.encode(), "rules.yaml")
    for word in ("rules.yaml", *words):
        assert word in str(caught.value)
    _, end = play_file(tmp_path, body)
    assert not end.ok and "rules.yaml" in end.reason


def test_a_script_that_is_not_there_says_where_it_was_looked_for(tmp_path: Path) -> None:
    _, end = turn(ScriptDriver(), request(tmp_path, {"script": "gone.yaml"}))
    assert "`gone.yaml` is not found" in end.reason and "home" in end.reason


def test_the_home_is_looked_in_before_the_work_folder(tmp_path: Path) -> None:
    asked = request(tmp_path, {"script": "rules.yaml"})
    (tmp_path / "home" / "rules.yaml").write_text("rules:\n- do: [{say: home}]\n")
    (tmp_path / "rules.yaml").write_text("rules:\n- do: [{say: folder}]\n")
    assert said(turn(ScriptDriver(), asked)[0]) == ["home"]


def test_missing_reads_a_script_whose_place_is_known(tmp_path: Path) -> None:
    path = tmp_path / "r.yaml"
    driver = ScriptDriver()
    assert "is not found" in (driver.missing({"script": str(path)}) or "")
    path.write_text("rules:\n- do: [{sya: hi}]\n")
    assert "`say`" in (driver.missing({"script": str(path)}) or "")
    assert driver.missing({"script": "known-only-in-a-turn.yaml"}) is None
    assert "`script` is missing" in (driver.missing({}) or "")
