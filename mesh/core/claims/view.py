"""The plain text of a block that rules are matched against, and the way back to the reply; judges no claim."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from mesh.core.claims.atoms import Atom
from mesh.core.claims.blocks import Span

ATOM = "\ue000"  # stands for a path, a command, a quotation and the like
BAR = "\ue001"  # stands between the cells of a table row
BREAK = "\n"


@dataclass(slots=True)
class View:
    """A block as it is matched: its text, its atoms by place, and the way back to the reply."""

    text: str
    atoms: dict[int, Atom]
    _source: str
    _starts: list[int]
    _raw: list[int]
    _ends: list[int]  # where an atom ends in the raw text, -1 for plain text
    _raw_starts: list[int]
    _origins: list[int]

    def origin(self, start: int, end: int) -> Span:
        """Return the span in the reply of a span that is not empty."""
        return self._to_reply(self._first(start)), self._to_reply(self._last(end - 1) - 1) + 1

    def source(self, start: int, end: int) -> str:
        """Return the words of a span as the reply has them."""
        return self._source[self._first(start) : self._last(end - 1)]

    def _first(self, at: int) -> int:
        chunk = bisect_right(self._starts, at) - 1
        return self._raw[chunk] if self._ends[chunk] >= 0 else self._raw[chunk] + at - self._starts[chunk]

    def _last(self, at: int) -> int:
        chunk = bisect_right(self._starts, at) - 1
        return (
            self._ends[chunk] if self._ends[chunk] >= 0 else self._raw[chunk] + at - self._starts[chunk] + 1
        )

    def _to_reply(self, raw: int) -> int:
        line = bisect_right(self._raw_starts, raw) - 1
        return self._origins[line] + raw - self._raw_starts[line]
