"""A task as it stands: the fold of its envelopes (workspace.md, section 3); stored nowhere."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

FINAL = ("completed", "failed", "canceled", "rejected")
HANDSHAKES = ("none", "asked", "confirmed", "corrected", "rejected", "waived")


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One task. `before` is the state to return to when a question is answered."""

    id: str
    context: str
    requester: str
    worker: str
    state: str
    handshake: str = "none"
    level: str = "medium"
    level_by: str = "rules"
    subject: str = ""
    opened_at: datetime
    updated_at: datetime
    last_id: str = ""
    last_type: str = ""
    rounds: int = 0
    hops: int = 1
    before: str = "submitted"
    asked_id: str | None = None
    parent: str | None = None
    references: tuple[str, ...] = ()
    broadcast: str | None = None
    commit: str | None = None
    cost_usd: float | None = None

    @property
    def is_final(self) -> bool:
        return self.state in FINAL
