"""Follows a conversation and says of each message whether it adds nothing; knows neither mail nor clock.

Thanks, receipts, courtesies, signs of life and the same content in other words add nothing. A figure, a
name, a decision, a question, an answer or a doubt that was not there before does.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable

from mesh.core.chatter.content import NEGATION, PLAIN, TURN, Item, size_of, stem_of
from mesh.core.chatter.emptiness import is_address, is_deed, is_feeling, is_reworded, is_unchanged
from mesh.core.chatter.reading import Reading, read
from mesh.core.chatter.wording import NUMBER

WINDOW = 8  # messages that one may repeat, and for which a question stays open
_ASIDE = 2.0  # plain new words that a courtesy may bring with it
_BETWEEN = 4.0  # the same, in a personal answer to a courtesy
_VOTE = 40  # characters of the longest vote


class Question:
    """The question that is still open, and who has answered it."""

    def __init__(self) -> None:
        self._asker: str | None = None
        self._left = 0
        self._poll = self._receipts = False
        self._answered: set[str | None] = set()

    def is_answered_by(self, reading: Reading, text: str, sender: str | None) -> bool:
        """Say whether the message answers; a poll takes one short answer from each."""
        if self._left <= 0 or (sender is not None and sender == self._asker):
            return False
        if self._answered:
            spoken = sender is not None and sender in self._answered
            if not self._poll or spoken or len(text) > _VOTE:
                return False
        return reading.answers or self._receipts

    def follow(self, reading: Reading, sender: str | None, *, answer: bool) -> None:
        """Take a message into account: a question opens, its asker's next word closes it."""
        if reading.asks or reading.polls:
            self._asker, self._left, self._poll = sender, WINDOW, reading.polls
            self._receipts = reading.wants_receipt
            self._answered = set()
            return
        self._left -= 1
        if answer:
            self._answered.add(sender)
        elif self._answered and sender == self._asker and sender is not None:
            self._left = 0


class Conversation:
    """What was said lately, by whom, and what is still asked. Each message costs its own length only."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = frozenset(key for name in set(names) for key in read(name).keys)
        self._recent: deque[frozenset[str]] = deque()
        self._vocabulary: Counter[str] = Counter()
        self._question = Question()
        self._speaker: str | None = None
        self._settled = False  # the last message was a courtesy and nothing else

    def add(self, text: str, sender: str | None = None) -> bool:
        """Take the next message; return whether it adds nothing."""
        reading = read(text)
        answer = self._question.is_answered_by(reading, text, sender)
        again = reading.again or (sender is not None and sender == self._speaker)
        empty = not (answer or reading.asks or reading.polls) and self._is_empty(reading, again=again)
        self._question.follow(reading, sender, answer=answer)
        self._speaker = sender
        self._settled = empty and reading.courteous and not reading.still
        self._remember(reading.keys)
        return empty

    def _is_empty(self, reading: Reading, *, again: bool) -> bool:
        """Say whether nothing in the message is new, or so little that it is the old in other words."""
        items: list[Item] = []
        fresh: list[Item] = []
        strong = sum(clause.strong for clause in reading.clauses)
        courteous = reading.courteous
        thanked = False
        for clause in reading.clauses:
            new = [item for item in clause.items if not self._knows(item, reading)]
            excused = (
                (courteous and is_address(clause, new, after_thanks=thanked))
                or is_feeling(clause, new, strong, loud=reading.loud)
                or (reading.still and is_unchanged(clause, new))
            )
            thanked = clause.strong
            if not excused:
                items += clause.items
                fresh += new
        return not fresh or is_reworded(items, fresh, again=again) or self._is_aside(reading, fresh)

    def _is_aside(self, reading: Reading, fresh: list[Item]) -> bool:
        """Say whether the new words are few and plain enough to be part of a courtesy."""
        heaviest = TURN if reading.loud else PLAIN
        if any(item.weight > heaviest or (is_deed(item) and not reading.loud) for item in fresh):
            return False
        if all(item.key == NEGATION for item in fresh):
            return False
        if reading.courteous and size_of(fresh) <= _ASIDE:
            return True
        personal = reading.loud or all(clause.personal for clause in reading.clauses)
        return self._settled and personal and size_of(fresh) <= _BETWEEN

    def _knows(self, item: Item, reading: Reading) -> bool:
        if item.key in self._vocabulary or item.key in self._names or stem_of(item) in self._vocabulary:
            return True
        evening = item.kind == NUMBER and reading.afternoon and item.key.isdecimal() and len(item.key) < 3
        return evening and str(int(item.key) + 12) in self._vocabulary

    def _remember(self, keys: frozenset[str]) -> None:
        self._recent.append(keys)
        self._vocabulary.update(keys)
        if len(self._recent) > WINDOW:
            self._vocabulary -= Counter(self._recent.popleft())
