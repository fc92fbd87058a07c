"""Tells whether a reply is written in Chinese or in English, by its prose; never translates."""

from __future__ import annotations

import re

from mesh.model.annotation import Language

_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\r?\n.*?^(?:---|\.\.\.)[ \t]*\r?$", re.DOTALL | re.MULTILINE)
_FENCED = re.compile(r"^ {0,3}(`{3,}|~{3,}).*?(?:^ {0,3}\1|\Z)", re.DOTALL | re.MULTILINE)
_NO_PROSE = re.compile(r"`[^`\n]*`|https?://\S+|\S*[\\/]\S*|\b[\w-]+\.[a-z]{1,5}\b|\[[^\]\n]*\]", re.ASCII)
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_WORD = re.compile(r"[A-Za-z]{2,}")
_HAN_A_WORD = 1.6  # characters a Chinese word takes on average
_ENOUGH = 60_000


def language_of_prose(text: str) -> Language:
    """Return the language most of the prose is in; English where there is none."""
    prose = _NO_PROSE.sub(" ", _FENCED.sub(" ", _FRONT_MATTER.sub("", text[:_ENOUGH])))
    han = len(_HAN.findall(prose)) / _HAN_A_WORD
    words = len(_WORD.findall(prose))
    return "zh" if han > 0 and han >= words else "en"
