"""Finds claims that say opposite things of one target; checks none of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from mesh.model.evidence import Claim, Contradiction

DENIED = "the reply says so, and elsewhere the opposite"
REMOVED = "one says that it was removed, the other that it is there"
COUNTS = "they give different numbers of tests"

_Key = tuple[str, str]


def find_contradictions(claims: Iterable[Claim]) -> tuple[Contradiction, ...]:
    """Return the pairs of claims that cannot both be true, each pair once.

    What the reply denies outside of any claim ("the tests fail") stands in the claim's detail `denied`; the
    claim is then paired with itself.
    """
    claims = tuple(claims)
    return (*_denied(claims), *_removed(claims), *_counts(claims))


def with_denials(claims: list[Claim], denials: list[Claim]) -> list[Claim]:
    """Return the claims, those that are denied elsewhere with the words that do it in `denied`."""
    told: dict[_Key, list[Claim]] = {}
    for denial in denials:
        told.setdefault(_key(denial), []).append(denial)
    return [_with(claim, told.get(_key(claim), [])) for claim in claims]


def _with(claim: Claim, denials: list[Claim]) -> Claim:
    for denial in denials:
        apart = denial.end <= claim.start or claim.end <= denial.start
        if apart and (claim.kind.startswith("file") or denial.start > claim.start):
            return replace(claim, detail={**claim.detail, "denied": denial.text})
    return claim


def _key(claim: Claim) -> _Key:
    target = (claim.target or "").removeprefix("./").rstrip("/")
    return claim.kind + claim.detail.get("check", ""), target + "\0" + claim.detail.get("about", "")


def _denied(claims: tuple[Claim, ...]) -> Iterator[Contradiction]:
    for claim in claims:
        if "denied" in claim.detail:
            yield Contradiction(first=claim.id, second=claim.id, what=DENIED)


def _removed(claims: tuple[Claim, ...]) -> Iterator[Contradiction]:
    removed = {_key(claim)[1]: claim for claim in reversed(claims) if claim.kind == "file_removed"}
    for claim in claims:
        other = removed.get(_key(claim)[1])
        if other and claim.kind in ("file_exists", "file_modified"):
            first, second = sorted((claim.id, other.id))
            yield Contradiction(first=first, second=second, what=REMOVED)


def _counts(claims: tuple[Claim, ...]) -> Iterator[Contradiction]:
    """Only where both speak of all tests: numbers of parts differ without a contradiction."""
    first: dict[_Key, Claim] = {}
    for claim in claims:
        if claim.kind != "tests_pass" or claim.count is None or not _speaks_of_all(claim):
            continue
        other = first.setdefault(_key(claim), claim)
        if other.count != claim.count:
            yield Contradiction(first=other.id, second=claim.id, what=COUNTS)


def _speaks_of_all(claim: Claim) -> bool:
    text = claim.text.lower()
    part = any(
        word in text for word in ("unit", "integration", "e2e", "单元", "集成", "单测", "frontend", "backend")
    )
    return not part and any(word in text for word in ("all", "every", "全部", "所有", "均", "都"))
