"""Envelopes made and sent: ids, policies, keys, attachments, complexity, and the durable delivery."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from mesh.app import clock
from mesh.app.workspace import Workspace
from mesh.errors import BadInput, NotFound, Refused
from mesh.machine import lock
from mesh.model.card import Card, accepts
from mesh.model.envelope import (
    LEVELS,
    MAX_SUBJECT,
    PRIORITIES,
    Attachment,
    Complexity,
    Envelope,
    check_text,
)
from mesh.model.ids import new_ulid
from mesh.model.names import parse_name
from mesh.store.delivery import letter


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What somebody wants to send as a new task. `attach` are paths of files to send along."""

    sender: str
    to: str
    text: str
    subject: str = ""
    complexity: str | None = None
    priority: str = "normal"
    context: str | None = None
    attach: tuple[str, ...] = ()
    key: str | None = None
    parent: str | None = None
    references: tuple[str, ...] = ()


def check_order(order: Order) -> None:
    """Raise BadInput for an order that no envelope could carry."""
    check_text(order.text)
    if not order.text.strip() and not order.attach:
        raise BadInput("the text is empty", hint="say what is to be done, or attach a file")
    _subject(order.subject)
    if order.priority not in PRIORITIES:
        raise BadInput(
            "no priority `{value}`", value=order.priority, hint="one of " + ", ".join(PRIORITIES)
        )
    if order.complexity and order.complexity not in LEVELS:
        raise BadInput("no level `{value}`", value=order.complexity, hint="one of " + ", ".join(LEVELS))


def _subject(subject: str) -> str:
    check_text(subject, "subject")
    if len(subject) > MAX_SUBJECT or "\n" in subject or "\r" in subject:
        raise BadInput(
            "the subject must be one line of at most {limit} characters",
            limit=MAX_SUBJECT, hint="put the rest into the text",
        )  # fmt: skip
    return subject


def subject_of(text: str) -> str:
    """Return a subject for a text that came without: its first line, shortened."""
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    clean = "".join(char if char.isprintable() else " " for char in first)
    return clean if len(clean) <= 72 else clean[:71] + "…"


def may_write(sender: Card, receiver: Card) -> None:
    """Raise Refused unless the receiver takes new mail from the sender."""
    if accepts(receiver, sender):
        return
    allowed = ", ".join(f"`{name}`" for name in receiver.accept)
    raise Refused(
        "`{to}` takes no mail from `{sender}`: it accepts {allowed}",
        to=receiver.name, sender=sender.name, allowed=allowed,
        hint="`mesh card {to}` shows its policy; `mesh agent edit {to} --accept …` changes it",
    )  # fmt: skip


def level_of(workspace: Workspace, order: Order) -> tuple[Complexity, dict[str, Any] | None]:
    """Return the level: the sender's word, else that of the rules, then with the signals."""
    if order.complexity:
        return Complexity(level=order.complexity, by="sender"), None
    from mesh.core.complexity import assess

    found = assess(order.text, extra=own_rules(workspace))
    return Complexity(level=found.level, by="rules"), found.to_json()["signals"]


def own_rules(workspace: Workspace) -> Any:
    """Return the rules that the workspace adds to those of complexity, None where it adds none."""
    custom = workspace.settings.complexity
    if not custom:
        return None
    from mesh.core.complexity import parse_rules

    return parse_rules(custom)


def attachments(workspace: Workspace, paths: Sequence[str]) -> tuple[tuple[Attachment, ...], list[str]]:
    """Keep files by their digest; returns the attachments and where they lie now."""
    if not paths:
        return (), []
    from mesh.store import blobs

    kept: list[Attachment] = []
    places: list[str] = []
    for path in paths:
        try:
            size = os.path.getsize(path)
            if size > workspace.settings.attachment_bytes:
                raise Refused(
                    "`{path}` has {size} bytes, more than the limit of {limit}",
                    path=path, size=size, limit=workspace.settings.attachment_bytes,
                    hint="raise `attachment_bytes` in mesh.yaml, or send a path instead",
                )  # fmt: skip
            with open(path, "rb") as handle:
                attachment, place = blobs.keep(workspace.layout, path, handle.read())
        except OSError as error:
            why = error.strerror or str(error)
            raise BadInput("cannot read `{path}`: {why}", path=path, why=why, hint="check the path") from None
        kept.append(attachment)
        places.append(place)
    return tuple(kept), places


def new_ids(workspace: Workspace, sender: str, *, after: str = "") -> Iterator[str]:
    """Yield ids that rise, above all that the sender has sent and above `after`."""
    last = max(workspace.boxes.newest_sent(sender), after)
    while True:
        last = new_ulid(clock.millis(clock.now()), after=last)
        yield last


def deliver(workspace: Workspace, envelopes: Sequence[Envelope], extra: Sequence[str] = ()) -> None:
    """Deliver envelopes durably, then bring index and history up to date.

    `extra` are further files that belong to them (attachments). Raises files.Unwritable with nothing
    sent.
    """
    letters = [letter(envelope) for envelope in envelopes]
    places = workspace.delivery.deliver(letters, [workspace.layout.relative(path) for path in extra])
    relative = workspace.layout.relative
    shards = [relative(os.path.dirname(place)) for place in places]
    workspace.index.add(zip(envelopes, shards, strict=True))
    workspace.commit()


@contextmanager
def one_at_a_time(workspace: Workspace, what: str, seconds: float = 30.0) -> Iterator[None]:
    """Let one process at a time do something that must not be done twice."""
    import hashlib

    name = hashlib.sha256(what.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    locks = workspace.layout.running("locks")
    os.makedirs(locks, exist_ok=True)
    with lock(os.path.join(locks, name), wait=seconds):
        yield


def repeated(workspace: Workspace, envelope: Envelope) -> Envelope | None:
    """Return what was sent under the same key before; Refused if it was something else."""
    if not envelope.key:
        return None
    earlier = workspace.fresh_index().by_key(envelope.from_, envelope.key)
    if not earlier:
        return None
    first = next((item for item in earlier if item.to == envelope.to), earlier[0])
    if _content(first) != _content(envelope):
        raise Refused(
            "the key `{key}` was used for another message: {id}",
            key=envelope.key, id=first.id, hint="use a new key, or send the very same content",
        )  # fmt: skip
    return first


def _content(envelope: Envelope) -> tuple[object, ...]:
    """Return what a sender decides, which must be the same for the same key."""
    files_sent = tuple((item.name, item.sha256) for item in envelope.attachments)
    level = envelope.complexity.level if envelope.complexity else None
    return (
        envelope.type, envelope.to, envelope.subject, envelope.text, envelope.priority, level,
        files_sent, envelope.status,
    )  # fmt: skip


def open_context(workspace: Workspace, chosen: str | None, fallback: str) -> str:
    """Return the context a task belongs to: the chosen one as it is spelled already, else a new one."""
    if not chosen:
        return fallback
    normal = parse_name(chosen, "context")
    known = workspace.fresh_index().of_context(normal)
    return known[0].context if known else normal


def check_guards(workspace: Workspace, hops: int) -> None:
    """Raise Refused when a chain of tasks grows longer than its guard allows."""
    limit = int(workspace.settings.guards["hops"])
    if hops > limit:
        raise Refused(
            "this would be hop {hops} of one chain of tasks; the limit is {limit}",
            hops=hops, limit=limit, hint="answer what you know; `guards: hops` in mesh.yaml raises it",
        )  # fmt: skip


def find_task(workspace: Workspace, name: str) -> str:
    """Return a task's id as it is spelled in its envelopes, from the id or an unambiguous beginning."""
    normal = parse_name(name, "task id")
    index = workspace.fresh_index()
    history = index.of_task(normal)
    if history:
        return history[0].task
    near = index.tasks_like(normal)
    if len(near) == 1 and len(normal) >= 6:
        return index.of_task(near[0])[0].task
    if near:
        raise NotFound("no task `{name}`", name=name[:80], hint="it could be " + ", ".join(near))
    raise NotFound("no task `{name}`", name=name[:80], hint="`mesh task list` shows them")
