"""What changed and is not committed yet: one small file a change, written before the change is made.

The files lie in `.run/changes/` and are only hints: without them a look at the whole workspace finds the
same. `<ulid>.<pid>-<start>.open` is a change under way; its maker renames it to `<ulid>.todo`. An open one
whose maker is dead counts as `todo`. The holder of the commit lock moves what it commits into a folder
named by the head of the history; when that head has moved on, the batch was committed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from datetime import UTC, datetime

from mesh import files
from mesh.machine import Holder, boot, host, is_alive, this_process
from mesh.model.change import MOVES, Change
from mesh.model.fields import show_moment
from mesh.store.layout import Layout


class Journal:
    """The uncommitted changes of one workspace."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._folder = layout.running("changes")
        self._mark = layout.running("journal")
        self._owner = ""

    def open(self, changes: Sequence[Change]) -> str:
        """Note changes that are about to be made; returns the token for `close`."""
        if not self._owner:
            me = this_process()
            self._owner = f"{me.pid}-{me.start}"
            os.makedirs(self._folder, exist_ok=True)
        ulid = os.urandom(8).hex()
        stamp = f"{int(changes[0].at.timestamp() * 1000):013d}"
        path = os.path.join(self._folder, f"{stamp}-{ulid}.{self._owner}.open")
        files.stage(path, _encode(changes), sync=False)
        return path

    def close(self, token: str) -> None:
        """Say that the changes are made: whoever commits next may commit them."""
        target = f"{token.rsplit('.', 2)[0]}.todo"
        if not files.move(token, target):  # somebody deleted `.run/`
            self.forget()

    def drop(self, token: str) -> None:
        """Say that the changes were not made after all."""
        files.discard(token)

    def is_trusted(self) -> bool:
        """Say whether the hints are complete: made on this boot, and never deleted since."""
        return files.read(self._mark) == self._stamp()

    def trust(self) -> None:
        """Note that everything not in the history is in the journal."""
        os.makedirs(self._folder, exist_ok=True)
        files.note(self._mark, self._stamp())

    def forget(self) -> None:
        """Say that hints may be missing, so that the next commit looks at the whole workspace."""
        files.discard(self._mark)

    @staticmethod
    def _stamp() -> bytes:
        return f"{host()} {boot()}\n".encode()

    def has_pending(self) -> bool:
        """Say whether a commit would find work."""
        return any(self._is_ready(name) for name in files.names(self._folder))

    def others_at_work(self) -> bool:
        """Say whether another living process is about to close a change, after which it commits."""
        opened = files.names(self._folder, ".open")
        return any(_owner(name) != self._owner and _is_running(name) for name in opened)

    def batches(self) -> list[str]:
        """Return the heads of the history at which batches were begun and not ended."""
        return [name[6:] for name in files.names(self._layout.run) if name.startswith("batch-")]

    def begin(self, head: str, limit: int = 2000) -> list[Change]:
        """Move what is ready, oldest first, into the batch of this head, and return all that is in it."""
        batch = self._batch(head)
        os.makedirs(batch, exist_ok=True)
        held = len(os.listdir(batch))
        for name in files.names(self._folder):
            if held >= limit:
                break
            if self._is_ready(name):
                files.move(os.path.join(self._folder, name), os.path.join(batch, name))
                held += 1
        return [change for name in files.names(batch) for change in self._of(batch, name)]

    def _of(self, batch: str, name: str) -> list[Change]:
        """Return the changes of one file; of those whose maker died, only what did happen."""
        changes = _decode(files.read(os.path.join(batch, name)) or b"")
        if name.endswith(".todo"):
            return changes
        return [change for change in changes if self._happened(change)]

    def _happened(self, change: Change) -> bool:
        """Say so by the first path: a move has emptied it, anything else has filled it."""
        there = os.path.lexists(os.path.join(self._layout.root, change.paths[0]))
        return there != (change.event in MOVES)

    def adopt(self, old: str, head: str) -> None:
        """Carry a batch that never landed over to another head of the history."""
        source, target = self._batch(old), self._batch(head)
        if source == target:
            return
        os.makedirs(target, exist_ok=True)
        for name in os.listdir(source):
            files.move(os.path.join(source, name), os.path.join(target, name))
        os.rmdir(source)

    def end(self, head: str) -> None:
        """Forget the batch of a head: its changes are in the history."""
        batch = self._batch(head)
        for name in os.listdir(batch) if os.path.isdir(batch) else []:
            files.discard(os.path.join(batch, name))
        if os.path.isdir(batch):
            os.rmdir(batch)

    def _batch(self, head: str) -> str:
        return self._layout.running(f"batch-{head}")

    def _is_ready(self, name: str) -> bool:
        if name.endswith(".todo"):
            return True
        return name.endswith(".open") and not _is_running(name)


def _owner(name: str) -> str:
    return name.rsplit(".", 2)[1]


def _is_running(name: str) -> bool:
    pid, _, start = _owner(name).partition("-")
    if not pid.isdigit():
        return False
    return is_alive(Holder(host=host(), boot=boot(), pid=int(pid), start=start))


def _encode(changes: Sequence[Change]) -> bytes:
    rows = [
        {
            "event": c.event, "agent": c.agent, "at": show_moment(c.at), "paths": c.paths,
            "title": c.title, "id": c.id, "task": c.task,
        }
        for c in changes
    ]  # fmt: skip
    return json.dumps(rows, ensure_ascii=True).encode()


def _decode(data: bytes) -> list[Change]:
    """Return the changes of one file; one that a crash cut short is empty and found by looking."""
    try:
        rows = json.loads(data)
    except ValueError:
        return []
    return [
        Change(
            event=row["event"],
            agent=row["agent"],
            at=datetime.fromisoformat(row["at"]).astimezone(UTC),
            paths=tuple(row["paths"]),
            title=row["title"],
            id=row["id"],
            task=row["task"],
        )
        for row in rows
    ]
