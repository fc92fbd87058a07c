"""What becomes of an envelope after its turn: filed, put back for a later try, or given up with a word."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

from mesh.app import broadcasting, clock, conversing
from mesh.app.turn import Turn
from mesh.app.workspace import Workspace
from mesh.core.handshake import fold, role_of
from mesh.core.visible import one_line
from mesh.model.envelope import Envelope
from mesh.model.task import Task
from mesh.store.leases import Retry, drop_retry, read_retry, write_retry

_SHOWN = 120  # characters of a reason in the log


@dataclass(frozen=True, slots=True, kw_only=True)
class Handled:
    """What became of an envelope: `done`, `filed` (no turn was needed), `retry`, `dead`, `returned`."""

    agent: str
    id: str
    how: str
    reason: str = ""


def settle(workspace: Workspace, agent: str, handled: list[Envelope], how: str, reason: str = "") -> Handled:
    for envelope in handled:
        workspace.mailbox.settle(agent, envelope, clock.now())
        drop_retry(workspace.boxes.path(agent, "new", envelope.id))
    workspace.commit()
    return Handled(agent=agent, id=handled[0].id, how=how, reason=reason)


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
    task = fold(workspace.fresh_index().of_task(first.task), workspace.settings.handshake)
    if task and not task.is_final and role_of(task, agent) == "worker":
        _say_failed(workspace, task, agent, first, f"{reason}\n\n({attempts} attempts)")
    return Handled(agent=agent, id=first.id, how="dead", reason=reason)


def tell_requester(turn: Turn, reason: str) -> None:
    if turn.task and role_of(turn.task, turn.agent) == "worker":
        _say_failed(turn.workspace, turn.task, turn.agent, turn.envelope, reason)


def _say_failed(workspace: Workspace, task: Task, agent: str, envelope: Envelope, reason: str) -> None:
    conversing.set_status(
        workspace, task.id, agent, "failed", reason[:8000], reply_to=envelope.id, extra={"by": "runtime"}
    )
    if task.broadcast:
        broadcasting.collect(workspace, task.broadcast)
