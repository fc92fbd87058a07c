"""The handshake as agents hold it under the watcher: asked, answered, overdue, gone round too often."""

from __future__ import annotations

import pytest

from mesh.app import conversing, knowledge
from mesh.model.envelope import Understanding
from tests.app.running import Place, until

TELLS = """case "$MESH_TYPE" in
task_request|intent_ack)
    echo x >> turns
    if [ "$(wc -l < turns)" -gt "${LIMIT:-1}" ]; then echo "all of the work is done"; exit; fi
    printf '## Scope\\nonly the parser\\n## Approach\\nrewrite it\\n'
    printf '## Assumptions\\n- no new syntax\\n## Questions\\n- by when?\\n' ;;
esac
"""
TELLS_ZH = """case "$MESH_TYPE" in
task_request) printf '范围：只改解析器\\n方案：重写\\n假设：\\n- 不加新语法\\n问题：\\n- 何时要？\\n' ;;
intent_ack) echo "解析器已经重写完毕，请查看。" ;;
esac
"""


@pytest.mark.parametrize("level", ["medium", "high"])
def test_headings_in_plain_text_are_a_confirmation(place: Place, level: str) -> None:
    place.shell("bob", TELLS)
    task = place.send("bob", complexity=level).task
    place.once()
    asked = place.history(task)[-1]
    assert asked.type == "intent_confirmation"
    assert asked.understanding is not None
    assert asked.understanding.scope == "only the parser"
    assert asked.understanding.questions == ("by when?",)
    place.mesh("ack", task)
    place.once()
    assert place.types(task)[-2:] == ["intent_ack", "reply"]
    assert place.task(task).handshake == "confirmed"


@pytest.mark.parametrize("level", ["medium", "high"])
def test_headings_in_chinese_are_a_confirmation(place: Place, level: str) -> None:
    place.shell("bob", TELLS_ZH)
    task = place.send("bob", "请重写解析器", complexity=level).task
    place.once()
    assert place.history(task)[-1].understanding.questions == ("何时要？",)  # type: ignore[union-attr]
    place.mesh("ack", task, "--correct", "也要改文档")
    place.once()
    assert (place.task(task).state, place.task(task).handshake) == ("completed", "corrected")


def test_an_answer_without_headings_goes_without_the_soft_handshake(place: Place) -> None:
    place.shell("bob", 'echo "all of the work is done"\n')
    task = place.send("bob", complexity="medium").task
    place.once()
    assert (place.task(task).state, place.task(task).handshake) == ("completed", "waived")


def test_an_answer_without_headings_cannot_pass_the_hard_handshake(place: Place) -> None:
    place.shell("bob", 'echo "all of the work is done"\n')
    task = place.send("bob", complexity="high").task
    place.once()
    assert (place.task(task).state, place.task(task).handshake) == ("input-required", "asked")


def test_what_was_rejected_is_asked_anew(place: Place) -> None:
    place.shell("bob", "LIMIT=2\n" + TELLS)
    task = place.send("bob", complexity="high").task
    place.once()
    place.mesh("ack", task, "--reject", "not the parser, the printer")
    place.once()
    assert place.types(task) == [
        "task_request", "intent_confirmation", "intent_ack", "intent_confirmation",
    ]  # fmt: skip
    place.mesh("ack", task)
    place.once()
    assert place.task(task).state == "completed"


@pytest.mark.parametrize(
    ("answer", "handshake"),
    [
        ("confirmed", "confirmed"),
        ("确认。", "confirmed"),
        ("更正：还要改文档。", "corrected"),
        ("correction: the docs as well", "corrected"),
    ],
)
def test_a_requester_that_is_an_agent_answers_in_its_own_words(
    place: Place, answer: str, handshake: str
) -> None:
    place.shell("alice", f'case "$MESH_TYPE" in intent_confirmation) echo "{answer}";; esac\n')
    place.shell("bob", TELLS)
    task = place.send("bob", sender="alice", complexity="high").task
    place.once()
    assert (place.task(task).state, place.task(task).handshake) == ("completed", handshake)


def test_a_requester_that_is_an_agent_rejects_and_is_asked_anew(place: Place) -> None:
    place.shell("alice", """case "$MESH_TYPE" in intent_confirmation)
if [ -e no ]; then echo confirmed; else echo "reject: the printer, not the parser"; fi
touch no;;
esac
""")  # fmt: skip
    place.shell("bob", "LIMIT=2\n" + TELLS)
    task = place.send("bob", sender="alice", complexity="high").task
    place.once()
    assert [item.status for item in place.history(task) if item.type == "intent_ack"] == [
        "rejected", "confirmed",
    ]  # fmt: skip
    assert place.task(task).state == "completed"


def test_an_overdue_acknowledgement_is_asked_for_then_the_person_is_told(place: Place) -> None:
    place.settings("ack_reminder_s: 0.3\nack_escalation_s: 1.0\nlook_s: 0.1\n")
    place.person("dan")
    place.shell("bob", TELLS)
    task = place.send("bob", sender="dan", complexity="high").task
    place.watch()
    until(lambda: [i for i in place.history(task) if i.from_ == "runtime" and i.to == "dan"])
    until(lambda: [i for i in place.history(task) if i.from_ == "runtime" and i.to == "user"])
    told = [(item.to, item.type) for item in place.history(task) if item.from_ == "runtime"]
    assert told == [("dan", "status"), ("user", "status")]
    assert place.task(task).handshake == "asked"


def test_an_acknowledgement_in_time_reminds_nobody(place: Place) -> None:
    place.settings("ack_reminder_s: 0.2\nack_escalation_s: 0.4\nlook_s: 0.1\n")
    place.shell("bob", TELLS)
    task = place.send("bob", complexity="high").task
    place.once()
    place.mesh("ack", task)
    place.once()
    place.watch()
    again = place.send("bob", "another", complexity="low").task
    until(lambda: place.task(again).is_final)
    assert [item for item in place.history(task) if item.from_ == "runtime"] == []


def with_plan(place: Place) -> str:
    place.shell("bob", "exit 0\n")
    task = place.send("bob", complexity="high").task
    made = place.workspace
    conversing.confirm(made, task, "bob", Understanding(scope="all of it"))
    conversing.acknowledge(made, task, "user", "confirmed")
    conversing.start(made, task, "bob", "a parser")
    knowledge.write_plan(made, "bob", task, "The parser", ("read", "write"))
    for ulid in place.box("bob", "new"):
        envelope = place.workspace.fresh_index().get(ulid)
        assert envelope is not None
        place.workspace.mailbox.settle("bob", envelope, envelope.sent_at)
    return task


def test_an_unfinished_plan_is_offered_again_after_a_restart_and_once(place: Place) -> None:
    task = with_plan(place)
    (place.folder / "bob.sh").write_text('#!/bin/sh\ncat >> prompts\necho "on with it, more to come"\n')
    place.settings("retry_s: []\n")
    for _ in range(3):
        place.once()
    offered = [item for item in place.history(task) if item.from_ == "runtime"]
    assert len(offered) == 1
    assert "plan" in (place.folder / "prompts").read_text()


PING = """case "$MESH_TYPE" in
message)
   cat > prompt-$MESH_AGENT-$(date +%s%N)
   echo "here is thought $(date +%N) about the matter at hand" ;;
esac
"""


def test_two_agents_that_go_round_are_warned_and_then_stopped(place: Place) -> None:
    place.settings("guards: {rounds_warn: 2, rounds: 4}\nretry_s: []\n")
    place.shell("alice", PING)
    place.rules("bob", """
rules:
- do:
  - message: "another thought about {{text}} of round {{turn}}"
""")
    task = place.send("bob", "think about it", sender="alice").task
    place.once()
    prompts = sorted(place.folder.glob("prompt-alice-*"), key=lambda path: path.stat().st_mtime_ns)
    assert 2 <= len(prompts) <= 4
    assert place.task(task).is_final
    assert "guard `rounds`" in place.history(task)[-1].text
    first, last = prompts[0].read_text(), prompts[-1].read_text()
    assert "settled" not in first
    assert "settled" in last
