"""What becomes of an envelope after its turn: filed, put back for a later try, or given up with a word."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

from mesh.app import broadcasting, clock, conversing, upkeep
from mesh.app.answering import needs_own_turn, task_of
from mesh.app.turn import Turn
from mesh.app.workspace import Workspace
from mesh.core.handshake import fold, role_of
from mesh.core.visible import one_line
from mesh.model.envelope import Envelope
from mesh.model.names import USER
from mesh.model.task import Task
from mesh.store.leases import Retry, drop_retry, read_retry, write_retry

_SHOWN = 120  # characters of a reason in the log


@dataclass(frozen=True, slots=True, kw_only=True)
class Handled:
    """What became of an envelope.

    `done`; `failed`, as the agent itself said of the task; `filed`, no turn was needed; `retry`; `dead`;
    `returned`, interrupted; `blocked`, the agent cannot be run as it stands.
    """

    agent: str
    id: str
    how: str
    reason: str = ""

    @property
    def is_failure(self) -> bool:
        return self.how in ("failed", "dead", "blocked")


def settle(workspace: Workspace, agent: str, handled: list[Envelope], how: str, reason: str = "") -> Handled:
    for envelope in handled:
        workspace.mailbox.settle(agent, envelope, clock.now())
        drop_retry(workspace.boxes.path(agent, "new", envelope.id))
    workspace.commit()
    return Handled(agent=agent, id=handled[0].id, how=how, reason=reason)


def finished(turn: Turn) -> Handled:
    """File what the turn dealt with; what it was only shown on the way goes back for a turn of its own."""
    own = [item for item in turn.handled[1:] if needs_own_turn(turn, item)]
    for envelope in own:
        turn.workspace.mailbox.give_back(turn.agent, envelope, clock.now())
    task = turn.task_now()
    is_lost = task is not None and task.state in ("failed", "rejected") and task.worker == turn.agent
    dealt_with = [item for item in turn.handled if item not in own]
    return settle(turn.workspace, turn.agent, dealt_with, "failed" if is_lost else "done")


def give_back(turn: Turn) -> Handled:
    for envelope in turn.handled:
        turn.workspace.mailbox.give_back(turn.agent, envelope, clock.now())
    turn.workspace.commit()
    return Handled(agent=turn.agent, id=turn.envelope.id, how="returned", reason="interrupted")


def failed(turn: Turn, reason: str) -> Handled:
    """Try again later, or give the envelope up and tell the requester why."""
    workspace, envelope, agent = turn.workspace, turn.envelope, turn.agent
    delays = workspace.settings.retry_s
    path = workspace.boxes.path(agent, "new", envelope.id)
    before = read_retry(path)
    attempts = (before.attempts if before else 0) + 1
    turn.log(f"{agent}: failed ({attempts}): {one_line(reason, _SHOWN)}")
    if attempts <= len(delays):
        later = clock.now() + timedelta(seconds=delays[attempts - 1])
        write_retry(path, Retry(attempts=attempts, not_before=later, reason=reason))
        returned = give_back(turn)
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
    tell_failed(workspace, agent, first, f"{reason}\n\n({attempts} attempts)")
    return Handled(agent=agent, id=first.id, how="dead", reason=reason)


def tell_failed(workspace: Workspace, agent: str, envelope: Envelope, reason: str) -> None:
    """Tell whoever waits for the agent: the requester of its task, or of the task for which it had asked.

    Where nobody does, the person is told: nothing fails in silence.
    """
    task = task_of(workspace, envelope)
    if task and role_of(task, agent) == "worker":
        if not task.is_final:
            _say_failed(workspace, task, agent, envelope.id, reason)
        return
    parent = task.parent if task else None
    above = fold(workspace.fresh_index().of_task(parent), workspace.settings.handshake) if parent else None
    if above and not above.is_final and role_of(above, agent) == "worker":
        _say_failed(workspace, above, agent, None, reason)
    elif task and agent != USER:
        what = f"{agent} could not deal with {envelope.type} {envelope.id} of {envelope.from_}"
        text = f"{what}:\n{reason[:8000]}"
        upkeep.say_once(workspace, task, USER, "status", f"dead:{agent}:{envelope.id}", text)


def end_task(turn: Turn, reason: str) -> None:
    """End the task of a turn that a guard stopped, and tell whoever waits for it."""
    task = turn.task
    if task and not task.is_final and role_of(task, turn.agent) == "requester":
        conversing.set_status(
            turn.workspace, task.id, turn.agent, "canceled", reason, extra={"by": "runtime"}
        )
    tell_failed(turn.workspace, turn.agent, turn.envelope, reason)


def _say_failed(workspace: Workspace, task: Task, agent: str, reply_to: str | None, reason: str) -> None:
    conversing.set_status(
        workspace, task.id, agent, "failed", reason[:8000], reply_to=reply_to, extra={"by": "runtime"}
    )
    if task.broadcast:
        broadcasting.collect(workspace, task.broadcast)
