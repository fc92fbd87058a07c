"""Says which tool calls are the same call, whatever their spelling, and which are news; keeps no outcome.

One `Recogniser` follows one run of calls: a failing command that only tries harder counts as the one before.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from mesh.core.loops.outcomes import outcome_of
from mesh.core.loops.spellings import Spelling, clean_path, spell, tries_harder
from mesh.core.rules import calls as rules
from mesh.model.detection import ToolCall

_SHELLS = ("bash", "shell", "terminal", "run_command", "execute_command", "exec", "sh", "cmd", "powershell")
_PATHS = ("path", "file", "dir", "folder", "url", "uri", "cwd", "root")
_HUMP = re.compile(r"([a-z])([A-Z])")
_GAP = re.compile(r"[\s_./-]+")
_WORD = re.compile(r"\w+")


Outcome = tuple[int | None, str | None]


class Round(NamedTuple):
    """A call and what it came to, as keys for comparing."""

    call: str
    outcome: Outcome


class Recogniser:
    """Gives equal calls equal rounds, in the order of the run."""

    def __init__(self) -> None:
        self._kinds: dict[tuple[str, str, Outcome], tuple[str, tuple[str, ...]]] = {}
        self._steps = 0

    def round_of(self, call: ToolCall) -> Round:
        """Return the key of a call with its outcome."""
        outcome = outcome_of(call)
        command = command_of(call)
        if command is None:
            key = _input_key(call)
            advances = call.output is None and _moves_on(call)
        else:
            spelling = spell(command)
            key = self._kind(call, spelling, outcome)
            advances = call.output is None and not call.exit_code and _steps_on(spelling)
        if advances:
            self._steps += 1
            key = f"{key} #{self._steps}"
        return Round(f"{call.tool.casefold()} {key}", outcome)

    def _kind(self, call: ToolCall, spelling: Spelling, outcome: Outcome) -> str:
        """Return a command's key; of failing ones that differ by options alone it is the first one's."""
        rest = {name: value for name, value in call.input.items() if name not in ("command", "cmd")}
        key = spelling.key + _dump(rest)
        if not spelling.parts or not call.exit_code:
            return key
        family = (call.tool, spelling.program, outcome)
        known = self._kinds.get(family)
        if known and tries_harder(known[1], spelling.words):
            key = known[0]
        self._kinds[family] = (key, spelling.words)
        return key


def command_of(call: ToolCall) -> str | None:
    """Return the shell command of a call, or None if it is no such call."""
    command = call.input.get("command", call.input.get("cmd"))
    if isinstance(command, str) and (call.tool.casefold() in _SHELLS or len(call.input) == 1):
        return command
    return None


def is_trivial(call: ToolCall) -> bool:
    """Say whether a call is a pause or a look that never counts as news."""
    command = command_of(call)
    if command is None:
        return any(word in call.tool.casefold() for word in rules.TRIVIAL_TOOLS)
    spelling = spell(command)
    return spelling.key == "sleep" or (bool(spelling.parts) and all(
        part[0] in rules.TRIVIAL_PROGRAMS and not {">", ">>"} & set(part) for part in spelling.parts
    ))


def is_change(call: ToolCall) -> bool:
    """Say whether a call is one that changes a file and did not fail."""
    name = call.tool.casefold()
    return (
        command_of(call) is None
        and not call.exit_code
        and any(word in name for word in rules.CHANGING_TOOLS)
        and not any(word in name for word in rules.TRIVIAL_TOOLS)
    )


def _steps_on(spelling: Spelling) -> bool:
    return any(part[: len(start)] == start for part in spelling.parts for start in rules.ADVANCING)


def _moves_on(call: ToolCall) -> bool:
    """Say whether the call is a step through something, such as the next page."""
    short = (value for value in call.input.values() if isinstance(value, str) and len(value) < 40)
    text = " ".join(_HUMP.sub(r"\1_\2", name) for name in (call.tool, *short)).casefold()
    found = set(_GAP.split(text))
    return any(
        word in found or (not (word.isascii() and word.isalpha()) and word in text)
        for word in rules.ADVANCING_WORDS
    )


def _input_key(call: ToolCall) -> str:
    changes = is_change(call)
    search = "search" in call.tool.casefold()
    return _dump(
        {name: _plain(name, value, exact=changes, search=search) for name, value in call.input.items()}
    )


def _plain(name: str, value: Any, *, exact: bool, search: bool) -> Any:
    """Bring a field to one spelling; what is written to a file stays exact."""
    if not isinstance(value, str):
        return value
    if any(part in name.casefold() for part in _PATHS):
        return clean_path(value.strip())
    if exact:
        return value
    if search and name in ("query", "q", "search", "keywords", "text"):
        return " ".join(sorted(_WORD.findall(value.casefold())))
    if name in ("sql", "query", "statement"):
        return " ".join(value.casefold().rstrip("; \n").split())
    return " ".join(value.split())


def _dump(values: Mapping[str, Any]) -> str:
    kept = {name: value for name, value in values.items() if name.casefold() not in rules.NOISE_FIELDS}
    return json.dumps(kept, sort_keys=True, ensure_ascii=False, default=str) if kept else ""
