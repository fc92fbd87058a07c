"""What a text asks for, request by request, and what else it says."""

from __future__ import annotations

from dataclasses import dataclass, field

from mesh.core.complexity import questions
from mesh.core.complexity.kinds import (
    ALL_FIELDS,
    ALL_NOUNS,
    ALL_VERBS,
    BIT,
    DESTROYS,
    HAN,
    INFLECTED,
    PLACE,
    QUOTED,
    STRANGE,
    mask,
)
from mesh.core.complexity.negation import outside
from mesh.core.complexity.objects import HEADS, SMALL, object_of, target_of
from mesh.core.complexity.requests import Verbs, is_order, requests
from mesh.core.complexity.words import Clause, Sentence

_DEICTIC, _DOC, _GOAHEAD, _NEG, _LOOK = BIT["deictic"], BIT["doc"], BIT["goahead"], BIT["neg"], BIT["look"]
_SHY = mask("harmless meta")
_VALUES = mask("info knob")
_RIGHTS = mask("toggle grant revoke")
_UNMOVED = mask("prod forever")
_SHORT = 4  # a Chinese clause of so few words has no object but what was spoken of before
_LIST = 4  # clauses that make a sentence a list


@dataclass(slots=True)
class Action:
    """One thing asked for.

    `own` are the classes of its word, `verb` those of them it is done by, `target` those of what it is done
    to, `place` those of where and how far; `order` says that it is put as a plain order.
    """

    word: str
    own: int
    verb: int
    target: int
    place: int
    marks: int = 0
    order: bool = False


@dataclass(slots=True)
class Reading:
    """All that a text asks for, and what else it says.

    `touches` are the classes of what is spoken of where nothing was recognised as asked; `pondered` those of
    a question about how something large should be built; `holes` says that one is after security.
    """

    actions: list[Action] = field(default_factory=list)
    asked: bool = False
    probing: bool = False
    holes: bool = False
    pondered: int = 0
    trouble: bool = False
    goahead: bool = False
    touches: int = 0
    quotes: list[str] = field(default_factory=list)
    steps: int = 0
    fields: int = 0


def find_actions(sentences: list[Sentence]) -> Reading:
    """Return what the sentences ask for.

    Where neither a request nor a question is recognised, what was said in other words counts as asked for.
    """
    finder = _Finder()
    for sentence in sentences:
        finder.take(sentence)
    reading = finder.reading
    if not reading.actions and not reading.asked:
        reading.actions = finder.unknown
    return reading


class _Finder:
    def __init__(self) -> None:
        self.reading = Reading()
        self.unknown: list[Action] = []
        self._before = 0  # nouns of the last sentence, for a pronoun
        self._nouns = 0  # nouns of this one so far
        self._spared = 0  # the same with those of negated clauses: `we don't need the tapes, out with them`
        self._bare = 0

    def take(self, sentence: Sentence) -> None:
        """Read one sentence."""
        reading = self.reading
        first = len(reading.actions)
        self._nouns = self._spared = self._bare = 0
        place = 0
        negated = False
        for index, clause in enumerate(sentence):
            reading.quotes += clause.quotes
            reading.goahead = reading.goahead or bool(clause.union & _GOAHEAD)
            if questions.is_question(sentence, index):
                self._ask(clause)
                acted = False
            else:
                verbs, negated = requests(clause, negated)
                acted = self._act(clause, verbs, negated)
                place |= outside(clause) & PLACE
            self._spared |= clause.union & ALL_NOUNS
            if acted or not clause.union & _NEG:
                self._nouns |= clause.union & ALL_NOUNS
        for action in reading.actions[first:]:
            action.place |= place
        if len(sentence) >= _LIST and len(reading.actions) - first >= 2:
            reading.steps += self._bare  # short items of a list leave the verb out
        self._before = self._nouns

    def _ask(self, clause: Clause) -> None:
        reading = self.reading
        reading.asked = True
        reading.probing = reading.probing or questions.asks_why(clause)
        reading.holes = reading.holes or questions.asks_for_review(clause)
        reading.pondered |= questions.pondered(clause)

    def _act(self, clause: Clause, verbs: Verbs, negated: bool) -> bool:
        """Take the requests of a clause; returns whether there are any."""
        reading, union = self.reading, clause.union
        left = self._nouns & HEADS or self._before
        for number, (at, verb) in enumerate(verbs):
            if verb & DESTROYS and not left:
                left = self._spared & HEADS
            end = verbs[number + 1][0] if number + 1 < len(verbs) else len(clause.masks)
            action = _action(clause, at, end, verb, left)
            left = action.target & HEADS or left
            reading.actions.append(action)
        reading.trouble = reading.trouble or bool(union & BIT["trouble"])
        if verbs:
            reading.steps += _steps(clause, verbs)
            reading.fields |= union & ALL_FIELDS
        elif not negated:
            if union & _GOAHEAD:
                meant = left | self._spared & HEADS
                reading.actions.append(Action(clause.words[0], 0, STRANGE, meant, union & PLACE))
                return True
            self._leave(clause)
        return bool(verbs)

    def _leave(self, clause: Clause) -> None:
        """Take note of a clause in which nothing was recognised as asked."""
        union = clause.union
        if clause.asks or len(clause.words) < 2 or union & _SHY:
            return
        self._bare += 1
        self.unknown.append(Action(clause.words[0], 0, STRANGE, union & ALL_NOUNS & ~SMALL, union & PLACE))
        if not union & (QUOTED | _DOC):
            self.reading.touches |= union & ALL_NOUNS


def _steps(clause: Clause, verbs: Verbs) -> int:
    """Count the steps of a clause; one of Chinese is one, but for those that 然后 and 并且 join."""
    if not clause.union & HAN:
        return len(verbs)
    joined = sum(1 for bits in clause.masks if bits & BIT["words"])
    return 1 + min(joined, len(verbs) - 1)


def _action(clause: Clause, at: int, end: int, verb: int, inherited: int) -> Action:
    own = clause.masks[at]
    through = bool(verb & DESTROYS or (verb & _RIGHTS and not verb & BIT["edit"]))
    total, head = object_of(clause, at, 0 if own & INFLECTED else at, end, through=through)
    if own & BIT["handed"] and verb & _LOOK and total & BIT["access"]:
        verb |= BIT["grant"]  # `give me root` looks nothing up
    if not total & _UNMOVED and _needs_object(clause, at, total):
        if inherited & _DOC and not verb & DESTROYS:
            inherited &= SMALL
        total |= inherited & ~(PLACE & ~BIT["prod"])
        head = total
    return Action(
        word=clause.words[at],
        own=own,
        verb=verb,
        target=target_of(total, head),
        place=clause.union & PLACE,
        marks=clause.union & ~ALL_VERBS & ~ALL_NOUNS,
        order=verb != STRANGE and is_order(clause, at),
    )


def _needs_object(clause: Clause, at: int, total: int) -> bool:
    """Say whether a verb has no object but a pronoun, so that what was spoken of before is meant."""
    if total & _DEICTIC and not total & HEADS & ~_VALUES:
        return True
    if total & HEADS:
        return False
    return len(clause.words) <= _SHORT if clause.union & HAN else at == len(clause.words) - 1
