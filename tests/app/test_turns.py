"""One turn and what becomes of its envelope: tried again, given up, put in order, asked once more."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from mesh import codec
from tests.app.running import Place, until

QUICK = "retry_s: [0.1, 0.1]\n"


def why(place: Place, agent: str, ulid: str) -> str:
    path = place.home(agent) / "inbox" / "dead" / f"{ulid}.why.yaml"
    return str(codec.read(path.read_bytes())["reason"])


def test_a_failing_agent_is_tried_again_then_given_up_and_the_requester_told(place: Place) -> None:
    place.settings(QUICK)
    place.shell("bob", 'echo x >> tries\necho "the tool broke: 坏了" >&2\nexit 7\n')
    sent = place.send("bob")
    results = place.once()
    assert [done.how for done in results] == ["retry", "retry", "dead"]
    assert (place.folder / "tries").read_text() == "x\n" * 3
    assert place.box("bob", "dead") == sorted([sent.id, f"{sent.id}.why"])
    assert "exit status 7" in why(place, "bob", sent.id)
    told = place.history(sent.task)[-1]
    assert (told.type, told.status, told.to) == ("status", "failed", "user")
    assert "the tool broke: 坏了" in told.text
    assert "3 attempts" in told.text


def test_an_agent_that_fails_once_is_tried_again_and_answers_once(place: Place) -> None:
    place.settings(QUICK)
    place.shell("bob", '[ -e seen ] || { touch seen; exit 1; }\necho "the work is done"\n')
    task = place.send("bob").task
    assert [done.how for done in place.once()] == ["retry", "done"]
    assert place.types(task) == ["task_request", "reply"]


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("kill -9 $$\n", "SIGKILL"),
        ("head -c 2000000 /dev/zero | tr '\\0' x\n", "KiB"),
        ("sleep 60\n", "time limit"),
    ],
)
def test_the_reason_of_a_failure_says_what_went_wrong(place: Place, script: str, reason: str) -> None:
    place.settings("retry_s: []\nguards: {wall_s: 1.5}\ngrace_s: 0.2\n")
    place.shell("bob", script)
    sent = place.send("bob")
    assert [done.how for done in place.once()] == ["dead"]
    assert reason in place.history(sent.task)[-1].text


def test_a_program_that_is_not_there_is_named(place: Place) -> None:
    place.settings("retry_s: []\n")
    place.shell("bob", "true\n")
    (place.folder / "bob.sh").unlink()
    sent = place.send("bob")
    assert [done.how for done in place.once()] == ["dead"]
    assert "bob.sh" in place.history(sent.task)[-1].text


def test_an_answer_that_is_not_utf_8_arrives_with_a_mark_in_its_place(place: Place) -> None:
    place.shell("bob", "printf 'caf\\351 is done, all of it'\n")
    sent = place.send("bob")
    assert [done.how for done in place.once()] == ["done"]
    assert place.history(sent.task)[-1].text.startswith("caf\ufffd is done")


def test_an_agent_without_a_word_is_asked_once_more_then_the_requester_is_told(place: Place) -> None:
    place.shell("bob", "echo x >> calls\n")
    task = place.send("bob").task
    assert [done.how for done in place.once()] == ["dead"]
    assert (place.folder / "calls").read_text() == "x\n" * 2
    told = place.history(task)[-1]
    assert (told.type, told.status) == ("status", "failed")


def test_an_agent_that_answers_when_asked_once_more_has_answered(place: Place) -> None:
    place.shell("bob", '[ -e seen ] && echo "the work is done"\ntouch seen\n')
    task = place.send("bob").task
    assert [done.how for done in place.once()] == ["done"]
    assert place.task(task).state == "completed"


def bad_text(new: Path) -> None:
    (new / "00000000000000000000000001.yaml").write_bytes(b"\xff\xfe: [")


def bad_name(new: Path) -> None:
    (new / "hello.txt").write_text("hi")


def a_folder(new: Path) -> None:
    (new / "00000000000000000000000001.yaml").mkdir()


def a_dangling_link(new: Path) -> None:
    (new / "00000000000000000000000001.yaml").symlink_to("/nowhere/at/all")


def a_pipe(new: Path) -> None:
    os.mkfifo(new / "00000000000000000000000001.yaml")


def somebody_elses(new: Path) -> None:
    mine = next(new.glob("*.yaml"))
    text = mine.read_text().replace(mine.stem, "00000000000000000000000001").replace("to: bob", "to: eve")
    (new / "00000000000000000000000001.yaml").write_text(text)


@pytest.mark.parametrize("put", [bad_text, bad_name, a_folder, a_dangling_link, a_pipe, somebody_elses])
def test_what_is_no_mail_goes_to_quarantine_and_stops_nothing_behind_it(
    place: Place, put: Callable[[Path], None]
) -> None:
    place.shell("bob", 'echo "the work is done"\n')
    task = place.send("bob").task
    put(place.home("bob") / "inbox" / "new")
    place.once()
    assert place.task(task).state == "completed"
    assert len(list(Path(place.root, "quarantine").glob("*.why.yaml"))) == 1
    assert list((place.home("bob") / "inbox" / "new").iterdir()) == []


def test_an_agent_has_one_turn_at_a_time(place: Place) -> None:
    place.shell("bob", "mkdir busy || touch two\nsleep 0.05\nrmdir busy\necho 'the work is done'\n")
    for number in range(5):
        place.send("bob", f"number {number}")
    assert [done.how for done in place.once()] == ["done"] * 5
    assert not (place.folder / "two").exists()


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_no_more_turns_run_at_once_than_there_are_jobs(place: Place, jobs: int) -> None:
    script = (
        'mkdir -p running; touch running/$MESH_AGENT; ls running | wc -l >> most; sleep 0.2\n'
        'rm running/$MESH_AGENT; echo "the work is done"\n'
    )
    for number in range(5):
        place.shell(f"a{number}", script)
        place.send(f"a{number}")
    place.once(jobs=jobs)
    most = max(int(line) for line in (place.folder / "most").read_text().split())
    assert most <= jobs
    assert most > 1 or jobs == 1


def test_urgent_mail_comes_before_normal_and_that_before_low_whose_ever_it_is(place: Place) -> None:
    for name in ("amy", "bob"):
        place.shell(name, 'cat > /dev/null; echo $MESH_ENVELOPE >> order; echo "the work is done"\n')
    sent = [
        place.send("amy", f"{name} {priority}", priority=priority).id
        for priority in ("low", "normal", "urgent")
        for name in ("one", "two")
    ]
    late = place.send("bob", "at once", priority="urgent").id
    place.once(jobs=1)
    order = (place.folder / "order").read_text().split()
    assert order == [sent[4], sent[5], late, sent[2], sent[3], sent[0], sent[1]] or order == [
        sent[4], late, sent[5], sent[2], sent[3], sent[0], sent[1],
    ]  # fmt: skip


def test_what_is_cancelled_meanwhile_wakes_nobody(place: Place) -> None:
    place.shell("bob", "touch woken\necho never\n")
    sent = place.send("bob")
    place.mesh("task", "cancel", sent.task)
    assert [done.how for done in place.once()] == ["filed", "filed"]  # the request, and its end
    assert not (place.folder / "woken").exists()
    assert place.box("bob", "new") == []


def test_what_was_answered_by_hand_wakes_nobody(place: Place) -> None:
    place.shell("bob", "touch woken\necho never\n")
    sent = place.send("bob")
    place.mesh("reply", sent.task, "I did it by hand, all of it.", "--from", "bob")
    place.once()
    assert not (place.folder / "woken").exists()
    assert place.types(sent.task) == ["task_request", "reply"]


def test_what_is_cancelled_during_its_turn_is_filed_and_not_tried_again(place: Place) -> None:
    place.settings(QUICK)
    place.shell("bob", 'echo x >> tries; while [ ! -e go ]; do sleep 0.02; done; echo "done it, all"\n')
    place.watch()
    task = place.send("bob").task
    until(lambda: (place.folder / "tries").exists())
    place.mesh("task", "cancel", task)
    (place.folder / "go").touch()
    until(lambda: not place.box("bob", "cur") and not place.box("bob", "new") and not place.turns())
    assert (place.folder / "tries").read_text() == "x\n"
    assert place.task(task).state == "canceled"


def test_a_notification_wakes_nobody_and_is_read_with_the_next_turn(place: Place) -> None:
    place.shell("bob", 'cat > prompt; echo "the work is done"\n')
    place.mesh("notify", "bob", "the build machine is down today")
    assert place.once() == []
    assert len(place.box("bob", "new")) == 1
    place.send("bob")
    place.once()
    assert "the build machine is down today" in (place.folder / "prompt").read_text()
    assert place.box("bob", "new") == []


def test_that_the_work_begins_wakes_no_requester(place: Place) -> None:
    place.shell("alice", "touch woken\n")
    wait = "while [ ! -e go ]; do sleep 0.02; done"
    place.shell("bob", f'mesh start "$MESH_TASK" >/dev/null; {wait}; echo "yes, it is"\n')
    place.watch()
    task = place.send("bob", sender="alice").task
    until(lambda: "execution_start" in place.types(task) and not place.box("alice", "new"))
    assert not (place.folder / "woken").exists()


def test_when_the_asking_agent_fails_on_an_answer_its_own_requester_is_told(place: Place) -> None:
    place.settings("retry_s: []\n")
    ask = 'mesh send bob "help me" --complexity low > /dev/null'
    place.shell("alice", f"case $MESH_TYPE in task_request) {ask};; *) exit 9;; esac\n")
    place.shell("bob", 'echo "here is your help, all of it"\n')
    task = place.send("alice").task
    results = place.once()
    assert "dead" in [done.how for done in results]
    told = place.history(task)[-1]
    assert (told.type, told.status, told.to) == ("status", "failed", "user")
    assert "exit status 9" in told.text


def test_where_nobody_waits_for_the_asking_agent_the_person_is_told(place: Place) -> None:
    place.settings("retry_s: []\n")
    place.shell("alice", "exit 9\n")
    place.shell("bob", 'echo "here is your help, all of it"\n')
    place.send("bob", sender="alice")
    place.once()
    waiting = place.workspace.fresh_index().many(place.box("user", "new"))
    assert any("exit status 9" in item.text for item in waiting.values())
