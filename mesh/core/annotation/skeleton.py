"""Reduces text to what a reader sees of it: look-alikes become one, the invisible goes; decides nothing."""

from __future__ import annotations

import html
import re
import unicodedata

from mesh.core.annotation.confusables import HAN, LOOK_ALIKES, SIGNS

_CHECKS = frozenset("✓✔☑✅🗸🗹√✗✘☒❌✖❎⊠⍻✕╳")
# What may stand for a bracket at the beginning of a line, and has uses of its own within one.
_SOFT_BRACKETS = frozenset("()<>〈〉《》「」『』｢｣⟨⟩❨❩❬❭❮❯❰❱«»‹›")
_NO_BRACKETS = frozenset("„‚")
_MORE_OPENING = frozenset("⎡⎢⎣⌜⌞⟔")
_MORE_CLOSING = frozenset("⎤⎥⎦⌝⌟⟓")
_NAMED = re.compile(
    r"(?:LATIN|REGIONAL INDICATOR|SQUARED|NEGATIVE|CIRCLED|PARENTHESIZED|MODIFIER)\b.*"
    r"\b(?:LETTER|CAPITAL|SMALL|TURNED|REVERSED|DOTLESS|OPEN|SCRIPT|INVERTED|SIDEWAYS) ([A-Z])\b"
)
_BLANK = frozenset("ᅟᅠㅤﾠ⠀")  # letters and signs without a shape


class _Table(dict[int, str]):
    """What each character becomes; filled as they come up, so that `str.translate` runs at its own speed."""

    def __init__(self, signs: bool) -> None:
        super().__init__()
        self.known = {char: letter for letter, chars in LOOK_ALIKES.items() for char in chars}
        self.known.update({char: plain for plain, chars in HAN.items() for char in chars})
        if signs:
            self.known.update({char: letter for letter, chars in SIGNS.items() for char in chars})
        self.signs = signs

    def __missing__(self, code: int) -> str:
        char = chr(code)
        found = self[code] = self._shape(char)
        return found

    def _shape(self, char: str) -> str:
        if char in self.known and (self.signs or char.isalnum()):
            return self.known[char]
        if char in _CHECKS:
            return "✓"
        named = _NAMED.match(unicodedata.name(char, ""))
        if named:
            return _one(named[1].lower())
        return "".join(map(self._part, unicodedata.normalize("NFKD", char)))

    def _part(self, char: str) -> str:
        category = unicodedata.category(char)
        if char in _BLANK or char in _NO_BRACKETS or category[0] in "MCZ":
            return ""
        if char in _SOFT_BRACKETS:
            return "("
        if category in ("Ps", "Pe") or char in _MORE_OPENING or char in _MORE_CLOSING:
            return "[" if category == "Ps" or char in _MORE_OPENING else "]"
        if char in self.known and (self.signs or char.isalnum()):
            return self.known[char]
        return "".join(map(_one, char.casefold())) if char.isalnum() else ""


def _one(letter: str) -> str:
    return "i" if letter == "l" else letter


_PLAIN, _SIGNS = _Table(signs=False), _Table(signs=True)


def skeletons(text: str) -> tuple[str, ...]:
    """Return the shapes a text could be taken for: signs passed over, and signs read as letters."""
    plain = text.translate(_PLAIN).replace("ci", "d")
    signs = text.translate(_SIGNS).replace("ci", "d")
    return (plain,) if plain == signs else (plain, signs)


def rendered(text: str) -> str:
    """Return a text about as a browser shows it: entities decoded, tags and comments gone; line ends stay."""
    if "<" in text:
        text = _without_comments(text)
        text = re.sub(r"</?[A-Za-z][^<>]*>", _line_ends, text)
    return "".join(_decoded(line) for line in text.splitlines(keepends=True)) if "&" in text else text


def without_links(text: str) -> str:
    """Return a text with its Markdown links shown as their words alone."""
    return re.sub(r"!?\[([^\[\]\n]*)\](?:\([^()\n]*\)|\[[^\[\]\n]*\])", r"\1", text)


def _decoded(line: str) -> str:
    body = line.rstrip("\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029")
    return re.sub(r"[\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029]", " ", html.unescape(body)) + line[len(body) :]


def _without_comments(text: str) -> str:
    parts: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        parts += [text[at:start], re.sub(r"[^\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029]+", "", text[start:end])]
        at = end + 3
    return "".join(parts) + text[at:]


def _line_ends(match: re.Match[str]) -> str:
    return re.sub(r"[^\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029]+", "", match[0])
