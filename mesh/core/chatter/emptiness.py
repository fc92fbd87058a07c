"""Says whether a message adds nothing to those before it; knows neither mail nor who will read the answer.

Thanks, receipts, courtesies, signs of life and the same content in other words add nothing. A figure, a
name, a decision, a question, an answer or a doubt that was not there before does.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

from mesh.core.chatter.reading import DEED, FACT, NEGATION, PLAIN, TURN, Clause, Item, Reading, read, stem_of
from mesh.core.chatter.lexicon import DONE
from mesh.core.chatter.wording import CHARACTER, NAME, NUMBER, WORD

WINDOW = 8  # messages that one may repeat, and back to which an open question is looked for
_REWORDED, _REPEATED = 0.4, 0.6  # share of new words in what only says the same again
_TURNED = 0.25  # the same, if a particle of the past is among the new ones
_ASIDE = 2.0  # plain new words that a courtesy may bring with it
_BETWEEN = 4.0  # the same, in a personal answer to a courtesy
_SHORT = 40  # a vote is no longer than this


class Conversation:
    """What was said lately: its words, and the question that is still open."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        self._names = frozenset(key for name in set(names) for key in read(name).keys)
        self._recent: deque[frozenset[str]] = deque()
        self._vocabulary: Counter[str] = Counter()
        self._asker: str | None = None
        self._open = 0  # messages for which the question stays open
        self._poll = False
        self._answered: set[str] = set()
        self._speaker: str | None = None
        self._settled = False  # the last message was a courtesy and nothing else

    def add(self, text: str, sender: str | None = None) -> bool:
        """Take the next message; return whether it adds nothing."""
        reading = read(text)
        answer = self._is_answer(reading, text, sender)
        empty = not answer and not reading.asks and not reading.polls and self._repeats(reading, sender)
        self._speaker = sender
        self._settled = empty and not reading.still and any(clause.courteous for clause in reading.clauses)
        self._follow(reading, sender, answer=answer)
        self._remember(reading.keys)
        return empty

    def _is_answer(self, reading: Reading, text: str, sender: str | None) -> bool:
        if self._open <= 0 or (sender is not None and sender == self._asker):
            return False
        if self._answered and (not self._poll or sender in self._answered or len(text) > _SHORT):
            return False
        return reading.answers or self._poll

    def _follow(self, reading: Reading, sender: str | None, *, answer: bool) -> None:
        if reading.asks or reading.polls:
            self._asker, self._open, self._poll = sender, WINDOW, reading.polls
            self._answered = set()
            return
        self._open -= 1
        if answer:
            self._answered.add(sender or "")
            if sender is None:
                self._answered = {"?"}
        elif self._answered and sender == self._asker:
            self._open = 0

    def _remember(self, keys: frozenset[str]) -> None:
        self._recent.append(keys)
        self._vocabulary.update(keys)
        if len(self._recent) > WINDOW:
            for key in self._recent.popleft():
                self._vocabulary[key] -= 1
                if not self._vocabulary[key]:
                    del self._vocabulary[key]

    def _repeats(self, reading: Reading, sender: str | None) -> bool:
        """Say whether nothing in the message is new, or so little that it is the old in other words."""
        items: list[Item] = []
        fresh: list[Item] = []
        thanked = False
        strong = sum(clause.strong for clause in reading.clauses)
        marked = any(clause.courteous for clause in reading.clauses)
        for clause in reading.clauses:
            new = [item for item in clause.items if not self._known(item, reading)]
            address = marked and _is_address(clause, new, after_thanks=thanked)
            thanked = clause.strong
            if address or _is_feeling(clause, new, strong, loud=reading.loud) or (reading.still and _is_unchanged(clause, new)):
                continue
            items += clause.items
            fresh += new
        again = reading.again or (sender is not None and sender == self._speaker)
        if not fresh or _is_reworded(items, fresh, again=again):
            return True
        limit = TURN if reading.loud else PLAIN
        if any(item.weight > limit or (_is_deed(item) and not reading.loud) for item in fresh):
            return False
        between = self._settled and (reading.loud or all(clause.personal for clause in reading.clauses))
        return (marked and _size(fresh) <= _ASIDE) or (between and _size(fresh) <= _BETWEEN)

    def _known(self, item: Item, reading: Reading) -> bool:
        if item.key in self._vocabulary or item.key in self._names:
            return True
        stem = stem_of(item.key) if item.kind == WORD and item.weight == PLAIN else None
        if stem in self._vocabulary:
            return True
        if item.kind == NUMBER and reading.afternoon and item.key.isdecimal() and len(item.key) < 3:
            return str(int(item.key) + 12) in self._vocabulary
        return False


def adds_nothing(text: str, earlier: Sequence[str]) -> bool:
    """Return whether a message is empty of content, given those before it, the oldest first."""
    conversation = Conversation()
    for message in earlier[-2 * WINDOW :]:
        conversation.add(message)
    return conversation.add(text)


def _size(items: Sequence[Item]) -> float:
    """Return how much is said, in words; a Chinese character is about two thirds of one."""
    return sum(0.65 if item.kind == CHARACTER else 1.0 for item in items)


def _is_reworded(items: Sequence[Item], fresh: Sequence[Item], *, again: bool) -> bool:
    """Say whether content with some new words is known content in other words."""
    total, new = _size(items), _size(fresh)
    anchors = sum(item.kind in (NAME, NUMBER) or item.weight == FACT for item in items)
    if any(item.weight == FACT for item in fresh) or new > (_REPEATED if again else _REWORDED) * total:
        return False
    if again and anchors >= 2:
        return True
    if any(item.key in (NEGATION, DONE) or (item.weight == DEED and len(item.key) > 1) for item in fresh):
        return _is_finished(fresh) and total >= 6 and new <= _TURNED * total
    if any(item.weight for item in fresh):
        return total >= 4 and new <= _REWORDED * total and anchors > 0
    return anchors > 0 or again or total >= 4


def _is_finished(fresh: Sequence[Item]) -> bool:
    return all(item.weight <= TURN and item.key != NEGATION for item in fresh)


def _is_feeling(clause: Clause, fresh: Sequence[Item], strong: int, *, loud: bool) -> bool:
    """Say whether a clause only tells a feeling; beside thanks, a personal story counts as one."""
    weight = max((item.weight for item in fresh), default=PLAIN)
    if weight == FACT:
        return False
    if clause.feeling:
        return clause.personal or (weight < DEED and _size(fresh) <= 4)
    if strong >= 2:
        return clause.personal or (weight < DEED and _size(fresh) <= 4)
    if strong == 1 and weight == PLAIN and all(item.kind == CHARACTER for item in fresh) and len(fresh) < 2:
        return True
    return strong == 1 and clause.personal and weight <= (TURN if loud else PLAIN) and not any(_is_deed(item) for item in fresh)


def _is_deed(item: Item) -> bool:
    return item.kind == WORD and item.key.endswith(("ed", "ing"))


def _is_unchanged(clause: Clause, fresh: Sequence[Item]) -> bool:
    """Say whether a clause says that something known is still as it was: 还没出结果."""
    if any(item.weight > TURN and item.key != DONE for item in fresh):
        return False
    plain = [item for item in clause.items if item.weight == PLAIN]
    unknown = [item for item in fresh if item.weight == PLAIN]
    return 2 * len(unknown) <= len(plain)


def _is_address(clause: Clause, fresh: Sequence[Item], *, after_thanks: bool) -> bool:
    """Say whether all that is new in a clause is the name of the one spoken to: "thanks, Ann", 好的王姐."""
    if any(item.weight in (TURN, DEED) or item.kind == NUMBER for item in fresh) or len(fresh) != len(clause.items):
        return False
    if all(item.kind == CHARACTER for item in fresh):
        return len(fresh) <= 2 and clause.titled
    plain = all(item.kind in (WORD, NAME) and item.key.isalpha() for item in fresh)
    return len(fresh) == 1 and plain and (clause.courteous or after_thanks) and _nameable(fresh[0])


def _nameable(item: Item) -> bool:
    return item.kind == NAME or item.weight == PLAIN
