"""One watcher a workspace: refused, killed, stopped, resumed, and what it does about broken neighbours."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from mesh import codec
from mesh.app import presence, requesting
from mesh.app.sending import Order
from mesh.errors import Malformed, Refused
from tests.app.running import Place, is_running, until

SLOW = 'case "$MESH_TYPE" in task_request) echo $$ >> pids; sleep 60; echo late;; esac\n'
UNTIL_TOLD = 'echo $$ >> pids\nwhile [ ! -e go ]; do sleep 0.02; done\necho "the work is done"\n'


def pids(place: Place) -> list[int]:
    path = place.folder / "pids"
    return [int(line) for line in path.read_text().split()] if path.exists() else []


def test_a_second_watcher_is_refused_and_says_who_holds_the_first(place: Place) -> None:
    child = place.watch()
    told = place.mesh("watch", "--once", status=4)
    assert f"process {child.pid} on {os.uname().nodename}" in told
    assert child.poll() is None


def test_the_watcher_that_is_refused_does_not_wipe_out_the_name_of_the_first(place: Place) -> None:
    child = place.watch()
    with pytest.raises(Refused):
        place.once()
    assert place.watcher()["pid"] == child.pid


def test_a_killed_watchers_turns_are_ended_and_run_again_with_one_reply(place: Place) -> None:
    place.shell("bob", UNTIL_TOLD)
    child = place.watch()
    task = place.send("bob").task
    first = until(lambda: pids(place))[0]
    child.send_signal(signal.SIGKILL)
    child.wait()
    assert is_running(first)
    place.watch()
    until(lambda: not is_running(first))
    until(lambda: len(pids(place)) == 2)
    (place.folder / "go").touch()
    until(lambda: place.task(task).is_final)
    assert place.types(task) == ["task_request", "reply"]
    until(lambda: not place.box("bob", "cur"))
    assert place.box("bob", "new") == []


def test_what_a_killed_turn_left_in_the_background_is_ended_too(place: Place) -> None:
    place.shell("bob", "echo $$ > leader\nsleep 60 &\necho $! > pids\nwait\n")
    child = place.watch()
    place.send("bob")
    other = until(lambda: pids(place))[0]
    child.send_signal(signal.SIGKILL)
    child.wait()
    os.kill(int((place.folder / "leader").read_text()), signal.SIGKILL)
    until(lambda: not is_running(int((place.folder / "leader").read_text())))
    assert is_running(other)
    place.shell("bob2", "true")
    place.watch("--agent", "bob2")
    until(lambda: not is_running(other))


def test_a_lock_whose_process_id_was_given_to_another_is_taken_over(place: Place) -> None:
    """The note names a living process that started at another time: it is not the watcher."""
    place.shell("bob", 'echo "the work is done"\n')
    task = place.send("bob").task
    child = place.watch("--agent", "bob")
    until(lambda: place.task(task).is_final and not place.box("bob", "cur"))
    child.send_signal(signal.SIGKILL)
    child.wait()
    path = Path(place.root, ".run", "watcher.yaml")
    path.write_bytes(codec.write({**place.watcher(), "pid": os.getpid(), "start": "1"}))
    assert not presence.watching(place.workspace).alive
    again = place.send("bob", "once more").task
    assert [done.how for done in place.once()] == ["done"]
    assert place.task(again).state == "completed"


def test_a_process_that_only_has_the_id_of_a_turn_is_left_alone(place: Place) -> None:
    record = Path(place.root, ".run", "turns", "01JDZ3K8Q6W3R5V7X9Y1A2B3C4.yaml")
    record.parent.mkdir(parents=True, exist_ok=True)
    record.write_bytes(codec.write({"agent": "bob", "pid": os.getpid(), "start": "1"}))
    place.once()
    assert not record.exists()


def test_a_polite_end_takes_nothing_new_interrupts_after_its_grace_and_puts_mail_back(place: Place) -> None:
    place.settings("grace_s: 0.3\n")
    place.shell("bob", SLOW)
    child = place.watch()
    first = place.send("bob").id
    until(lambda: pids(place))
    child.send_signal(signal.SIGTERM)
    until(lambda: "waiting up to" in place.told())
    second = place.send("bob", "another").id
    assert child.wait(30) == 0
    assert place.box("bob", "new") == [first, second]
    assert place.box("bob", "cur") == []
    assert not is_running(pids(place)[0])
    assert len(pids(place)) == 1


def test_a_polite_end_lets_a_turn_finish_within_its_grace(place: Place) -> None:
    place.shell("bob", UNTIL_TOLD)
    child = place.watch()
    task = place.send("bob").task
    until(lambda: pids(place))
    child.send_signal(signal.SIGTERM)
    until(lambda: "waiting up to" in place.told())
    (place.folder / "go").touch()
    assert child.wait(30) == 0
    assert place.task(task).state == "completed"


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="threads cannot be told apart")
def test_a_signal_ends_a_watcher_at_rest_at_once_whichever_thread_it_reaches(place: Place) -> None:
    child = place.watch()
    others = until(lambda: [t for t in os.listdir(f"/proc/{child.pid}/task") if int(t) != child.pid])
    os.kill(int(others[0]), signal.SIGTERM)
    assert child.wait(10) == 0


def test_a_second_signal_grants_no_grace(place: Place) -> None:
    place.settings("grace_s: 60\n")
    place.shell("bob", SLOW)
    child = place.watch()
    envelope = place.send("bob").id
    until(lambda: pids(place))
    child.send_signal(signal.SIGINT)
    until(lambda: "waiting up to" in place.told())
    child.send_signal(signal.SIGINT)
    assert child.wait(30) == 0
    assert place.box("bob", "new") == [envelope]


def test_stop_ends_the_turns_of_a_running_watcher_and_resume_goes_on(place: Place) -> None:
    place.settings("grace_s: 0.2\n")
    place.shell("bob", UNTIL_TOLD)
    child = place.watch()
    task = place.send("bob").task
    until(lambda: pids(place))
    place.mesh("stop")
    until(lambda: place.box("bob", "new"))
    assert child.poll() is None
    (place.folder / "go").touch()
    place.mesh("resume")
    until(lambda: place.task(task).is_final)
    assert place.types(task) == ["task_request", "reply"]


def test_a_stop_survives_the_restart_of_the_watcher(place: Place) -> None:
    place.shell("bob", 'echo "the work is done"\n')
    task = place.send("bob").task
    place.mesh("stop")
    assert place.once() == []
    assert any("mesh resume" in line for line in place.log)
    assert place.task(task).state == "submitted"
    place.mesh("resume")
    assert [done.how for done in place.once()] == ["done"]


def test_a_stop_ends_the_turns_of_a_watcher_that_runs_once(place: Place) -> None:
    place.settings("grace_s: 0.2\n")
    place.shell("bob", SLOW)
    envelope = place.send("bob")
    child = place.watch("--once")
    until(lambda: pids(place))
    place.mesh("stop")
    assert child.wait(30) == 0
    assert place.box("bob", "new") == [envelope.id]


def test_an_agent_added_while_the_watcher_runs_gets_its_turns(place: Place) -> None:
    place.watch()
    place.shell("bob", 'echo "the work is done"\n')
    task = place.send("bob").task
    until(lambda: place.task(task).is_final, 10)


def test_a_broken_card_or_driver_stops_no_other_agent_and_shows_in_the_status(place: Place) -> None:
    for name in ("amy", "bob", "cat"):
        place.shell(name, 'echo "the work is done"\n')
    lost, task, other = (place.send(name).task for name in ("amy", "bob", "cat"))
    (place.home("amy") / "card.yaml").write_text("name: amy\nheadline: [\n")
    card = place.home("cat") / "card.yaml"
    card.write_text(card.read_text().replace("name: command", "name: comand"))
    results = place.once()
    assert place.task(task).state == "completed"
    assert {(done.agent, done.how) for done in results} == {
        ("amy", "blocked"), ("bob", "done"), ("cat", "blocked"),
    }  # fmt: skip
    assert len([line for line in place.log if line.startswith("amy: line")]) == 1
    stuck = {row["agent"]: " ".join(row["stuck"]) for row in place.status()["agents"]}
    assert "card.yaml" in stuck["amy"]
    assert "`command`" in stuck["cat"] or "comand" in stuck["cat"]
    assert stuck["bob"] == ""
    assert {place.task(name).state for name in (lost, other)} == {"submitted"}
    place.mesh("watch", "--once", status=1)


def test_broken_settings_are_an_error_that_names_the_file_and_the_line(place: Place) -> None:
    place.settings("retry_s: [1]\njobs: many\n")
    told = place.mesh("watch", "--once", status=2)
    assert "mesh.yaml" in told
    place.settings("retry_s: [1]\n  jobs: 3\n")
    told = place.mesh("watch", "--once", status=2)
    assert "mesh.yaml" in told
    assert "line 3" in told


def test_settings_that_break_while_the_watcher_runs_hold_mail_back_and_lose_none(place: Place) -> None:
    place.shell("bob", 'echo "the work is done"\n')
    child = place.watch()
    opened = place.workspace
    before = opened.settings
    place.settings("jobs: [\n")
    order = Order(sender="user", to="bob", text="do it", complexity="low")
    task = requesting.request(opened, order).envelope.task
    until(lambda: "bob: blocked" in place.told())
    assert len(place.box("bob", "new")) == 1
    assert place.told().count("bob: blocked") == 1
    place.settings(f"jobs: {before.jobs}\n")
    until(lambda: place.task(task).is_final)
    assert child.poll() is None


def test_settings_that_cannot_be_read_are_malformed(place: Place) -> None:
    place.settings("jobs: [\n")
    with pytest.raises(Malformed):
        place.once()


def test_to_run_once_with_nothing_to_do_is_well(place: Place) -> None:
    place.shell("bob", "echo never\n")
    assert "0 turns done, 0 failed" in place.mesh("watch", "--once")


def test_to_run_once_says_by_its_exit_status_whether_all_went_well(place: Place) -> None:
    place.settings("retry_s: []\n")
    place.shell("bob", 'echo "the work is done"\n')
    place.send("bob")
    place.mesh("watch", "--once")
    place.shell("eve", "exit 3\n")
    place.send("eve")
    place.mesh("watch", "--once", status=1)


def test_a_task_that_the_agent_itself_calls_failed_is_no_success(place: Place) -> None:
    place.rules("bob", "rules:\n- do:\n  - reply: {text: it cannot be done, status: failed}\n")
    place.send("bob")
    assert [done.how for done in place.once()] == ["failed"]
