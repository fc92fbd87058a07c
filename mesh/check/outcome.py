"""What a check of one claim comes to, before it is joined with the claim."""

from __future__ import annotations

from dataclasses import dataclass, field

from mesh.model.evidence import Evidence, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The status of a claim, the evidence for it, and what limits it."""

    status: Status
    evidence: Evidence = field(default_factory=Evidence)
    caveats: tuple[str, ...] = ()


def verified(reason: str | None = None, *caveats: str) -> Outcome:
    """Return that the claim was found true."""
    return Outcome(status="verified", evidence=Evidence(reason=reason), caveats=caveats)


def refuted(reason: str) -> Outcome:
    """Return that the claim was found false, and why."""
    return Outcome(status="refuted", evidence=Evidence(reason=reason))


def unverifiable(reason: str) -> Outcome:
    """Return that no rule can check the claim here, and why."""
    return Outcome(status="unverifiable", evidence=Evidence(reason=reason))
