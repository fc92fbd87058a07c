"""One envelope handled by one agent: the prompt, the driver, the answer sent, the envelope filed."""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Callable

from mesh.app import clock, sessions
from mesh.app.answering import asleep_reason, owes_answer, post, task_of
from mesh.app.faults import what_broke
from mesh.app.filing import Handled, end_task, failed, finished, give_back, settle, tell_failed
from mesh.app.prompting import envelope_text, language_of, prompt_for
from mesh.app.turn import Turn
from mesh.app.workspace import Workspace
from mesh.core.handshake import role_of
from mesh.core.rounds import rounds_of_pair
from mesh.core.visible import one_line
from mesh.driver.base import Driver, End, Limits, Request, Text, ToolResult
from mesh.driver.registry import load
from mesh.model.card import Card
from mesh.model.envelope import Envelope
from mesh.model.names import USER
from mesh.store.leases import read_retry
from mesh.store.mailbox import Bad

EFFORT = {"low": "low", "medium": "medium", "high": "high"}
_SHOWN = 120  # characters of what an agent says and does, in the log


def handle(
    root: str, agent: str, ulid: str, *, stop: threading.Event, log: Callable[[str], None]
) -> Handled | None:
    """Take an envelope and run its turn. None if somebody else took it, or it was no mail."""
    workspace = Workspace(root)
    try:
        card = workspace.card(agent)
        driver = load(card.driver_name)
        taken = workspace.mailbox.take(agent, ulid, clock.now(), workspace.settings.lease_s)
        if isinstance(taken, Bad):
            log(f"{agent}: {taken.name} is no mail ({taken.reason}); it lies in quarantine")
            workspace.commit()
        if taken is None or isinstance(taken, Bad):
            return None
        return _handle_taken(workspace, card, driver, taken, stop, log)
    finally:
        workspace.index.close()


def _handle_taken(
    workspace: Workspace, card: Card, driver: Driver, envelope: Envelope, stop: threading.Event,
    log: Callable[[str], None],
) -> Handled:  # fmt: skip
    asleep = asleep_reason(workspace, card.name, envelope)
    if asleep:
        log(f"{card.name}: {envelope.type} of {envelope.from_} filed: {asleep}")
        return settle(workspace, card.name, [envelope], "filed", asleep)
    task = task_of(workspace, envelope)
    turn = Turn(
        workspace=workspace, agent=card.name, envelope=envelope, task=task, takes_mail=driver.takes_mail,
        show=lambda item, fence: envelope_text(workspace, card, item, fence), log=log, stop=stop,
        language=language_of(workspace, card, envelope),
    )  # fmt: skip
    log(f"{card.name}: turn for {envelope.type} of {envelope.from_} ({envelope.subject or envelope.id})")
    turn.begin()
    try:
        _take_along(turn)
        too_many = _rounds_over(turn)
        if too_many:
            end_task(turn, too_many)
            return settle(workspace, card.name, turn.handled, "dead", too_many)
        end = _run(turn, driver, card, nudge=False)
        if end.ok and not end.text.strip() and owes_answer(turn):
            log(f"{card.name}: no answer; asked once more")
            end = _run(turn, driver, card, nudge=True)
        return _finish(turn, end)
    except Exception as error:  # whatever goes wrong in a turn is that turn's failure
        moot = asleep_reason(workspace, card.name, envelope)
        if moot:
            return settle(workspace, card.name, turn.handled, "filed", moot)
        return failed(turn, what_broke(workspace, error))
    finally:
        turn.end()


def _take_along(turn: Turn) -> None:
    """Take what is read with this turn: notifications, and messages that wait in the same task."""
    workspace = turn.workspace
    waiting = workspace.fresh_index().many(workspace.boxes.waiting(turn.agent))
    for ulid, envelope in sorted(waiting.items()):
        same_task = envelope.type == "message" and envelope.task == turn.envelope.task
        if envelope.type != "notification" and not same_task:
            continue
        taken = workspace.mailbox.take(turn.agent, ulid, clock.now(), workspace.settings.lease_s)
        if isinstance(taken, Envelope):
            turn.handled.append(taken)


def _rounds_over(turn: Turn) -> str | None:
    """Return why the talk of two agents is ended, None while it may go on."""
    limit = int(turn.workspace.settings.guards["rounds"])
    context = turn.workspace.fresh_index().of_context(turn.envelope.context)
    said = rounds_of_pair(context, turn.agent, turn.envelope.from_)
    if said < limit or USER in (turn.agent, turn.envelope.from_):
        return None
    return (
        f"guard `rounds`: {said} rounds of {turn.agent} and {turn.envelope.from_} in one context;"
        f" the limit is {limit}, `guards: rounds` in mesh.yaml raises it"
    )


def _run(turn: Turn, driver: Driver, card: Card, *, nudge: bool) -> End:
    workspace, envelope = turn.workspace, turn.envelope
    guards = workspace.settings.guards
    limits = Limits(
        wall_s=guards["wall_s"],
        grace_s=workspace.settings.grace_s,
        turns=int(guards["turns_per_event"]),
        tool_calls=int(guards["tool_calls"]),
        cost_usd=guards["cost_per_event_usd"],
    )
    level = turn.task.level if turn.task else "medium"
    request = Request(
        agent=card.name,
        prompt=prompt_for(
            workspace, card, envelope, nudge=nudge, told=turn.handled[1:], fence=turn.fence
        ),
        folder=workspace.project,
        home=workspace.layout.home(card.name),
        level=level,
        effort=EFFORT[level],
        limits=limits,
        environment=_environment(turn),
        settings=card.driver,
        facts=_facts(turn, nudge),
        session=sessions.load(workspace, card.name, envelope.task),
    )
    end = End(ok=False, reason="the driver ended without a word")
    for event in driver.run(request, turn):
        if isinstance(event, End):
            end = event
        elif isinstance(event, Text):
            turn.log(f"{card.name}: {one_line(event.text, _SHOWN)}")
        elif isinstance(event, ToolResult):
            outcome = event.refused or (f"exit {event.exit_code}" if event.exit_code is not None else "ok")
            turn.log(f"{card.name}: {event.tool} -> {one_line(outcome, _SHOWN)}")
    if end.session:
        sessions.keep(workspace, card.name, envelope.task, end.session)
    return end


def _environment(turn: Turn) -> dict[str, str]:
    """Return what tells the programs of a turn who they are."""
    return {
        **_path(),
        "MESH_DIR": turn.workspace.root,
        "MESH_AGENT": turn.agent,
        "MESH_TASK": turn.envelope.task,
        "MESH_CONTEXT": turn.envelope.context,
        "MESH_ENVELOPE": turn.envelope.id,
        "MESH_TYPE": turn.envelope.type,
        "MESH_TURN": turn.token,
        **({"MESH_PARENT": turn.parent} if turn.parent else {}),
    }


def _path() -> dict[str, str]:
    """Return a PATH on which the `mesh` of this installation is found, where the caller's has none."""
    path = os.environ.get("PATH", os.defpath)
    if shutil.which("mesh", path=path):
        return {}
    own = os.path.dirname(os.path.abspath(sys.executable))
    return {"PATH": f"{path}{os.pathsep}{own}"}


def _facts(turn: Turn, nudge: bool) -> dict[str, object]:
    task, envelope = turn.task, turn.envelope
    return {
        "type": envelope.type, "from": envelope.from_, "to": envelope.to, "text": envelope.text,
        "subject": envelope.subject, "task": envelope.task, "context": envelope.context,
        "status": envelope.status, "corrections": list(envelope.corrections), "nudge": nudge,
        "level": task.level if task else "medium", "handshake": task.handshake if task else "none",
        "state": task.state if task else "", "round": task.rounds if task else 0,
        "role": role_of(task, turn.agent) if task else None,
        "language": language_of(turn.workspace, turn.workspace.card(turn.agent), envelope),
        "priority": envelope.priority, "attempt": _attempt(turn), "turn": _turns(turn),
        "understanding": envelope.understanding.to_dict() if envelope.understanding else None,
    }  # fmt: skip


def _attempt(turn: Turn) -> int:
    retry = read_retry(turn.workspace.boxes.path(turn.agent, "new", turn.envelope.id))
    return (retry.attempts if retry else 0) + 1


def _turns(turn: Turn) -> int:
    """Return which turn of the agent in this task this is, from 1: one for each envelope it heard."""
    history = turn.workspace.fresh_index().of_task(turn.envelope.task)
    heard = [item for item in history if item.to == turn.agent and item.id <= turn.envelope.id]
    return max(1, len(heard))


def _finish(turn: Turn, end: End) -> Handled:
    if end.interrupted:
        return give_back(turn)
    if not end.ok:
        return failed(turn, end.reason)
    if end.text.strip():
        post(turn, end.text)
    elif owes_answer(turn):
        tell_failed(turn.workspace, turn.agent, turn.envelope, "the turn ended twice without an answer")
        return settle(turn.workspace, turn.agent, turn.handled, "dead", "no answer")
    return finished(turn)
