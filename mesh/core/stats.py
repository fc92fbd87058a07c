"""What the ceremony costs and brings: handshakes and rework, counted over tasks; pure counting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from mesh.model.envelope import Envelope
from mesh.model.ids import same
from mesh.model.task import Task


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """Counts over a workspace.

    `handshakes` counts every confirmation and every answer to one, `waived` tasks that went without.
    `finished` and `reworked` count completed tasks, and those whose requester came back with a follow-up,
    with and without an agreed handshake. `tiers` counts replies by what their annotation says.
    """

    tasks: int
    states: dict[str, int]
    levels: dict[str, int]
    handshakes: dict[str, int]
    finished: dict[str, int]
    reworked: dict[str, int]
    tiers: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        return {
            "schema": 1, "tasks": self.tasks, "states": self.states, "levels": self.levels,
            "handshakes": self.handshakes,
            "rework": {
                kind: {
                    "finished": self.finished[kind], "reworked": self.reworked[kind],
                    "rate": self.rate(kind),
                }
                for kind in ("with_handshake", "without_handshake")
            },
            "replies": self.tiers,
        }  # fmt: skip

    def rate(self, kind: str) -> float | None:
        """Return the share of finished tasks that had to be corrected, None where none is finished."""
        return round(self.reworked[kind] / self.finished[kind], 3) if self.finished[kind] else None


_ASKED = {"confirmed": "confirmed", "confirmed_with_correction": "corrected", "rejected": "rejected"}


def count(histories: Mapping[str, tuple[Task, list[Envelope]]]) -> Stats:
    """Count tasks given with their envelopes, keyed by the task's id in lower case."""
    tasks = [task for task, _ in histories.values()]
    handshakes: Counter[str] = Counter(dict.fromkeys(("asked", "waived", *_ASKED.values()), 0))
    tiers: Counter[str] = Counter()
    for task, history in histories.values():
        handshakes["waived"] += task.handshake == "waived"
        for envelope in history:
            handshakes["asked"] += envelope.type == "intent_confirmation"
            if envelope.type == "intent_ack":
                handshakes[_ASKED[envelope.status or ""]] += 1
            if envelope.type == "reply" and envelope.annotation.get("tier"):
                tiers[str(envelope.annotation["tier"])] += 1
    finished = [task for task in tasks if task.state == "completed"]
    corrected = _corrected(tasks)
    return Stats(
        tasks=len(tasks),
        states=dict(Counter(task.state for task in tasks)),
        levels=dict(Counter(task.level for task in tasks)),
        handshakes=dict(handshakes),
        finished=_split(finished),
        reworked=_split(task for task in finished if task.id.lower() in corrected),
        tiers=dict(tiers),
    )


def _corrected(tasks: Iterable[Task]) -> set[str]:
    """Return the tasks that their own requester followed up."""
    by_id = {task.id.lower(): task for task in tasks}
    found = set()
    for task in by_id.values():
        for reference in task.references:
            first = by_id.get(reference.lower())
            if first and same(first.requester, task.requester):
                found.add(reference.lower())
    return found


def _split(tasks: Iterable[Task]) -> dict[str, int]:
    found = {"with_handshake": 0, "without_handshake": 0}
    for task in tasks:
        agreed = task.handshake in ("confirmed", "corrected")
        found["with_handshake" if agreed else "without_handshake"] += 1
    return found
