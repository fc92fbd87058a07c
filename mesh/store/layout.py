"""Where everything lies in a workspace: names of files and folders, nothing of what is in them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count

from mesh import files
from mesh.model.ids import millis_of

SHARD_LIMIT = 1000
IGNORED = ".run/\n*.lease\n*.retry\n.*.tmp\n"
NOTE_KINDS = ("memory", "learnings", "decisions", "issues")


class Layout:
    """The paths of one workspace; `root` is the `.mesh` folder."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.settings = os.path.join(root, "mesh.yaml")
        self.agents = os.path.join(root, "agents")
        self.attachments = os.path.join(root, "attachments")
        self.quarantine = os.path.join(root, "quarantine")
        self.run = os.path.join(root, ".run")

    def relative(self, path: str) -> str:
        """Return a path as the audit trail names it: below the workspace, with `/`."""
        return path[len(self.root) + 1 :].replace(os.sep, "/")

    def running(self, *parts: str) -> str:
        """Return a path below `.run/`, which may be deleted at any time."""
        return os.path.join(self.run, *parts)

    def agent_names(self) -> list[str]:
        """Return the agents there are: those with a card."""
        return [name for name in files.names(self.agents) if os.path.exists(self.card(name))]

    def senders(self) -> list[str]:
        """Return whoever may have an outbox: the agents, those that were removed, and the runtime."""
        return files.names(self.agents)

    def home(self, agent: str) -> str:
        return os.path.join(self.agents, agent)

    def card(self, agent: str) -> str:
        return os.path.join(self.agents, agent, "card.yaml")

    def note(self, agent: str, kind: str) -> str:
        return os.path.join(self.agents, agent, "notes", f"{kind}.md")

    def inbox(self, agent: str, box: str) -> str:
        """Return one of an agent's boxes: `new`, `cur`, `done` or `dead`."""
        return os.path.join(self.agents, agent, "inbox", box)

    def outbox(self, agent: str) -> str:
        return os.path.join(self.agents, agent, "outbox")

    def attachment(self, sha256: str) -> str:
        return os.path.join(self.attachments, sha256[:2], sha256)

    def shards(self, box: str) -> list[str]:
        """Return the shard folders of a sharded box, oldest first."""
        return [
            os.path.join(box, month, hour)
            for month in files.names(box)
            for hour in files.names(os.path.join(box, month))
        ]


def shards_of(ulid: str) -> Iterator[str]:
    """Yield the folders that may hold an id, in the order in which they are filled, without end.

    By its moment, UTC: the hour `2026-12/01T13`; when that is full the minute `01T13-05`, then the second
    `01T13-05-59`, then its continuations `01T13-05-59.1`, `.2` …
    """
    moment = datetime.fromtimestamp(min(millis_of(ulid) / 1000, 253402300799), UTC)
    month = f"{moment:%Y-%m}{os.sep}"
    for form in ("%dT%H", "%dT%H-%M", "%dT%H-%M-%S"):
        yield month + moment.strftime(form)
    for number in count(1):
        yield f"{month}{moment:%dT%H-%M-%S}.{number}"


def find_sharded(box: str, ulid: str) -> str | None:
    """Return the file of an id in a sharded box, None if it is not there."""
    name = f"{ulid}.yaml"
    for number, shard in enumerate(shards_of(ulid)):
        path = os.path.join(box, shard, name)
        if os.path.exists(path):
            return path
        if number >= 2 and not os.path.isdir(os.path.join(box, shard)):
            return None
    return None


class Shards:
    """Chooses where new files of a sharded box go; remembers how full the shards are."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def place(self, box: str, ulid: str) -> str:
        """Return the folder for a new file, made durably, with fewer than about 1,000 files in it."""
        for shard in shards_of(ulid):
            folder = os.path.join(box, shard)
            held = self._counts.get(folder)
            if held is None:
                files.make_folder(folder)
                held = len(os.listdir(folder))
            self._counts[folder] = held + (held < SHARD_LIMIT)
            if held < SHARD_LIMIT:
                return folder
        raise AssertionError("shards have no end")
