"""The steps a script may take and the values each one wants: a table, nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from mesh.model.envelope import LEVELS, PRIORITIES, STATES


class Kind(Enum):
    """What a value must be; the member's value is what the user reads when it is not."""

    TEXT = "must be text; put a number in quotes"
    TEXTS = "must be a text or a list of texts"
    SECONDS = "must be a number of seconds"
    NATURAL = "must be a whole number from 1"
    INTEGER = "must be a whole number"
    STEP = "must be the number or the words of a step"
    MAPPINGS = "must be a list of mappings"


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A step's keys; `short` is the one meant by a bare value, of `one` at least one must be there."""

    keys: Mapping[str, Kind] = field(default_factory=dict)
    need: tuple[str, ...] = ()
    short: str = ""
    one: tuple[str, ...] = ()


_T, _L = Kind.TEXT, Kind.TEXTS
_ASK = {"scope": _T, "approach": _T, "output_format": _T, "assumptions": _L, "questions": _L}
_SEND = {"to": _T, "text": _T, "complexity": _T, "subject": _T, "priority": _T, "task": _T}

FORMS: Mapping[str, Form] = {
    "say": Form(keys={"text": _T}, need=("text",), short="text"),
    "write": Form(keys={"path": _T, "text": _T}, need=("path", "text")),
    "edit": Form(keys={"path": _T, "old": _T, "new": _T}, need=("path", "old", "new")),
    "read": Form(keys={"path": _T}, need=("path",), short="path"),
    "run": Form(keys={"command": _T, "timeout": Kind.SECONDS}, need=("command",), short="command"),
    "confirm": Form(keys=_ASK, need=("scope",), short="scope"),
    "ack": Form(),
    "correct": Form(keys={"corrections": _L}, need=("corrections",), short="corrections"),
    "reject": Form(keys={"reason": _L}, need=("reason",), short="reason"),
    "start": Form(keys={"expected": _T}, short="expected"),
    "status": Form(keys={"status": _T, "reason": _T}, need=("status",), short="status"),
    "reply": Form(
        keys={"text": _T, "file": _T, "status": _T, "assertions": Kind.MAPPINGS},
        short="text", one=("text", "file"),
    ),
    "send": Form(keys=_SEND, need=("to", "text")),
    "message": Form(keys={"text": _T, "to": _T}, need=("text",), short="text"),
    "broadcast": Form(keys={"to": _L, "text": _T, "policy": _T}, need=("to", "text")),
    "notify": Form(keys={"group": _T, "text": _T}, need=("group", "text")),
    "note": Form(keys={"kind": _T, "text": _T}, need=("text",), short="text"),
    "plan": Form(keys={"title": _T, "steps": _L}, need=("title", "steps")),
    "tick": Form(keys={"step": Kind.STEP}, need=("step",), short="step"),
    "sleep": Form(keys={"seconds": Kind.SECONDS}, need=("seconds",), short="seconds"),
    "fail": Form(keys={"reason": _T}, need=("reason",), short="reason"),
    "stop_unless": Form(keys={"exit": Kind.INTEGER, "contains": _T}, one=("exit", "contains")),
}  # fmt: skip
ONE_OF: Mapping[str, tuple[str, ...]] = {
    "complexity": LEVELS,
    "priority": PRIORITIES,
    "status": STATES,
    "kind": ("memory", "learnings", "decisions", "issues"),
}


def fits(value: Any, kind: Kind) -> bool:
    """Say whether a value is of the kind."""
    if isinstance(value, bool):
        return False
    if kind is Kind.TEXT:
        return isinstance(value, str)
    if kind is Kind.TEXTS:
        return isinstance(value, str) or _all(value, str)
    if kind is Kind.MAPPINGS:
        return _all(value, dict)
    if kind is Kind.STEP:
        return isinstance(value, (int, str))
    if kind is Kind.SECONDS:
        return isinstance(value, (int, float)) and value >= 0
    return isinstance(value, int) and (kind is Kind.INTEGER or value >= 1)


def _all(value: Any, kind: type) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, kind) for item in value)
