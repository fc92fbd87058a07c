"""From characters to classed words: sentences and clauses with the classes of each word; linear, judges nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from mesh.core.complexity.english import English
from mesh.core.complexity.kinds import ALL_NOUNS, BIT, HAN, IDENTIFIER, NUMBER, QUOTED
from mesh.core.complexity.lexicon import Rules

# Every alternative is a run of characters that the others cannot take over, so a text is read once.
_SCAN = re.compile(
    r"""
    (?P<word> [a-z]++ (?: ['’][a-z]++ )? (?= [\s,;!?)。，；！？）…] | $ ) )
  | (?<=[ \t]) (?P<file> (?: (?! [把的里和并将了都给] ) [\w-] ){1,24} \. (?:md|docx?|xlsx?|pptx?|pdf|txt|png|jpe?g|csv|zip) (?![a-z0-9]) )
  | (?P<han> [\u3400-\u9fff\u3007]++ )
  | (?P<end> [!?;。！？；\n] )
  | (?P<quote> “[^“”\n]{0,400}” | ‘[^‘’\n]{1,200}’ | 「[^「」\n]{0,400}」 | 『[^『』\n]{0,400}』 | 《[^《》\n]{0,200}》
             | "[^"\n]{0,400}" | `[^`\n]{1,400}` | (?<![a-z0-9])'[^'\n]{1,200}'(?![a-z0-9]) )
  | (?P<sep> [,，、:：()（）\[\]{}【】<—–…"“”‘`] )
  | (?P<link> https?://[!-~]{1,500} )
  | (?P<sum> \d{1,3} (?:,\d{3}){1,4} (?![\d\w]) )
  | (?P<run> [a-z0-9_~./\\@:%$#&=+*'’|^>-]++ )
    """,
    re.VERBOSE,
)
_WIDE = {code: code - 0xFEE0 for code in [*range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B)]}
_WIDE_SEEN = re.compile("[０-９Ａ-Ｚａ-ｚ]")
_VERSION = re.compile(r"[v#$€£~<=>]?\d[\d.,:%/-]*[a-z%]{0,3}")
_SUFFIX = re.compile(r"\.[a-z0-9]{1,5}")
_ARROWS = ("->", "=>", "-->", "→")
_API_PATH = re.compile(r"/v\d\b|/api/")
_PARTS = re.compile(r"[^a-z0-9]+")
_THROWAWAY = frozenset(
    "tmp temp dist build node_modules __pycache__ .cache cache target coverage out .next .venv venv scratch obj".split()
)
_NOT_SUFFIX = frozenset((".com", ".org", ".net", ".io", ".users", ".orders", ".prod"))
_STOPS = ".,:;!?-–'\"*~>|^"
NAME = BIT["name"] | BIT["part"] | IDENTIFIER
THROWAWAY = BIT["throwaway"]
_WIDE_BIT, _PEOPLE, _EVERYONE = BIT["wide"], BIT["people"], BIT["everyone"]
_SUM = BIT["sum"]
_RELEASE = BIT["version_no"]
_NAMED = ALL_NOUNS & ~BIT["lang"]


@dataclass(slots=True)
class Clause:
    """Words and their classes between two marks of punctuation; `before` is the mark that opens it."""

    before: str = ""
    words: list[str] = field(default_factory=list)
    masks: list[int] = field(default_factory=list)
    quotes: list[str] = field(default_factory=list)
    asks: bool = False  # the sentence ends in a question mark
    last: bool = False  # of its sentence
    union: int = 0  # of all masks


Sentence = list[Clause]


def fold(text: str) -> str:
    """Return the text in small letters, full-width letters and digits as ASCII."""
    if _WIDE_SEEN.search(text):
        text = text.translate(_WIDE)
    return text.lower()


def read(text: str, rules: Rules) -> list[Sentence]:
    """Cut folded text into sentences of clauses with classed words."""
    return _Reader(rules).read(text)


class _Reader:
    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._english = English(rules)
        self._done: list[Sentence] = []
        self._sentence: Sentence = []
        self._clause = Clause()

    def read(self, text: str) -> list[Sentence]:
        for found in _SCAN.finditer(text):
            kind = found.lastgroup
            part = found.group()
            if kind == "word":
                self._clause.words.append(part)
                self._clause.masks.append(-1)
            elif kind == "han":
                self._han(part)
            elif kind == "run":
                self._run(part)
            elif kind == "file" or kind == "link":
                self._clause.words.append(part)
                self._clause.masks.append(NAME)
            elif kind == "sum":
                self._clause.words.append(part)
                self._clause.masks.append(NUMBER | _SUM)
            elif kind == "quote":
                self._clause.words.append("“”")
                self._clause.masks.append(self._quoted(part))
                self._clause.quotes.append(part[1:-1])
            elif kind == "end":
                self._end(part)
            else:
                self._cut(part)
        self._end("\n")
        return self._done

    def _quoted(self, part: str) -> int:
        """Return the classes of something quoted: a quotation, and a command if it is one that destroys."""
        if len(part) < 8:
            return QUOTED
        dangerous = any(danger in part for danger in self._rules.dangers)
        if dangerous and not any(place in part for place in self._rules.harmless):
            return QUOTED | BIT["danger"]
        return QUOTED

    def _han(self, run: str) -> None:
        """Take a run of Chinese characters apart, from its start, the longest known phrase first."""
        words, lengths = self._rules.words, self._rules.lengths
        push_word, push_mask = self._clause.words.append, self._clause.masks.append
        at, size = 0, len(run)
        while at < size:
            for length in lengths.get(run[at : at + 2], ()):
                piece = run[at : at + length]
                bits = words.get(piece)
                if bits is not None:
                    at += length
                    break
            else:
                piece = run[at]
                bits = words.get(piece, 0)
                at += 1
            push_word(piece)
            push_mask(bits | HAN)

    def _run(self, run: str) -> None:
        if run in _ARROWS:
            self._clause.words.append("->")
            self._clause.masks.append(-1)
            return
        core = run.strip(_STOPS)
        if run[0] == "." and len(core) > 1 and self._rules.words.get("." + core) is not None:
            core = "." + core
        tail = run[len(run.rstrip(_STOPS)) :]
        if core:
            self._core(core)
        if not core or tail:
            if ":" in tail:
                self._cut(":")
            elif "." in tail or "!" in tail:
                self._end(".")
            elif not core and run.strip("-–|>*") == "":
                self._cut("-")

    def _core(self, core: str) -> None:
        words, masks = self._clause.words, self._clause.masks
        known = self._rules.words.get(core)
        if known is not None and not core.isdigit():
            words.append(core)
            masks.append(-1)
        elif _VERSION.fullmatch(core):
            words.append(core)
            masks.append(_number(core))
        elif core.replace("-", "").replace("'", "").replace("’", "").isalpha() and "-" in core:
            self._compound(core)
        elif core.isalpha():
            words.append(core)
            masks.append(-1)
        else:
            words.append(core)
            masks.append(self._name(core))

    def _compound(self, core: str) -> None:
        """Take a hyphenated word apart where a verb may stand, else for its nouns only."""
        parts = [part for part in core.split("-") if part]
        if self._clause.words:
            total = 0
            for part in parts[:8]:
                total |= self._rules.words.get(part, 0) & ALL_NOUNS
            self._clause.words.append(core)
            self._clause.masks.append(total)
        else:
            self._clause.words += parts
            self._clause.masks += [-1] * len(parts)

    def _name(self, core: str) -> int:
        """Return the classes of a file, path, address or identifier: a name, and what its parts speak of."""
        parts = _PARTS.split(core[:120])
        if not _THROWAWAY.isdisjoint(core.split("/")):
            return NAME | THROWAWAY
        if "://" in core:
            return NAME
        if _API_PATH.search(core):
            return NAME | BIT["outward"] | BIT["api"]
        suffix = _SUFFIX.search(core[-6:])
        if "/" in core or "@" in core or (suffix and suffix.group() not in _NOT_SUFFIX):
            return NAME
        total = NAME
        for part in parts[:8]:
            total |= self._rules.words.get(part, 0) & _NAMED
        return total

    def _cut(self, mark: str) -> None:
        if self._clause.words:
            clause = self._clause
            if -1 in clause.masks:
                clause.words, clause.masks = self._english.classify(clause.words, clause.masks)
            _mark_everyone(clause)
            self._sentence.append(self._clause)
        elif self._clause.before in ":：":
            mark = self._clause.before or mark
        self._clause = Clause(before=mark)

    def _end(self, mark: str) -> None:
        self._cut("")
        if mark in "?？":
            for clause in self._sentence:
                clause.asks = True
        if self._sentence:
            self._sentence[-1].last = True
            self._done.append(self._sentence)
            self._sentence = []
        self._clause = Clause()


def _number(core: str) -> int:
    """Return the classes of a number: a version, or a sum of three figures or more."""
    if "." in core and core[-1].isdigit():
        return NUMBER | _RELEASE
    return NUMBER | _SUM if len(core) >= 3 and core.isdigit() else NUMBER


def _mark_everyone(clause: Clause) -> None:
    """Gather the classes of a clause; all or every one of some people are everyone."""
    wide = people = -9
    for at, bits in enumerate(clause.masks):
        if bits & _WIDE_BIT:
            wide = at
        if bits & _PEOPLE:
            people = at
            if at - wide <= 3:
                clause.masks[at] = bits = bits | _EVERYONE
        elif at - people <= 4 and clause.words[at] == "都":
            bits |= _EVERYONE
            clause.masks[at] = bits
        clause.union |= bits
