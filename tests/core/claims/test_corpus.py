"""Sentences and replies, each with the claims that it makes; a line of `claims.jsonl` is a test."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.core.claims.finding import brief, claims_of

CORPUS = Path(__file__).parents[2] / "data" / "claims.jsonl"
ROWS = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=[str(at) for at in range(1, len(ROWS) + 1)])
def test_a_reply_makes_the_claims_it_makes_and_no_other(row: dict[str, list[str]]) -> None:
    expected = set(row["claims"])
    found = {brief(claim) for claim in claims_of(str(row["say"]))}
    # a number is compared where the line gives one
    compared = {line if line in expected else line.partition(" #")[0] for line in found}
    assert compared == expected, row["say"]
