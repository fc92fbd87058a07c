"""Sending: an envelope is durably in the sender's outbox and the receiver's inbox, or nowhere.

The bytes are staged and synced beside the inbox, linked into the sender's outbox (from here on the
envelope is sent), renamed into the inbox, and both folders are synced. A staged file whose sender died is
completed if the outbox has it, else it never was.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from mesh import codec, files
from mesh.errors import Malformed
from mesh.machine import Holder, boot, host, is_alive, this_process
from mesh.model.change import Change
from mesh.model.envelope import Envelope
from mesh.store.boxes import Boxes, read_envelope
from mesh.store.journal import Journal
from mesh.store.layout import Shards


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """An envelope with the bytes that are delivered."""

    envelope: Envelope
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class _Route:
    """The three names of one letter on its way."""

    staged: str
    outbox: str
    inbox: str


def letter(envelope: Envelope) -> Letter:
    """Return an envelope ready for delivery; raises Malformed if it is larger than a file may be."""
    data = codec.write(envelope.to_dict())
    if len(data) > codec.MAX_BYTES:
        raise Malformed(
            "the envelope has {size} bytes, more than the limit of {limit}",
            size=len(data), limit=codec.MAX_BYTES, hint="attach long texts with `--attach FILE`",
        )  # fmt: skip
    return Letter(envelope=envelope, data=data)


def sent_title(envelope: Envelope) -> str:
    """Return the line that the audit trail shows for an envelope."""
    status = f" ({envelope.status})" if envelope.status else ""
    subject = f": {envelope.subject}" if envelope.subject else ""
    return f"{envelope.from_} -> {envelope.to}: {envelope.type.replace('_', ' ')}{status}{subject}"


class Delivery:
    """The way from outboxes to inboxes. Every change is noted in the journal before it is made."""

    def __init__(self, boxes: Boxes, journal: Journal, shards: Shards) -> None:
        self._boxes = boxes
        self._layout = boxes.layout
        self._journal = journal
        self._shards = shards
        self._owner = ""

    def deliver(self, letters: Sequence[Letter], extra: Sequence[str] = ()) -> list[str]:
        """Deliver envelopes; returns their outbox files when every file and folder is on the disk.

        `extra` are files that go with them, relative to the workspace, for the audit trail.

        Raises files.Unwritable when the disk refuses; then nothing was sent.
        """
        routes = [self._route(item.envelope) for item in letters]
        changes = [
            self._sent(item.envelope, route, extra) for item, route in zip(letters, routes, strict=True)
        ]
        token = self._journal.open(changes)
        try:
            self._prepare(letters, routes)
        except BaseException:
            self._journal.drop(token)
            raise
        for route in routes:
            files.move(route.staged, route.inbox)
        files.sync_folders(os.path.dirname(route.inbox) for route in routes)
        files.sync_folders(os.path.dirname(route.outbox) for route in routes)
        self._journal.close(token)
        return [route.outbox for route in routes]

    def _route(self, envelope: Envelope) -> _Route:
        new = self._layout.inbox(envelope.to, "new")
        files.make_folder(new)
        if not self._owner:
            me = this_process()
            self._owner = f"{me.pid}-{me.start}"
        folder = self._shards.place(self._layout.outbox(envelope.from_), envelope.id)
        return _Route(
            staged=os.path.join(new, f".{envelope.id}.{self._owner}.tmp"),
            outbox=os.path.join(folder, f"{envelope.id}.yaml"),
            inbox=os.path.join(new, f"{envelope.id}.yaml"),
        )

    def _sent(self, envelope: Envelope, route: _Route, extra: Sequence[str]) -> Change:
        return Change(
            event="envelope.sent",
            agent=envelope.from_,
            at=envelope.sent_at,
            paths=(self._layout.relative(route.outbox), self._layout.relative(route.inbox), *extra),
            title=sent_title(envelope),
            id=envelope.id,
            task=envelope.task,
        )

    @staticmethod
    def _prepare(letters: Sequence[Letter], routes: Sequence[_Route]) -> None:
        """Stage and link; whatever goes wrong, none of it stays."""
        linked: list[str] = []
        try:
            files.stage_many([(r.staged, item.data) for item, r in zip(letters, routes, strict=True)])
            for route in routes:
                if not files.link(route.staged, route.outbox):
                    raise Malformed("the id of `{path}` is taken", path=route.outbox)
                linked.append(route.outbox)
        except BaseException:
            for path in (*linked, *(route.staged for route in routes)):
                files.discard(path)
            raise

    def complete(self, agent: str) -> list[str]:
        """Finish or undo what senders that died left half delivered; returns the ids now delivered."""
        new = self._layout.inbox(agent, "new")
        try:
            staged = [name for name in os.listdir(new) if name.startswith(".") and name.endswith(".tmp")]
        except FileNotFoundError:
            return []
        return [ulid for name in staged if (ulid := self._complete_one(agent, new, name))]

    def _complete_one(self, agent: str, new: str, name: str) -> str | None:
        ulid, _, owner = name[1:-4].partition(".")
        pid, _, start = owner.partition("-")
        if pid.isdigit() and is_alive(Holder(host=host(), boot=boot(), pid=int(pid), start=start)):
            return None
        staged = os.path.join(new, name)
        envelope, _ = read_envelope(files.read(staged) or b"")
        sent = envelope and self._boxes.sent(envelope.from_, ulid)
        if not sent or self._boxes.whereabouts(agent, ulid):
            files.discard(staged)
            return None
        return ulid if self.redeliver(agent, ulid, sent, staged) else None

    def redeliver(self, agent: str, ulid: str, sent: str, staged: str | None = None) -> bool:
        """Put a sent envelope into its inbox, from its staged file or from the outbox."""
        inbox = self._boxes.path(agent, "new", ulid)
        files.make_folder(os.path.dirname(inbox))
        done = files.move(staged, inbox) if staged else files.link(sent, inbox)
        files.sync_folders([os.path.dirname(inbox), os.path.dirname(sent)])
        return done
