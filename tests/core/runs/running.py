"""Builds observed runs for the tests of this folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mesh.core.runs import judge_runs, parse_runs
from mesh.model.annotation import JudgedRun, RunReport

START = 1_796_077_440  # 2026-11-30T22:24:00Z, one row a second after it


def row(second: int, **fields: Any) -> str:
    at = f"2026-11-30T22:24:{second:02d}.000Z"
    return json.dumps({"at": at, "tool": "Bash", "exit_code": 0, **fields}, ensure_ascii=False)


def judged(*rows: Mapping[str, Any], disk: Mapping[str, float] | None = None, **more: Any) -> RunReport:
    text = "\n".join(row(second, **fields) for second, fields in enumerate(rows, 1))
    return judge_runs(parse_runs(text), disk_changes=disk or {}, **more)


def of(command: str, output: str = "", **more: Any) -> tuple[JudgedRun, ...]:
    return judged({"command": command, "output": output}, **more).runs


def counts(command: str, output: str = "", **more: Any) -> set[str]:
    """Return the categories for which a command that ended with 0 counts."""
    return {run.category for run in of(command, output, **more) if run.holds}
