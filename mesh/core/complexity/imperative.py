"""English requests: verbs that stand where an imperative, an infinitive or a wish has them."""

from __future__ import annotations

from mesh.core.complexity.kinds import (
    ALL_NOUNS,
    ALL_VERBS,
    BIT,
    GERUND,
    INFLECTED,
    NOMINAL,
    NUMBER,
    PLURAL,
    QUOTED,
    STRANGE,
    mask,
)
from mesh.core.complexity.negation import Negation, turned
from mesh.core.complexity.words import Clause

_WH, _COND, _OUGHT, _TOLD, _TO = BIT["wh"], BIT["cond"], BIT["ought"], BIT["told"], BIT["to"]
_FILLER, _OPENER, _DET, _PREP, _RESET = BIT["filler"], BIT["opener"], BIT["det"], BIT["prep"], BIT["reset"]
_SELF, _WISH, _KEEP, _EDIT, _NEG = BIT["self"], BIT["wish"], BIT["keep"], BIT["edit"], BIT["neg"]
_INVITES = mask("opener polite reminder tag")
_ARTICLE, _OTHERS, _LIGHT, _STARTER = BIT["article"], BIT["others"], BIT["light"], BIT["starter"]
_FOLLOWS_AS_OBJECT = (QUOTED | ALL_NOUNS) & ~_PREP


def english_requests(clause: Clause, negated: bool) -> tuple[list[tuple[int, int]], bool]:
    """Return the requests of an English clause and whether a negation stays open at its end."""
    negation = Negation(negated)
    found: list[tuple[int, int]] = []
    nominal: list[tuple[int, int]] = []
    ought = False
    for at, bits in enumerate(clause.masks):
        if negation.takes(at, bits):
            continue
        if at and bits & _WH and not bits & _COND:
            break  # what follows is an embedded question
        ought = ought or bool(bits & _OUGHT)
        if negation.open:
            found += turned(clause, at, bits & ALL_VERBS)
        else:
            verb = _verb(clause, at, found, ought)
            if verb:
                found.append((at, verb))
            elif _is_nominal(clause, at):
                nominal.append((at, bits & ALL_VERBS & ~_KEEP))
    if nominal and not clause.union & _TOLD and (not found or clause.masks[found[-1][0]] & _LIGHT):
        found = nominal[:1]  # `do a security review` is a review
    if len(found) > 1:
        found = [(at, verb) for at, verb in found if not verb & _WISH] or found[:1]
    return found, negation.open


def _verb(clause: Clause, at: int, found: list[tuple[int, int]], ought: bool) -> int:
    """Return the classes of a verb if it is asked for, 0 if it is not or there is none."""
    verb = clause.masks[at] & ALL_VERBS & ~_KEEP
    if not verb:
        return STRANGE if _is_strange(clause, at) else 0
    if _is_wish(clause, at) or (_acts(clause, at, ought) and not _is_void(clause, at, found)):
        return verb
    return 0


def _is_wish(clause: Clause, at: int) -> bool:
    return bool(clause.masks[at] & _WISH) and at > 0 and bool(clause.masks[at - 1] & _SELF)


def _is_nominal(clause: Clause, at: int) -> bool:
    """Say whether a word names a deed (`migration of`) and not a document about it (`migration guide`)."""
    bits = clause.masks[at]
    if not bits & NOMINAL or bits & INFLECTED:
        return False
    return at + 1 == len(clause.masks) or not clause.masks[at + 1] & BIT["docnoun"]


def _acts(clause: Clause, at: int, ought: bool) -> bool:
    """Say whether a verb is asked for here rather than told of."""
    bits = clause.masks[at]
    before = clause.masks[at - 1] if at else 0
    if bits & INFLECTED:
        return ought and not before & _DET
    if bits & GERUND:
        return bool(before & _STARTER)
    if bits & PLURAL:
        return False
    if bits & _OUGHT and bits & _TO:  # `"A" should be "B"`
        return bool(clause.union & (QUOTED | NUMBER))
    return stands_first(clause, at)


def stands_first(clause: Clause, at: int) -> bool:
    """Say whether a word stands where an imperative or an infinitive does."""
    masks = clause.masks
    if at > 1 and masks[at - 1] & _RESET and masks[at - 2] & _SELF:
        return True  # `we only carry it over`
    back = at - 1
    while back >= 0 and masks[back] & _FILLER and not masks[back] & _OPENER:
        back -= 1
    following = masks[at + 1] if at + 1 < len(masks) else 0
    if back < 0:
        return not following & _TOLD or bool(following & (_DET | _OUGHT))
    if masks[0] & _PREP and following & (_DET | QUOTED) and not masks[back] & (_DET | _PREP):
        return True  # an adverbial without its comma: `in the config set the port`
    if not masks[back] & _INVITES:
        return False
    return not (back and clause.words[back] == "to" and masks[back - 1] & _OTHERS)  # `the bank wants to`


def _is_strange(clause: Clause, at: int) -> bool:
    """Say whether a word of no class stands in the place of an imperative and has an object."""
    masks = clause.masks
    if masks[at] or at + 1 == len(masks) or not clause.words[at].isalpha():
        return False
    if at and clause.words[at - 1] == "to":
        return False
    return bool(masks[at + 1] & (_ARTICLE | _FOLLOWS_AS_OBJECT)) and stands_first(clause, at)


def _is_void(clause: Clause, at: int, found: list[tuple[int, int]]) -> bool:
    """Say whether a verb asks for nothing: `migrate nothing`, or the new value in `set the level to debug`."""
    last = at + 1 == len(clause.masks)
    if not last and clause.masks[at + 1] & _NEG:
        return True
    is_value = bool(found) and bool(found[-1][1] & _EDIT) and clause.words[at - 1] == "to"
    return is_value and (last or bool(clause.masks[at + 1] & _PREP))
