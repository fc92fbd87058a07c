"""How far a negation reaches, word by word, and what a negated verb may ask for all the same."""

from __future__ import annotations

from mesh.core.complexity.kinds import ALL_VERBS, BIT, HAN, mask
from mesh.core.complexity.words import Clause

_NEG, _RESET, _HARMLESS = BIT["neg"], BIT["reset"], BIT["harmless"]
_REMINDER, _KEEP = BIT["reminder"], BIT["keep"]
_ANY = mask("neg negone")
_NEAR = 3  # words between a negation and the harmless verb that takes it: `don't even bother to`


class Negation:
    """A negation reaches to the end of its clause, or to a `but`; over a harmless verb only (`don't wait`)."""

    def __init__(self, open_: bool) -> None:
        self.open = open_
        self._since = -_NEAR - 1

    def takes(self, at: int, bits: int) -> bool:
        """Follow one word; returns whether it was itself no more than a word of negation."""
        if bits & _REMINDER:
            self.open = False
            return True
        if bits & _NEG:
            self.open, self._since = True, at
            return not bits & ALL_VERBS or bool(bits & _KEEP)
        if self.open and bits & _HARMLESS and at - self._since <= _NEAR:
            self.open = False
            return True
        if bits & _RESET:
            self.open = False
        return False


def is_carried(clause: Clause, negated: bool) -> bool:
    """Say whether the negation of the clause before holds on: over `、`, `or` and `anything`."""
    if not negated:
        return False
    if clause.before == "、" or clause.masks[0] & BIT["nor"]:
        return True
    return bool(clause.union & BIT["any"]) and not clause.union & (HAN | _NEG)


def turned(clause: Clause, at: int, verb: int) -> list[tuple[int, int]]:
    """Return what a negated verb asks for: not to keep is to delete, not to verify is to switch off."""
    if verb & _KEEP:
        return [(at, BIT["delete"])]
    if verb & BIT["test"] and clause.union & BIT["secure"]:
        return [(at, BIT["toggle"])]
    return []


def outside(clause: Clause) -> int:
    """Return the classes of the words that no negation precedes."""
    if not clause.union & _ANY:
        return clause.union
    total = 0
    for bits in clause.masks:
        if bits & _ANY:
            break
        total |= bits
    return total
