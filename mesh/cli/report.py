"""A report of `mesh verify` in the forms that people and CI systems read; renders, decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from xml.sax.saxutils import escape, quoteattr

from mesh.app.verifying import Report
from mesh.cli import output as out
from mesh.cli.common import words
from mesh.cli.declare import Args
from mesh.model.evidence import Finding

_MARKS = {"verified": "✓", "refuted": "✗", "unverifiable": "?", "timeout": "⏱", "error": "!"}
_CONTROL = {code: "\N{REPLACEMENT CHARACTER}" for code in range(32) if code not in (9, 10, 13)}
Renderer = Callable[[Args, Report, str], Iterator[str]]


def _line(text: str) -> str:
    return out.clean(" ".join(text.split()))


def _why(finding: Finding) -> str:
    """Return what the evidence says in a few words."""
    evidence = finding.evidence
    parts = []
    if evidence.command:
        exit_code = "" if evidence.exit_code is None else f" (exit {evidence.exit_code})"
        parts.append(f"`{evidence.command}`{exit_code}")
    if evidence.tests:
        tests = evidence.tests
        parts.append(f"{tests.passed} passed, {tests.failed} failed, {tests.skipped} skipped")
    if evidence.reason:
        parts.append(evidence.reason)
    parts += [f"caveat: {caveat}" for caveat in finding.caveats]
    return _line("; ".join(parts))


def text(args: Args, found: Report, reply: str) -> Iterator[str]:
    """For a person: the verdict, then a line for each claim with what was seen."""
    score, line = f"{found.trust_score:.2f}", "{reply}: {verdict} (trust score {score})"
    yield out.bold(words(args, line, reply=reply, verdict=words(args, found.verdict), score=score))
    for finding in found.findings:
        status = words(args, finding.status)
        yield f"  {_MARKS[finding.status]} {status}: {_line(finding.claim.text)}"
        why = _why(finding)
        if why:
            yield out.dim(f"      {why}")
    for error in found.format_errors:
        yield words(args, "  format error in line {line}: {what}", line=error.line, what=error.what)
    for pair in found.contradictions:
        line = "  claims {first} and {second} contradict each other: {what}"
        yield words(args, line, first=pair.first, second=pair.second, what=pair.what)
    if not found.findings:
        yield words(args, "  no claim was found")


def junit(args: Args, found: Report, reply: str) -> Iterator[str]:
    """JUnit XML: a test case for each claim; refuted is a failure, what broke an error, open ones skipped."""
    cases = [*(_case(finding) for finding in found.findings), *_other_cases(found)]
    failures = sum("<failure" in case for case in cases)
    errors = sum("<error" in case for case in cases)
    skipped = sum("<skipped" in case for case in cases)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield (
        f'<testsuites><testsuite name="mesh verify" tests="{len(cases)}" failures="{failures}"'
        f' errors="{errors}" skipped="{skipped}">'
    )
    yield from cases
    yield "</testsuite></testsuites>"


def _xml(value: str) -> str:
    return "".join(char if char.isprintable() or char in "\n\t " else "\N{REPLACEMENT CHARACTER}" for char in value)


def _case(finding: Finding) -> str:
    name = quoteattr(_xml(f"{finding.claim.id}: {finding.claim.text}"))
    why = _xml(_why(finding)) or finding.status
    head = f'<testcase classname="mesh.{finding.claim.kind}" name={name}'
    seconds = finding.evidence.duration_s
    head += f' time="{seconds:.3f}"' if seconds is not None else ""
    tags = {"refuted": "failure", "timeout": "error", "error": "error", "unverifiable": "skipped"}
    tag = tags.get(finding.status)
    if tag is None:
        return f"{head}/>"
    return f"{head}><{tag} message={quoteattr(why)}>{escape(why)}</{tag}></testcase>"


def _other_cases(found: Report) -> Iterator[str]:
    for error in found.format_errors:
        what = _xml(f"line {error.line}: {error.what}")
        yield (
            f'<testcase classname="mesh.format" name={quoteattr(what)}>'
            f"<failure message={quoteattr(what)}>{escape(what)}</failure></testcase>"
        )
    for pair in found.contradictions:
        what = _xml(f"claims {pair.first} and {pair.second}: {pair.what}")
        yield (
            f'<testcase classname="mesh.consistency" name={quoteattr(what)}>'
            f"<failure message={quoteattr(what)}>{escape(what)}</failure></testcase>"
        )


def github(args: Args, found: Report, reply: str) -> Iterator[str]:
    """Workflow commands of GitHub Actions: errors, warnings and notices at the lines of the reply."""
    levels = {"refuted": "error", "verified": "notice"}
    for finding in found.findings:
        level = levels.get(finding.status, "warning")
        why = _why(finding)
        message = f"{finding.status}: {finding.claim.text}" + (f" ({why})" if why else "")
        yield f"::{level} file={_property(reply)},title=mesh verify::{_data(message)}"
    for error in found.format_errors:
        yield f"::error file={_property(reply)},line={error.line},title=mesh verify::{_data(error.what)}"
    for pair in found.contradictions:
        what = f"claims {pair.first} and {pair.second} contradict each other: {pair.what}"
        yield f"::error file={_property(reply)},title=mesh verify::{_data(what)}"
    level = "error" if found.verdict == "refuted" else "notice"
    yield f"::{level} title=mesh verify::{_data(f'{found.verdict}, trust score {found.trust_score:.2f}')}"


def _data(value: str) -> str:
    flat = value.translate(_CONTROL)
    return flat.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")


def markdown(args: Args, found: Report, reply: str) -> Iterator[str]:
    """A table for a pull request or a job summary."""
    verdict = words(args, "{verdict}, trust score {score}", verdict=found.verdict, score=f"{found.trust_score:.2f}")
    yield f"### mesh verify: {verdict}"
    yield ""
    if found.findings:
        yield "| | " + " | ".join(words(args, head) for head in ("claim", "status", "evidence")) + " |"
        yield "|---|---|---|---|"
        for finding in found.findings:
            cells = (_line(finding.claim.text), finding.status, _why(finding))
            yield f"| {_MARKS[finding.status]} | " + " | ".join(_cell(cell) for cell in cells) + " |"
    for error in found.format_errors:
        yield "- " + _cell(words(args, "format error in line {line}: {what}", line=error.line, what=error.what))
    for pair in found.contradictions:
        line = "claims {first} and {second} contradict each other: {what}"
        yield "- " + _cell(words(args, line, first=pair.first, second=pair.second, what=pair.what))


def _cell(value: str) -> str:
    for char in "\\`*_|<>[]":
        value = value.replace(char, "\\" + char)
    return value.replace("\n", " ")


RENDERERS: Mapping[str, Renderer] = {"text": text, "junit": junit, "github": github, "markdown": markdown}
