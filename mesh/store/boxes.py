"""Looking into inboxes and outboxes: where an id lies, what waits; changes nothing."""

from __future__ import annotations

import os

from mesh import codec, files
from mesh.errors import Malformed
from mesh.model.envelope import Envelope, parse_envelope
from mesh.model.ids import is_ulid
from mesh.store.layout import Layout, find_sharded


class Boxes:
    """The boxes of one workspace, read only."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def waiting(self, agent: str, box: str = "new") -> list[str]:
        """Return the ids in `new`, `cur` or `dead`, oldest first."""
        found = files.names(self.layout.inbox(agent, box), ".yaml")
        return [name[:-5] for name in found if is_ulid(name[:-5])]

    def path(self, agent: str, box: str, ulid: str) -> str:
        """Return the file of an id in `new`, `cur` or `dead`, there or not."""
        return os.path.join(self.layout.inbox(agent, box), f"{ulid}.yaml")

    def whereabouts(self, agent: str, ulid: str) -> tuple[str, str] | None:
        """Return the box that holds an id, and the file; None if the agent never got it.

        Looks along the way that mail moves, so that an envelope on the move is not missed.
        """
        for box in ("new", "cur"):
            path = self.path(agent, box, ulid)
            if os.path.exists(path):
                return box, path
        return self.handled(agent, ulid)

    def handled(self, agent: str, ulid: str) -> tuple[str, str] | None:
        """Return where an id lies that needs no turn any more: `done` or `dead`."""
        done = find_sharded(self.layout.inbox(agent, "done"), ulid)
        if done:
            return "done", done
        dead = self.path(agent, "dead", ulid)
        return ("dead", dead) if os.path.exists(dead) else None

    def sent(self, agent: str, ulid: str) -> str | None:
        """Return the file of an envelope in its sender's outbox, None if it is not there."""
        return find_sharded(self.layout.outbox(agent), ulid)

    def newest_sent(self, agent: str) -> str:
        """Return the newest id in an agent's outbox, empty if it sent nothing."""
        box = self.layout.outbox(agent)
        for month in reversed(files.names(box)):
            for shard in reversed(files.names(os.path.join(box, month))):
                ids = files.names(os.path.join(box, month, shard), ".yaml")
                if ids:
                    return ids[-1][:-5]
        return ""

    def strays(self, agent: str, box: str = "new") -> list[str]:
        """Return the names in a box that cannot be envelopes: no ULID, another ending, a folder."""
        endings = (".retry",) if box == "new" else (".lease", ".why.yaml")
        return [
            name
            for name in files.names(self.layout.inbox(agent, box))
            if not name.endswith(endings) and not (name.endswith(".yaml") and is_ulid(name[:-5]))
        ]


def read_envelope(data: bytes) -> tuple[Envelope | None, Malformed]:
    """Return the envelope that the bytes are, or None and what is wrong with them."""
    try:
        return parse_envelope(codec.read(data)), Malformed("")
    except Malformed as error:
        return None, error
