"""Broadcasts: policies, deadlines with and without a watcher, marks, and what waiting for them says."""

from __future__ import annotations

import json
import time

import pytest

from mesh.app import broadcasting
from mesh.app.sending import Order
from mesh.errors import BadInput
from mesh.model.envelope import Envelope
from tests.app.running import Place, until

ANSWER = 'echo "here is a whole answer of $MESH_AGENT"\n'


def ask(place: Place, *to: str, policy: str = "all", timeout_s: float | None = None) -> str:
    order = Order(sender="user", to="", text="what do you think of it?", complexity="low")
    return broadcasting.broadcast(place.workspace, order, to, policy=policy, timeout_s=timeout_s).id


def summary(place: Place) -> Envelope | None:
    found = place.workspace.fresh_index().many(place.box("user", "new"))
    summaries = [item for item in found.values() if item.type == "summary"]
    assert len(summaries) <= 1
    return summaries[0] if summaries else None


def marks(place: Place) -> dict[str, str | None]:
    found = summary(place)
    assert found is not None
    return {answer["agent"]: answer["mark"] for answer in found.answers}


def test_all_waits_for_everybody(place: Place) -> None:
    place.shell("amy", ANSWER)
    place.shell("bob", ANSWER)
    place.person("cat")
    broadcast = ask(place, "amy", "bob", "cat")
    place.once()
    assert summary(place) is None
    task = place.workspace.fresh_index().of_broadcast(broadcast)[-1].task
    place.mesh("reply", task, "and this is what cat thinks of it", "--from", "cat")
    assert marks(place) == {"amy": None, "bob": None, "cat": None}


@pytest.mark.parametrize(("policy", "least"), [("any", 1), ("n:2", 2)])
def test_fewer_answers_are_enough_if_the_policy_says_so(place: Place, policy: str, least: int) -> None:
    for name in ("amy", "bob"):
        place.shell(name, ANSWER)
    place.person("cat")
    place.person("dan")
    ask(place, "amy", "bob", "cat", "dan", policy=policy)
    place.once()
    found = summary(place)
    assert found is not None
    came = [answer for answer in found.answers if answer["came"]]
    assert least <= len(came) <= 2
    assert "never came" in marks(place).values()


@pytest.mark.parametrize("policy", ["n:3", "n:0", "n:-1", "most", "", "allow", "any\n"])
def test_a_policy_that_cannot_be_met_or_read_is_refused_with_nothing_sent(place: Place, policy: str) -> None:
    place.person("amy")
    place.person("bob")
    with pytest.raises(BadInput):
        ask(place, "amy", "bob", policy=policy)
    assert place.box("amy", "new") == []


def test_short_answers_failures_and_silence_are_marked(place: Place) -> None:
    place.settings("retry_s: []\n")
    place.shell("amy", "echo ok\n")
    place.shell("bob", "exit 1\n")
    place.shell("eve", ANSWER)
    place.person("cat")
    ask(place, "amy", "bob", "cat", "eve", policy="n:3")
    place.once()
    assert marks(place) == {"amy": "probably failed", "bob": "failed", "cat": "never came", "eve": None}


def test_an_answer_in_chinese_is_measured_in_characters(place: Place) -> None:
    place.shell("amy", 'echo "我觉得这个方案完全可行，没有意见"\n')
    ask(place, "amy")
    place.once()
    assert marks(place) == {"amy": None}


def test_a_watcher_sums_up_when_the_time_is_over(place: Place) -> None:
    place.watch()
    place.person("cat")
    begin = time.monotonic()
    ask(place, "cat", timeout_s=0.7)
    until(lambda: summary(place), 10)
    assert time.monotonic() - begin >= 0.7
    assert marks(place) == {"cat": "never came"}


def test_without_a_watcher_whoever_waits_sums_up(place: Place) -> None:
    place.person("cat")
    words = ("broadcast", "cat", "any ideas about it?", "--timeout", "0.3", "--wait", "20", "--json")
    told = place.mesh(*words, "--complexity", "low", status=5)
    assert json.loads(told)["summary"]["answers"][0]["mark"] == "never came"


def test_a_broadcast_whose_wait_is_over_says_so_by_its_status(place: Place) -> None:
    place.person("cat")
    words = ("broadcast", "cat", "any ideas about it?", "--wait", "0.2", "--complexity", "low")
    place.mesh(*words, status=5)


def test_late_answers_make_no_second_summary(place: Place) -> None:
    place.person("amy")
    place.person("bob")
    broadcast = ask(place, "amy", "bob", policy="any")
    for request in place.workspace.fresh_index().of_broadcast(broadcast):
        place.mesh("reply", request.task, "what I think of it is this", "--from", request.to)
    assert summary(place) is not None


def test_answers_wake_no_broadcaster_but_the_summary_does(place: Place) -> None:
    place.shell("alice", """echo "$MESH_TYPE" >> woken
case $MESH_TYPE in
task_request) mesh broadcast amy bob "what now?" --complexity low >/dev/null;;
summary) echo "the two of them agree on it";;
esac
""")  # fmt: skip
    place.shell("amy", ANSWER)
    place.shell("bob", ANSWER)
    task = place.send("alice").task
    place.once()
    assert (place.folder / "woken").read_text().split() == ["task_request", "summary"]
    assert place.task(task).state == "completed"


def test_waiting_for_an_answer_says_by_its_status_how_it_went(place: Place) -> None:
    place.settings("retry_s: []\n")
    place.shell("bob", 'case "$(cat)" in *well*) echo "it went well enough";; *) exit 3;; esac\n')
    place.person("cat")
    place.watch()
    low = ("--complexity", "low")
    assert "it went well enough" in place.mesh("send", "bob", "do it well", "--wait", "30", *low)
    place.mesh("send", "bob", "do it badly", "--wait", "30", *low, status=1)
    place.mesh("send", "cat", "do it", "--wait", "0.2", *low, status=5)
