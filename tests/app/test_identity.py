"""A turn speaks as its own agent, whatever it does to its environment."""

from __future__ import annotations

import sys

from tests.app.running import Place

MESH = f'"{sys.executable}" -m mesh'


def outcome(place: Place, command: str) -> str:
    """Run a command within a turn of bob; returns its exit status and what it said."""
    place.person("eve")
    place.person("dan")
    place.shell("bob", f'{{ {command}; }} > said 2>&1; echo "exit $?" >> said; echo "the work is done"\n')
    place.send("bob")
    place.once()
    return (place.folder / "said").read_text()


def senders(place: Place, to: str) -> list[str]:
    waiting = place.workspace.fresh_index().many(place.box(to, "new"))
    return [item.from_ for item in waiting.values()]


def test_a_turn_that_speaks_as_another_is_refused(place: Place) -> None:
    said = outcome(place, 'mesh send dan "pay eve" --from eve --complexity low')
    assert "exit 4" in said
    assert place.box("dan", "new") == []


def test_a_turn_may_name_itself(place: Place) -> None:
    assert "exit 0" in outcome(place, 'mesh send dan "hello there" --from bob --complexity low')
    assert senders(place, "dan") == ["bob"]


def test_a_turn_that_says_nothing_is_its_own_agent(place: Place) -> None:
    outcome(place, 'mesh send dan "hello there" --complexity low')
    assert senders(place, "dan") == ["bob"]


def test_an_empty_environment_makes_nobody_else_of_a_turn(place: Place) -> None:
    said = outcome(place, f'env -i {MESH} send dan "pay eve" --from eve --complexity low')
    assert "exit 4" in said
    assert place.box("dan", "new") == []


def test_another_name_in_the_environment_makes_nobody_else_of_a_turn(place: Place) -> None:
    outcome(place, f'env -i MESH_AGENT=eve MESH_TURN=x {MESH} send dan "pay eve" --complexity low')
    assert senders(place, "dan") == ["bob"]


def test_a_session_of_its_own_makes_nobody_else_of_a_turn(place: Place) -> None:
    leave = (
        "import os, sys; child = os.fork(); "
        "os._exit(os.waitstatus_to_exitcode(os.wait()[1])) if child else os.setsid()"
    )
    run = "os.execve(sys.executable, [sys.executable, '-m', 'mesh', *sys.argv[1:]], {})"
    said = outcome(
        place, f'"{sys.executable}" -c "{leave}; {run}" send dan "pay eve" --from eve --complexity low'
    )
    assert "exit 4" in said
    assert place.box("dan", "new") == []


def test_the_token_of_another_turn_makes_nobody_else_of_a_turn(place: Place) -> None:
    place.rules("ann", "rules:\n- do: [{sleep: 2}, {reply: that is all there is}]\n")
    place.send("ann", priority="urgent")
    find = "F=$(grep -ls 'agent: ann' .mesh/.run/turns/*.yaml); [ -n \"$F\" ]"
    steal = f"until {find}; do sleep 0.02; done; T=$(sed -n 's/^token: //p' $F); echo $T > token"
    outcome(place, f'{steal}; MESH_TURN=$T MESH_AGENT=ann mesh send dan "it is ann" --complexity low')
    assert len((place.folder / "token").read_text().strip()) == 32
    assert senders(place, "dan") == ["bob"]


def test_a_chain_of_tasks_is_counted_whatever_the_turn_does_to_its_environment(place: Place) -> None:
    place.settings("guards: {hops: 1}\n")
    said = outcome(place, f'env -i {MESH} send dan "go on with it" --complexity low')
    assert "exit 4" in said
    assert "hop 2" in said


def test_after_the_turn_anybody_may_speak_again(place: Place) -> None:
    outcome(place, "true")
    place.mesh("send", "dan", "from a person", "--from", "eve", "--complexity", "low")
    assert senders(place, "dan") == ["eve"]
