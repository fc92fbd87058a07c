"""Finds what a reply leaves open that would swallow or hide lines after it; renders nothing."""

from __future__ import annotations

import re

_FENCE = re.compile(r"(`{3,}(?=[^`]*\Z)|~{3,})")
_DETAILS = re.compile(r"<(/?)details\b", re.IGNORECASE)


def closers(text: str) -> tuple[str, ...]:
    """Return the lines that end an open code fence, HTML comment and folded sections of a text."""
    fence, comment, folded = "", False, 0
    for line in text.splitlines():
        if fence:
            ends = line.strip()
            fence = "" if ends and set(ends) == {fence[0]} and len(ends) >= len(fence) else fence
        elif comment:
            comment = "-->" not in line
        elif opened := _FENCE.match(line):
            fence = opened[1]
        elif line.lstrip(" ").startswith("<!--") and len(line) - len(line.lstrip(" ")) < 4:
            comment = "-->" not in line.lstrip(" ")[4:]
        elif line.lstrip(" ").startswith("<"):
            for closing in _DETAILS.findall(line):
                folded = max(0, folded - 1) if closing else folded + 1
    first = (fence,) if fence else ("-->",) if comment else ()
    return (*first, *(("</details>",) * min(folded, 9)))
