"""One envelope handled by one agent: the prompt, the driver, the answer sent, the envelope filed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta

from mesh.app import broadcasting, clock, conversing
from mesh.app.prompting import envelope_text, prompt_for
from mesh.app.turn import Turn
from mesh.app.workspace import Workspace
from mesh.core.answers import read_acknowledgement, read_confirmation
from mesh.core.handshake import fold, needs_ack, role_of
from mesh.core.rounds import rounds_of_pair
from mesh.core.waking import why_asleep
from mesh.driver.base import Driver, End, Limits, Request, Text, ToolResult
from mesh.driver.registry import load
from mesh.errors import MeshError
from mesh.model.card import Card
from mesh.model.envelope import Envelope, Understanding
from mesh.model.names import USER
from mesh.model.task import Task
from mesh.store.leases import Retry, drop_retry, read_retry, write_retry
from mesh.store.mailbox import Bad

EFFORT = {"low": "low", "medium": "medium", "high": "high"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Handled:
    """What became of an envelope: `done`, `filed` (no turn was needed), `retry`, `dead`, `returned`."""

    agent: str
    id: str
    how: str
    reason: str = ""


def handle(
    root: str, agent: str, ulid: str, *, stop: threading.Event, log: Callable[[str], None]
) -> Handled | None:
    """Take an envelope and run its turn. None if somebody else took it, or it was no mail."""
    workspace = Workspace(root)
    try:
        taken = workspace.mailbox.take(agent, ulid, clock.now(), workspace.settings.lease_s)
        if isinstance(taken, Bad):
            log(f"{agent}: {taken.name} is no mail ({taken.reason}); it lies in quarantine")
            workspace.commit()
        if taken is None or isinstance(taken, Bad):
            return None
        return _handle_taken(workspace, workspace.card(agent), taken, stop, log)
    finally:
        workspace.index.close()


def _handle_taken(
    workspace: Workspace, card: Card, envelope: Envelope, stop: threading.Event, log: Callable[[str], None]
) -> Handled:
    asleep = asleep_reason(workspace, card.name, envelope)
    if asleep:
        log(f"{card.name}: {envelope.type} of {envelope.from_} filed: {asleep}")
        return _file(workspace, card.name, [envelope], "filed", asleep)
    task = _task(workspace, envelope)
    driver = load(card.driver_name)
    turn = Turn(
        workspace=workspace, agent=card.name, envelope=envelope, task=task, takes_mail=driver.takes_mail,
        show=lambda item: envelope_text(workspace, card, item), log=log, stop=stop,
    )  # fmt: skip
    log(f"{card.name}: turn for {envelope.type} of {envelope.from_} ({envelope.subject or envelope.id})")
    turn.begin()
    try:
        _take_along(turn)
        too_many = _rounds_over(turn)
        if too_many:
            _tell_requester(turn, too_many)
            return _file(workspace, card.name, turn.handled, "dead", too_many)
        end = _run(turn, driver, card, nudge=False)
        if end.ok and not end.text.strip() and _owes_answer(turn):
            log(f"{card.name}: no answer; asked once more")
            end = _run(turn, driver, card, nudge=True)
        return _finish(turn, end)
    except MeshError as error:
        return _failed(turn, str(error))
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


def asleep_reason(workspace: Workspace, agent: str, envelope: Envelope) -> str | None:
    """Look at an envelope again, just before its turn: why it wakes nobody, or None."""
    index = workspace.fresh_index()
    answers = [item for item in index.answers_to(envelope.id, agent) if item.status != "working"]
    answered = any(item.type in ("reply", "intent_confirmation", "intent_ack", "message") for item in answers)
    return why_asleep(envelope, _task(workspace, envelope), answered, agent)


def _task(workspace: Workspace, envelope: Envelope) -> Task | None:
    return fold(workspace.fresh_index().of_task(envelope.task), workspace.settings.handshake)


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
        prompt=prompt_for(workspace, card, envelope, nudge=nudge, told=turn.handled[1:]),
        folder=workspace.project,
        home=workspace.layout.home(card.name),
        level=level,
        effort=EFFORT[level],
        limits=limits,
        environment=_environment(turn),
        settings=card.driver,
        facts=_facts(turn, nudge),
    )
    end = End(ok=False, reason="the driver ended without a word")
    for event in driver.run(request, turn):
        if isinstance(event, End):
            end = event
        elif isinstance(event, Text):
            turn.log(f"{card.name}: {_line(event.text)}")
        elif isinstance(event, ToolResult):
            outcome = event.refused or (f"exit {event.exit_code}" if event.exit_code is not None else "ok")
            turn.log(f"{card.name}: {event.tool} -> {_line(outcome)}")
    return end


def _line(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 120 else flat[:119] + "…"


def _environment(turn: Turn) -> dict[str, str]:
    """Return what tells the programs of a turn who they are."""
    return {
        "MESH_DIR": turn.workspace.root,
        "MESH_AGENT": turn.agent,
        "MESH_TASK": turn.envelope.task,
        "MESH_CONTEXT": turn.envelope.context,
        "MESH_ENVELOPE": turn.envelope.id,
        "MESH_TYPE": turn.envelope.type,
        "MESH_TURN": turn.token,
    }


def _facts(turn: Turn, nudge: bool) -> dict[str, object]:
    task, envelope = turn.task, turn.envelope
    return {
        "type": envelope.type, "from": envelope.from_, "to": envelope.to, "text": envelope.text,
        "subject": envelope.subject, "task": envelope.task, "context": envelope.context,
        "status": envelope.status, "corrections": list(envelope.corrections), "nudge": nudge,
        "level": task.level if task else "medium", "handshake": task.handshake if task else "none",
        "state": task.state if task else "", "round": task.rounds if task else 0,
        "role": role_of(task, turn.agent) if task else None,
        "understanding": envelope.understanding.to_dict() if envelope.understanding else None,
    }  # fmt: skip


# -- the answer


def _said(turn: Turn) -> list[Envelope]:
    """Return what the agent sent in this turn, by its tools or by the command line."""
    index = turn.workspace.fresh_index()
    own = [item for item in index.of_task(turn.envelope.task) if item.from_ == turn.agent]
    return [item for item in own if item.id >= turn.since or item.reply_to == turn.envelope.id]


def _owes_answer(turn: Turn) -> bool:
    """Say whether somebody waits for a word of this turn."""
    task = turn.task
    if task is None or turn.envelope.type in ("summary", "reply", "status"):
        return False
    if role_of(task, turn.agent) == "requester" and turn.envelope.type != "intent_confirmation":
        return False
    return not _said(turn) and not turn.workspace.fresh_index().children_of(task.id, turn.agent)


def _finish(turn: Turn, end: End) -> Handled:
    if end.interrupted:
        return _returned(turn)
    if not end.ok:
        return _failed(turn, end.reason)
    if end.text.strip():
        _post(turn, end.text)
    elif _owes_answer(turn):
        _tell_requester(turn, "the turn ended twice without an answer")
        return _file(turn.workspace, turn.agent, turn.handled, "dead", "no answer")
    return _file(turn.workspace, turn.agent, turn.handled, "done")


def _post(turn: Turn, text: str) -> None:
    """Send what the driver answered as the move that is due, unless the agent made it itself."""
    workspace, task, agent = turn.workspace, _task(turn.workspace, turn.envelope), turn.agent
    if task is None or turn.envelope.type == "summary" or _said(turn):
        _pass_on(turn, text)
        return
    if role_of(task, agent) == "worker":
        _post_as_worker(turn, task, text)
    elif turn.envelope.type == "intent_confirmation":
        answer = read_acknowledgement(text)
        conversing.acknowledge(
            workspace, task.id, agent, answer.status, corrections=answer.corrections, text=answer.text
        )
    elif turn.envelope.type == "message" or turn.envelope.status in ("input-required", "auth-required"):
        conversing.message(workspace, task.id, agent, text)
    else:
        _pass_on(turn, text)


def _post_as_worker(turn: Turn, task: Task, text: str) -> None:
    workspace, agent = turn.workspace, turn.agent
    policy = workspace.settings.handshake
    told = read_confirmation(text)
    if needs_ack(task, policy):
        if task.handshake == "asked":
            conversing.message(workspace, task.id, agent, text)
            return
        conversing.confirm(workspace, task.id, agent, told or Understanding(scope=text.strip()))
    elif told and told.approach and policy.get(task.level) == "soft" and task.handshake == "none":
        conversing.confirm(workspace, task.id, agent, told)
    else:
        conversing.reply(
            workspace, task.id, agent, text, reply_to=turn.envelope.id, observed=turn.observed()
        )


def _pass_on(turn: Turn, text: str) -> None:
    """Answer the task for which the agent had asked others, where that is what its words are for."""
    parent = turn.task.parent if turn.task else None
    if not parent or _said(turn):
        turn.log(f"{turn.agent}: {_line(text)}")
        return
    above = fold(turn.workspace.fresh_index().of_task(parent), turn.workspace.settings.handshake)
    if above and not above.is_final and role_of(above, turn.agent) == "worker":
        conversing.reply(turn.workspace, parent, turn.agent, text, observed=turn.observed())


# -- filing


def _file(workspace: Workspace, agent: str, handled: list[Envelope], how: str, reason: str = "") -> Handled:
    for envelope in handled:
        workspace.mailbox.settle(agent, envelope, clock.now())
        drop_retry(workspace.boxes.path(agent, "new", envelope.id))
    workspace.commit()
    return Handled(agent=agent, id=handled[0].id, how=how, reason=reason)


def _returned(turn: Turn) -> Handled:
    for envelope in turn.handled:
        turn.workspace.mailbox.give_back(turn.agent, envelope, clock.now())
    turn.workspace.commit()
    return Handled(agent=turn.agent, id=turn.envelope.id, how="returned", reason="interrupted")


def _failed(turn: Turn, reason: str) -> Handled:
    """Try again later, or give the envelope up and tell the requester why."""
    workspace, envelope, agent = turn.workspace, turn.envelope, turn.agent
    delays = workspace.settings.retry_s
    path = workspace.boxes.path(agent, "new", envelope.id)
    before = read_retry(path)
    attempts = (before.attempts if before else 0) + 1
    turn.log(f"{agent}: failed ({attempts}): {_line(reason)}")
    if attempts <= len(delays):
        later = clock.now() + timedelta(seconds=delays[attempts - 1])
        write_retry(path, Retry(attempts=attempts, not_before=later, reason=reason))
        returned = _returned(turn)
        return replace(returned, how="retry", reason=reason)
    return give_up(workspace, agent, turn.handled, reason, attempts)


def give_up(workspace: Workspace, agent: str, handled: list[Envelope], reason: str, attempts: int) -> Handled:
    """Bury an envelope and tell its requester why."""
    first = handled[0]
    why = {"reason": reason, "attempts": attempts, "envelope": first.id}
    workspace.mailbox.bury(agent, first, why, clock.now())
    drop_retry(workspace.boxes.path(agent, "new", first.id))
    for envelope in handled[1:]:
        workspace.mailbox.give_back(agent, envelope, clock.now())
    workspace.commit()
    task = _task(workspace, first)
    if task and not task.is_final and role_of(task, agent) == "worker":
        _say_failed(workspace, task, agent, first, f"{reason}\n\n({attempts} attempts)")
    return Handled(agent=agent, id=first.id, how="dead", reason=reason)


def _tell_requester(turn: Turn, reason: str) -> None:
    if turn.task and role_of(turn.task, turn.agent) == "worker":
        _say_failed(turn.workspace, turn.task, turn.agent, turn.envelope, reason)


def _say_failed(workspace: Workspace, task: Task, agent: str, envelope: Envelope, reason: str) -> None:
    conversing.set_status(
        workspace, task.id, agent, "failed", reason[:8000], reply_to=envelope.id, extra={"by": "runtime"}
    )
    if task.broadcast:
        broadcasting.collect(workspace, task.broadcast)
