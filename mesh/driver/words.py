"""What a script's step becomes: the tool to use and its input, templates filled in; calls nothing."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from typing import Any

from mesh.driver import rules

Given = Mapping[str, Any]
Use = tuple[str, dict[str, Any]]


class Words:
    """Fills templates from the values of a turn, which change while it runs."""

    def __init__(self, values: Given) -> None:
        self._values = values

    def fill(self, text: str) -> str:
        return rules.filled(text, self._values)

    def command(self, text: str) -> str:
        """Fill in a command: what a message says becomes one quoted word of it, never shell."""
        return rules.filled(text, self._values, shlex.quote)

    def filled(self, value: Any) -> Any:
        """Return the value with every text within it filled in."""
        if isinstance(value, str):
            return self.fill(value)
        if isinstance(value, list):
            return [self.filled(item) for item in value]
        if isinstance(value, dict):
            return {key: self.filled(item) for key, item in value.items()}
        return value

    def texts(self, value: Any) -> list[str]:
        filled = self.filled(value)
        return [filled] if isinstance(filled, str) else list(filled or [])

    def fact(self, name: str) -> Any:
        return self._values.get(name)

    def of_task(self, values: Given) -> dict[str, Any]:
        return {"task_id": self.fact("task"), **values}


def _write(words: Words, given: Given) -> Use:
    return "Write", {"file_path": words.fill(given["path"]), "content": words.fill(given["text"])}


def _edit(words: Words, given: Given) -> Use:
    old, new = words.fill(given["old"]), words.fill(given["new"])
    return "Edit", {"file_path": words.fill(given["path"]), "old_string": old, "new_string": new}


def _read(words: Words, given: Given) -> Use:
    return "Read", {"file_path": words.fill(given["path"])}


def _run(words: Words, given: Given) -> Use:
    limit = {"timeout_s": given["timeout"]} if "timeout" in given else {}
    return "Bash", {"command": words.command(given["command"]), **limit}


def _confirm(words: Words, given: Given) -> Use:
    values: dict[str, Any] = {name: words.fill(given.get(name) or "") for name in _PROSE}
    values |= {name: words.texts(given.get(name)) for name in ("assumptions", "questions")}
    return "mesh_confirm_understanding", words.of_task(values)


_PROSE = ("scope", "approach", "output_format")


def _acknowledge(status: str, key: str | None = None) -> Callable[[Words, Given], Use]:
    def use(words: Words, given: Given) -> Use:
        corrections = words.texts(given[key]) if key else []
        return "mesh_acknowledge", words.of_task({"status": status, "corrections": corrections})

    return use


def _start(words: Words, given: Given) -> Use:
    reason = words.fill(given.get("expected") or "")
    return "mesh_set_task_status", words.of_task({"status": "working", "reason": reason})


def _status(words: Words, given: Given) -> Use:
    values = {"status": words.fill(given["status"]), "reason": words.fill(given.get("reason") or "")}
    return "mesh_set_task_status", words.of_task(values)


def _send(words: Words, given: Given) -> Use:
    rest = {name: words.fill(given[name]) for name in ("complexity", "subject", "priority") if name in given}
    if "task" in given:
        rest["task_id"] = words.fill(given["task"])
    values = {"to_agent_id": words.fill(given["to"]), "text": words.fill(given["text"])}
    return "mesh_send_message", {**values, **rest}


def _message(words: Words, given: Given) -> Use:
    to = words.fill(given["to"]) if "to" in given else words.fact("from")
    return "mesh_send_message", words.of_task({"to_agent_id": to, "text": words.fill(given["text"])})


def _broadcast(words: Words, given: Given) -> Use:
    policy = {"policy": words.fill(given["policy"])} if "policy" in given else {}
    values = {"to_agent_ids": words.texts(given["to"]), "text": words.fill(given["text"])}
    return "mesh_broadcast", {**values, **policy}


def _notify(words: Words, given: Given) -> Use:
    return "mesh_notify_group", {"group_id": words.fill(given["group"]), "text": words.fill(given["text"])}


def _note(words: Words, given: Given) -> Use:
    return "mesh_note", {"kind": words.fill(given.get("kind") or "memory"), "text": words.fill(given["text"])}


def _plan(words: Words, given: Given) -> Use:
    values = {"title": words.fill(given["title"]), "steps": words.texts(given["steps"])}
    return "mesh_plan", words.of_task(values)


def _tick(words: Words, given: Given) -> Use:
    return "mesh_plan_tick", words.of_task({"step": words.filled(given["step"])})


WORK: Mapping[str, Callable[[Words, Given], Use]] = {
    "write": _write,
    "edit": _edit,
    "read": _read,
    "run": _run,
}
CALLS: Mapping[str, Callable[[Words, Given], Use]] = {
    "confirm": _confirm,
    "ack": _acknowledge("confirmed"),
    "correct": _acknowledge("confirmed_with_correction", "corrections"),
    "reject": _acknowledge("rejected", "reason"),
    "start": _start,
    "status": _status,
    "send": _send,
    "message": _message,
    "broadcast": _broadcast,
    "notify": _notify,
    "note": _note,
    "plan": _plan,
    "tick": _tick,
}
