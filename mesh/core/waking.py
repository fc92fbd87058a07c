"""Which envelope wakes whom, decided just before a turn: what is settled meanwhile wakes nobody."""

from __future__ import annotations

from mesh.core.handshake import role_of
from mesh.model.envelope import Envelope
from mesh.model.task import Task

_SILENT = ("notification", "execution_start")


def why_asleep(envelope: Envelope, task: Task | None, answered: bool, agent: str) -> str | None:
    """Return why an envelope needs no turn any more, None if it does.

    `answered` says that the agent has already sent an answer to this very envelope.
    """
    if envelope.type in _SILENT:
        return f"{envelope.type} wakes nobody"
    if answered:
        return "answered already"
    if envelope.type == "summary":
        return None
    if task is None:
        return "its task has no request"
    return _by_task(envelope, task, role_of(task, agent))


def _by_task(envelope: Envelope, task: Task, role: str | None) -> str | None:
    if role == "worker":
        return f"the task is {task.state}" if task.is_final else None
    if role is None:
        return "no party to the task"
    if envelope.from_ == "runtime":
        return None if task.handshake == "asked" and not task.is_final else "settled meanwhile"
    if envelope.type == "intent_confirmation":
        stale = task.handshake != "asked" or task.asked_id != envelope.id
        return "answered already" if stale else None
    if envelope.type in ("reply", "status"):
        return _report(envelope, task)
    return f"the task is {task.state}" if task.is_final else None


def _report(envelope: Envelope, task: Task) -> str | None:
    """A broadcaster is woken by the summary, a requester by what ends a task or asks something back."""
    if task.broadcast:
        return "counted in the broadcast's summary"
    if envelope.status in ("working", "canceled", "submitted"):
        return f"status {envelope.status} wakes nobody"
    return None
