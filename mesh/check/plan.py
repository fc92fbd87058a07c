"""What would be run to check a claim, and how its tests would be counted; values only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["build", "test", "lint", "typecheck"]
# told: the runner reports through the guard; files: it writes reports that are read afterwards;
# none: nothing is counted
Counting = Literal["told", "files", "none"]

# Stands in `argv` and `reports` for a file in the check's TMPDIR of which nobody knows the name before.
REPORT = "{report}"
# What the runners leave that a script may start.
WRAPPED_REPORTS = (
    REPORT, "**/target/surefire-reports/TEST-*.xml", "**/target/failsafe-reports/TEST-*.xml",
    "**/build/test-results/**/TEST-*.xml", "**/TestResults/*.trx",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A command of the project's own.

    `label` is the command as a person would type it. `tools` are the programs that it starts, `missing` says
    which of them is not installed. `native` says that `argv` is the runner itself, not a script around it.
    `declared` says that `mesh.yaml` names it. `reports` are patterns of report files, below the folder.
    `worthless` says why its exit status proves nothing. A `wrapper` runs lines of `shell`, and its own status
    is worth no more than theirs.
    """

    kind: Kind
    label: str
    argv: tuple[str, ...]
    inside: str = "."
    counting: Counting = "none"
    tools: tuple[str, ...] = ()
    missing: str | None = None
    native: bool = False
    declared: bool = False
    narrowed: bool = False
    reports: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    worthless: str | None = None
    wrapper: bool = False
    shell: str = "/bin/sh"
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """What a claim names: files, one test, the program that ran them, and its target or script."""

    files: tuple[str, ...] = ()
    test: str | None = None
    tool: str | None = None
    target: str | None = None

    @property
    def narrow(self) -> bool:
        return bool(self.files or self.test)
