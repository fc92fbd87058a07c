"""A note: something an agent wrote down for later, with its kind, its moment and its author."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

KINDS = ("memory", "learnings", "decisions", "issues")


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One entry of a file of notes. `at` is UTC to the minute; a person's entry may lack it, and an author.

    `line` is where the entry begins in its file, from 1; 0 for one that is not written yet.
    """

    kind: str
    text: str
    at: datetime | None = None
    author: str = ""
    line: int = 0
