"""Reads what a heading or a line before a list says of what stands under it; makes no claim itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from mesh.core.claims import vocabulary as words
from mesh.core.claims.tokens import Sentence, Token

_HOLDS = frozenset("FUTURE MUST HOPE IF SAY EXAMPLE NEG CAN".split())
_ROLES = {
    **dict.fromkeys(("CREATED", "ADDED", "CREATEZ", "ADDZ", "SUBSET", "NEWF", "SAVEZ", "PLACED"), "exists"),
    **dict.fromkeys(("MODIFIED", "MODIFYZ", "CHANGES", "INSIDE"), "modified"),
    **dict.fromkeys(("REMOVED", "REMOVEZ"), "removed"),
}  # fmt: skip
_PAST = frozenset(
    "before|before this change|background|context|problem|issue|old behaviour|old behavior|背景|问题".split("|")
)
_BARE = frozenset({"CREATEZ", "ADDZ", "MODIFYZ", "REMOVEZ", "SAVEZ"})
_PLANNED = re.compile(
    r"\b(?:plan|planned|expected|expectations?|understanding|goals?|todos?|next|requirements?|criteria|proposal|proposed"
    r"|suggest\w*|recommend\w*|usage|examples?|task|wanted|required|remaining|future|how to|quote)\b"
    r"|计划|预期|期望|理解|目标|需求|要求|标准|下一步|待办|方案|建议|步骤|用法|示例|如何|怎么|后续|接下来|尚未"
    r"|未完成|任务"
)
_DONE = re.compile(
    r"\b(?:done|complete\w*|finished|taken|did|result\w*|status|was|were|met|fulfilled|actual)\b"
    r"|完成|已|情况|结果|总结|达成|满足|落实"
)
_TRIMMED = " \t\n:.,!*_#\"'()·—–-✅☑️📋📝🔧✨🎯❓🚀0123456789、。）（"


@dataclass(frozen=True, slots=True)
class Context:
    """What holds under a block.

    `plan`: nothing is claimed there. `reported`: a bare verb tells what was done. `role` is what is stated
    of a path that begins an item. `heads` are the things that a verdict without a subject speaks of. `leads`:
    it is a heading, or a line that leads into what follows.
    """

    plan: bool = False
    reported: bool = False
    role: str | None = None
    heads: tuple[Token, ...] = ()
    leads: bool = False


@cache
def _labels() -> tuple[frozenset[str], frozenset[str]]:
    def listed(text: str) -> frozenset[str]:
        return frozenset(" ".join(label.split()) for label in text.split(",") if label.strip())

    return listed(words.PLAN_LABELS), listed(words.REPORT_LABELS)


def label_of(text: str) -> str:
    """Return the words of a heading or of what stands before a colon."""
    return re.sub(r"\s+", " ", text).strip(_TRIMMED)


def is_plan_label(label: str) -> bool:
    """Say whether nothing is claimed under a label: it names a plan, and not what became of it."""
    if label in _labels()[0]:
        return True
    return bool(_PLANNED.search(label)) and not _DONE.search(label)


def is_report_label(label: str) -> bool:
    return label in _labels()[1]


def begins_with_plan(text: str, *, block: bool) -> bool:
    """Say whether a block or a sentence begins with a label such as "Next steps:"."""
    head, colon, _ = text[:70].partition(":")
    label = label_of(head)
    return bool(colon) and len(head.split()) < 8 and is_plan_label(label) and not (block and label in _PAST)


def under(text: str, sentences: list[Sentence], above: Context, *, heading: bool) -> Context:
    """Return the context of what stands under a heading, or under a line or an item that ends with a colon."""
    if not (heading or text.rstrip().endswith(":")):
        return Context(plan=above.plan, reported=above.reported)
    label = label_of(text)
    tokens = sentences[-1].tokens if sentences else []
    present = {token.cls for token in tokens}
    held = bool(present & _HOLDS) and not (heading and len(tokens) > 12)
    plan = above.plan or is_plan_label(label) or held or (bool(sentences) and sentences[-1].asks)
    plan = plan or _is_to_do(tokens)
    role = next(
        (_ROLES[token.cls] for token in tokens if token.cls in _ROLES and _may_lead(token, present, above)),
        None,
    )
    reported = above.reported or is_report_label(label) or role is not None or bool(present & {"PERF", "LE"})
    return Context(plan=plan, reported=reported, role=None if plan else role, leads=True)


def _is_to_do(tokens: list[Token]) -> bool:
    """Say whether a line names what is still to be done: "files to create"."""
    return any(verb.cls in _BARE and before.cls == "TO" for before, verb in pairwise(tokens))


def _may_lead(token: Token, present: set[str], above: Context) -> bool:
    """A word such as "new" leads into a list of paths only with a word such as "files", "create" only in a report."""
    if token.cls in _BARE and token.text.isascii():
        return above.reported
    return token.cls not in ("SUBSET", "NEWF") or (
        token.text in ("new", "新增的", "新的", "新") and bool(present & {"NOUNF", "DIRN"})
    )
