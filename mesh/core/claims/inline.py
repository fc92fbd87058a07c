"""Turns the Markdown of one block into a view of it; judges no claim.

Paths, commands, quotations and the like become one character each (an atom), so that rules read a
sentence as words and things. Emphasis, tags and characters without width are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from mesh.core.claims import atoms
from mesh.core.claims.atoms import Atom
from mesh.core.claims.blocks import Span
from mesh.core.claims.paths import linked, quoted_path
from mesh.core.claims.view import ATOM, BAR, BREAK, View

_ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f\u00ad"
_TRIGGER = re.compile(rf"[`\[\]<~\"“「『‘'《*_:./\\\n\t\r{BAR}{_ZERO_WIDTH}]")
_WORDY = re.compile(r"[A-Za-z0-9_@~+$%-]")
_TOKEN = re.compile(
    r"[A-Za-z0-9_@~+$%./\\-]+(?:::[A-Za-z0-9_]+(?:\[[\w.-]+\])?)*(?::\d+(?:[-:]\d+)?)?(?:#L\d+(?:-L?\d+)?)?"
)
_LINK = re.compile(
    r"\[([^\[\]]{0,300})\]\([ \t]{0,9}(<[^<>\n]{0,400}>|[^\s()]{0,400}(?:\([^\s()]{0,100}\)[^\s()]{0,200})?)"
    r"(?:\s{1,9}(?:\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'))?[ \t]{0,9}\)"
)
_AUTOLINK = re.compile(r"<[A-Za-z][A-Za-z0-9+.-]{1,20}:[^<>\s]{0,400}>")
_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9]{0,15})\b[^<>]{0,300}>")
_URL_REST = re.compile(r"://[^\s<>\"'`（）()\[\]，。；：、！？】」』\u4e00-\u9fff]+")
_QUOTES = {
    '"': re.compile(r'"[^"\n]{1,300}"'),
    "“": re.compile(r"“[^“”]{1,300}”"),
    "「": re.compile(r"「[^「」]{1,300}」"),
    "『": re.compile(r"『[^『』]{1,300}』"),
    "‘": re.compile(r"‘[^‘’\n]{1,200}’(?![A-Za-z])"),
    "'": re.compile(r"(?<![\w'])'[^'\n]{1,200}'(?![\w'])"),
    "《": re.compile(r"《[^《》\n]{1,200}》"),
}
_NAMES = re.compile(
    r"(?<![A-Za-z0-9_.-])(?:Dockerfile|Makefile|GNUmakefile|Gemfile|Rakefile|Jenkinsfile|Procfile|Vagrantfile|Justfile)(?![A-Za-z0-9_-])"
)
_GLOB = re.compile(r"\*{1,2}[./][A-Za-z0-9_.*/-]{0,100}")
_BRACED = re.compile(r"[\w.*/{}?,-]{1,200}")
_DUNDER = re.compile(r"_{1,2}[A-Za-z0-9]{1,60}_{0,2}[A-Za-z0-9_-]{0,60}\.[A-Za-z0-9]{1,12}(?![A-Za-z0-9])")
_ESCAPED_NAME = re.compile(r"(?:[A-Za-z0-9_./-]|\\_){1,200}")
_ESCAPED = re.compile(r"\\[!-/:-@\[-`{-~]")
_STRUCK = re.compile(r"~~(?=\S)[^~\n]{1,500}~~")
_LEFT_OUT_TAGS = ("del", "s", "strike", "q", "blockquote", "cite")

_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_TABLE: dict[int, int | str] = {
    **_WIDE,
    **{ord(letter): ord(letter) + 32 for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
    **{0xFF21 + at: ord("a") + at for at in range(26)},
    **dict.fromkeys(range(0xE000, 0xF900), 0xFFFD),
    ord("’"): "'", ord("\u00a0"): " ", ord("\u3000"): " ", ord("["): "(", ord("]"): ")",
    ord("【"): " ", ord("】"): ":", ord("〔"): "(", ord("〕"): ")",
}  # fmt: skip


def view_of(text: str, spans: list[Span], *, cells: bool = False) -> View:
    """Return the view of a block; `cells` says that the spans are those of a table row."""
    pieces: list[str] = []
    raw_starts: list[int] = []
    at = 0
    joint = BAR if cells else "\n"
    for start, end in spans:
        raw_starts.append(at)
        pieces.append(text[start:end].replace(BAR, "\ufffd"))
        at += end - start + 1
    return _Builder(joint.join(pieces), raw_starts, [start for start, _ in spans]).view()


class _Builder:
    """Walks a block once, from one character that may begin something to the next."""

    def __init__(self, raw: str, raw_starts: list[int], origins: list[int]) -> None:
        self._raw = raw
        self._raw_starts, self._origins = raw_starts, origins
        self._out: list[str] = []
        self._length = 0
        self._done = 0  # what lies before is in the view
        self._atoms: dict[int, Atom] = {}
        self._chunks: list[tuple[int, int, int]] = []
        self._drops: dict[int, int] = {}
        self._closings: dict[int, int] | None = None
        self._names = "file" in raw

    def view(self) -> View:
        raw, at = self._raw, 0
        while found := _TRIGGER.search(raw, at):
            at = found.start()
            if at in self._drops:
                at = self._drop(at, self._drops.pop(at))
                continue
            handler = _HANDLERS.get(raw[at])
            at = handler(self, at) if handler else self._drop(at, at + 1)
        self._plain(len(raw))
        starts, raws, ends = (
            (list(part) for part in zip(*self._chunks, strict=True)) if self._chunks else ([0], [0], [-1])
        )
        return View("".join(self._out), self._atoms, raw, starts, raws, ends, self._raw_starts, self._origins)

    def _plain(self, end: int) -> None:
        """Put the text up to a place, with the names of files that have no dot as atoms."""
        if end <= self._done:
            return
        if self._names:
            for name in _NAMES.finditer(self._raw, self._done, end):
                self._verbatim(name.start())
                self._atoms[self._length] = Atom("PATH", name[0])
                self._put(ATOM, name.start(), name.end())
                self._done = name.end()
        self._verbatim(end)

    def _verbatim(self, end: int) -> None:
        if end > self._done:
            self._put(self._raw[self._done : end].translate(_TABLE), self._done, -1)
            self._done = end

    def _put(self, text: str, start: int, end: int) -> None:
        self._chunks.append((self._length, start, end))
        self._out.append(text)
        self._length += len(text)

    def _drop(self, start: int, end: int) -> int:
        self._plain(start)
        self._done = end
        return end

    def _atom(self, atom: Atom | None, start: int, end: int) -> int:
        """Put an atom in the place of raw[start:end]; without one the text stays as it is."""
        if atom is None:
            return end
        self._plain(start)
        self._atoms[self._length] = atom
        self._put(ATOM, start, end)
        self._done = end
        return end

    def _line_end(self, at: int) -> int:
        hard = atoms.ends_line(self._raw[max(0, at - 200) : at], self._raw[at + 1 : at + 40])
        return self._sign(BREAK if hard else " ", at)

    def _bar(self, at: int) -> int:
        return self._sign(BAR, at)

    def _sign(self, sign: str, at: int) -> int:
        self._plain(at)
        self._put(sign, at, at + 1)
        self._done = at + 1
        return at + 1

    def _code(self, at: int) -> int:
        if self._closings is None:
            self._closings = _closings(self._raw)
        end = at
        while end < len(self._raw) and self._raw[end] == "`":
            end += 1
        close = self._closings.get(at, -1)
        if close < 0:
            return end
        content = self._raw[end:close].replace("\n", " ").strip()
        return self._atom(atoms.of_code(content), at, close + end - at)

    def _link(self, at: int) -> int:
        link = _LINK.match(self._raw, at)
        if link is None:
            return at + 1
        path = linked(link[2])
        known = quoted_path(path.rstrip("/") + "/" * path.endswith("/")) if path else None
        if path and known:
            start = at - 1 if at > self._done and self._raw[at - 1] == "!" else at
            return self._atom(atoms.of_path(path, known), start, link.end())
        self._drops[link.end(1)] = link.end()
        return self._drop(at, at + 1)

    def _close(self, at: int) -> int:
        return at + 1

    def _angle(self, at: int) -> int:
        address = _AUTOLINK.match(self._raw, at)
        if address:
            return self._atom(Atom("URL"), at, address.end())
        tag = _TAG.match(self._raw, at)
        if tag is None:
            return at + 1
        name = tag[1].lower()
        if self._raw[at + 1] != "/" and name in (*_LEFT_OUT_TAGS, "code", "kbd"):
            close = self._raw.find(f"</{tag[1]}>", tag.end(), tag.end() + 500)
            if close >= 0:
                end = close + len(tag[1]) + 3
                if name in ("code", "kbd"):
                    return self._atom(atoms.of_code(self._raw[tag.end() : close].strip()), at, end)
                return self._drop(at, end)
        return self._drop(at, tag.end())

    def _tilde(self, at: int) -> int:
        struck = _STRUCK.match(self._raw, at)
        return self._drop(at, struck.end()) if struck else at + 1

    def _quote(self, at: int) -> int:
        quote = _QUOTES[self._raw[at]].match(self._raw, at)
        if quote is None:
            return at + 1
        return self._atom(atoms.of_quotation(quote[0][1:-1]), at, quote.end())

    def _star(self, at: int) -> int:
        glob = _GLOB.match(self._raw, at)
        if glob and self._raw[glob.end() : glob.end() + 1] != "*" and glob[0].strip("*./"):
            return self._atom(Atom("WORD"), at, glob.end())
        end = at
        while end < len(self._raw) and self._raw[end] == "*":
            end += 1
        return self._drop(at, end)

    def _underscore(self, at: int) -> int:
        raw, end = self._raw, at
        while end < len(raw) and raw[end] == "_":
            end += 1
        before = at > 0 and raw[at - 1].isascii() and raw[at - 1].isalnum()
        after = end < len(raw) and raw[end].isascii() and raw[end].isalnum()
        if before and after:
            return end
        if after and _DUNDER.match(raw, at):
            return end
        return end if before and raw[end : end + 1] in (".", "/") else self._drop(at, end)

    def _colon(self, at: int) -> int:
        rest = _URL_REST.match(self._raw, at)
        start = at
        while start > self._done and self._raw[start - 1].isascii() and self._raw[start - 1].isalpha():
            start -= 1
        if rest is None or start == at:
            return at + 1
        return self._atom(Atom("URL"), start, rest.end())

    def _escaped_name(self, at: int) -> int:
        """Take a name such as `a\\_b.py`, in which the underscore is escaped; return 0 if it is no path."""
        start = at
        while start > self._done and _WORDY.match(self._raw[start - 1]):
            start -= 1
        name = _ESCAPED_NAME.match(self._raw, start)
        word = name[0].rstrip(".") if name else ""
        atom = atoms.of_token(word.replace("\\_", "_")) if word else None
        return self._atom(atom, start, start + len(word)) if atom else 0

    def _token(self, at: int) -> int:
        """Take the word around a dot or a slash as a path, an address or a name, else leave it as it is."""
        raw = self._raw
        if raw.startswith("\\_", at) and (end := self._escaped_name(at)):
            return end
        if _ESCAPED.match(raw, at):
            self._drop(at, at + 1)
            self._plain(at + 2)
            return at + 2
        start = at
        while start > self._done and _WORDY.match(raw[start - 1]):
            start -= 1
        token = _TOKEN.match(raw, start)
        if token is None or token.end() <= at:
            return at + 1
        word, end = token[0], token.end()
        if word.lower() in atoms.ABBREVIATIONS:
            return self._atom(atoms.ABBREVIATIONS[word.lower()], start, end)
        if raw[end : end + 1] in ("*", "{") and (word[-1] in "/\\" or raw[end] == "{"):
            braced = _BRACED.match(raw, end)
            return self._atom(Atom("WORD"), start, braced.end() if braced else end)
        kept = word.rstrip(".-+%$@~")
        if len(kept) <= at - start:
            return end
        return self._atom(atoms.of_token(kept), start, start + len(kept))


def _closings(raw: str) -> dict[int, int]:
    """Return for each run of backticks that opens a code span where the run that closes it begins."""
    runs = [(found.start(), found.end() - found.start()) for found in re.finditer("`+", raw)]
    following: dict[int, int] = {}
    close: dict[int, int] = {}
    for start, length in reversed(runs):
        if length in following:
            close[start] = following[length]
        following[length] = start
    return close


_Handler = Callable[["_Builder", int], int]
_HANDLERS: dict[str, _Handler] = {
    "\n": _Builder._line_end,
    "\t": lambda builder, at: at + 1,
    "\r": lambda builder, at: at + 1,
    BAR: _Builder._bar,
    "`": _Builder._code,
    "[": _Builder._link,
    "]": _Builder._close,
    "<": _Builder._angle,
    "~": _Builder._tilde,
    "*": _Builder._star,
    "_": _Builder._underscore,
    ":": _Builder._colon,
    **dict.fromkeys("./\\", _Builder._token),
    **dict.fromkeys("\"“「『‘'《", _Builder._quote),
}
