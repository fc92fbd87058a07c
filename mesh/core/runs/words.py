"""Takes the quotes off a shell word and finds where it stops being known; never expands anything.

bashlex has a quote removal of its own; it is wrong for words of several quoted pieces (`'a'b'c'`), and
an option hidden that way would go unseen. So it is told from the source.
"""

from __future__ import annotations

import re

from mesh.core.runs.syntax import Unclear, Word

# Expansions that can hold no option: what stands for them is as good as the value.
_KNOWN = (
    (r"\$\((?:nproc(?: --all)?|getconf _NPROCESSORS_ONLN|sysctl -n hw\.\w*cpu)\)", "4"),
    (r"\$\((?:pwd|git rev-parse --show-toplevel)\)|\$PWD\b|\$\{PWD\}", "."),
    (r"\$HOME\b|\$\{HOME\}", "~"),
    (r"\$VIRTUAL_ENV\b|\$\{VIRTUAL_ENV\}", ".venv"),
)
KNOWN_NAMES = frozenset({"PWD", "HOME", "VIRTUAL_ENV"})
_KNOWN_RE = re.compile("|".join(f"({pattern})" for pattern, _ in _KNOWN))
_ONE_PIECE = re.compile(r'[\w./=:@%+,-]*"(?:[^"\\`]|\\.)*"\Z', re.DOTALL)
_BRACES = re.compile(r"\{[^{}]*(?:,|\.\.)[^{}]*\}")
_BREAKS = frozenset(" \t\n|&;()<>")


class _Reader:
    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.at = 0
        self.text: list[str] = []
        self.bare: list[str] = []  # the same with quoted characters blanked: globs and braces count only bare

    def put(self, char: str, *, quoted: bool) -> None:
        self.text.append(char)
        self.bare.append("\x01" if quoted else char)

    def expands(self) -> bool:
        """Say whether an expansion begins here; `$` before nothing of the kind stands for itself."""
        char, after = self.raw[self.at], self.raw[self.at + 1 : self.at + 2]
        if char == "`":
            return True
        return char == "$" and (after.isalnum() or (after != "" and after in "_{(@*#?-$!["))

    def escape(self, *, double: bool) -> None:
        after = self.raw[self.at + 1 : self.at + 2]
        if not after:
            raise Unclear("a trailing backslash")
        self.at += 2
        if after == "\n":
            return
        if double and after not in '$`"\\':
            self.put("\\", quoted=True)
        self.put(after, quoted=True)

    def single(self) -> None:
        end = self.raw.find("'", self.at + 1)
        if end < 0:
            raise Unclear("an open quote")
        for char in self.raw[self.at + 1 : end]:
            self.put(char, quoted=True)
        self.at = end + 1

    def double(self) -> bool:
        """Read a double-quoted piece; return False where an expansion begins in it."""
        self.at += 1
        while self.at < len(self.raw):
            char = self.raw[self.at]
            if char == '"':
                self.at += 1
                return True
            if self.expands():
                return False
            if char == "\\":
                self.escape(double=True)
                continue
            self.put(char, quoted=True)
            self.at += 1
        raise Unclear("an open quote")

    def read(self) -> bool:
        """Read on; return False where an expansion begins, True at the end."""
        while self.at < len(self.raw):
            char = self.raw[self.at]
            if char == "$" and self.raw[self.at + 1 : self.at + 2] in ("'", '"'):
                raise Unclear("a `$'…'` string")
            if char == '"':
                if not self.double():
                    return False
            elif self.expands() or self.raw[self.at : self.at + 2] in ("<(", ">("):
                return False
            elif char == "\\":
                self.escape(double=False)
            elif char == "'":
                self.single()
            elif char in _BREAKS:
                raise Unclear("a word that is none")
            else:
                self.put(char, quoted=False)
                self.at += 1
        return True


def read_word(raw: str) -> Word:
    """Return a word of the source; raises Unclear for what is no single word."""
    known = raw if "'" in raw else _KNOWN_RE.sub(_stand_in, raw)
    reader = _Reader(known)
    whole = reader.read()
    text = "".join(reader.text)
    if whole and _BRACES.search("".join(reader.bare)):
        # `{a,--version}` becomes several words; without a dash in it none can be an option
        return Word(raw=raw, text=text, fixed=False, splits="-" in text)
    return Word(raw=raw, text=text, fixed=whole, splits=not whole and not _ONE_PIECE.match(known))


def _stand_in(match: re.Match[str]) -> str:
    return _KNOWN[(match.lastindex or 1) - 1][1]
