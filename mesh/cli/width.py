"""Measure, cut and wrap text by the cells it takes on a terminal; never splits a character."""

from __future__ import annotations

from unicodedata import combining, east_asian_width

ELLIPSIS = "…"


def cells(text: str) -> int:
    """Return how many cells a text takes: two for a wide character, none for a mark on the one before."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(char: str) -> int:
    if char in "\u200d\ufe0e\ufe0f" or combining(char):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def cut(text: str, limit: int) -> str:
    """Return the text, or its beginning with `…` where it takes more than `limit` cells."""
    if cells(text) <= limit:
        return text
    if limit < 1:
        return ""
    used = 0
    for place, char in enumerate(text):
        used += _cells(char)
        if used > limit - 1:
            return text[:place].rstrip() + ELLIPSIS
    return text


def pad(text: str, width: int) -> str:
    """Return the text with blanks up to a width in cells."""
    return text + " " * (width - cells(text))


def wrap(text: str, limit: int) -> list[str]:
    """Break a text into lines of at most `limit` cells: at blanks, and anywhere beside wide characters."""
    lines: list[str] = []
    line = ""
    for piece in _pieces(text):
        if line and cells(line + piece.rstrip()) > limit:
            lines.append(line.rstrip())
            line = piece.lstrip()
        else:
            line += piece
    return [*lines, line.rstrip()]


def _pieces(text: str) -> list[str]:
    """Return the parts of a text between which a line may break, each with the blanks behind it."""
    pieces: list[str] = []
    for char in text:
        wide = _cells(char) == 2
        last = pieces[-1] if pieces else ""
        stays = char in "，。、；：？！）」』】”’…" or char == " " or not _cells(char)
        if last and (stays or not (wide or last.endswith(" ") or _ends_wide(last))):
            pieces[-1] += char
        else:
            pieces.append(char)
    return pieces


def _ends_wide(text: str) -> bool:
    return _cells(text[-1]) == 2 and text[-1] not in "（「『【“‘"
