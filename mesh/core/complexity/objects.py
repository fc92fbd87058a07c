"""What a verb is done to: the classes of its object, narrowed to the head where that is something small."""

from __future__ import annotations

from mesh.core.complexity.kinds import ALL_NOUNS, ALL_VERBS, BIT, HAN, IDENTIFIER, NUMBER, PLACE, QUOTED, mask
from mesh.core.complexity.words import Clause

SMALL = mask("doc part name test_part atom info knob")
HEADS = ALL_NOUNS & ~mask("prod staging forever wide deictic scratch sum version_no")
_KEPT = ALL_NOUNS | NUMBER | QUOTED
_NAMED = mask("name part throwaway api outward stuff")
_PREP, _PART, _DOC, _STORE, _BUILD = BIT["prep"], BIT["part"], BIT["doc"], BIT["store"], BIT["build"]
_APPOSED, _COVERB = BIT["apposed"], BIT["coverb"]
_FAR = 3  # unknown characters between a noun and its verb after which the noun is no longer the object


def target_of(total: int, head: int) -> int:
    """Return the classes that count: of the link to the payments table, those of the link.

    Production is never narrowed away, nor is data by a document of the same name.
    """
    small = head & SMALL
    if small & _DOC and not head & _STORE and not total & BIT["prod"]:
        return head | total & (PLACE | NUMBER | QUOTED)
    return total & ~SMALL | small


def object_of(clause: Clause, at: int, start: int, end: int, *, through: bool) -> tuple[int, int]:
    """Return the classes of the object of the verb at `at`, and those of its head.

    English looks from `start` to `end`, Chinese at the whole clause. `through` says that what an identifier
    speaks of counts (`drop old_customers`), not only that it is a name.
    """
    masks = clause.masks
    if clause.union & IDENTIFIER and not through:
        masks = [bits & (_NAMED | ~ALL_NOUNS) if bits & IDENTIFIER else bits for bits in masks]
    return _chinese(masks, at) if clause.union & HAN else _english(masks, start, end)


def _english(masks: list[int], start: int, end: int) -> tuple[int, int]:
    """The head is the last noun before the first preposition."""
    total = head = apposed = 0
    closed = False
    for at in range(start, end):
        bits = masks[at]
        total |= bits & _KEPT
        if closed:
            continue
        if head and bits & _PREP:
            closed = True
        elif bits & HEADS and (at > start or not bits & ALL_VERBS):
            head = bits & ALL_NOUNS
            apposed |= _PART if bits & _APPOSED else 0  # `the class Invoice` is a class
    return total, head | apposed


def _chinese(masks: list[int], at: int) -> tuple[int, int]:
    """The head stands last after the verb, or right before it."""
    total = 0
    for bits in masks:
        total |= bits & _KEPT
    head = unknown = 0
    for bits in masks[at + 1 :]:
        if bits & ALL_VERBS and not bits & ALL_NOUNS and not masks[at] & _BUILD:
            break
        if bits & HEADS:
            head, unknown = bits & ALL_NOUNS, 0
        elif bits == HAN:
            unknown += 1
    if unknown >= 2:
        return total, 0  # the phrase goes on after its last known noun: what it is, is not known
    return total, head or _head_before(masks, at)


def _head_before(masks: list[int], at: int) -> int:
    unknown = 0
    for back in range(at - 1, -1, -1):
        bits = masks[back]
        unknown += bits == HAN
        if unknown >= _FAR:
            break
        if bits & HEADS and not any(other & _COVERB for other in masks[max(back - 2, 0) : back]):
            return bits & ALL_NOUNS
    return 0
