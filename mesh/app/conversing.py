"""Speaking within a task: messages, the handshake, replies and states; every move is checked first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mesh import codec
from mesh.app import clock, sending
from mesh.app.requesting import Sent, follow_up
from mesh.app.sending import Order
from mesh.app.workspace import Workspace
from mesh.core.handshake import Move, apply, check, fold, role_of
from mesh.errors import BadInput, NotFound, Refused
from mesh.model.envelope import STATES, Envelope, Understanding, check_text
from mesh.model.task import Task
from mesh.transport import project

REPLY_STATES = tuple(state for state in STATES if state not in ("submitted", "canceled"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """A task with its envelopes, and who is speaking in which role."""

    task: Task
    history: list[Envelope]
    speaker: str
    role: str

    @property
    def other(self) -> str:
        return self.task.worker if self.role == "requester" else self.task.requester


def open_talk(workspace: Workspace, name: str, speaker: str) -> Talk:
    """Return a task to speak in. Raises NotFound, or Refused for one who is no party to it."""
    history = workspace.index.of_task(sending.find_task(workspace, name))
    task = fold(history, workspace.settings.handshake)
    if task is None:
        raise NotFound("task `{task}` has no request", task=name[:80], hint="`mesh task list` shows tasks")
    role = role_of(task, workspace.card(speaker).name)
    if role is None:
        raise Refused(
            "`{speaker}` is no party to task `{task}` of `{requester}` and `{worker}`",
            speaker=speaker, task=task.id, requester=task.requester, worker=task.worker,
            hint="speak as one of them with `--from`",
        )  # fmt: skip
    return Talk(task=task, history=history, speaker=workspace.card(speaker).name, role=role)


def say(workspace: Workspace, talk: Talk, move: Move, **fields: Any) -> Sent:
    """Send an envelope within a task if the move is legal; of two at once the later sees the first."""
    with sending.one_at_a_time(workspace, f"task {talk.task.id}"):
        talk = refreshed(talk, workspace)
        check(talk.task, talk.role, move, workspace.settings.handshake)
        envelope = _envelope(workspace, talk, move, fields)
        sending.deliver(workspace, [envelope])
    _file_answered(workspace, talk)
    task = apply(talk.task, envelope, workspace.settings.handshake)
    return Sent(envelope=envelope, task=task)


def _envelope(workspace: Workspace, talk: Talk, move: Move, fields: dict[str, Any]) -> Envelope:
    heard = [item for item in talk.history if item.to == talk.speaker]
    code = project.start_probe(workspace.project).result() if move.type == "reply" else None
    values: dict[str, Any] = {"subject": talk.task.subject, "code": code or {}, **fields}
    for name in ("text", "subject"):
        check_text(str(values.get(name, "")), name)
    return Envelope(
        id=next(sending.new_ids(workspace, talk.speaker, after=talk.task.last_id)),
        type=move.type,
        from_=talk.speaker,
        to=talk.other,
        task=talk.task.id,
        context=talk.task.context,
        reply_to=values.pop("reply_to", None) or (heard[-1].id if heard else None),
        sent_at=clock.now(),
        status=move.status,
        hops=talk.task.hops,
        **values,
    )


def _file_answered(workspace: Workspace, talk: Talk) -> None:
    """File what the speaker has answered; what a running turn holds is filed when the turn ends."""
    if in_turn_of(talk.speaker):
        return
    waiting = set(workspace.boxes.waiting(talk.speaker))
    for envelope in talk.history:
        if envelope.to == talk.speaker and envelope.id in waiting:
            workspace.mailbox.settle(talk.speaker, envelope, clock.now())
    workspace.commit()


def in_turn_of(agent: str) -> bool:
    """Say whether this process runs within a turn of the agent."""
    import os

    return bool(os.environ.get("MESH_TURN")) and os.environ.get("MESH_AGENT") == agent


def message(
    workspace: Workspace, name: str, speaker: str, text: str, *, priority: str = "normal",
    complexity: str | None = None, subject: str = "",
) -> Sent:  # fmt: skip
    """Send a message into a task; into a finished one it opens a follow-up task, of that complexity."""
    talk = open_talk(workspace, name, speaker)
    order = Order(
        sender=talk.speaker, to=talk.other, text=text, priority=priority, complexity=complexity,
        subject=subject,
    )  # fmt: skip
    if talk.task.is_final:
        return follow_up(workspace, talk.task, order)
    sending.check_order(order)
    return say(workspace, talk, Move(type="message"), text=text, priority=priority)


def confirm(workspace: Workspace, name: str, speaker: str, understanding: Understanding) -> Sent:
    """Say, as the worker, what was understood."""
    talk = open_talk(workspace, name, speaker)
    _need_role(talk, "worker", "confirm")
    if not understanding.scope.strip():
        raise BadInput("the scope is empty", hint='say what is in and what is out: `--scope "…"`')
    for part in (understanding.scope, understanding.approach, understanding.output_format):
        check_text(part, "understanding")
    return say(workspace, talk, Move(type="intent_confirmation"), understanding=understanding)


def acknowledge(
    workspace: Workspace, name: str, speaker: str, status: str, *, corrections: tuple[str, ...] = (),
    text: str = "",
) -> Sent:  # fmt: skip
    """Answer the worker's confirmation, as the requester: nobody confirms their own work."""
    talk = open_talk(workspace, name, speaker)
    _need_role(talk, "requester", "ack")
    asked = talk.task.asked_id
    move = Move(type="intent_ack", status=status)
    return say(workspace, talk, move, corrections=corrections, text=text, reply_to=asked)


def start(workspace: Workspace, name: str, speaker: str, expected: str = "") -> Sent:
    """Say, as the worker, that the work begins and what will come of it."""
    talk = open_talk(workspace, name, speaker)
    _need_role(talk, "worker", "start")
    return say(workspace, talk, Move(type="execution_start"), text=expected)


def set_status(
    workspace: Workspace, name: str, speaker: str, status: str, reason: str = "", **extra: Any
) -> Sent:
    """Say how the task stands; the requester may cancel or close it."""
    talk = open_talk(workspace, name, speaker)
    if status not in STATES:
        raise BadInput("no state `{value}`", value=status, hint="one of " + ", ".join(STATES))
    return say(workspace, talk, Move(type="status", status=status), text=reason, **extra)


def close(workspace: Workspace, name: str, speaker: str) -> Sent | Talk:
    """End a task that is settled, and file its mail; a finished one is only filed."""
    talk = open_talk(workspace, name, speaker)
    if talk.task.is_final:
        _file_answered(workspace, talk)
        return talk
    return say(workspace, talk, Move(type="status", status="completed"), text="")


def reply(
    workspace: Workspace, name: str, speaker: str, text: str, *, status: str = "completed",
    reply_to: str | None = None, observed: str = "", assertions: Sequence[Mapping[str, Any]] = (),
) -> Sent:  # fmt: skip
    """Answer a task, as the worker; the runtime annotates the text, always.

    `observed` are JSON lines of what the runtime saw the worker do (verify.md, section 6). `assertions`
    come on top of the text as its front matter, where the text has none of its own.
    """
    if assertions and not text.startswith("---"):
        front = codec.write({"assertions": [dict(item) for item in assertions]}).decode("utf-8")
        text = f"---\n{front}---\n{text}"
    talk = open_talk(workspace, name, speaker)
    if status not in REPLY_STATES:
        raise BadInput("no state `{value}`", value=status, hint="one of " + ", ".join(REPLY_STATES))
    check_text(text)
    _need_role(talk, "worker", "reply")
    move = Move(type="reply", status=status)
    check(talk.task, talk.role, move, workspace.settings.handshake)
    if not text.strip():
        raise BadInput("the answer is empty", hint="say what came of the task, or why not")
    from mesh.app.annotating import annotated

    answer = annotated(workspace, talk.task, text, observed)
    fields = {"text": answer.text, "assertions": answer.assertions, "annotation": answer.annotation}
    sent = say(workspace, talk, move, reply_to=reply_to, **fields)
    if sent.task.broadcast:
        from mesh.app.broadcasting import collect

        collect(workspace, sent.task.broadcast)
    return sent


def _need_role(talk: Talk, role: str, command: str) -> None:
    if talk.role == role:
        return
    who = talk.task.worker if role == "worker" else talk.task.requester
    raise Refused(
        "only `{who}`, the {role} of task `{task}`, can `{command}`",
        who=who, role=role, task=talk.task.id, command=command,
        hint="speak as `{who}` with `--from {who}` if that is you",
    )  # fmt: skip


def refreshed(talk: Talk, workspace: Workspace) -> Talk:
    """Return the talk with what has been said since."""
    history = workspace.fresh_index().of_task(talk.task.id)
    task = fold(history, workspace.settings.handshake)
    return replace(talk, history=history, task=task or talk.task)
