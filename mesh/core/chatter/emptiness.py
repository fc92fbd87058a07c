"""Says of a clause whether it only thanks, tells a feeling, or leaves all as it was; knows no conversation.

`fresh` is, in every function, what the clause or message says that was not said before.
"""

from __future__ import annotations

from collections.abc import Sequence

from mesh.core.chatter.content import DEED, FACT, NEGATION, PLAIN, TURN, Item, size_of
from mesh.core.chatter.lexicon import DONE
from mesh.core.chatter.reading import Clause
from mesh.core.chatter.wording import CHARACTER, NAME, NUMBER, WORD

# Shares of new words in a message that only says the same again. Measured on tests/data/chatter.jsonl.
_REWORDED = 0.4
_REPEATED = 0.6  # if it says itself that it repeats
_AGAIN = 0.5  # if its sender spoke last as well
_TURNED = 0.25  # if a particle of the past is among the new words

_STORY = 4.0  # new words in a clause that may still be feeling
_OUTBURST = 6.0  # the same, in a message that exclaims


def is_reworded(items: Sequence[Item], fresh: Sequence[Item], *, again: bool) -> bool:
    """Say whether content with some new words is known content in other words."""
    total, new = size_of(items), size_of(fresh)
    anchors = sum(item.kind in (NAME, NUMBER) or item.weight == FACT for item in items)
    if any(item.weight == FACT for item in fresh) or new > (_REPEATED if again else _REWORDED) * total:
        return False
    overturning = any(map(_overturns, fresh))
    if again and (anchors >= 2 or (total >= 3 and new <= _AGAIN * total and (anchors or not overturning))):
        return True
    if overturning:
        past = all(item.weight <= TURN and item.key != NEGATION for item in fresh)
        return past and total >= 6 and new <= _TURNED * total
    if any(item.weight for item in fresh):
        return total >= 4 and anchors > 0
    return anchors > 0 or again or total >= 4


def is_feeling(clause: Clause, fresh: Sequence[Item], strong: int, *, loud: bool) -> bool:
    """Say whether a clause only tells a feeling; beside thanks, a personal story counts as one.

    `strong` counts the clauses of the message that thank, wish or feel.
    """
    weight = max((item.weight for item in fresh), default=PLAIN)
    if weight == FACT or not strong:
        return False
    if clause.feeling or strong >= 2:
        return clause.personal or (weight < DEED and size_of(fresh) <= (_OUTBURST if loud else _STORY))
    if weight == PLAIN and len(fresh) < 2 and all(item.kind == CHARACTER for item in fresh):
        return True
    return clause.personal and weight <= (TURN if loud else PLAIN) and not any(map(is_deed, fresh))


def is_unchanged(clause: Clause, fresh: Sequence[Item]) -> bool:
    """Say whether a clause of a sign of life says that something known is as it was: 还没出结果."""
    denied = any(item.key == NEGATION for item in clause.items)
    if any(item.weight > TURN and item.key != DONE and not denied for item in fresh):
        return False
    if any(item.kind in (NAME, NUMBER) for item in fresh):
        return False
    plain = sum(item.weight == PLAIN for item in clause.items)
    unknown = sum(item.weight == PLAIN for item in fresh)
    return 2 * unknown <= plain


def is_address(clause: Clause, fresh: Sequence[Item], *, after_thanks: bool) -> bool:
    """Say whether all that is new in a clause is the name of the one spoken to: "thanks, Ann", 好的王姐."""
    if len(fresh) != len(clause.items) or any(item.weight in (TURN, DEED) for item in fresh):
        return False
    if all(item.kind == CHARACTER for item in fresh):
        return len(fresh) <= 2 and clause.titled
    if len(fresh) != 1 or not (clause.courteous or after_thanks):
        return False
    (item,) = fresh
    return item.key.isalpha() and (item.kind == NAME or (item.kind == WORD and item.weight == PLAIN))


def is_deed(item: Item) -> bool:
    """Say whether an unknown English word has the form of something done: booked, looking."""
    return item.kind == WORD and item.key.endswith(("ed", "ing"))


def _overturns(item: Item) -> bool:
    return item.key in (NEGATION, DONE) or (item.weight == DEED and len(item.key) > 1)
