"""Reads what a hook saw an agent do, JSON lines, oldest first; judges nothing."""

from __future__ import annotations

import json
from typing import Any

from mesh.errors import Malformed
from mesh.model.evidence import Run
from mesh.model.fields import Fields, parse_moment

_HINT = "one JSON object a line: `at`, `tool`, and `command` or `path`, `exit_code`, `output`"


def parse_runs(text: str) -> tuple[Run, ...]:
    """Return the observed tool calls; blank lines and unknown fields are passed over.

    Raises Malformed, naming the line, for what is no JSON object or has a field of the wrong type.
    """
    lines = text.removeprefix("\ufeff").split("\n")
    return tuple(_run(line, number) for number, line in enumerate(lines, 1) if line.strip())


def _run(line: str, number: int) -> Run:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        raise Malformed("an observed run is not JSON", line=number, hint=_HINT) from None
    if not isinstance(row, dict):
        raise Malformed("an observed run is not a JSON object", line=number, hint=_HINT)
    try:
        return _typed(row)
    except Malformed as error:
        why = str(error.values.get("why", error.message))
        field = str(error.values.get("field", ""))
        raise Malformed("observed run: `{field}` {why}", line=number, hint=_HINT, field=field, why=why) from None


def _typed(row: dict[str, Any]) -> Run:
    fields = Fields(row, "observed run")
    at = fields.need_text("at")
    parse_moment(at, fields.wrong("at", "must be a time with a zone"))
    exit_code = None if row.get("exit_code") is None else fields.number("exit_code", 0, low=-(2**31))
    return Run(
        at=at,
        tool=fields.need_text("tool"),
        command=fields.maybe_text("command"),
        path=fields.maybe_text("path"),
        exit_code=exit_code,
        output=fields.text("output"),
    )
