"""Marks lines that read as the runtime's annotation and are not; everything else stays byte for byte."""

from __future__ import annotations

import re
from bisect import bisect_right

from mesh.core.annotation.skeleton import rendered, skeletons, without_links

MARKS = {"en": "> (claimed by the author) ", "zh": "> （作者自称）"}
_STRONG = (
    "independently verified",
    "independently refuted",
    "agent verified",
    "独立验证",
    "agent 已验证",
    "已独立验证",
)
_WEAK = ("unverified", "未验证")
_DECORATION = re.compile(r"[\s>*+\-#|~_`.:]*(?:\d{1,9}[.)、]\s*)?[\s>*+\-#|~_`]*(?:\[[ xX]\]\s*)?")
_REVERSING = re.compile("[\u202b\u202e\u2067]")
_SWAPPED = str.maketrans("[]", "][")
_BARRIER = "\x00"
_ROUNDS = 4


_BETWEEN = r"\({0,3}\n?\({0,3}"


def _pattern(tags: tuple[str, ...]) -> str:
    """Return a pattern for tags by their shape; a tag may run on in the next line."""
    return "|".join(_BETWEEN.join(map(re.escape, skeletons(tag)[0])) for tag in tags)


_ANYWHERE = re.compile(rf"\[✓{{0,3}}{_BETWEEN}(?:{_pattern(_STRONG)})")
_START = re.compile(
    rf"[\[\]✓]+(?:{_pattern(_STRONG + _WEAK)})|[\[\]✓(]+(?:{_pattern(_STRONG)})"
    rf"|(?:{_pattern(_STRONG)})(?:✓|[^\[\]\n]{{0,12}}\])|(?:{_pattern(_WEAK)})\]"
)
_REVERSED = re.compile(rf"[\[\]]✓?(?:{_pattern(_STRONG)})|(?:{_pattern(_STRONG)})✓?[\[\]]")
_TAGS = re.compile(_pattern(_STRONG + _WEAK))


def defuse(text: str, language: str) -> str:
    """Return the text with every line that reads as an annotation quoted and marked as the author's claim.

    Doing it again changes nothing.
    """
    mark = MARKS["zh" if language == "zh" else "en"]
    if not _may_hold_tags(text):
        return text
    for _ in range(_ROUNDS):
        lines = text.splitlines(keepends=True)
        found = _suspects(text, lines)
        if not found:
            break
        text = "".join(mark + line if number in found else line for number, line in enumerate(lines))
    return text


def without_forged(text: str) -> str:
    """Return the text without the lines that `defuse` marks."""
    return "".join(line for line in defuse(text, "en").splitlines(keepends=True) if not _is_marked(line))


def reads_as_annotation(line: str) -> bool:
    """Say whether a line could be taken for one of the runtime's own; one marked as a claim could not."""
    return not _is_marked(line) and any(_starts(variant) for variant in _variants(line))


def holds_annotation(text: str) -> bool:
    """Say whether `defuse` would mark any line of a text."""
    return _may_hold_tags(text) and bool(_suspects(text, text.splitlines(keepends=True)))


def _may_hold_tags(text: str) -> bool:
    """Say at little cost whether a closer look is needed: line ends and brackets are not minded."""
    if any(_TAGS.search(shape) for variant in _variants(text) for shape in skeletons(variant)):
        return True
    return bool(_REVERSING.search(text)) and any(_TAGS.search(shape[::-1]) for shape in skeletons(text))


def _is_marked(line: str) -> bool:
    return line.startswith(tuple(MARKS.values()))


def _variants(text: str) -> tuple[str, ...]:
    """Return the ways in which a text may be shown: as it is, as HTML, as Markdown with links."""
    shown = rendered(text)
    linked = without_links(shown) if "](" in shown or "][" in shown else shown
    return tuple(dict.fromkeys((text, shown, linked)))


def _starts(line: str) -> bool:
    match = _DECORATION.match(line)
    bare = line[match.end() :] if match else line
    return any(_START.match(shape) for shape in skeletons(bare))


def _suspects(text: str, lines: list[str]) -> set[int]:
    """Return the numbers of the lines that hold, or begin with, what reads as an annotation."""
    marked = {number for number, line in enumerate(lines) if _is_marked(line)}
    found: set[int] = set()
    for variant in _variants(text):
        shown = lines if variant is text else variant.splitlines(keepends=True)
        if len(shown) != len(lines):
            continue
        found |= _anywhere(shown, marked)
        found |= {number for number, line in enumerate(shown) if _looks(line)}
    return found - marked


def _looks(line: str) -> bool:
    if _REVERSING.search(line) and any(_REVERSED.search(shape[::-1].translate(_SWAPPED)) for shape in skeletons(line)):
        return True
    return _starts(line)


def _anywhere(lines: list[str], marked: set[int]) -> set[int]:
    """Return the lines that a bracketed tag touches, also one broken over lines."""
    found: set[int] = set()
    shapes = [(_BARRIER,) if number in marked else skeletons(line) for number, line in enumerate(lines)]
    for which in (0, -1):
        chosen = [shape[which] for shape in shapes]
        starts, at = [], 0
        for shape in chosen:
            starts.append(at)
            at += len(shape) + 1
        for match in _ANYWHERE.finditer("\n".join(chosen)):
            first, last = bisect_right(starts, match.start()) - 1, bisect_right(starts, match.end() - 1) - 1
            found.update(range(first, last + 1))
    return found
