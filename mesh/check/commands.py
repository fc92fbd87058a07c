"""Checks commands that only the reply names: never run unless allowed, never believed if they cannot fail."""

from __future__ import annotations

from dataclasses import replace

from mesh.check.checker import Checker
from mesh.check.judging import _not_ended, evidence
from mesh.check.outcome import Outcome, refuted, unverifiable, verified
from mesh.check.plan import Plan
from mesh.check.shell import cannot_fail
from mesh.model.evidence import Claim


def check_command(claim: Claim, checker: Checker, *, allowed: bool) -> Outcome:
    """Check an assertion by its `verify_command`, or a claim that a command works, by running it."""
    if claim.kind == "assertion":
        command = claim.assertion.verify_command if claim.assertion else ""
        if not command:
            return unverifiable("it names no command that could verify it")
    else:
        command = claim.target or ""
    if not command.strip():
        return unverifiable("no command is named")
    prints = claim.detail.get("prints") if claim.kind == "command_succeeds" else None
    why = None if prints else cannot_fail(command, checker.read)
    if why:
        return unverifiable(why)
    if not allowed:
        return unverifiable("only the reply names this command: it runs with `--allow-commands` alone")
    return _run(command, prints, checker)


def _run(command: str, prints: str | None, checker: Checker) -> Outcome:
    plan = Plan(
        kind="build",
        label=command,
        argv=("/bin/sh", "-c", command),
        inside=checker.project.inside,
        declared=True,
    )
    found = checker.run_plan(plan)
    if isinstance(found, Outcome):
        return found
    ran = found
    early = _not_ended(plan, ran)
    if early:
        return early
    if ran.exit_code in (126, 127):
        outcome = unverifiable("the command was not found")
    elif ran.exit_code:
        outcome = refuted(f"`{command}` ended with {ran.exit_code}")
    elif prints and " ".join(prints.split()) not in " ".join(ran.output.split()):
        outcome = refuted(f"it does not print `{prints}`")
    else:
        outcome = verified()
    return replace(outcome, evidence=evidence(plan, ran, outcome.evidence.reason))
