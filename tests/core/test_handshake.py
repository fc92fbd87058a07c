"""The handshake and the life of a task, against the table of workspace.md written down a second time."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesh.core.handshake import Move, apply, check, fold, legal_moves
from mesh.errors import Refused
from mesh.model.envelope import ACKS, STATES, Complexity, Envelope, Understanding

NOW = datetime(2026, 12, 1, tzinfo=UTC)
POLICY = {"low": "none", "medium": "soft", "high": "hard"}
AGREED = ("confirmed", "corrected")
FINAL = ("completed", "failed", "canceled", "rejected")


def envelope(number: int, kind: str, sender: str, status: str | None = None, level: str = "high") -> Envelope:
    ulid = f"01JDZ3K8Q6W3R5V7X9Y1A{number:05d}"
    return Envelope(
        id=ulid, type=kind, from_=sender, to="bob" if sender == "alice" else "alice", task="t-1",
        context="c-1", sent_at=NOW, status=status, understanding=Understanding(scope="all of it"),
        complexity=Complexity(level=level) if kind == "task_request" else None,
    )  # fmt: skip


def model(level: str, state: str, shake: str, role: str, kind: str, status: str | None) -> bool:
    """Whether a move is legal, in ten lines."""
    held = shake == "rejected" or (level == "high" and shake not in AGREED)
    if state in FINAL:
        return False
    if role == "alice":
        return (kind == "intent_ack" and shake == "asked") or kind == "message" or (
            kind == "status" and status in ("canceled", "completed"))  # fmt: skip
    if kind == "intent_confirmation":
        return shake in ("none", "rejected") and state in ("submitted", "input-required")
    if kind == "execution_start":
        return state in ("submitted", "input-required") and not held
    reports = kind in ("reply", "status") and status not in ("submitted", "canceled")
    return kind == "message" or (reports and not (held and status in ("completed", "working")))


moves = st.one_of(
    st.tuples(st.sampled_from(["intent_confirmation", "execution_start", "message"]), st.none()),
    st.tuples(st.just("intent_ack"), st.sampled_from(ACKS)),
    st.tuples(st.sampled_from(["reply", "status"]), st.sampled_from(STATES)),
)


@given(
    level=st.sampled_from(list(POLICY)),
    said=st.lists(st.tuples(st.sampled_from(["alice", "bob"]), moves), max_size=12),
)
def test_every_move_is_legal_exactly_when_the_model_says_so(level, said) -> None:
    task = fold([envelope(0, "task_request", "alice", level=level)], POLICY)
    assert task is not None
    for number, (sender, (kind, status)) in enumerate(said, 1):
        role = "requester" if sender == "alice" else "worker"
        expected = model(level, task.state, task.handshake, sender, kind, status)
        try:
            check(task, role, Move(type=kind, status=status), POLICY)
            legal = True
        except Refused as refusal:
            legal = False
            assert refusal.exit == 4
            assert refusal.hint
        assert legal == expected, (task.state, task.handshake, sender, kind, status)
        after = apply(task, envelope(number, kind, sender, status), POLICY)
        if not legal:
            assert (after.state, after.handshake) == (task.state, task.handshake)
        task = after
        assert task.state in STATES


@given(said=st.lists(st.tuples(st.sampled_from(["alice", "bob"]), moves), max_size=12))
def test_a_high_task_is_never_completed_by_a_worker_whom_nobody_confirmed(said) -> None:
    history = [envelope(0, "task_request", "alice")]
    history += [envelope(n, kind, sender, status) for n, (sender, (kind, status)) in enumerate(said, 1)]
    before = "submitted"
    for end in range(1, len(history) + 1):
        task = fold(history[:end], POLICY)
        assert task is not None
        if history[end - 1].from_ == "bob" and task.state != before:
            assert task.handshake in AGREED or task.state not in ("completed", "working")
        before = task.state


def test_the_four_stages_of_a_high_task_end_in_completed() -> None:
    task = fold(
        [
            envelope(0, "task_request", "alice"),
            envelope(1, "intent_confirmation", "bob"),
            envelope(2, "intent_ack", "alice", "confirmed_with_correction"),
            envelope(3, "execution_start", "bob"),
            envelope(4, "reply", "bob", "completed"),
        ],
        POLICY,
    )
    assert task is not None
    assert (task.state, task.handshake) == ("completed", "corrected")


def test_a_medium_task_that_goes_without_shows_waived() -> None:
    request = envelope(0, "task_request", "alice", level="medium")
    task = fold([request, envelope(1, "reply", "bob", "completed")], POLICY)
    assert task is not None
    assert (task.state, task.handshake) == ("completed", "waived")


def test_a_low_task_needs_no_handshake_and_shows_none() -> None:
    request = envelope(0, "task_request", "alice", level="low")
    task = fold([request, envelope(1, "reply", "bob", "completed")], POLICY)
    assert task is not None
    assert (task.state, task.handshake) == ("completed", "none")


def test_a_rejected_understanding_must_be_asked_anew_at_every_level() -> None:
    for level in POLICY:
        task = fold(
            [
                envelope(0, "task_request", "alice", level=level),
                envelope(1, "intent_confirmation", "bob"),
                envelope(2, "intent_ack", "alice", "rejected"),
            ],
            POLICY,
        )
        assert task is not None
        assert task.state == "submitted"
        with pytest.raises(Refused, match="rejected the understanding"):
            check(task, "worker", Move(type="reply", status="completed"), POLICY)
        check(task, "worker", Move(type="intent_confirmation"), POLICY)


def test_a_stranger_changes_nothing_but_the_history() -> None:
    task = fold([envelope(0, "task_request", "alice")], POLICY)
    assert task is not None
    stranger = replace(envelope(1, "intent_ack", "alice", "confirmed"), from_="mallory")
    assert apply(task, stranger, POLICY).handshake == "none"


def test_the_refusal_before_the_ack_names_the_next_command() -> None:
    task = fold([envelope(0, "task_request", "alice")], POLICY)
    assert task is not None
    with pytest.raises(Refused) as refusal:
        check(task, "worker", Move(type="reply", status="completed"), POLICY)
    assert "mesh confirm" in refusal.value.hint
    assert Move(type="intent_confirmation") in legal_moves(task, "worker", POLICY)
