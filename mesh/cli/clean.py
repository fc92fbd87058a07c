"""Make text that others wrote fit for a terminal: what would act on it is shown, not sent; drops nothing.

Escape sequences, control, direction-changing and invisible characters become visible (`␛`, `<U+202E>`).
A check mark in a text that the runtime did not write cannot pass for the runtime's annotation: in one
line (a headline, a subject) `✓` becomes `(v)`; in a longer text the brackets of a line that reads like an
annotation become round ones too. What is stored, and what `--json` prints, stays as it was written.
"""

from __future__ import annotations

from unicodedata import category

_MARKS = dict.fromkeys(map(ord, "✓✔✅☑🗸🗹"), "(v)")
_OPEN, _CLOSE = "[［【〔〖", "]］】〕〗"
_TIERS = ("verified", "refuted", "验证", "驗證")
_JOINER, _VARIANT = "\u200d", "\ufe0f"


def clean(text: str, *, lines: bool = False, annotation: bool = False) -> str:
    """Return the text as it may be printed; with `lines` it keeps its line breaks and tabs.

    With `annotation` it carries the runtime's own annotation, whose marks are kept.
    """
    if not annotation:
        text = _defused(text) if lines else text.translate(_MARKS)
    if text.isprintable():
        return text
    if lines:
        text = text.replace("\r\n", "\n")
    kept = "\n\t" if lines else ""
    return "".join(
        char if char in kept or char.isprintable() else _shown(text, place) for place, char in enumerate(text)
    )


def _shown(text: str, place: int) -> str:
    """Return what stands for a character that is not printed as it is."""
    char = text[place]
    code = ord(char)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    kind = category(char)
    if kind in ("Zs", "Cn", "Co") or (char == _JOINER and _joins(text, place)):
        return char
    return f"<U+{code:04X}>"


def _joins(text: str, place: int) -> bool:
    """Say whether a joiner stands between two symbols, as in the emoji of a family."""
    before = text[:place].rstrip(_VARIANT + "🏻🏼🏽🏾🏿")[-1:]
    after = text[place + 1 : place + 2]
    return all(char and category(char) in ("So", "Sk") for char in (before, after))


def _defused(text: str) -> str:
    """Return a longer text in which no line of its author's reads like the runtime's annotation."""
    if not any(char in text for char in _OPEN):
        return text
    return "".join(_defused_line(line) for line in text.splitlines(keepends=True))


def _defused_line(line: str) -> str:
    start = next((place for place, char in enumerate(line) if char in _OPEN), -1)
    end = next((place for place, char in enumerate(line) if place > start and char in _CLOSE), -1)
    if start < 0 or end < 0:
        return line
    label = line[start + 1 : end]
    if not any(tier in label.lower() for tier in _TIERS):
        return line
    return f"{line[:start]}({label.translate(_MARKS)}){_defused_line(line[end + 1 :])}"
