"""Verifies and annotates replies (verify.md): finds the claims, checks each, and says what stood the check."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from mesh.errors import BadInput
from mesh.model.evidence import Claim, Contradiction, Evidence, Finding, FormatError, Reply, Verdict

if TYPE_CHECKING:
    from mesh.check.checker import Checker
    from mesh.check.outcome import Outcome
    from mesh.check.project import Project

_BY_COMPLEXITY = {"low": (1, 2), "medium": (1, 2, 3), "high": (1, 2, 3, 4)}
_TIMEOUT_S = 300.0
Progress = Callable[[Claim, str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What was found out about a reply; `code` is the state of the project that it was checked against."""

    verdict: Verdict
    trust_score: float
    findings: tuple[Finding, ...] = ()
    format_errors: tuple[FormatError, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    code: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def exit_code(self, *, strict: bool = False) -> int:
        """Return the status of `mesh verify` (verify.md, section 4)."""
        return int(self.verdict == "refuted" or (strict and self.verdict != "verified"))

    def to_json(self, reply: str) -> dict[str, Any]:
        """Return the JSON of `mesh verify --json`."""
        return {
            "schema": 1,
            "reply": reply,
            "verdict": self.verdict,
            "trust_score": self.trust_score,
            "claims": [finding_to_json(finding) for finding in self.findings],
            "format_errors": [{"line": error.line, "what": error.what} for error in self.format_errors],
            "contradictions": [{"claims": [c.first, c.second], "what": c.what} for c in self.contradictions],
            "code": dict(self.code),
            "notes": list(self.notes),
        }


def finding_to_json(finding: Finding) -> dict[str, Any]:
    """Return one entry of `claims`."""
    claim, evidence = finding.claim, finding.evidence
    tests = evidence.tests
    return {
        "id": claim.id, "kind": claim.kind, "text": claim.text, "target": claim.target, "source": claim.source,
        "start": claim.start, "end": claim.end, "status": finding.status,
        "evidence": {
            "command": evidence.command, "exit_code": evidence.exit_code, "duration_s": evidence.duration_s,
            "tests": tests and {"passed": tests.passed, "failed": tests.failed, "skipped": tests.skipped},
            "output_sha256": evidence.output_sha256, "reason": evidence.reason,
            "tests_changed": list(evidence.tests_changed), "sandbox": evidence.sandbox,
        },
        "caveats": list(finding.caveats),
    }  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How to verify; see `verify`."""

    cwd: str
    base: str | None = None
    task_commit: str | None = None
    complexity: str | None = None
    levels: tuple[int, ...] | None = None
    timeout: float | None = None
    allow_commands: bool = False
    sandbox: bool = True
    settings: Mapping[str, Any] | None = None
    cache: bool = True
    on_progress: Progress | None = None


def verify(text: str, options: Options) -> Report:
    """Check every claim of a reply.

    Raises Malformed for a reply whose front matter cannot be read, and BadInput for a base or a folder that
    does not exist; whatever else goes wrong is the outcome of the claim that it went wrong with.
    """
    from mesh.core.claims import find_claims, find_contradictions, read_reply

    if not os.path.isdir(options.cwd):
        raise BadInput("no folder `{path}`", path=options.cwd, hint="`--cwd` names the folder of the project")
    reply = read_reply(text)
    levels = levels_of(options, reply)
    claims = tuple(find_claims(reply))
    checks = _Checks(options)
    checks.start()
    findings = tuple(checks.find(claim, levels) for claim in claims)
    contradictions = tuple(find_contradictions(claims)) if 2 in levels else ()
    errors = reply.errors if 1 in levels else ()
    verdict, score = judge(findings, contradictions, errors)
    return Report(
        verdict=verdict, trust_score=score, findings=findings, format_errors=errors,
        contradictions=contradictions, code=checks.code(), notes=_notes(levels),
    )  # fmt: skip


def levels_of(options: Options, reply: Reply) -> tuple[int, ...]:
    """Return the levels that are on: those asked for, else those of the complexity."""
    if options.levels is not None:
        return options.levels
    return _BY_COMPLEXITY.get(options.complexity or reply.complexity or "medium", (1, 2, 3))


def judge(
    findings: tuple[Finding, ...], contradictions: tuple[Contradiction, ...], errors: tuple[FormatError, ...]
) -> tuple[Verdict, float]:
    """Return the verdict and the share of claims that were verified (verify.md, section 4)."""
    verified = sum(finding.status == "verified" for finding in findings)
    score = verified / len(findings) if findings else 0.0
    if contradictions or any(finding.status == "refuted" for finding in findings):
        return "refuted", score
    if not verified:
        return "unverified", score
    return ("verified" if verified == len(findings) and not errors else "partial"), score


def _notes(levels: tuple[int, ...]) -> tuple[str, ...]:
    return ("level 4 is skipped: it needs a workspace and another agent",) if 4 in levels else ()


class _Checks:
    """The checks of one reply: the project is looked at once, and each command runs once."""

    def __init__(self, options: Options) -> None:
        from mesh.check.project import Project

        self._options = options
        root, settings = _workspace(options.cwd)
        given = options.settings if options.settings is not None else settings
        self.project: Project = Project(options.cwd, root=root, base=options.base, task=options.task_commit)
        self._given = given
        self._checker: Checker | None = None

    def start(self) -> None:
        """Fail at once for what the caller got wrong."""
        _ = self.project.base

    def find(self, claim: Claim, levels: tuple[int, ...]) -> Finding:
        """Return a claim with what its check came to."""
        outcome = self._outcome(claim, levels)
        return Finding(claim=claim, status=outcome.status, evidence=outcome.evidence, caveats=outcome.caveats)

    def _outcome(self, claim: Claim, levels: tuple[int, ...]) -> Outcome:
        from mesh.check.git import GitUnusable
        from mesh.check.outcome import Outcome, unverifiable

        if 3 not in levels:
            return unverifiable("level 3 is off: nothing was checked")
        try:
            return self._check(claim)
        except GitUnusable as error:
            return unverifiable(str(error))
        except (OSError, RecursionError, ValueError) as error:
            return Outcome(status="error", evidence=Evidence(reason=f"the check broke: {error}"))

    def _check(self, claim: Claim) -> Outcome:
        if claim.kind in ("file_exists", "file_modified", "file_removed"):
            from mesh.check.claimed_files import check_file

            return check_file(claim, self.project)
        if claim.kind == "commit_exists":
            from mesh.check.commits import check_commit

            return check_commit(claim, self.project)
        if claim.kind in ("assertion", "command_succeeds"):
            from mesh.check.commands import check_command

            return check_command(claim, self.checker, allowed=self._options.allow_commands)
        return self.checker.check(claim)

    @property
    def checker(self) -> Checker:
        if self._checker is None:
            from mesh.check.checker import Checker
            from mesh.check.sandbox import Bounds
            from mesh.check.settings import find_settings

            settings = find_settings(self.project, self._given)
            seconds = self._options.timeout or settings.timeout or _TIMEOUT_S
            self._checker = Checker(
                project=self.project, settings=settings, environment=dict(os.environ),
                bounds=replace(Bounds(), wall_s=seconds), sandboxed=self._options.sandbox,
            )  # fmt: skip
        return self._checker

    def code(self) -> dict[str, Any]:
        """Return which state of the project was checked."""
        return {
            "commit": self.project.head,
            "dirty": self.project.dirty,
            "tree_sha256": self.project.tree.digest,
        }


def _workspace(cwd: str) -> tuple[str | None, Mapping[str, Any] | None]:
    """Return the project of the enclosing workspace and its `verify:`, None without a workspace."""
    from mesh.app.workspace import Workspace, find_root
    from mesh.errors import NotFound

    try:
        workspace = Workspace(find_root(cwd))
    except NotFound:
        return None, None
    return workspace.project, workspace.settings.verify
