"""Writes the annotation beneath a reply (verify.md, section 6) from what was found out; checks nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from mesh.core.annotation.closing import closers
from mesh.core.annotation.defusing import defuse, without_forged
from mesh.core.annotation.language import language_of_prose
from mesh.core.annotation.phrases import (
    failure_phrase,
    refuted_phrase,
    run_phrase,
    stale_phrase,
    verified_phrase,
)
from mesh.model.annotation import Annotation, JudgedRun, Language, RunReport
from mesh.model.evidence import Finding, Tier

_TAGS = {
    "verified": ("[independently verified ✓]", "[独立验证 ✓]"),
    "refuted": ("[independently refuted ✗]", "[独立验证 ✗]"),
    "agent": ("[agent verified]", "[agent 已验证]"),
    "stale": ("[agent verified · stale]", "[agent 已验证 · 已过期]"),
    "unverified": ("[unverified]", "[未验证]"),
}
_NO_RUN = (
    "the conclusions above rest on reasoning; no verification command was run",
    "以上结论基于推理，未执行验证命令",
)
_NO_LONGER = ("nothing above rests on a check that still holds", "以上结论没有仍然有效的验证")
_MORE = ("{n} more", "另有 {n} 项")
_MOST_ITEMS, _MOST_LINES = 40, 8


def annotate(
    text: str,
    findings: Sequence[Finding],
    run_report: RunReport | None,
    language: Literal["en", "zh", "auto"] = "auto",
) -> Annotation:
    """Return the reply with its annotation appended, and what that says.

    What reads as an annotation in the reply is defused first: only the appended lines are one.
    """
    spoken: Language = language_of_prose(without_forged(text)) if language == "auto" else language
    report = run_report or RunReport()
    verified = _once(verified_phrase(one, spoken) for one in findings if one.status == "verified")
    refuted = _once(refuted_phrase(one, spoken) for one in findings if one.status == "refuted")
    passed = _once(run_phrase(run, spoken) for run in report.holding)
    failed = _once(failure_phrase(run, spoken) for run in report.failed)
    stale = _once(stale_phrase(run, spoken) for run in _outdated(report))
    tier: Tier = "unverified"
    if refuted:
        tier = "refuted"
    elif verified or passed:
        tier = "independently_verified" if verified else "agent_verified"
    lines = [
        *_listed("verified", verified, spoken),
        *_each("refuted", refuted, spoken),
        *_listed("agent", passed, spoken),
        *_each("agent", failed, spoken),
        *_each("stale", stale, spoken),
    ]
    if tier == "unverified":
        why = _NO_LONGER if report.runs or any(_was_tried(one) for one in findings) else _NO_RUN
        lines.append(f"{_tag('unverified', spoken)} {why[spoken == 'zh']}")
    return Annotation(
        tier=tier,
        independent=(*verified, *(f"✗ {item}" for item in refuted)),
        agent=(*passed, *failed),
        stale=stale,
        lines=tuple(lines),
        text=_appended(defuse(text, spoken), lines),
    )


def _once(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))


def _outdated(report: RunReport) -> tuple[JudgedRun, ...]:
    """Return the last outdated run of each category of which no run holds any more."""
    holding = {run.category for run in report.holding}
    latest = {run.category: run for run in report.stale if run.category not in holding}
    return tuple(latest.values())


def _was_tried(finding: Finding) -> bool:
    return finding.status in ("timeout", "error") or finding.evidence.exit_code is not None


def _tag(kind: str, language: Language) -> str:
    return _TAGS[kind][language == "zh"]


def _listed(kind: str, items: tuple[str, ...], language: Language) -> list[str]:
    """Return one line of all the items, none without any."""
    if not items:
        return []
    rest = len(items) - _MOST_ITEMS
    more = (_MORE[language == "zh"].format(n=rest),) if rest > 0 else ()
    return [f"{_tag(kind, language)} " + ("、" if language == "zh" else ", ").join((*items[:_MOST_ITEMS], *more))]


def _each(kind: str, items: tuple[str, ...], language: Language) -> list[str]:
    """Return a line an item; the last ones where there are many."""
    rest = len(items) - _MOST_LINES
    more = [f"{_tag(kind, language)} {_MORE[language == 'zh'].format(n=rest)}"] if rest > 0 else []
    return [*more, *(f"{_tag(kind, language)} {item}" for item in items[-_MOST_LINES:])]


def _appended(text: str, lines: Sequence[str]) -> str:
    end = "\r\n" if "\r\n" in text else "\n"
    before = text
    if before and not before.endswith(("\n", "\r")):
        before += end
    before += "".join(line + end for line in closers(before))
    if before.strip() and not before.endswith((end * 2, "\n\n")):
        before += end
    return before + "".join(line + end for line in lines)
