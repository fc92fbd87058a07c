"""How complex a task is and why (complexity.md); values only, nothing is judged here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Level = Literal["low", "medium", "high"]
By = Literal["rules", "sender"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """The five signals. `scope_ambiguity` and `blast_radius` are `low`, `medium` or `high`."""

    scope_ambiguity: Level
    step_count: int
    domain_count: int
    reversible: bool
    blast_radius: Level

    def to_json(self) -> dict[str, Any]:
        """Return the signals as the contract writes them."""
        return {
            "scope_ambiguity": self.scope_ambiguity,
            "step_count": self.step_count,
            "domain_count": self.domain_count,
            "reversible": self.reversible,
            "blast_radius": self.blast_radius,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    """A level, who set it, the signals behind it and the reasons in words that a person understands."""

    level: Level
    by: By
    signals: Signals
    reasons: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the document that `mesh assess --json` prints."""
        return {
            "schema": 1,
            "level": self.level,
            "by": self.by,
            "signals": self.signals.to_json(),
            "reasons": list(self.reasons),
        }
