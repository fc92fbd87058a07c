"""What reaches an agent in the middle of its turn, and what of that is filed with it."""

from __future__ import annotations

from tests.app.running import Place, until

# waits in steps, so that whatever arrives can be handed over at the next of them
WORKING = """
rules:
- when: {type: task_request, contains: long work}
  do:
  - write: {path: began, text: "x"}
  - run: while [ ! -e go ]; do sleep 0.02; done
  - read: began
  - say: "heard {{message}}"
  - run: while [ ! -e end ]; do sleep 0.02; done
  - reply: "the long work is done; the last word was {{message}}"
- when: {type: task_request}
  do:
  - reply: "the other work is done as well"
on_message:
- do:
  - write: {path: heard, text: "{{message}}"}
"""


def begun(place: Place) -> str:
    place.rules("bob", WORKING)
    place.watch()
    task = place.send("bob", "the long work").task
    until(lambda: (place.folder / "began").exists())
    return task


def finish(place: Place) -> None:
    (place.folder / "end").touch()
    until(lambda: not place.box("bob", "new") and not place.box("bob", "cur") and not place.turns())


def heard(place: Place) -> str:
    (place.folder / "go").touch()
    until(lambda: (place.folder / "heard").exists())
    return (place.folder / "heard").read_text()


def test_a_message_of_the_same_task_is_handed_over_and_filed_with_the_turn(place: Place) -> None:
    task = begun(place)
    said = place.say(task, "use the blue one instead")
    assert "use the blue one instead" in heard(place)
    assert place.box("bob", "cur") == sorted([place.history(task)[0].id, said.id])
    finish(place)
    assert place.types(task) == ["task_request", "message", "reply"]


def test_an_urgent_request_is_shown_at_once_and_still_gets_a_turn_of_its_own(place: Place) -> None:
    begun(place)
    urgent = place.send("bob", "something burns", priority="urgent").task
    assert "something burns" in heard(place)
    finish(place)
    assert place.task(urgent).state == "completed"
    assert place.types(urgent) == ["task_request", "reply"]


def test_what_is_neither_urgent_nor_of_the_same_task_waits_for_its_own_turn(place: Place) -> None:
    begun(place)
    other = place.send("bob", "some time later")
    (place.folder / "go").touch()
    (place.folder / "end").touch()
    until(lambda: place.task(other.task).is_final)
    assert not (place.folder / "heard").exists()
    finish(place)


def test_an_acknowledgement_that_comes_while_the_asking_turn_still_runs_is_worked_upon(place: Place) -> None:
    place.rules("bob", """
rules:
- when: {type: task_request}
  do:
  - confirm: {scope: all of it, approach: step by step}
  - read: began
  - run: "true"
  - read: .mesh/mesh.yaml
  - sleep: 0.5
  - read: .mesh/mesh.yaml
- when: {type: intent_ack}
  do:
  - start: the thing
  - reply: "the thing is done as agreed"
""")
    place.watch()
    task = place.send("bob", "a delicate matter", complexity="high").task
    until(lambda: "intent_confirmation" in place.types(task))
    place.mesh("ack", task)
    until(lambda: place.task(task).is_final)
    finish(place)
    assert place.types(task)[-2:] == ["execution_start", "reply"]


def test_an_interrupted_turn_puts_back_what_was_handed_over_too(place: Place) -> None:
    place.settings("grace_s: 0.1\n")
    place.rules("bob", WORKING)
    child = place.watch()
    task = place.send("bob", "the long work").task
    until(lambda: (place.folder / "began").exists())
    said = place.say(task, "use the blue one instead").id
    heard(place)
    child.terminate()
    assert child.wait(30) == 0
    assert place.box("bob", "new") == sorted([place.history(task)[0].id, said])
    assert place.box("bob", "cur") == []
