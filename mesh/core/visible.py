"""Text of others made fit to show: hidden characters become visible, none is cut in two or dropped."""

from __future__ import annotations

import re
import unicodedata

# Controls, formats that reorder or hide, fillers that look like nothing, tags and selectors that can
# smuggle text (UTS 55, UAX 9); tab and line feed are left alone.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_ZWJ = "\u200d"
_SELECTORS = range(0xFE00, 0xFE10)
_LONG_RUN = 4
_BACK = 32


def visible(text: str) -> str:
    """Return the text with every hidden character spelled `⟨U+202E⟩`; joined emoji stay whole."""
    if not _HIDDEN.search(text):
        return text
    parts: list[str] = []
    position = 0
    while found := _HIDDEN.search(text, position):
        start = found.start()
        parts.append(text[position:start])
        end = start + 1
        if _belongs(text, start):
            parts.append(text[start])
        else:
            while end < len(text) and text[end] == text[start]:
                end += 1
            parts.append(_spelled(text[start], end - start))
        position = end
    return "".join([*parts, text[position:]])


def _spelled(char: str, count: int) -> str:
    name = f"⟨U+{ord(char):04X}⟩"
    return name * count if count < _LONG_RUN else f"⟨U+{ord(char):04X} ×{count}⟩"


def _belongs(text: str, at: int) -> bool:
    """Say whether a joiner or a selector is part of the visible character before it."""
    before = text[at - 1] if at else ""
    if not before:
        return False
    if ord(text[at]) in _SELECTORS:
        return not before.isspace() and not _HIDDEN.match(before)
    if text[at] != _ZWJ:
        return False
    after = text[at + 1] if at + 1 < len(text) else ""
    return _pictures(before) and bool(after) and unicodedata.category(after) == "So"


def _pictures(char: str) -> bool:
    return char == "\ufe0f" or unicodedata.category(char) in ("So", "Sk")


def one_line(text: str, limit: int) -> str:
    """Return the text as one line of at most `limit` characters; a cut ends in `…`."""
    flat = " ".join(visible(text.replace("\r\n", "\n")).split())
    return flat if len(flat) <= limit else flat[: whole(flat, limit - 1)].rstrip() + "…"


def whole(text: str, limit: int) -> int:
    """Return where to cut the text, at `limit` or a little before, so that no character is cut in two."""
    if len(text) <= limit:
        return len(text)
    end = limit
    while end > max(1, limit - _BACK) and (_continues(text[end]) or text[end - 1] == _ZWJ):
        end -= 1
    return end


def _continues(char: str) -> bool:
    if char == _ZWJ or ord(char) in _SELECTORS:
        return True
    return unicodedata.category(char).startswith("M") or 0x1F3FB <= ord(char) <= 0x1F3FF
