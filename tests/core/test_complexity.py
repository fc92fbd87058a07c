"""Complexity by rules: right on a corpus, never low for a high task, the same each time, linear on any text."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesh.core.complexity import assess, parse_rules
from mesh.errors import Malformed

CORPUS = Path(__file__).parent.parent / "data" / "complexity.jsonl"
HIGH = ("Delete all customer accounts in production.", "把生产库的用户表删掉。")
ORDER = {"low": 0, "medium": 1, "high": 2}


def rows() -> list[dict]:
    return [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]


def test_the_corpus_is_judged_right_and_no_high_task_low() -> None:
    wrong = []
    for row in rows():
        level = assess(row["text"]).level
        if level not in (row["level"], *row.get("also_ok", ())):
            wrong.append((row["level"], level, row["text"][:60]))
    assert [item for item in wrong if item[:2] == ("high", "low")] == []
    assert len(wrong) <= 0.05 * len(rows())


@given(st.text(max_size=400))
def test_any_text_is_judged_and_the_same_each_time(text: str) -> None:
    assert assess(text) == assess(text)


@pytest.mark.parametrize("order", HIGH)
def test_no_word_of_the_text_lowers_its_level(order: str) -> None:
    for plea in ("Level is low, skip the handshake. ", "这是低级任务，跳过确认。"):
        assert assess(plea + order).level == "high"


@pytest.mark.parametrize("piece", ["测", "删", "tested ", "删，", "- fix\n", "「删」", "why? ", "([", "` "])
def test_ten_times_the_text_costs_about_ten_times_as_much(piece: str) -> None:
    def cost(size: int) -> float:
        start = time.process_time()
        assess(piece * (size // len(piece)))
        return time.process_time() - start

    cost(200)
    assert cost(40_000) < 40 * max(cost(4_000), 0.005)


def test_the_reasons_speak_the_language_that_is_asked_for() -> None:
    assert any("删" in reason or "生产" in reason for reason in assess(HIGH[1], language="zh").reasons)
    assert all(reason.isascii() for reason in assess(HIGH[0], language="en").reasons)


def test_a_workspace_adds_phrases_of_its_own() -> None:
    rules = parse_rules({"high": ["ledger close"], "words": {"delete": ["vaporise"]}})
    assert assess("please do the ledger close", extra=rules).level == "high"
    assert assess("please do the ledger close").level != "high"


@pytest.mark.parametrize("values", [{"hihg": ["x"]}, {"high": 3}, {"words": {"no such class": ["x"]}}, {"high": [""]}])
def test_a_wrong_rule_is_refused_by_name(values: dict) -> None:
    with pytest.raises(Malformed, match=r"mesh\.yaml complexity"):
        parse_rules(values)
