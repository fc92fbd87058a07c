"""Reading what an agent answered in plain text: a confirmation under its headings, or a yes, no or but."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mesh.model.envelope import Understanding

_HEADINGS = {
    "scope": ("scope", "范围", "任务范围", "工作范围"),
    "approach": ("approach", "plan", "方案", "方法", "做法", "思路", "实施方案"),
    "output_format": ("output format", "output", "deliverable", "输出格式", "输出", "产出", "交付物", "交付"),
    "assumptions": ("assumptions", "assumption", "假设", "前提", "假定"),
    "questions": ("questions", "question", "open questions", "问题", "疑问", "待确认"),
}
_NAMES = {name: part for part, names in _HEADINGS.items() for name in names}
_HEADING = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t]*|[-*+][ \t]+|\d{1,2}[.)、][ \t]*)?(?:\*\*|__|【|\[)?[ \t]*("
    + "|".join(sorted((re.escape(name) for name in _NAMES), key=len, reverse=True))
    + r")[ \t]*(?:\*\*|__|】|\])?[ \t]*(?:[:：][ \t]*(?:\*\*|__)?|$)",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^[ \t]*(?:[-*+•]|\d{1,2}[.)、])[ \t]*")
_NOTHING = {"none", "no", "n/a", "nothing", "-", "无", "没有", "暂无"}

_YES = re.compile(
    r"^(?:yes|ok|okay|confirm(?:ed)?|agreed?|approved?|correct|go ahead|lgtm|sounds good|looks good|proceed"
    r"|确认|已确认|同意|可以|没问题|正确|批准|通过|好的?|是的|开始吧)[\s.!。！,，]*$",
    re.IGNORECASE,
)
_NO = re.compile(r"^(?:reject(?:ed)?|no|wrong)\b[\s:：,，.。-]*", re.IGNORECASE)
_NO_ZH = re.compile(r"^(?:拒绝|驳回|不对|不同意|不行)[\s:：,，.。-]*")
_BUT = re.compile(
    r"^(?:confirm(?:ed)?[ ,]+with[ ]+corrections?|correct(?:ion|ions|ed)?|confirmed?,?[ ]+but"
    r"|ok(?:ay)?,?[ ]+but|yes,?[ ]+but|更正|修正|纠正|确认，?但是?|同意，?但是?|可以，?但是?)[\s:：,，-]*",
    re.IGNORECASE,
)


def read_confirmation(text: str) -> Understanding | None:
    """Return the understanding that a text states under its headings, None without a scope."""
    parts: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in text.splitlines():
        found = _HEADING.match(line)
        if found:
            current = parts.setdefault(_NAMES[found.group(1).lower()], [])
            line = line[found.end() :]
        if current is not None and line.strip():
            current.append(line)
    if not parts.get("scope"):
        return None
    return Understanding(
        scope=_prose(parts["scope"]),
        approach=_prose(parts.get("approach", [])),
        output_format=_prose(parts.get("output_format", [])),
        assumptions=_items(parts.get("assumptions", [])),
        questions=_items(parts.get("questions", [])),
    )


def _prose(lines: list[str]) -> str:
    return "\n".join(line.strip() for line in lines).strip()


def _items(lines: list[str]) -> tuple[str, ...]:
    items = [_BULLET.sub("", line).strip() for line in lines]
    return tuple(item for item in items if item and item.lower().strip(".。") not in _NOTHING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Acknowledgement:
    """How a requester answered a confirmation."""

    status: str
    corrections: tuple[str, ...] = ()
    text: str = ""


def read_acknowledgement(text: str) -> Acknowledgement:
    """Return what an answer to a confirmation means; anything but a plain yes or no is a correction."""
    said = text.strip()
    first, _, rest = said.partition("\n")
    if _YES.match(first.strip()) and not rest.strip():
        return Acknowledgement(status="confirmed")
    refused = _BUT.match(said) is None and (_NO.match(said) or _NO_ZH.match(said))
    if refused:
        return Acknowledgement(status="rejected", text=said[refused.end() :].strip())
    but = _BUT.match(said)
    body = said[but.end() :] if but else said
    if _YES.match(first.strip()):
        body = rest
    corrections = _items(body.splitlines())
    return Acknowledgement(status="confirmed_with_correction", corrections=corrections or (said,))
