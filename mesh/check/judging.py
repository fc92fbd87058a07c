"""Decides what a command that ran says about a claim; a result that something forced is never believed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from mesh.check.counting import Failure, Tally
from mesh.check.lines import judge_lines, lines_of
from mesh.check.outcome import Outcome
from mesh.check.plan import Plan
from mesh.check.running import Ran
from mesh.check.shell import Reader
from mesh.model.evidence import Evidence, Status, TestCounts

_NETWORK = re.compile(
    r"Temporary failure in name resolution|Name or service not known|Could not resolve host|Network is unreachable"
    r"|ENOTFOUND|EAI_AGAIN|ENETUNREACH|getaddrinfo|nodename nor servname|failed to lookup address"
    r"|NameResolutionError|No route to host|net/http: .*dial tcp|Unable to resolve host|UnknownHostException"
    r"|ENOTCACHED|cache mode is 'only-if-cached'|you may need to remove the --offline flag|--offline was specified"
    r"|offline mode|Cannot access .* in offline mode|module lookup disabled by GOPROXY=off|NU1301"
    r"|dial tcp: lookup|connect: network is unreachable"
)
_NETWORK_KINDS = frozenset({
    "gaierror", "NameResolutionError", "URLError", "ConnectError", "NewConnectionError", "MaxRetryError",
    "ClientConnectorError", "ClientConnectorDNSError", "ConnectTimeout",
})  # fmt: skip
_NOT_FOUND = re.compile(
    r"(?:sh|bash|make|env)[^\n]*: (?:line )?(?:\d+: )?(?P<a>[\w.+-]+): (?:command )?not found"
    r"|No module named '?(?P<b>pytest|mypy|ruff|flake8|pylint|black|build|tox|nox|coverage|wheel|setuptools)'?$"
    r"|make: (?P<c>[\w.+-]+): No such file or directory|error: no such command: `(?P<d>[\w-]+)`"
    r"|unrecognized arguments: (?P<e>--(?:cov|numprocesses|dist|timeout|asyncio|reruns|html|mypy|ruff)[\w-]*)"
    r"|error: '(?P<f>cargo-[\w]+|[\w-]+)' is not installed",
    re.M,
)
_MODULE = re.compile(r"(?:ModuleNotFoundError: )?No module named ['\"]?(?P<name>[\w.]+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is known besides the run: the claimed count, whether a module is a dependency that was declared,
    whether the sources that were compiled are those of the workspace."""

    count: int | None = None
    is_declared: Callable[[str], bool] = lambda name: False
    tampered: tuple[str, ...] = ()
    left_files: tuple[str, ...] = ()


def judge_tests(plan: Plan, ran: Ran, found: Tally, facts: Facts) -> Outcome:
    """Return what a run of tests says of the claim that they pass."""
    early = _not_ended(plan, ran)
    if early:
        return early
    status, reason = _of_tests(plan, ran, found, facts)
    caveats = _caveats(plan, found, facts) if status == "verified" else ()
    counts = found.counts if found.runners else None
    return Outcome(status=status, evidence=evidence(plan, ran, reason, counts), caveats=caveats)


def _of_tests(plan: Plan, ran: Ran, found: Tally, facts: Facts) -> tuple[Status, str | None]:
    rules = (_uncounted, _missing, _rigged, _broken_off, _failing, _counted, _doubtful)
    for rule in rules:
        decided = rule(plan, ran, found, facts)
        if decided:
            return decided
    return "verified", None


Decision = tuple[Status, str | None] | None


def _uncounted(plan: Plan, ran: Ran, found: Tally, facts: Facts) -> Decision:
    """Decide where no runner reported."""
    if found.runners:
        return None
    lacking = missing_tool(ran)
    if lacking:
        return "unverifiable", f"`{lacking}` is not installed"
    if ran.exit_code:
        if _wants_network(ran.output):
            return "unverifiable", "it needs the network"
        return "refuted", f"`{plan.label}` ended with {ran.exit_code}"
    if plan.declared:
        return "verified", None
    if plan.native:
        return "refuted", f"`{plan.label}` ended with 0 before it ran a test"
    return "unverifiable", f"`{plan.label}` ended with 0, and no test runner that can be counted ran in it"


def _missing(plan: Plan, ran: Ran, found: Tally, facts: Facts) -> Decision:
    """Decide where the run lacks something that is not installed."""
    if found.passed or found.forced:
        return None
    lacking = missing_tool(ran) if ran.exit_code else None
    if lacking:
        return "unverifiable", f"`{lacking}` is not installed"
    names = [match["name"] for failure in found.failures if (match := _MODULE.search(failure.message))]
    if found.failures and len(names) == len(found.failures) and all(map(facts.is_declared, names)):
        return "unverifiable", f"the dependency `{names[0]}` is not installed"
    return None


def _rigged(plan: Plan, ran: Ran, found: Tally, facts: Facts) -> Decision:
    if found.forced:
        return "refuted", found.forced[0]
    if facts.tampered:
        return "refuted", f"`{facts.tampered[0]}` was changed while the tests ran"
    return None


def _broken_off(plan: Plan, ran: Ran, found: Tally, facts: Facts) -> Decision:
    if not found.cut:
        return None
    if ran.exit_code and not found.failed and _wants_network(ran.output):
        return "unverifiable", "it needs the network"
    return (
        "refuted",
        f"`{found.cut[0]}` ended early with {ran.exit_code}, before it was through with the tests",
    )


def _failing(plan: Plan, ran: Ran, found: Tally, facts: Facts) -> Decision:
    if found.failed:
        if found.failures and all(map(_is_network, found.failures)):
            return "unverifiable", "the tests that failed need the network"
        names = ", ".join(f"`{failure.name}`" for failure in found.failures[:3])
        return "refuted", f"{found.failed} failed: {names}"
    bad = [left for left in found.left if left.get("o") == "failed"]
    if bad:
        return "refuted", f"`{bad[0].get('id')}` fails, and is left out by {_by(bad[0].get('by'))}"
    return None


def _counted(plan: Plan, ran: Ran, found: Tally, facts: Facts) -> Decision:
    if not found.passed:
        if found.empty:
            return "refuted", found.empty
        if found.skipped:
            return "refuted", f"no test passed: all {found.skipped} were skipped or expected to fail"
        return "refuted", "no test ran"
    if ran.exit_code:
        return "refuted", f"{found.passed} tests passed, but `{plan.label}` ended with {ran.exit_code}"
    bad = [status for status in found.statuses if status]
    if bad:
        return "refuted", f"{found.passed} tests passed, but the runner ended with {bad[0]}"
    if facts.count is not None and facts.count != found.passed:
        return "refuted", f"{found.passed} tests passed, not {facts.count}"
    return None


def _doubtful(plan: Plan, ran: Ran, found: Tally, facts: Facts) -> Decision:
    if found.doubts:
        return "unverifiable", found.doubts[0]
    if plan.worthless:
        return "unverifiable", plan.worthless
    return None


def _by(by: object) -> str:
    return "something that does not say so" if by == "silently" else f"`{by}`"


def _caveats(plan: Plan, found: Tally, facts: Facts) -> tuple[str, ...]:
    notes = list(dict.fromkeys(found.notes))[:5]
    if not found.runners:
        notes.append("no test was counted: the command's exit status is all there is")
    by_mark = [left for left in found.left if left.get("by") == "-m"]
    if by_mark:
        notes.append(f"{len(by_mark)} tests are left out by `-m`")
    others = [left for left in found.left if left.get("by") != "-m"]
    if others:
        notes.append(f"{len(others)} tests are left out by {_by(others[0].get('by'))}; run apart, none fails")
    if facts.left_files and not plan.narrowed:
        notes.append(f"test files that did not run: {', '.join(facts.left_files[:5])}")
    return tuple(notes)


def judge_command(plan: Plan, ran: Ran, read: Reader) -> Outcome:
    """Return what the end of a build, a linter or a type checker says of the claim that it is clean."""
    early = _not_ended(plan, ran)
    if early:
        return early
    status, reason = _of_command(plan, ran, read)
    return Outcome(status=status, evidence=evidence(plan, ran, reason))


def _of_command(plan: Plan, ran: Ran, read: Reader) -> tuple[Status, str | None]:
    if ran.exit_code:
        lacking = missing_tool(ran)
        if lacking:
            return "unverifiable", f"`{lacking}` is not installed"
        if _wants_network(ran.output):
            return "unverifiable", "it needs the network"
        return "refuted", f"`{plan.label}` ended with {ran.exit_code}"
    if plan.worthless:
        return "unverifiable", plan.worthless
    if plan.wrapper:
        decided = judge_lines(lines_of(ran.streams), read)
        if decided:
            return decided
    if plan.kind == "lint" and re.search(
        r"No Python files found|No files matching|No files were checked", ran.output
    ):
        return "unverifiable", "no file was checked"
    return "verified", None


def _not_ended(plan: Plan, ran: Ran) -> Outcome | None:
    """Return the outcome of a command that did not come to its own end."""
    if ran.ended == "timeout":
        return Outcome(status="timeout", evidence=evidence(plan, ran, "the time was over"))
    if ran.ended == "flooded":
        return Outcome(status="error", evidence=evidence(plan, ran, "it printed more than may be printed"))
    if ran.ended == "memory":
        return Outcome(status="error", evidence=evidence(plan, ran, "it took more memory than it may"))
    if ran.ended == "unstarted":
        said = " ".join(ran.output.split())[-300:]
        return Outcome(status="error", evidence=evidence(plan, ran, f"the sandbox did not start: {said}"))
    return None


def evidence(plan: Plan, ran: Ran, reason: str | None, counts: TestCounts | None = None) -> Evidence:
    """Return what a run leaves as evidence."""
    return Evidence(
        command=plan.label, exit_code=ran.exit_code, duration_s=round(ran.seconds, 3), tests=counts,
        output_sha256=ran.digest or None, reason=reason, sandbox=ran.sandbox,
    )  # fmt: skip


def missing_tool(ran: Ran) -> str | None:
    """Return what a failed command did not find, None if it found all it started."""
    match = _NOT_FOUND.search(ran.output)
    if match is None:
        return None
    return next((value for value in match.groupdict().values() if value), None)


def _wants_network(text: str) -> bool:
    return _NETWORK.search(text) is not None


def _is_network(failure: Failure) -> bool:
    if failure.kinds:
        return bool(_NETWORK_KINDS & set(failure.kinds))
    return _wants_network(failure.message)
