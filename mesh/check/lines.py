"""Judges the lines that a makefile or a script really ran: whether their success proves anything."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from mesh.check.channel import Stream
from mesh.check.shell import Reader, cannot_fail
from mesh.model.evidence import Status

# Their failure says nothing about a build: what is to be removed may be gone, what is to be made may be there.
_HARMLESS = re.compile(
    r"\s*(?:@|-|\+)*\s*(?:rm|mkdir|rmdir|ln|cp|mv|touch|install|which|command|git|date|test|\[|find|grep)\b"
)
_WRAPPER = re.compile(r"\s*(?:\S*/)?(?:npm|pnpm|yarn|bun|g?make|npx)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line that a shell ran, and its status."""

    text: str
    status: int


def lines_of(streams: Iterable[Stream]) -> list[Line]:
    """Return the lines that were told, in the order in which they ended."""
    found = []
    for stream in streams:
        for record in stream.of("line"):
            try:
                text = bytes.fromhex(str(record.get("x", ""))).decode("utf-8", "replace")
            except ValueError:
                continue
            status = record.get("status")
            found.append(Line(text=text, status=status if isinstance(status, int) else 1))
    return found


def judge_lines(lines: list[Line], read: Reader) -> tuple[Status, str] | None:
    """Return why lines of which the last ended well prove nothing, None if they do prove something."""
    if not lines:
        return "unverifiable", "it ran nothing"
    for line in lines:
        if line.status and not _HARMLESS.match(line.text):
            return "refuted", f"an error was ignored: `{_short(line.text)}` ended with {line.status}"
    real = False
    for line in lines:
        why = cannot_fail(line.text, read)
        if why and "hidden" in why and not _HARMLESS.match(line.text):
            return "unverifiable", f"`{_short(line.text)}`: {why}"
        real = real or (why is None and not _WRAPPER.match(line.text) and not _HARMLESS.match(line.text))
    return None if real else ("unverifiable", f"`{_short(lines[-1].text)}` cannot fail")


def _short(text: str) -> str:
    return " ".join(text.split())[:80]
