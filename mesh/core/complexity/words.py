"""From characters to classed words: sentences of clauses, each word with its classes; linear, judges nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from mesh.core.complexity.english import English
from mesh.core.complexity.kinds import ALL_NOUNS, ALL_VERBS, BIT, HAN, IDENTIFIER, NUMBER, QUOTED
from mesh.core.complexity.lexicon import Rules

# Every alternative takes a run of characters that it does not give back, so a text is read once.
_SCAN = re.compile(
    r"""
    (?P<word> [a-z]{1,60}+ (?: ['’][a-z]++ )? (?= [\s,;!?)。，；！？）…] | $ ) )
  | (?<=[ \t]) (?P<name> (?: (?! [把的里和并将了都给] ) [\w-] ){1,24}
        \. (?:md|docx?|xlsx?|pptx?|pdf|txt|png|jpe?g|csv|zip) (?![a-z0-9]) )
  | (?P<han> [\u3400-\u9fff\u3007]{1,100}+ )
  | (?P<end> [!?;。！？；\n] )
  | (?P<quote> “[^“”\n]{0,400}” | ‘[^‘’\n]{1,200}’ | 「[^「」\n]{0,400}」 | 『[^『』\n]{0,400}』
             | 《[^《》\n]{0,200}》 | "[^"\n]{0,400}" | `[^`\n]{1,400}`
             | (?<![a-z0-9])'[^'\n]{1,200}'(?![a-z0-9]) )
  | (?P<sep> [,，、:：()（）\[\]{}【】<—–…"“”‘`] )
  | (?P<link> https?://[!-~]{1,500} )
  | (?P<sum> \d{1,3} (?:,\d{3}){1,4} (?![\d\w]) )
  | (?P<run> [a-z0-9_~./\\@:%$#&=+*'’|^>-]++ )
    """,
    re.VERBOSE,
)
_WIDE = {code: code - 0xFEE0 for code in [*range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B)]}
_WIDE_SEEN = re.compile("[０-９Ａ-Ｚａ-ｚ]")
_FIGURES = re.compile(r"[v#$€£~<=>]?\d[\d.,:%/-]*[a-z%]{0,3}")
_SUFFIX = re.compile(r"\.[a-z0-9]{1,5}")
_PARTS = re.compile(r"[^a-z0-9]+")
_API_PATH = re.compile(r"/v\d\b|/api/")
_ARROWS = ("->", "=>", "-->")
_THROWAWAY_FOLDERS = frozenset(
    "tmp temp dist build node_modules __pycache__ .cache cache target coverage out .next .venv venv scratch obj".split()
)
_NO_SUFFIX = frozenset((".com", ".org", ".net", ".io", ".users", ".orders", ".prod"))
_EDGES = ".,:;!?-–'\"*~>|^"
_LONGEST_CLAUSE = 60  # words; a clause is cut there, so that what is asked of its words stays linear in the text
_LONGEST_NAME = 120  # characters of an identifier that are looked at
_NAME = BIT["name"] | BIT["part"] | IDENTIFIER
_SPOKEN_OF = ALL_NOUNS & ~BIT["lang"]
_UNFINISHED = BIT["article"]
_WIDE_BIT, _PEOPLE, _EVERYONE, _BOTH = BIT["wide"], BIT["people"], BIT["everyone"], BIT["both"]


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
        self._open = False  # the line has ended, its sentence has not

    def read(self, text: str) -> list[Sentence]:
        take = {
            "word": self._word, "han": self._han, "end": self._end, "sep": self._cut, "run": self._run,
            "quote": self._quote, "name": self._name, "link": self._name, "sum": self._sum,
        }  # fmt: skip
        for found in _SCAN.finditer(text):
            take[found.lastgroup or "sep"](found.group())
            if len(self._clause.words) >= _LONGEST_CLAUSE:
                self._cut("")
        self._end("")
        return self._done

    def _push(self, word: str, bits: int) -> None:
        self._clause.words.append(word)
        self._clause.masks.append(bits)

    def _word(self, word: str) -> None:
        if self._open:
            self._open = False
            if self._rules.words.get(word, 0) & ALL_VERBS:
                self._end("")
        self._clause.words.append(word)
        self._clause.masks.append(-1)  # looked up when the clause is whole

    def _name(self, name: str) -> None:
        self._push(name, _NAME)

    def _sum(self, figures: str) -> None:
        self._push(figures, NUMBER | BIT["sum"])

    def _quote(self, part: str) -> None:
        """Take a quotation as one word; it is also a command if it holds one that destroys."""
        bits = QUOTED
        rules = self._rules
        if len(part) >= 8 and any(danger in part for danger in rules.dangers):
            bits |= 0 if any(place in part for place in rules.harmless) else BIT["danger"]
        self._push("“”", bits)
        self._clause.quotes.append(part[1:-1])

    def _han(self, run: str) -> None:
        """Take a run of Chinese characters apart, from its start, the longest known phrase first."""
        known, lengths = self._rules.words, self._rules.lengths
        push_word, push_mask = self._clause.words.append, self._clause.masks.append
        at, size = 0, len(run)
        while at < size:
            for length in lengths.get(run[at : at + 2], ()):
                piece = run[at : at + length]
                if piece in known:
                    at += length
                    break
            else:
                piece = run[at]
                at += 1
            push_word(piece)
            push_mask(known.get(piece, 0) | HAN)

    def _run(self, run: str) -> None:
        """Take figures, a name or words with marks about them; a full stop after them ends the sentence."""
        if run in _ARROWS:
            self._word("->")
            return
        core = run.strip(_EDGES)
        if run[0] == "." and "." + core in self._rules.words:
            core = "." + core
        tail = run[len(run.rstrip(_EDGES)) :]
        if core:
            self._core(core)
        if ":" in tail:
            self._cut(":")
        elif "." in tail or "!" in tail:
            self._end(".")
        elif not core:
            self._cut("-")

    def _core(self, core: str) -> None:
        letters = core.replace("'", "").replace("’", "")
        if core in self._rules.words and not core.isdigit() or letters.isalpha():
            self._word(core)
        elif _FIGURES.fullmatch(core):
            self._push(core, _number(core))
        elif "-" in core and letters.replace("-", "").isalpha():
            self._compound(core)
        else:
            self._push(core, self._identifier(core))

    def _compound(self, core: str) -> None:
        """Take a hyphenated word apart where a verb may stand, else for its nouns only."""
        parts = [part for part in core.split("-") if part]
        if self._clause.words:
            known = self._rules.words
            self._push(core, reduce(or_, (known.get(part, 0) & ALL_NOUNS for part in parts[:8]), 0))
        else:
            for part in parts:
                self._word(part)

    def _identifier(self, core: str) -> int:
        """Return the classes of a file, path, address or identifier: a name, and what its parts speak of."""
        if not _THROWAWAY_FOLDERS.isdisjoint(core.split("/")):
            return _NAME | BIT["throwaway"]
        if _API_PATH.search(core):
            return _NAME | BIT["outward"] | BIT["api"]
        suffix = _SUFFIX.search(core[-6:])
        if "/" in core or "@" in core or (suffix and suffix.group() not in _NO_SUFFIX):
            return _NAME
        known = self._rules.words
        parts = _PARTS.split(core[:_LONGEST_NAME])[:8]
        return reduce(or_, (known.get(part, 0) & _SPOKEN_OF for part in parts), _NAME)

    def _cut(self, mark: str) -> None:
        clause = self._clause
        if clause.words:
            if -1 in clause.masks:
                clause.words, clause.masks = self._english.classify(clause.words, clause.masks)
            clause.union = reduce(or_, clause.masks)
            if clause.union & _PEOPLE and clause.union & (_WIDE_BIT | _BOTH):
                _mark_everyone(clause)
            self._sentence.append(clause)
        self._clause = Clause(mark)

    def _end(self, mark: str) -> None:
        words = self._clause.words
        if mark == "\n" and words and self._rules.words.get(words[-1], 0) & _UNFINISHED and not self._open:
            self._open = True  # `delete the` and the rest of it on the next line
            return
        self._open = False
        self._cut("")
        if self._sentence:
            if mark and mark in "?？":
                for clause in self._sentence:
                    clause.asks = True
            self._sentence[-1].last = True
            self._done.append(self._sentence)
            self._sentence = []


def _number(core: str) -> int:
    """Return the classes of figures: a version has a point, a sum three places or more."""
    if "." in core and core[-1].isdigit():
        return NUMBER | BIT["version_no"]
    return NUMBER | BIT["sum"] if len(core) >= 3 and core.isdigit() else NUMBER


def _mark_everyone(clause: Clause) -> None:
    """Class people as everyone where `all` or `every` stands before them, or 都 after."""
    wide = people = -9
    for at, bits in enumerate(clause.masks):
        if bits & _WIDE_BIT:
            wide = at
        if bits & _PEOPLE:
            people = at
        if (people == at and at - wide <= 3) or (bits & _BOTH and at - people <= 4):
            clause.masks[at] |= _EVERYONE
            clause.union |= _EVERYONE
