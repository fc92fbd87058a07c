"""The life of a task and its handshake as one state machine: which moves are legal, and what they do.

Pure: a task and an envelope in, the next task out. The states are those of A2A (workspace.md, section 3).
A level's handshake is `none`, `soft` (asked for; going without shows as `waived`) or `hard` (nothing
starts and no answer is final before the requester has confirmed).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from mesh.errors import Refused
from mesh.model.envelope import Envelope
from mesh.model.ids import same
from mesh.model.task import Task

DEFAULT_POLICY: Mapping[str, str] = {"low": "none", "medium": "soft", "high": "hard"}
AGREED = ("confirmed", "corrected")
_ACK_RESULT = {
    "confirmed": "confirmed",
    "confirmed_with_correction": "corrected",
    "rejected": "rejected",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Something a party wants to do: an envelope's type and, where it has one, its status."""

    type: str
    status: str | None = None

    @property
    def name(self) -> str:
        return f"{self.type}:{self.status}" if self.status else self.type


CONFIRM = Move(type="intent_confirmation")
START = Move(type="execution_start")
MESSAGE = Move(type="message")
ACKS = tuple(Move(type="intent_ack", status=status) for status in _ACK_RESULT)
REPLIES = tuple(
    Move(type="reply", status=status)
    for status in ("completed", "failed", "rejected", "input-required", "auth-required", "working")
)
CANCEL = Move(type="status", status="canceled")
CLOSE = Move(type="status", status="completed")


def role_of(task: Task, agent: str) -> str | None:
    """Return `requester`, `worker`, or None for one who is no party to the task."""
    if same(agent, task.worker):
        return "worker"
    return "requester" if same(agent, task.requester) else None


def needs_ack(task: Task, policy: Mapping[str, str] = DEFAULT_POLICY) -> bool:
    """Say whether the runtime still holds the worker back from anything that changes or ends."""
    hard = policy.get(task.level, "hard") == "hard"
    return task.handshake == "rejected" or (hard and task.handshake not in AGREED)


def legal_moves(task: Task, role: str, policy: Mapping[str, str] = DEFAULT_POLICY) -> tuple[Move, ...]:
    """Return what a party may do now; nothing in a task that is final."""
    if task.is_final:
        return ()
    if role == "requester":
        acks = ACKS if task.handshake == "asked" else ()
        return (*acks, MESSAGE, CLOSE, CANCEL)
    held = needs_ack(task, policy)
    moves = [MESSAGE]
    if task.handshake in ("none", "rejected") and task.state in ("submitted", "input-required"):
        moves.append(CONFIRM)
    if task.state in ("submitted", "input-required") and not held:
        moves.append(START)
    held_back = ("completed", "working") if held else ()
    moves += [move for move in REPLIES if move.status not in held_back]
    return tuple(moves)


def check(task: Task, role: str, move: Move, policy: Mapping[str, str] = DEFAULT_POLICY) -> None:
    """Raise Refused, naming the legal moves, unless the party may do this now."""
    legal = legal_moves(task, role, policy)
    wanted = Move(type="reply", status=move.status) if move.type == "status" and role == "worker" else move
    if wanted in legal:
        return
    if task.is_final:
        raise Refused(
            "task `{task}` is {state}, and final is final",
            task=task.id, state=task.state, other=task.worker if role == "requester" else task.requester,
            hint='`mesh send {other} --task {task} "…"` opens a follow-up task',
        )  # fmt: skip
    if role == "worker" and needs_ack(task, policy):
        raise Refused(_held(task), task=task.id, hint=_next_step(task))
    raise Refused(
        "task `{task}` is {state} (handshake: {handshake}): {move} is not possible now",
        task=task.id, state=task.state, handshake=task.handshake, move=move.name,
        hint="possible now: {legal}", legal=", ".join(move.name for move in legal) or "-",
    )  # fmt: skip


def _held(task: Task) -> str:
    if task.handshake == "asked":
        return "task `{task}` waits for the requester to answer the confirmation"
    if task.handshake == "rejected":
        return "task `{task}`: the requester rejected the understanding; confirm anew first"
    return "task `{task}` has a handshake to pass first: say what you understood before you work"


def _next_step(task: Task) -> str:
    if task.handshake == "asked":
        return "next: the requester runs `mesh ack {task}`, or `mesh ack {task} --correct \"…\"`"
    return "next: `mesh confirm {task} --scope \"…\" --approach \"…\"`"


def open_task(envelope: Envelope) -> Task:
    """Return the task that a request opens."""
    complexity = envelope.complexity
    commit = envelope.code.get("commit")
    return Task(
        id=envelope.task,
        context=envelope.context,
        requester=envelope.from_,
        worker=envelope.to,
        state="submitted",
        level=complexity.level if complexity else "medium",
        level_by=complexity.by if complexity else "rules",
        subject=envelope.subject,
        opened_at=envelope.sent_at,
        updated_at=envelope.sent_at,
        last_id=envelope.id,
        last_type=envelope.type,
        hops=envelope.hops,
        parent=envelope.parent,
        references=envelope.references,
        broadcast=envelope.broadcast.get("id"),
        commit=commit if isinstance(commit, str) else None,
    )


def apply(task: Task, envelope: Envelope, policy: Mapping[str, str] = DEFAULT_POLICY) -> Task:
    """Return the task after an envelope; one that is no legal move changes nothing but the history."""
    role = role_of(task, envelope.from_)
    seen = replace(
        task,
        updated_at=max(task.updated_at, envelope.sent_at),
        last_id=max(task.last_id, envelope.id),
        last_type=envelope.type,
        rounds=task.rounds + (role == "worker" and envelope.type in _ROUND_TYPES),
    )
    if role is None or envelope.type not in _EFFECTS:
        return seen
    try:
        check(task, role, Move(type=envelope.type, status=envelope.status), policy)
    except Refused:
        return seen
    return _EFFECTS[envelope.type](seen, envelope, role, policy)


_ROUND_TYPES = ("intent_confirmation", "message", "reply")


def _confirmed(task: Task, envelope: Envelope, role: str, policy: Mapping[str, str]) -> Task:
    return replace(task, state="input-required", handshake="asked", asked_id=envelope.id, before="submitted")


def _acknowledged(task: Task, envelope: Envelope, role: str, policy: Mapping[str, str]) -> Task:
    return replace(task, state="submitted", handshake=_ACK_RESULT[envelope.status or ""])


def _started(task: Task, envelope: Envelope, role: str, policy: Mapping[str, str]) -> Task:
    return replace(task, state="working", handshake=_waived(task, policy))


def _reported(task: Task, envelope: Envelope, role: str, policy: Mapping[str, str]) -> Task:
    status = envelope.status or "completed"
    if role == "requester":
        return replace(task, state=status)
    handshake = _waived(task, policy) if status in ("completed", "working") else task.handshake
    before = "working" if task.state == "working" else task.before
    return replace(task, state=status, handshake=handshake, before=before)


def _spoken(task: Task, envelope: Envelope, role: str, policy: Mapping[str, str]) -> Task:
    waits_for_answer = task.state in ("input-required", "auth-required") and task.handshake != "asked"
    return replace(task, state=task.before) if role == "requester" and waits_for_answer else task


def _waived(task: Task, policy: Mapping[str, str]) -> str:
    asked_for = policy.get(task.level, "hard") != "none"
    return "waived" if asked_for and task.handshake not in AGREED else task.handshake


_EFFECTS = {
    "intent_confirmation": _confirmed,
    "intent_ack": _acknowledged,
    "execution_start": _started,
    "reply": _reported,
    "status": _reported,
    "message": _spoken,
}


def fold(envelopes: Iterable[Envelope], policy: Mapping[str, str] = DEFAULT_POLICY) -> Task | None:
    """Return the task that its envelopes, oldest first, amount to; None without a request."""
    task: Task | None = None
    for envelope in envelopes:
        if task is None:
            task = open_task(envelope) if envelope.type == "task_request" else None
        else:
            task = apply(task, envelope, policy)
    return task
