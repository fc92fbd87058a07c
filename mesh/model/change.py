"""A change of state that belongs into the audit trail: what happened, by whom, and which files it touched."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

EVENTS = (
    "workspace.created", "workspace.changed", "workspace.resumed",
    "agent.added", "agent.changed", "agent.removed",
    "envelope.sent", "envelope.taken", "envelope.returned", "envelope.done", "envelope.dead",
    "envelope.quarantined", "note.added", "plan.changed", "files.changed",
)  # fmt: skip

MOVES = (
    "envelope.taken", "envelope.returned", "envelope.done", "envelope.dead", "envelope.quarantined",
    "agent.removed", "workspace.resumed",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One event. `paths` are relative to the workspace; what they hold is looked up when it is committed.

    The first path tells whether it happened: a move (MOVES) has emptied it, anything else has filled it.

    `agent` is who acted, `id` and `task` are those of the envelope concerned, `title` is one readable
    line. `at` is UTC.
    """

    event: str
    agent: str
    at: datetime
    paths: tuple[str, ...]
    title: str
    id: str | None = None
    task: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """An event as read back from the history; `commit` is the full object name."""

    at: datetime
    event: str
    agent: str
    title: str
    commit: str
    id: str | None = None
    task: str | None = None

    def to_json(self) -> dict[str, object]:
        """Return the line that `mesh log --json` prints."""
        from mesh.model.fields import show_moment

        return {
            "schema": 1, "at": show_moment(self.at), "event": self.event, "agent": self.agent,
            "task": self.task, "id": self.id, "commit": self.commit, "title": self.title,
        }  # fmt: skip
