"""What a reply claims and what was found out about it (verify.md); values only, nothing is checked here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Kind = Literal[
    "file_exists", "file_modified", "file_removed", "build_passes", "tests_pass", "lint_passes",
    "command_succeeds", "commit_exists", "assertion",
]  # fmt: skip
Status = Literal["verified", "refuted", "unverifiable", "timeout", "error"]
Verdict = Literal["verified", "partial", "unverified", "refuted"]
Tier = Literal["independently_verified", "agent_verified", "unverified", "refuted"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Assertion:
    """One entry of `assertions` in the front matter.

    `line` counts from 1 in the reply as read, `start` and `end` are offsets in code points into it.
    """

    claim: str
    confidence: str
    evidence: str = ""
    reasoning: str = ""
    verify_command: str = ""
    line: int = 0
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One thing the reply says is so.

    `start` and `end` are offsets in code points into the reply as read; `text == reply[start:end]` for
    claims found in prose. `target` is the path, test, command, commit or branch the claim names.
    `count` is a claimed number of passing tests. `folder` says that a folder was claimed.
    `detail` holds what the kind needs besides (`prints` of a command, `branch` of a commit, `tool`
    where one was named).
    """

    id: int
    kind: Kind
    text: str
    start: int
    end: int
    target: str | None = None
    source: Literal["prose", "assertion"] = "prose"
    count: int | None = None
    folder: bool = False
    detail: dict[str, str] = field(default_factory=dict)
    assertion: Assertion | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatError:
    """A rule of the format that the reply breaks, and its line, from 1."""

    line: int
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TestCounts:
    """How many tests ran, by outcome; expected failures count as skipped, errors as failed."""

    __test__ = False  # no test class, whatever pytest thinks of the name

    passed: int = 0
    failed: int = 0
    skipped: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What a check saw; absent values are None. `output_sha256` is the digest of all it printed."""

    command: str | None = None
    exit_code: int | None = None
    duration_s: float | None = None
    tests: TestCounts | None = None
    output_sha256: str | None = None
    reason: str | None = None
    tests_changed: tuple[str, ...] = ()
    sandbox: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A claim with the outcome of its check."""

    claim: Claim
    status: Status
    evidence: Evidence = field(default_factory=Evidence)
    caveats: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """Two claims, by id, that say opposite things of one target.

    A claim that the reply denies elsewhere, in words that are no claim, is paired with itself; these words
    stand in its detail `denied`.
    """

    first: int
    second: int
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A reply as read: its text, its front matter's level and assertions, and what is wrong with them.

    `body_start` is the offset in code points at which the prose begins.
    """

    text: str
    body_start: int = 0
    complexity: str | None = None
    assertions: tuple[Assertion, ...] = ()
    errors: tuple[FormatError, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One observed tool call (verify.md, section 6). `at` is ISO 8601 with a zone, as written."""

    at: str
    tool: str
    command: str | None = None
    path: str | None = None
    exit_code: int | None = None
    output: str = ""
