"""Splits a reply's Markdown into blocks of prose, leaving out code, quotations and comments; judges nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

BlockKind = Literal["text", "item", "heading", "row"]
Span = tuple[int, int]

_FENCE = re.compile(r"[ \t]*(`{3,}(?=[^`]*\Z)|~{3,})")
_QUOTE = re.compile(r"[ \t]*>")
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+|\Z)")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})\Z")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*\Z")
_ITEM = re.compile(
    r"([ \t]*)(?:[-*+•·‣▪◦–—][ \t]+|\d{1,9}[.)][ \t]+|\d{1,9}[、．][ \t]*|[(（]\d{1,3}[)）][ \t]*"
    r"|[①-⑳][ \t]*)(\[[^\]]\][ \t]+)?"
)
_ROW = re.compile(r"[ \t]*\|")
_DELIMITERS = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\Z")
_BARS = re.compile(r"\\.|`+|\|")
_MOST_CELLS = 100
_DEFINITION = re.compile(r" {0,3}\[[^\]\n]{1,200}\]:[ \t]*\S")
_RAW = re.compile(r"[ \t]*<(pre|script|style|textarea|blockquote|code)\b", re.IGNORECASE)


@dataclass(slots=True, kw_only=True)
class Block:
    """One heading, paragraph, list item or table row: the spans of its lines, or of a row's cells.

    `parent` is the index of the block it stands under: a heading, the item around it or the line that leads
    into its list; -1 for none. `checked` is False for an open check box. `head` is a row's head row.
    """

    kind: BlockKind
    spans: list[Span]
    parent: int = -1
    checked: bool | None = None
    head: int = -1


def blocks_of(text: str, start: int) -> list[Block]:
    """Return the blocks of prose from `start` on, in order, in time linear in the text."""
    reader = _Reader(text)
    for line in _lines(text, start):
        reader.take(line)
    return reader.blocks


def _lines(text: str, start: int) -> Iterator[Span]:
    """Yield the span of each line, without its end."""
    at = start
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        yield at, end - (end > at and text[end - 1] == "\r")
        at = end + 1


class _Reader:
    """Takes lines one by one; `_until` is a pattern that ends what is being left out."""

    def __init__(self, text: str) -> None:
        self.blocks: list[Block] = []
        self._text = text
        self._until: re.Pattern[str] | None = None
        self._fence_floor = 0
        self._lazy = False  # a block quote goes on over plain lines
        self._open = -1  # the block that a plain line continues
        self._blank = True
        self._items: list[tuple[int, int, int]] = []  # indent of the marker, of the content, index
        self._lead = -1  # what may lead into a list: the last paragraph or heading
        self._headings: list[tuple[int, int]] = []  # level, index
        self._table = -1

    def take(self, line: Span) -> None:
        text = self._text[line[0] : line[1]]
        if self._until is not None and self._left_out(text):
            return
        if not text.strip():
            self._blank, self._lazy, self._open, self._table = True, False, -1, -1
            return
        if self._is_code(text):
            return
        if not self._begins_left_out(text) and not self._begins_block(text, line):
            self._plain(text, line)
        self._blank = False

    def _is_code(self, text: str) -> bool:
        """Say whether a line is indented code: after a gap and right of all that is open."""
        content = self._items[-1][1] if self._items else 0
        return self._blank and self._open < 0 and _indent(text) >= content + 4

    def _left_out(self, text: str) -> bool:
        """Go on leaving lines out; a line further left than the item around a fence ends that too."""
        assert self._until is not None
        outside = bool(text.strip()) and _indent(text) < self._fence_floor
        if not outside and not self._until.search(text):
            return True
        self._until, self._fence_floor, self._blank, self._open = None, 0, True, -1
        return not outside

    def _begins_left_out(self, text: str) -> bool:
        content = self._items[-1][1] if self._items else 0
        indent = _indent(text)
        fence = _FENCE.match(text)
        if fence and (indent < 4 or self._items):
            mark = fence[1]
            self._until = re.compile(rf"^[ \t]*{re.escape(mark[0])}{{{len(mark)},}}[ \t]*$")
            self._fence_floor = content if self._items and indent >= content else 0
            self._open = -1
            return True
        if _QUOTE.match(text):
            self._lazy, self._open = True, -1
            return True
        raw = _RAW.match(text)
        if raw:
            closing = re.compile(rf"</{raw[1]}\s*>", re.IGNORECASE)
            if not closing.search(text):
                self._until = closing
            self._open = -1
            return True
        return bool(_DEFINITION.match(text)) and self._open < 0

    def _begins_block(self, text: str, line: Span) -> bool:
        heading = _HEADING.match(text)
        if heading:
            self._add_heading(len(heading[1]), [self._prose(line[0] + heading.end(), line[1])])
            return True
        if self._open >= 0 and _UNDERLINE.match(text) and self.blocks[self._open].kind == "text":
            block = self.blocks.pop(self._open)
            self._add_heading(1 if "=" in text else 2, [block.spans])
            return True
        if _RULE.match(text):
            self._open, self._lazy, self._items, self._lead = -1, False, [], -1
            return True
        item = _ITEM.match(text)
        if item and not (
            self._lazy and item[0].strip()[:1].isdigit() and not item[0].strip().startswith("1")
        ):
            self._add_item(item, text, line)
            return True
        return self._takes_row(text, line)

    def _add_heading(self, level: int, spans: list[list[Span]]) -> None:
        while self._headings and self._headings[-1][0] >= level:
            self._headings.pop()
        parent = self._headings[-1][1] if self._headings else -1
        self.blocks.append(
            Block(kind="heading", spans=[span for part in spans for span in part], parent=parent)
        )
        self._headings.append((level, len(self.blocks) - 1))
        self._open, self._items, self._lazy, self._table = -1, [], False, -1
        self._lead = len(self.blocks) - 1

    def _add_item(self, item: re.Match[str], text: str, line: Span) -> None:
        indent, content = _indent(text), _width(text[: item.end()])
        while self._items and self._items[-1][0] >= indent:
            self._items.pop()
        parent = self._items[-1][2] if self._items else self._lead
        box = item[2].strip()[1] if item[2] else None
        checked = None if box is None else box not in " _-"
        rest = text[item.end() :]
        left_out = bool(_QUOTE.match(rest) or _FENCE.match(rest))
        spans = [] if left_out else self._prose(line[0] + item.end(), line[1])
        self.blocks.append(Block(kind="item", spans=spans, parent=parent, checked=checked))
        self._items.append((indent, content, len(self.blocks) - 1))
        self._open = len(self.blocks) - 1
        self._lazy, self._table = False, -1
        if left_out:
            self._begins_left_out(" " * content + rest)

    def _takes_row(self, text: str, line: Span) -> bool:
        if self._open >= 0 and "|" in text and _DELIMITERS.match(text) and self._table < 0:
            self._table = self._to_row(self._open)  # a table without leading bars
            self._open = -1
            return True
        if not _ROW.match(text) and not (self._table >= 0 and "|" in text):
            return False
        if _DELIMITERS.match(text):
            return True
        self._lazy, self._open = False, -1
        self.blocks.append(Block(kind="row", spans=self._cells(line), parent=self._lead, head=self._table))
        self._table = len(self.blocks) - 1 if self._table < 0 else self._table
        return True

    def _to_row(self, index: int) -> int:
        block = self.blocks[index]
        start, end = (block.spans[-1][0], block.spans[-1][1]) if block.spans else (0, 0)
        self.blocks[index] = Block(kind="row", spans=self._cells((start, end)), parent=block.parent)
        return index

    def _cells(self, line: Span) -> list[Span]:
        cells: list[Span] = []
        start, code = line[0], ""
        for mark in _BARS.finditer(self._text, *line):
            if mark[0][0] == "`":
                code = mark[0] if not code else ("" if code == mark[0] else code)
            elif len(cells) == _MOST_CELLS:
                break
            elif mark[0] == "|" and not code:
                cells.append((start, mark.start()))
                start = mark.end()
        cells.append((start, line[1]))
        first = not self._text[slice(*cells[0])].strip()
        last = len(cells) > 1 and not self._text[slice(*cells[-1])].strip()
        return cells[first : len(cells) - last]

    def _plain(self, text: str, line: Span) -> None:
        if self._lazy:
            return
        spans = self._prose(line[0] + len(text) - len(text.lstrip()), line[1])
        if self._open >= 0:
            self.blocks[self._open].spans.extend(spans)
            return
        indent = _indent(text)
        while self._items and indent < self._items[-1][1] and self._blank:
            self._items.pop()
        parent = self._items[-1][2] if self._items else (self._headings[-1][1] if self._headings else -1)
        self.blocks.append(Block(kind="text", spans=spans, parent=parent))
        self._open = len(self.blocks) - 1
        if not self._items:
            self._lead = self._open

    def _prose(self, start: int, end: int) -> list[Span]:
        """Return the spans of a line without its HTML comments; an open one leaves out what follows."""
        spans: list[Span] = []
        at = self._text.find("<!--", start, end)
        while at >= 0 and self._text.count("`", start, at) % 2 == 0:
            spans.append((start, at))
            close = self._text.find("-->", at + 4, end)
            if close < 0:
                self._until = re.compile("-->")
                return [span for span in spans if span[0] < span[1]]
            start = close + 3
            at = self._text.find("<!--", start, end)
        spans.append((start, end))
        return [span for span in spans if span[0] < span[1]]


def _indent(text: str) -> int:
    return _width(text[: len(text) - len(text.lstrip(" \t"))])


def _width(text: str) -> int:
    """Return how many columns a line's beginning takes, with tab stops of four."""
    return len(text.expandtabs(4))
