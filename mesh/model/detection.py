"""What the detectors of chatter and loops look at, and what they say; values only, nothing is judged here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mesh.errors import Malformed

_MESSAGES_HINT = 'expected {{"messages": [{{"from": "…", "text": "…", "gap_s": 0}}]}}'
_CALLS_HINT = 'expected {{"calls": [{{"tool": "…", "input": {{}}, "exit_code": 0, "output": "…"}}]}}'


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of a conversation; `gap_s` is the time since the one before, in seconds."""

    from_: str
    text: str
    gap_s: float = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """One tool call of a turn with its outcome; None where an outcome is not known."""

    tool: str
    input: Mapping[str, Any] = field(default_factory=dict)
    exit_code: int | None = None
    output: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Detection:
    """A detector's answer; `start` is the index at which the streak or the first round begins."""

    found: bool
    start: int | None = None
    reason: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the document that `mesh detect --json` prints (cli.md)."""
        return {"schema": 1, "found": self.found, "from": self.start, "reason": self.reason}


def parse_messages(document: object) -> list[Message]:
    """Return the messages of `{"messages": […]}`; raise Malformed naming the entry and the field."""
    entries = _entries(document, "messages", _MESSAGES_HINT)
    return [_message(_Entry("messages", index, entry, _MESSAGES_HINT)) for index, entry in enumerate(entries)]


def parse_calls(document: object) -> list[ToolCall]:
    """Return the calls of `{"calls": […]}`; raise Malformed naming the entry and the field."""
    entries = _entries(document, "calls", _CALLS_HINT)
    return [_call(_Entry("calls", index, entry, _CALLS_HINT)) for index, entry in enumerate(entries)]


def _entries(document: object, name: str, hint: str) -> list[object]:
    if not isinstance(document, Mapping):
        raise Malformed("the document is not a JSON object", hint=hint, place="")
    entries = document.get(name)
    if not isinstance(entries, list):
        problem = "is not a list" if name in document else "is missing"
        raise Malformed("`{place}` " + problem, hint=hint, place=name)
    return entries


def _message(entry: _Entry) -> Message:
    gap = entry.take("gap_s", (int, float), "is not a number", default=0)
    if not 0 <= gap < float("inf"):
        raise entry.wrong("gap_s", "is not a number of seconds from 0")
    return Message(
        from_=entry.take("from", (str,), "is not text"),
        text=entry.take("text", (str,), "is not text"),
        gap_s=gap,
    )


def _call(entry: _Entry) -> ToolCall:
    tool = entry.take("tool", (str,), "is not text")
    if not tool:
        raise entry.wrong("tool", "is empty")
    return ToolCall(
        tool=tool,
        input=entry.take("input", (Mapping,), "is not an object", default={}),
        exit_code=entry.take("exit_code", (int,), "is not a whole number", default=None),
        output=entry.take("output", (str,), "is not text", default=None),
    )


_REQUIRED = object()


class _Entry:
    """One entry of the list, whose fields are taken by name; a refusal names the place."""

    def __init__(self, name: str, index: int, value: object, hint: str) -> None:
        self._place = f"{name}[{index}]"
        self._hint = hint
        if not isinstance(value, Mapping):
            raise Malformed("`{place}` is not an object", hint=hint, place=self._place)
        self._value = value

    def take(self, name: str, kinds: tuple[type, ...], problem: str, default: Any = _REQUIRED) -> Any:
        """Return a field of one of the kinds; null counts as absent, true and false are no numbers."""
        value = self._value.get(name)
        if value is None:
            if default is _REQUIRED:
                raise self.wrong(name, "is missing")
            return default
        if not isinstance(value, kinds) or isinstance(value, bool):
            raise self.wrong(name, problem)
        return value

    def wrong(self, name: str, problem: str) -> Malformed:
        """Return the error that names the field and what is wrong with it."""
        return Malformed("`{place}` " + problem, hint=self._hint, place=f"{self._place}.{name}")
