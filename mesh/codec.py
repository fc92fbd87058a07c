"""Strict, safe YAML for everything on disk: reads no tag, alias or doubled key, and never opens a file.

Reading walks the parser's events, so nothing is ever constructed that the document does not spell out.
Plain scalars become None, bool, int, float or str by the YAML 1.2 core rules: `no` and `2026-12-01` stay
text. Writing keeps text byte for byte: a block literal where YAML allows it, else a quoted scalar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mesh.errors import Malformed

MAX_BYTES = 1024 * 1024
MAX_DEPTH = 32
MAX_KEY = 128

_INT = re.compile(r"[-+]?[0-9]{1,18}\Z")
_FLOAT = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)(?:[eE][-+]?[0-9]+)?\Z")
_WORDS = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_PLAIN = re.compile(r"[A-Za-z0-9_./][A-Za-z0-9_./@+ -]*(?:(?<! ):[A-Za-z0-9_./@+-]+)*\Z")
_OTHER_YAML = re.compile(r"(?i)(?:y|n|yes|no|on|off|true|false|null|\.inf|\.nan|[-+]?[0-9][0-9_.:ex+-]*)\Z")
_UNPRINTABLE = re.compile(
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"
)
_ESCAPES = re.compile('["\\\\\\x00-\\x1f\\x7f-\\x9f\u2028\u2029\ufeff\ufffe\uffff]')
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def read(data: bytes, *, limit: int = MAX_BYTES) -> dict[str, Any]:
    """Return the one mapping that the document holds.

    Raises Malformed, with the line, for anything but UTF-8 of at most `limit` bytes and 32 levels that
    is one mapping without tags, anchors, aliases or doubled keys.
    """
    value = read_value(data, limit=limit)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise Malformed("the document is not a mapping of keys to values", line=1)
    return value


def read_value(data: bytes, *, limit: int = MAX_BYTES) -> Any:
    """Return the one value that the document holds, under the rules of `read`; an empty one is None."""
    if len(data) > limit:
        raise Malformed("{size} bytes, more than the limit of {limit}", size=len(data), limit=limit)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Malformed("not valid UTF-8 at byte {byte}", line=line, byte=error.start) from None
    return _Builder(text).document()


class _Builder:
    """Turns the parser's events into plain values and refuses what the contract forbids."""

    def __init__(self, text: str) -> None:
        import yaml

        self._yaml = yaml
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        self._events: Iterator[Any] = yaml.parse(text, Loader=loader)

    def document(self) -> Any:
        yaml = self._yaml
        try:
            self._next()  # the start of the stream
            first = self._next()
            if isinstance(first, yaml.StreamEndEvent):
                return None
            value = self._value(self._next(), 1)
            self._next()  # the end of the document
            last = self._next()
            if not isinstance(last, yaml.StreamEndEvent):
                raise Malformed("a second document in one file", line=_line(last))
            return value
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            what = getattr(error, "problem", None) or str(error).split("\n")[0]
            line = mark.line + 1 if mark else 0
            raise Malformed("no valid YAML: {what}", line=line, what=what) from None
        except RecursionError:
            raise Malformed("nested deeper than {limit} levels", limit=MAX_DEPTH) from None

    def _next(self) -> Any:
        return next(self._events)

    def _value(self, event: Any, depth: int) -> Any:
        yaml = self._yaml
        line = _line(event)
        if depth > MAX_DEPTH:
            raise Malformed("nested deeper than {limit} levels", line=line, limit=MAX_DEPTH)
        if isinstance(event, yaml.AliasEvent):
            raise Malformed("an alias (`*{name}`) is not allowed", line=line, name=event.anchor)
        if event.anchor is not None:
            raise Malformed("an anchor (`&{name}`) is not allowed", line=line, name=event.anchor)
        if event.tag is not None:
            raise Malformed("a tag (`{tag}`) is not allowed", line=line, tag=event.tag)
        if isinstance(event, yaml.ScalarEvent):
            return _scalar(event.value) if event.implicit[0] else event.value
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(depth)
        return self._mapping(depth)

    def _sequence(self, depth: int) -> list[Any]:
        items = []
        while not isinstance(event := self._next(), self._yaml.SequenceEndEvent):
            items.append(self._value(event, depth + 1))
        return items

    def _mapping(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not isinstance(event := self._next(), self._yaml.MappingEndEvent):
            key = self._value(event, depth + 1)
            line = _line(event)
            if key is None or isinstance(key, (bool, int, float)):
                key = event.value
            if not isinstance(key, str):
                raise Malformed("a key must be text", line=line)
            if len(key) > MAX_KEY:
                raise Malformed("a key is longer than {limit} characters", line=line, limit=MAX_KEY)
            if key in found:
                raise Malformed("the key `{key}` appears twice", line=line, key=key)
            found[key] = self._value(self._next(), depth + 1)
        return found


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


def _scalar(text: str) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    if _INT.match(text):
        return int(text)
    if _FLOAT.match(text):
        return float(text)
    return text


def write(values: Mapping[str, Any]) -> bytes:
    """Return the mapping as a YAML document that `read` turns back into the same values."""
    lines: list[str] = []
    _write_mapping(values, 0, lines)
    return ("\n".join(lines) + "\n").encode("utf-8") if lines else b"{}\n"


def _write_mapping(values: Mapping[str, Any], indent: int, lines: list[str]) -> None:
    pad = " " * indent
    for key, value in values.items():
        _write_entry(f"{pad}{scalar(key)}:", value, indent, lines)


def _write_entry(head: str, value: Any, indent: int, lines: list[str]) -> None:
    if isinstance(value, Mapping) and value:
        lines.append(head)
        _write_mapping(value, indent + 2, lines)
    elif isinstance(value, Sequence) and not isinstance(value, (str, bytes)) and value:
        lines.append(head)
        for item in value:
            _write_item(item, indent, lines)
    elif isinstance(value, str) and _fits_block(value):
        lines.append(f"{head} {_block_header(value)}")
        pad = " " * (indent + 2)
        lines.extend(pad + line if line else "" for line in _block_lines(value))
    else:
        lines.append(f"{head} {_inline(value)}")


def _write_item(item: Any, indent: int, lines: list[str]) -> None:
    pad = " " * indent
    nested = isinstance(item, (Mapping, list, tuple)) and len(item) > 0
    if isinstance(item, Mapping) and nested:
        start = len(lines)
        _write_mapping(item, indent + 2, lines)
        lines[start] = f"{pad}- {lines[start][indent + 2 :]}"
    elif nested:
        lines.append(f"{pad}-")
        for part in item:
            _write_item(part, indent + 2, lines)
    else:
        lines.append(f"{pad}- {_inline(item)}")


def _inline(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return scalar(value)
    if isinstance(value, Mapping):
        return "{}"
    if isinstance(value, Sequence):
        return "[]"
    raise TypeError(f"no YAML for {type(value).__name__}")


def scalar(text: str) -> str:
    """Return the text as a YAML scalar on one line, quoted where it could be read as something else."""
    if _PLAIN.match(text) and not text.endswith(" ") and not _OTHER_YAML.match(text) and text != "---":
        return text
    return '"' + _ESCAPES.sub(_escape, text) + '"'


def _escape(found: re.Match[str]) -> str:
    char = found.group()
    return _SHORT.get(char) or f"\\u{ord(char):04x}"


def _fits_block(text: str) -> bool:
    return "\n" in text and text.strip("\n") != "" and not _UNPRINTABLE.search(text)


def _block_header(text: str) -> str:
    if not text.endswith("\n"):
        return "|2-"
    return "|2+" if text.endswith("\n\n") else "|2"


def _block_lines(text: str) -> list[str]:
    return (text[:-1] if text.endswith("\n") else text).split("\n")
