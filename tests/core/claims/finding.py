"""What the tests of claims share: the claims of a reply in one line each."""

from __future__ import annotations

from mesh.core.claims import find_claims, read_reply
from mesh.model.evidence import Claim


def claims_of(text: str) -> tuple[Claim, ...]:
    return find_claims(read_reply(text))


def brief(claim: Claim) -> str:
    """Return `kind target #count`, as the corpus has it."""
    target = f" {claim.target}" if claim.target else ""
    count = f" #{claim.count}" if claim.count is not None else ""
    return f"{claim.kind}{target}{count}"


def briefs(text: str) -> set[str]:
    return {brief(claim) for claim in claims_of(text)}


def uncounted(text: str) -> set[str]:
    return {line.partition(" #")[0] for line in briefs(text)}
