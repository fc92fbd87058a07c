"""Reads a reply: its front matter, strictly, and where its prose begins; judges no claim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from mesh import codec
from mesh.errors import Malformed
from mesh.model.evidence import Assertion, FormatError, Reply

LEVELS = ("low", "medium", "high")
CONFIDENCES = ("verified", "inferred", "uncertain")
_OPENS = re.compile(r"\ufeff?(?:[ \t]*\r?\n)*---[ \t]*(?:\r?\n|\Z)")
_CLOSES = re.compile(r"^(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE)
_BREAK = re.compile(r"\r\n|[\n\r\x85\u2028\u2029]")  # as YAML counts lines
_OURS = re.compile(r"(?:complexity|assertions)[ \t]*:")

BAD_LEVEL = "`complexity` is none of `low`, `medium`, `high`"
NO_LIST = "`assertions` is not a list"
NO_MAPPING = "an assertion is not a mapping of keys to values"
NO_CLAIM = "an assertion without `claim`"
BAD_CONFIDENCE = "the `confidence` of an assertion is none of `verified`, `inferred`, `uncertain`"
NO_EVIDENCE = "an assertion with the confidence `verified` needs `evidence`"
NO_REASONING = "an assertion with the confidence `inferred` or `uncertain` needs `reasoning`"
NO_TEXT = "a value of an assertion is not text"
NOT_CLOSED = "the front matter is never closed"
_TEXTS = ("claim", "confidence", "evidence", "reasoning", "verify_command")


def read_reply(text: str) -> Reply:
    """Return the reply with its level and its valid assertions; each broken rule is in `errors`.

    Raises Malformed, with the line in the reply, for a front matter that is no strict YAML: unparsable,
    never closed, with a tag, an anchor, an alias or a doubled key.
    """
    opening = _OPENS.match(text)
    if opening is None:
        return Reply(text=text)
    start = opening.end()
    closing = _CLOSES.search(text, start)
    if closing is None:
        if _OURS.match(text, start):
            raise Malformed(NOT_CLOSED, line=_line_of(text, start) - 1)
        return Reply(text=text)
    block = text[start : closing.start()]
    values = _values(block, _line_of(text, start))
    if values is None:
        return Reply(text=text)
    return _reply(text, start, closing, values)


def _values(block: str, first: int) -> dict[str, Any] | None:
    """Return the mapping; None for prose between two rules that only looks like a front matter."""
    try:
        value = codec.read_value(block.encode("utf-8", "surrogatepass"))
    except Malformed as error:
        values = {name: given for name, given in error.values.items() if name != "line"}
        line = first + max(error.line, 1) - 1
        raise Malformed(error.message, line=line, hint=error.hint, **values) from None
    if value is None:
        return {}
    if isinstance(value, str):
        return None
    if not isinstance(value, dict):
        raise Malformed("the document is not a mapping of keys to values", line=first)
    return value


def _reply(text: str, start: int, closing: re.Match[str], values: dict[str, Any]) -> Reply:
    places = _Places(text, start, closing.start())
    errors: list[FormatError] = []
    level = values.get("complexity")
    if level is not None and level not in LEVELS:
        errors.append(FormatError(line=places.line_of_key("complexity"), what=BAD_LEVEL))
        level = None
    assertions = list(_assertions(values.get("assertions"), places, errors))
    body = closing.end() + (text[closing.end() : closing.end() + 1] == "\n")
    return Reply(
        text=text, body_start=body, complexity=level, assertions=tuple(assertions), errors=tuple(errors)
    )


def _assertions(given: Any, places: _Places, errors: list[FormatError]) -> Iterator[Assertion]:
    if given is None:
        return
    if not isinstance(given, list):
        errors.append(FormatError(line=places.line_of_key("assertions"), what=NO_LIST))
        return
    spans = places.of_items()
    for index, entry in enumerate(given):
        start, end = spans[index] if index < len(spans) else (0, 0)
        line = places.line_at(start)
        what = _fault(entry)
        if what:
            errors.append(FormatError(line=line, what=what))
            continue
        texts = {name: _text(entry.get(name)) or "" for name in _TEXTS}
        yield Assertion(line=line, start=start, end=end, **texts)


def _fault(entry: Any) -> str | None:
    """Return the rule that an entry breaks."""
    if not isinstance(entry, dict):
        return NO_MAPPING
    if any(_text(entry.get(name)) is None for name in _TEXTS):
        return NO_TEXT
    if not _text(entry.get("claim")):
        return NO_CLAIM
    confidence = entry.get("confidence")
    if confidence not in CONFIDENCES:
        return BAD_CONFIDENCE
    if confidence == "verified":
        return None if _text(entry.get("evidence")) else NO_EVIDENCE
    return None if _text(entry.get("reasoning")) else NO_REASONING


def _text(value: Any) -> str | None:
    """Return a scalar as text, empty for a missing one; None for what is no text."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value.strip()
    return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _line_of(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


class _Places:
    """Where the keys and the entries of a front matter stand in the reply."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text = text
        self._start = start
        self._end = end

    def line_at(self, offset: int) -> int:
        return _line_of(self._text, offset) if offset else _line_of(self._text, self._start)

    def line_of_key(self, key: str) -> int:
        found = re.compile(rf"^[\"']?{key}[\"']?[ \t]*:", re.MULTILINE).search(
            self._text, self._start, self._end
        )
        return self.line_at(found.start() if found else self._start)

    def of_items(self) -> list[tuple[int, int]]:
        """Return the span of each entry of `assertions`; the block is known to be sound YAML."""
        import yaml

        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        root = yaml.compose(self._text[self._start : self._end], Loader=loader)
        if not isinstance(root, yaml.MappingNode):
            return []
        block = self._text[self._start : self._end]
        lines = [self._start, *(self._start + at.end() for at in _BREAK.finditer(block))]
        for key, node in root.value:
            if key.value == "assertions" and isinstance(node, yaml.SequenceNode):
                return [self._span(item, lines) for item in node.value]
        return []

    def _span(self, node: Any, lines: list[int]) -> tuple[int, int]:
        start = lines[node.start_mark.line] + node.start_mark.column
        end = (
            lines[node.end_mark.line] + node.end_mark.column if node.end_mark.line < len(lines) else self._end
        )
        return start, start + len(self._text[start : min(end, self._end)].rstrip())
