"""Makes an agent's own words fit to stand within an annotation: one line, short, posing as nothing else."""

from __future__ import annotations

import re
import unicodedata

from mesh.core.annotation.defusing import holds_annotation

_PLAIN = re.compile(r"[\w./@+~#%=:-]+\Z")
_POSING = re.compile(r"[(（\[]\s*exit\b[^)）\]]*[)）\]]?", re.IGNORECASE)
_CHECKS = re.compile("[✓✔☑✅🗸🗹√✗✘☒❌✖❎]\ufe0f?")
_LONGEST = 100
_UNQUOTED = {'"': "'", "“": "'", "”": "'", "`": "'"}


def shown(text: str, limit: int = _LONGEST) -> str:
    """Return a text in one line without what is invisible, reorders or reads as an annotation."""
    text = "".join(_visible(char) for char in text[: 20 * limit])
    text = _CHECKS.sub("", _POSING.sub("", " ".join(text.split())))
    if holds_annotation(text):
        text = re.sub(r"[^\w\s./@+~#%=:-]+", "_", text)
        text = text if not holds_annotation(text) else "…"
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def quoted(text: str, limit: int = _LONGEST) -> str:
    """Return a text as `shown`, in quotation marks unless it is a plain path or name.

    So a file named `a, tests pass` stays one item of a list.
    """
    short = shown(text, limit)
    if _PLAIN.match(short) and len(short) == len(text):
        return short
    return '"' + "".join(_UNQUOTED.get(char, char) for char in short) + '"'


def _visible(char: str) -> str:
    category = unicodedata.category(char)
    if category in ("Cf", "Co", "Cn", "Cs", "Me", "Mn") or char == "\ufffc":
        return ""
    return " " if category[0] in "CZ" else char
