"""Questions: which clauses ask for an answer rather than for a deed, and what they are after."""

from __future__ import annotations

from mesh.core.complexity.kinds import ALL_NOUNS, ALL_VERBS, BIT, HAN, NOMINAL, mask
from mesh.core.complexity.words import Clause, Sentence

_WH, _AUX, _POLITE, _TAG, _COND = BIT["wh"], BIT["aux"], BIT["polite"], BIT["tag"], BIT["cond"]
_LOOK, _REVIEW, _PONDER, _FEW, _WHETHER = BIT["look"], BIT["review"], BIT["ponder"], BIT["few"], BIT["whether"]
_LOOKING = mask("look probe")
_SKIPPED = mask("filler conj")
_OPENS = ALL_VERBS | mask("cond wh aux")
_SHAPING = mask("design rework split migrate")
_STATING = frozenset("does is are did was were has".split())  # auxiliaries that open nothing but a question


def start_of(clause: Clause) -> int:
    """Return where a clause begins after its fillers; its length if there is nothing else."""
    masks = clause.masks
    at = 0
    while at < len(masks) and masks[at] & _SKIPPED and not masks[at] & _OPENS:
        at += 1
    return at


def is_question(sentence: Sentence, index: int) -> bool:
    """Say whether a clause asks for an answer; `could you`, 能不能 and `drop it, ok?` ask for a deed."""
    clause = sentence[index]
    if clause.union & _POLITE:
        return False
    if clause.union & HAN:
        return _asks_in_chinese(clause, index)
    start = start_of(clause)
    if start == len(clause.masks):
        return False
    opening = clause.masks[start]
    if opening & _WH and not opening & _COND:
        return True
    if not clause.asks:
        return clause.words[start] in _STATING and len(sentence) == 1
    if opening & _AUX:
        return True
    return clause.last and not (opening & ALL_VERBS or _is_tag(clause, index))


def _asks_in_chinese(clause: Clause, index: int) -> bool:
    if _is_tag(clause, index):
        return False
    union = clause.union
    if not union & _WH:
        return clause.asks and clause.last
    if clause.asks or union & _LOOKING or not union & ALL_VERBS:
        return True
    strong = [at for at, bits in enumerate(clause.masks) if bits & _WH and not bits & _FEW]
    return bool(strong) and (clause.last or strong[-1] >= len(clause.masks) - 2)


def _is_tag(clause: Clause, index: int) -> bool:
    """Say whether a clause ends by asking for agreement only: `drop it, ok?`, 删了吧, 行吗."""
    return bool(clause.masks[-1] & _TAG) and bool(index or len(clause.masks) > 1)


def asks_why(clause: Clause) -> bool:
    """Say whether a question is after a cause; 怎么 before a verb asks for a way instead."""
    if clause.union & BIT["why"] or (clause.union & BIT["probe"] and clause.union & BIT["trouble"]):
        return True
    for at, word in enumerate(clause.words[:-1]):
        if at and word in ("怎么", "咋") and not clause.masks[at + 1] & ALL_VERBS:
            return True
    return False


def asks_for_review(clause: Clause) -> bool:
    """Say whether a question wants the security of something looked through."""
    union = clause.union
    if union & BIT["hole"] and union & _REVIEW and _asks_whether(clause):
        return True
    return bool(union & BIT["guard"]) and any(
        bits & _REVIEW and not bits & (_LOOK | NOMINAL) for bits in clause.masks
    )


def _asks_whether(clause: Clause) -> bool:
    """Say whether a question is answered by yes or no."""
    if clause.union & _WHETHER:
        return True
    opening = clause.masks[min(start_of(clause), len(clause.masks) - 1)]
    return bool(opening & _AUX) and not opening & (_WH | _COND | BIT["why"])


def pondered(clause: Clause) -> int:
    """Return the classes of a question about how something is to be shaped, 0 for any other."""
    if not clause.union & _SHAPING or not clause.union & _PONDER or clause.union & BIT["howto"]:
        return 0
    return clause.union & (ALL_VERBS | ALL_NOUNS)
