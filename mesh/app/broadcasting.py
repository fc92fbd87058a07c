"""Broadcasts: one task for each receiver, the answers collected into one summary when the policy is met."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from mesh.app import clock, sending
from mesh.app.requesting import draft
from mesh.app.sending import Order
from mesh.app.workspace import Workspace
from mesh.core.handshake import fold
from mesh.core.letters import own_words
from mesh.errors import BadInput
from mesh.model.envelope import Envelope
from mesh.model.fields import show_moment
from mesh.model.ids import new_ulid
from mesh.transport import project

RUNTIME = "runtime"
_POLICY = re.compile("all|any|n:[1-9][0-9]{0,3}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Broadcast:
    """A broadcast as sent: its id, its policy, until when it collects, and the requests."""

    id: str
    policy: str
    deadline: datetime | None
    requests: tuple[Envelope, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "schema": 1, "broadcast": self.id, "context": self.requests[0].context,
            "policy": self.policy, "deadline": show_moment(self.deadline) if self.deadline else None,
            "from": self.requests[0].from_,
            "tasks": [{"to": r.to, "task": r.task, "id": r.id} for r in self.requests],
            "summary": None,
        }  # fmt: skip


def broadcast(
    workspace: Workspace, order: Order, receivers: Sequence[str], *, policy: str = "all",
    timeout_s: float | None = None,
) -> Broadcast:  # fmt: skip
    """Open one task for each receiver; all of them are delivered, or none.

    Raises BadInput for a policy that can never be met, NotFound or Refused as `send` does.
    """
    sending.check_order(replace(order, to=receivers[0] if receivers else ""))
    names = expand(workspace, receivers, order.sender)
    _check_policy(policy, len(names))
    sender = workspace.card(order.sender)
    cards = [workspace.card(name) for name in names]
    for card in cards:
        sending.may_write(sender, card)
    ulid = new_ulid(clock.millis(clock.now()), after=workspace.boxes.newest_sent(sender.name))
    deadline = clock.now() + timedelta(seconds=timeout_s) if timeout_s else None
    about = {
        "id": f"b-{ulid}", "policy": policy, "of": len(names),
        **({"deadline": show_moment(deadline)} if deadline else {}),
    }  # fmt: skip
    code = project.start_probe(workspace.project).result()
    kept, places = sending.attachments(workspace, order.attach)
    ids = sending.new_ids(workspace, sender.name, after=ulid)
    requests = []
    first, _ = draft(workspace, order, sender, cards[0])
    for card in cards:
        ulid = next(ids)
        requests.append(
            replace(
                first, id=ulid, to=card.name, task=f"t-{ulid}", broadcast=about, attachments=kept,
                code=code or {}, key=f"{order.key}:{card.name}" if order.key else None,
            )
        )  # fmt: skip
    return _send_once(workspace, requests, places, policy, deadline)


def _send_once(
    workspace: Workspace, requests: list[Envelope], places: list[str], policy: str,
    deadline: datetime | None,
) -> Broadcast:  # fmt: skip
    first = requests[0]
    if first.key:
        with sending.one_at_a_time(workspace, f"key {first.from_} {first.key}"):
            earlier = [sending.repeated(workspace, item) for item in requests]
            if all(earlier):
                sent = tuple(item for item in earlier if item)
                return Broadcast(
                    id=str(sent[0].broadcast["id"]), policy=policy, deadline=deadline, requests=sent
                )
            sending.deliver(workspace, requests, places)
    else:
        sending.deliver(workspace, requests, places)
    return Broadcast(
        id=str(first.broadcast["id"]), policy=policy, deadline=deadline, requests=tuple(requests)
    )


def expand(workspace: Workspace, receivers: Sequence[str], sender: str) -> list[str]:
    """Return the agents that names of agents and groups stand for, each once, without the sender."""
    groups = workspace.groups()
    names: list[str] = []
    for receiver in receivers:
        if receiver.strip().lower() in groups:
            names += [name for name in groups[receiver.strip().lower()] if name != sender]
        else:
            names.append(workspace.card(receiver).name)
    found = list(dict.fromkeys(names))
    if not found:
        raise BadInput("nobody to send to", hint="name agents or groups; `mesh agents` lists them")
    return found


def _check_policy(policy: str, count: int) -> None:
    if not _POLICY.fullmatch(policy):
        raise BadInput("no policy `{value}`", value=policy, hint="one of all, any, n:K")
    if policy.startswith("n:") and int(policy[2:]) > count:
        raise BadInput(
            "the policy `{value}` can never be met: there are {count} receivers",
            value=policy, count=count, hint="use a smaller number, or `all`",
        )  # fmt: skip


def needed(policy: str, count: int) -> int:
    """Return how many answers a policy waits for."""
    if policy == "any":
        return 1
    return int(policy[2:]) if policy.startswith("n:") else count


def collect(workspace: Workspace, broadcast_id: str) -> Envelope | None:
    """Send the summary of a broadcast if its policy is met or its time is over; once.

    Returns the summary, this or an earlier one; None while answers are still awaited.
    """
    with sending.one_at_a_time(workspace, f"summary {broadcast_id}"):
        index = workspace.fresh_index()
        earlier = index.by_key(RUNTIME, f"summary:{broadcast_id}")
        if earlier:
            return earlier[0]
        requests = index.of_broadcast(broadcast_id)
        if not requests:
            return None
        answers = [_answer(workspace, item) for item in requests]
        about = requests[0].broadcast
        came = sum(1 for answer in answers if answer["came"])
        over = _is_over(about, clock.now())
        if came < needed(str(about.get("policy", "all")), len(requests)) and not over:
            return None
        summary = _summary(workspace, requests, answers, came)
        sending.deliver(workspace, [summary])
        return summary


def answered(workspace: Workspace, broadcast_id: str) -> int:
    """Return how many of a broadcast's tasks are over."""
    requests = workspace.fresh_index().of_broadcast(broadcast_id)
    return sum(1 for request in requests if _answer(workspace, request)["came"])


def deadline_of(about: dict[str, Any]) -> datetime | None:
    """Return until when a broadcast collects, None if there is no limit."""
    deadline = about.get("deadline")
    return datetime.fromisoformat(deadline) if isinstance(deadline, str) else None


def _is_over(about: dict[str, Any], now: datetime) -> bool:
    deadline = deadline_of(about)
    return deadline is not None and deadline <= now


def _answer(workspace: Workspace, request: Envelope) -> dict[str, Any]:
    """Return what came of one request: the text, and a mark where it is short or never came."""
    history = workspace.index.of_task(request.task)
    task = fold(history, workspace.settings.handshake)
    spoken = [item for item in history if item.from_ == request.to and item.type in ("reply", "status")]
    last = spoken[-1] if spoken and task and task.is_final else None
    found: dict[str, Any] = {
        "agent": request.to, "task": request.task, "state": task.state if task else "submitted",
        "came": last is not None, "id": last.id if last else None, "text": last.text if last else "",
        "mark": None,
    }  # fmt: skip
    if last is None:
        found["mark"] = "never came"
    elif task and task.state != "completed":
        found["mark"] = task.state
    elif len(own_words(last).strip()) < workspace.settings.guards["short_answer"]:
        found["mark"] = "probably failed"
    return found


def _summary(
    workspace: Workspace, requests: list[Envelope], answers: list[dict[str, Any]], came: int
) -> Envelope:
    first = requests[0]
    ulid = next(sending.new_ids(workspace, RUNTIME, after=max(item.id for item in requests)))
    lines = [f"{came} of {len(requests)} answered"]
    for answer in answers:
        mark = f" [{answer['mark']}]" if answer["mark"] else ""
        said = answer["text"].strip()
        lines.append(f"\n## {answer['agent']}{mark}\n" + (f"\n{said}\n" if said else ""))
    return Envelope(
        id=ulid, type="summary", from_=RUNTIME, to=first.from_, task=first.task, context=first.context,
        reply_to=first.id, sent_at=clock.now(), subject=first.subject, text="\n".join(lines).strip(),
        answers=tuple(answers), broadcast=first.broadcast, key=f"summary:{first.broadcast['id']}",
    )  # fmt: skip


def due(workspace: Workspace) -> list[str]:
    """Return the broadcasts whose time is over and whose summary is not sent yet."""
    now = clock.now()
    found = []
    for broadcast_id, about in workspace.fresh_index().open_broadcasts().items():
        if _is_over(about, now):
            found.append(broadcast_id)
    return found


def notify(workspace: Workspace, sender: str, receiver: str, text: str) -> list[Envelope]:
    """Tell an agent or a group something; it wakes nobody and expects nothing."""
    sending.check_order(Order(sender=sender, to=receiver, text=text))
    own = workspace.card(sender)
    names = expand(workspace, [receiver], own.name)
    for name in names:
        sending.may_write(own, workspace.card(name))
    group = receiver.strip().lower() if receiver.strip().lower() in workspace.groups() else None
    ids = sending.new_ids(workspace, own.name)
    first = next(ids)
    envelopes = [
        Envelope(
            id=next(ids), type="notification", from_=own.name, to=name, task=f"t-{first}",
            context=f"c-{first}", sent_at=clock.now(), subject=sending.subject_of(text), text=text,
            group=group,
        )
        for name in names
    ]  # fmt: skip
    sending.deliver(workspace, envelopes)
    return envelopes
