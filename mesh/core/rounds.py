"""How often two agents have spoken in turn within one context, and whether they have run empty; pure."""

from __future__ import annotations

from collections.abc import Sequence

from mesh.core.chatter import detect_chatter
from mesh.core.letters import own_words
from mesh.model.detection import Message
from mesh.model.envelope import Envelope

_SPOKEN = ("message", "reply", "intent_confirmation", "intent_ack", "task_request")


def rounds_of_pair(history: Sequence[Envelope], one: str, other: str) -> int:
    """Return the rounds of a pair: how often each has answered the other, halved, rounded down."""
    turns = 0
    last = None
    for envelope in history:
        if {envelope.from_, envelope.to} != {one, other} or envelope.type not in _SPOKEN:
            continue
        turns += envelope.from_ != last
        last = envelope.from_
    return turns // 2


def has_run_empty(history: Sequence[Envelope], one: str, other: str, language: str) -> bool:
    """Say whether the last messages of a pair, up to the newest, add nothing."""
    pair = {one, other}
    spoken = [e for e in history if {e.from_, e.to} == pair and e.type in ("message", "reply")]
    messages = []
    before = None
    for item in spoken:
        gap = (item.sent_at - before).total_seconds() if before else 0.0
        messages.append(Message(from_=item.from_, text=own_words(item), gap_s=max(0.0, gap)))
        before = item.sent_at
    found = detect_chatter(messages, language)
    return found.found and bool(messages)
