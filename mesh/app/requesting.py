"""Opening tasks: one for a `send`, and a follow-up where a message comes into a finished task."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from mesh.app import clock, sending
from mesh.app.sending import Order
from mesh.app.workspace import Workspace
from mesh.core.handshake import fold, open_task
from mesh.model.card import Card
from mesh.model.envelope import Envelope
from mesh.model.task import Task
from mesh.transport import project


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """What came of a send: the envelope, its task now, and what the sender should know.

    `signals` are those of the complexity rules, `repeated` says that the key was used before and nothing
    new was sent, `follows` names the finished task that a message continued.
    """

    envelope: Envelope
    task: Task
    signals: dict[str, Any] | None = None
    repeated: bool = False
    follows: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return what `mesh send --json` prints (cli.md)."""
        level = {"level": self.task.level, "by": self.task.level_by, "signals": self.signals}
        found: dict[str, Any] = {
            "schema": 1, "id": self.envelope.id, "task": self.envelope.task,
            "context": self.envelope.context, "from": self.envelope.from_, "to": self.envelope.to,
            "type": self.envelope.type, "state": self.task.state, "handshake": self.task.handshake,
            "complexity": level, "reply": None,
        }  # fmt: skip
        if self.repeated:
            found["repeated"] = True
        if self.follows:
            found["references"] = [self.follows]
        return found


def request(workspace: Workspace, order: Order) -> Sent:
    """Open a task. Raises NotFound, Refused or BadInput with nothing written."""
    probe = project.start_probe(workspace.project)
    try:
        sending.check_order(order)
        sender, receiver = workspace.card(order.sender), workspace.card(order.to)
        sending.may_write(sender, receiver)
        envelope, signals = draft(workspace, order, sender, receiver)
        envelope = replace(envelope, code=probe.result() or {})
    finally:
        probe.cancel()
    if not order.key:
        return _send(workspace, envelope, order, signals)
    with sending.one_at_a_time(workspace, f"key {sender.name} {order.key}"):
        kept, _ = sending.attachments(workspace, order.attach)
        earlier = sending.repeated(workspace, replace(envelope, attachments=kept))
        if earlier:
            return Sent(envelope=earlier, task=task_now(workspace, earlier), signals=signals, repeated=True)
        return _send(workspace, envelope, order, signals)


def draft(
    workspace: Workspace, order: Order, sender: Card, receiver: Card
) -> tuple[Envelope, dict[str, Any] | None]:
    """Return the request that an order amounts to, not sent yet, and the signals of its complexity."""
    hops = _hops(workspace, order.parent)
    sending.check_guards(workspace, hops)
    complexity, signals = sending.level_of(workspace, order)
    ulid = next(sending.new_ids(workspace, sender.name))
    envelope = Envelope(
        id=ulid,
        type="task_request",
        from_=sender.name,
        to=receiver.name,
        task=f"t-{ulid}",
        context=sending.open_context(workspace, order.context, f"c-{ulid}"),
        sent_at=clock.now(),
        priority=order.priority,
        complexity=complexity,
        hops=hops,
        subject=order.subject or sending.subject_of(order.text),
        text=order.text,
        references=order.references,
        parent=order.parent,
        key=order.key,
    )
    return envelope, signals


def _hops(workspace: Workspace, parent: str | None) -> int:
    if not parent:
        return 1
    task = fold(workspace.fresh_index().of_task(parent), workspace.settings.handshake)
    return task.hops + 1 if task else 1


def _send(
    workspace: Workspace, envelope: Envelope, order: Order, signals: dict[str, Any] | None
) -> Sent:
    kept, places = sending.attachments(workspace, order.attach)
    if kept:
        envelope = replace(envelope, attachments=kept)
    sending.deliver(workspace, [envelope], places)
    return Sent(envelope=envelope, task=open_task(envelope), signals=signals)


def follow_up(workspace: Workspace, task: Task, order: Order) -> Sent:
    """Open the task that continues a finished one, in the same context."""
    other = task.worker if order.sender == task.requester else task.requester
    continued = replace(order, to=other, context=task.context, references=(task.id,))
    return replace(request(workspace, continued), follows=task.id)


def task_now(workspace: Workspace, envelope: Envelope) -> Task:
    """Return the task of an envelope as it stands."""
    history = workspace.fresh_index().of_task(envelope.task)
    return fold(history, workspace.settings.handshake) or open_task(envelope)
