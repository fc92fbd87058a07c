"""Handling mail: taken by one, then filed, put back, given up or quarantined; decides nothing."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from mesh import codec, files
from mesh.errors import Malformed
from mesh.machine import this_process
from mesh.model.change import Change
from mesh.model.envelope import Envelope
from mesh.model.ids import same
from mesh.store.boxes import Boxes, read_envelope
from mesh.store.journal import Journal
from mesh.store.layout import Shards
from mesh.store.leases import drop_lease, write_lease

_VERBS = {"taken": "took", "done": "handled", "returned": "put back", "dead": "gave up"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Bad:
    """A file in an inbox that cannot be mail, why, and where it went."""

    name: str
    reason: str
    line: int
    path: str


class Mailbox:
    """The inboxes of one workspace. Every change is noted in the journal before it is made."""

    def __init__(self, boxes: Boxes, journal: Journal, shards: Shards) -> None:
        self._boxes = boxes
        self._layout = boxes.layout
        self._journal = journal
        self._shards = shards

    def take(self, agent: str, ulid: str, now: datetime, lease_s: float) -> Envelope | Bad | None:
        """Take an envelope from `new`: one atomic rename, of many takers one wins.

        Returns None if it is gone or was a twin of one that is known, Bad if it was no mail and went to
        quarantine.
        """
        source, target = self._boxes.path(agent, "new", ulid), self._boxes.path(agent, "cur", ulid)
        data = files.read(source)
        if data is None or self._is_twin(agent, ulid, data, now):
            return None
        envelope, error = self._open(agent, ulid, data)
        if envelope is None:
            return self.quarantine(agent, f"{ulid}.yaml", error, now)
        files.make_folder(os.path.dirname(target))
        change = self._moved("envelope.taken", agent, envelope, now, source, target)
        if not self._journaled(change, lambda: files.move(source, target)):
            return None
        write_lease(target, this_process(), now, lease_s)
        return envelope

    def _open(self, agent: str, ulid: str, data: bytes) -> tuple[Envelope | None, Malformed]:
        envelope, error = read_envelope(data)
        if envelope and envelope.id != ulid:
            return None, Malformed("the envelope's own id is `{id}`, not the file's name", id=envelope.id)
        if envelope and not same(envelope.to, agent):
            return None, Malformed("it is addressed to `{to}`", to=envelope.to)
        return envelope, error

    def _is_twin(self, agent: str, ulid: str, data: bytes, now: datetime) -> bool:
        """Drop a second file of an id that was taken or handled; one with other bytes is quarantined."""
        known = self._boxes.handled(agent, ulid)
        current = self._boxes.path(agent, "cur", ulid)
        if not known and os.path.exists(current):
            known = ("cur", current)
        if not known:
            return False
        source = self._boxes.path(agent, "new", ulid)
        if files.read(known[1]) == data:
            change = Change(
                event="envelope.done", agent=agent, at=now, id=ulid, title=f"{agent}: dropped a second copy",
                paths=(self._layout.relative(source),),
            )  # fmt: skip
            self._journaled(change, lambda: files.discard(source))
        else:
            reason = Malformed("another envelope with the id `{id}` was handled before", id=ulid)
            self.quarantine(agent, f"{ulid}.yaml", reason, now)
        return True

    def settle(self, agent: str, envelope: Envelope, now: datetime) -> bool:
        """File an envelope as handled, from `cur` or, where no turn was needed, from `new`."""
        folder = self._shards.place(self._layout.inbox(agent, "done"), envelope.id)
        target = os.path.join(folder, f"{envelope.id}.yaml")
        current = self._boxes.path(agent, "cur", envelope.id)
        source = current if os.path.exists(current) else self._boxes.path(agent, "new", envelope.id)
        change = self._moved("envelope.done", agent, envelope, now, source, target)
        done = self._journaled(change, lambda: files.move(source, target))
        drop_lease(current)
        return done

    def give_back(self, agent: str, envelope: Envelope, now: datetime) -> bool:
        """Put an envelope back into `new`, for a later turn."""
        source = self._boxes.path(agent, "cur", envelope.id)
        target = self._boxes.path(agent, "new", envelope.id)
        change = self._moved("envelope.returned", agent, envelope, now, source, target)
        done = self._journaled(change, lambda: files.move(source, target))
        drop_lease(source)
        return done

    def bury(self, agent: str, envelope: Envelope, why: dict[str, object], now: datetime) -> None:
        """Give an envelope up: it goes to `dead/` with the reason beside it."""
        source = self._boxes.path(agent, "cur", envelope.id)
        target = self._boxes.path(agent, "dead", envelope.id)
        files.make_folder(os.path.dirname(target))
        reason = f"{target[:-5]}.why.yaml"
        change = self._moved("envelope.dead", agent, envelope, now, source, target, reason)

        def bury() -> bool:
            files.write(reason, codec.write(why))
            return files.move(source, target)

        self._journaled(change, bury)
        drop_lease(source)

    def quarantine(self, agent: str, name: str, error: Malformed, now: datetime, box: str = "new") -> Bad:
        """Move what is no mail out of the way, with the reason that names the line."""
        source = os.path.join(self._layout.inbox(agent, box), name)
        target = self._free_place(f"{agent}-{name}")
        files.make_folder(self._layout.quarantine)
        reason = f"{target}.why.yaml"
        why = {"file": self._layout.relative(source), "line": error.line, "reason": str(error)}
        change = Change(
            event="envelope.quarantined", agent=agent, at=now, title=f"{agent}: quarantined {name}: {error}",
            paths=tuple(self._layout.relative(path) for path in (source, target, reason)),
        )  # fmt: skip

        def move() -> bool:
            files.write(reason, codec.write(why))
            return files.move(source, target)

        self._journaled(change, move)
        return Bad(name=name, reason=str(error), line=error.line, path=target)

    def _free_place(self, name: str) -> str:
        target = os.path.join(self._layout.quarantine, name)
        number = 1
        while os.path.lexists(target):
            number += 1
            target = os.path.join(self._layout.quarantine, f"{number}-{name}")
        return target

    def _moved(self, event: str, agent: str, envelope: Envelope, now: datetime, *paths: str) -> Change:
        return Change(
            event=event,
            agent=agent,
            at=now,
            paths=tuple(self._layout.relative(path) for path in paths),
            title=f"{agent} {_VERBS[event[9:]]} {envelope.type.replace('_', ' ')} of {envelope.from_}",
            id=envelope.id,
            task=envelope.task,
        )

    def _journaled(self, change: Change, act: Callable[[], bool]) -> bool:
        token = self._journal.open([change])
        done = False
        try:
            done = act()
        finally:
            if done:
                self._journal.close(token)
            else:
                self._journal.drop(token)
        return done
