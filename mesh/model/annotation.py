"""What the runtime says beneath a reply: judged runs and the annotation; values only, decides nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from mesh.model.evidence import Tier

Category = Literal["build", "tests", "lint", "typecheck", "run"]
Language = Literal["en", "zh"]


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedRun:
    """What one observed command proves in one category.

    `ok` says that it ended with 0. `counted` says that this status is the command's own and that its
    output does not contradict it; `reason` says why not. `stale_after` names what was changed after it.
    """

    at: str
    command: str
    category: Category
    exit_code: int | None
    ok: bool
    counted: bool
    reason: str = ""
    stale_after: str | None = None

    @property
    def holds(self) -> bool:
        """Say whether it lifts a reply to `agent_verified`."""
        return self.ok and self.counted and self.stale_after is None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunReport:
    """All runs of a reply that are build, test, lint, type-check or run commands, oldest first."""

    runs: tuple[JudgedRun, ...] = ()

    @property
    def holding(self) -> tuple[JudgedRun, ...]:
        """Return the successful runs that still hold."""
        return tuple(run for run in self.runs if run.holds)

    @property
    def failed(self) -> tuple[JudgedRun, ...]:
        """Return the runs that failed by their own account."""
        return tuple(run for run in self.runs if run.counted and not run.ok)

    @property
    def stale(self) -> tuple[JudgedRun, ...]:
        """Return the successful runs after which something was changed."""
        return tuple(run for run in self.runs if run.counted and run.ok and run.stale_after is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotation:
    """The annotation of a reply (verify.md, section 6); `text` is the reply with `lines` appended.

    `independent`, `agent` and `stale` hold what the lines say, one phrase each; what the runtime found
    false stands in `independent` behind a `✗`.
    """

    tier: Tier
    independent: tuple[str, ...] = ()
    agent: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    text: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of `mesh annotate --json`."""
        return {
            "schema": 1,
            "tier": self.tier,
            "independent": list(self.independent),
            "agent": list(self.agent),
            "stale": list(self.stale),
            "text": self.text,
        }
