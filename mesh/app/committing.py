"""The audit trail kept up: whoever gets the commit lock commits for all; nobody waits for git."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from mesh import files
from mesh.app import clock
from mesh.machine import lock
from mesh.model.change import Change
from mesh.model.envelope import Envelope
from mesh.model.ids import is_ulid
from mesh.model.names import USER
from mesh.store.boxes import read_envelope
from mesh.store.delivery import sent_title
from mesh.transport.history import Moved

if TYPE_CHECKING:
    from mesh.app.workspace import Workspace

_ROUNDS = 5
_PATIENCE = 10.0  # seconds to wait for another process's commit
_LOOKS, _PAUSE = 40, 0.05  # how often, and how many seconds apart, to ask for the index


def commit(workspace: Workspace) -> None:
    """Commit all that is pending, of every process.

    A change noted while another process holds the lock is seen by that process, which looks once more
    after it let the lock go. Where others are about to note more it leaves that to them, for they commit
    after it: of many senders none is kept from sending by committing for all.
    """
    locks = workspace.layout.running("locks")
    os.makedirs(locks, exist_ok=True)
    for _ in range(_ROUNDS):
        with lock(os.path.join(locks, "commit")) as got:
            if not got:
                return
            _commit_all(workspace)
        if not workspace.journal.has_pending() or workspace.journal.others_at_work():
            return


def _commit_all(workspace: Workspace, *, drain: bool = False) -> None:
    journal, history = workspace.journal, workspace.history
    for begun in journal.batches():
        if history.landed(begun):
            journal.end(begun)
    if not journal.is_trusted():
        look_again(workspace)
        journal.trust()
    for _ in range(_ROUNDS):
        try:
            _commit_pending(workspace, drain)
            return
        except Moved:  # a person committed by hand in between: build on that
            continue


def _commit_pending(workspace: Workspace, drain: bool) -> None:
    """Commit batch by batch until nothing is ready or, unless it is to drain, others will commit as well.

    Raises Moved if somebody else moves the history.
    """
    journal, history = workspace.journal, workspace.history
    while True:
        head = history.head()
        for begun in journal.batches():
            journal.adopt(begun, head)
        changes = journal.begin(head)
        if changes:
            history.commit(changes, expect=head)
        journal.end(head)
        if not changes or (not drain and journal.others_at_work()):
            return


def rest(workspace: Workspace) -> None:
    """Commit what anybody left to others, and make `git status` true again; for the end of a command.

    Waits for whoever holds the commit lock, for that process may have looked too early: so the last of
    many to end leaves nothing undone.
    """
    locks = workspace.layout.running("locks")
    os.makedirs(locks, exist_ok=True)
    if workspace.journal.has_pending() or not workspace.history.is_settled():
        with lock(os.path.join(locks, "commit"), wait=_PATIENCE):
            _commit_all(workspace, drain=True)
            for _ in range(_LOOKS):
                if workspace.history.settle():
                    return
                time.sleep(_PAUSE)  # another git has the index: a person's, or one whose maker was killed


def look_again(workspace: Workspace) -> None:
    """Note all that differs from the history, and finish deliveries that a power cut tore.

    Needed when the hints of the journal are gone or from another boot.
    """
    paths = workspace.history.uncommitted()
    _redeliver(workspace, paths)
    known: set[str] = set()
    for change in _changes_of(workspace, [*paths, *workspace.history.uncommitted()]):
        if change.paths[0] not in known:
            known.update(change.paths)
            workspace.journal.close(workspace.journal.open([change]))


def _redeliver(workspace: Workspace, paths: Iterable[str]) -> None:
    for path in paths:
        parts = path.split("/")
        ulid = parts[-1].removesuffix(".yaml")
        if len(parts) < 4 or parts[0] != "agents" or not is_ulid(ulid):
            continue
        if parts[2] == "outbox":
            envelope = _envelope(workspace, path)
            if envelope and not workspace.boxes.whereabouts(envelope.to, ulid):
                workspace.delivery.redeliver(envelope.to, ulid, os.path.join(workspace.root, path))
        elif parts[2:4] == ["inbox", "new"] and not workspace.boxes.whereabouts(parts[1], ulid):
            for sender in workspace.layout.senders():
                sent = workspace.boxes.sent(sender, ulid)
                if sent:
                    workspace.delivery.redeliver(parts[1], ulid, sent)


def _changes_of(workspace: Workspace, paths: Iterable[str]) -> Iterable[Change]:
    """Say what happened, as far as the files tell."""
    moment = clock.now()
    for path in dict.fromkeys(paths):
        parts = path.split("/")
        envelope = _envelope(workspace, path) if is_ulid(parts[-1].removesuffix(".yaml")) else None
        owner = parts[1] if parts[0] == "agents" and len(parts) > 2 else USER
        if envelope and parts[2] == "outbox":
            yield Change(
                event="envelope.sent", agent=envelope.from_, at=envelope.sent_at, paths=(path,),
                title=sent_title(envelope), id=envelope.id, task=envelope.task,
            )  # fmt: skip
        elif envelope and parts[3:4] in (["done"], ["dead"], ["cur"]):
            event = {"done": "envelope.done", "dead": "envelope.dead", "cur": "envelope.taken"}[parts[3]]
            yield Change(
                event=event, agent=owner, at=moment, paths=(path,), id=envelope.id, task=envelope.task,
                title=f"{owner}: {envelope.type.replace('_', ' ')} of {envelope.from_} is in {parts[3]}",
            )  # fmt: skip
        else:
            title = f"changed {path}"
            yield Change(event="files.changed", agent=owner, at=moment, paths=(path,), title=title)


def _envelope(workspace: Workspace, path: str) -> Envelope | None:
    data = files.read(os.path.join(workspace.root, path))
    return read_envelope(data)[0] if data is not None else None
