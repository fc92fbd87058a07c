"""What a text asks for: each request with its verb, its object and where; mentions, questions and negations are not."""

from __future__ import annotations

from dataclasses import dataclass, field

from mesh.core.complexity.kinds import (
    ALL_FIELDS,
    ALL_NOUNS,
    ALL_VERBS,
    BIT,
    GERUND,
    HAN,
    INFLECTED,
    NOMINAL,
    NUMBER,
    PLURAL,
    QUOTED,
    mask,
)
from mesh.core.complexity.words import Clause, Sentence

NEG, NEGONE, RESET, HARMLESS = BIT["neg"], BIT["negone"], BIT["reset"], BIT["harmless"]
WH, AUX, POLITE, TAG, DE = BIT["wh"], BIT["aux"], BIT["polite"], BIT["tag"], BIT["de"]
FILLER, OPENER, OUGHT, TOLD, COND = BIT["filler"], BIT["opener"], BIT["ought"], BIT["told"], BIT["cond"]
PREP, DET, PRON, DOCNOUN, NEUTRAL = BIT["prep"], BIT["det"], BIT["pron"], BIT["docnoun"], BIT["neutral"]
REMINDER, TO, NICER, TROUBLE, META = BIT["reminder"], BIT["to"], BIT["nicer"], BIT["trouble"], BIT["meta"]
KEEP, DELETE, LOOK, PROBE, DESIGN = BIT["keep"], BIT["delete"], BIT["look"], BIT["probe"], BIT["design"]
GOAHEAD, DEICTIC, RECITE, CONJ = BIT["goahead"], BIT["deictic"], BIT["recite"], BIT["conj"]
DOC, NAME, STORE = BIT["doc"], BIT["name"], BIT["store"]
PLACE = mask("prod staging throwaway forever wide everyone")
_HEADED = mask("wipe delete overwrite edit toggle fix stop")
_SHAPING = mask("design rework split migrate")
_ATTRIBUTIVE = mask("deploy migrate design pay review rework switch publish buy grant")
_SHY = HARMLESS | META


@dataclass(slots=True)
class Action:
    """One thing asked for. `target` are the classes of what it is done to, `place` those of where and how."""

    word: str
    verb: int
    target: int
    place: int
    marks: int
    clause: Clause
    phrase: str = ""


@dataclass(slots=True)
class Reading:
    """All that a text asks for, and what else it says."""

    actions: list[Action] = field(default_factory=list)
    asked: bool = False
    recited: bool = False
    pondered: int = 0
    probing: bool = False
    trouble: bool = False
    goahead: bool = False
    bare: int = 0
    steps: int = 0
    fields: int = 0


def find_actions(sentences: list[Sentence]) -> Reading:
    """Return what the sentences ask for."""
    reading = Reading()
    before = 0
    for sentence in sentences:
        before = _Finder(sentence, before, reading).find()
    return reading


class _Finder:
    """The reading of one sentence; `before` are the nouns that the previous one left for a pronoun."""

    def __init__(self, sentence: Sentence, before: int, reading: Reading) -> None:
        self._sentence = sentence
        self._before = before
        self._reading = reading
        self._unions = [clause.union() for clause in sentence]
        self._negated = False

    def find(self) -> int:
        reading = self._reading
        first = len(reading.actions)
        nouns = 0
        bare = 0
        for index, clause in enumerate(self._sentence):
            union = self._unions[index]
            if union & GOAHEAD:
                reading.goahead = True
            if union & RECITE:
                reading.recited = True
            if self._is_question(index):
                self._ask(clause, union)
            else:
                found = self._clause(clause, union, nouns or self._before)
                reading.actions += found
                if found:
                    reading.steps += _steps(clause, found)
                    reading.fields |= union & ALL_FIELDS
                elif not self._negated and not union & _SHY and not clause.asks and len(clause.words) > 1:
                    bare += 1
                if union & TROUBLE:
                    reading.trouble = True
            nouns |= union & ALL_NOUNS
        self._share_place(first)
        reading.bare += bare
        if len(self._sentence) >= 4 and len(reading.actions) - first >= 2:
            reading.steps += bare
        return nouns

    def _share_place(self, first: int) -> None:
        """Let what is said of the place in one clause hold for the whole sentence."""
        place = 0
        for index, clause in enumerate(self._sentence):
            if not self._is_question(index):
                place |= _outside_negation(clause) & PLACE
        for action in self._reading.actions[first:]:
            action.place |= place

    # -------------------------------------------------------------- questions

    def _is_question(self, index: int) -> bool:
        clause, union = self._sentence[index], self._unions[index]
        if union & POLITE:
            return False
        if union & HAN:
            return self._asks_in_chinese(index)
        start = _start(clause.masks)
        if start >= len(clause.masks):
            return False
        opening = clause.masks[start]
        if opening & WH and not opening & COND:
            return True
        if not clause.asks:
            return False
        if opening & AUX:
            return True
        return clause.last and not (opening & ALL_VERBS or self._is_tag(index))

    def _asks_in_chinese(self, index: int) -> bool:
        clause, union = self._sentence[index], self._unions[index]
        if self._is_tag(index):
            return False
        if union & WH:
            return bool(clause.asks or union & (LOOK | PROBE) or clause.last)
        return clause.asks and clause.last

    def _is_tag(self, index: int) -> bool:
        """Say whether the clause only asks for agreement to what was said before it."""
        masks = self._sentence[index].masks
        return bool(masks and masks[-1] & TAG) and bool(index or len(masks) > 1)

    def _ask(self, clause: Clause, union: int) -> None:
        reading = self._reading
        reading.asked = True
        if union & PROBE and not union & QUOTED:
            reading.probing = True
        if any(word in _HOW_TO for word in clause.words):
            return
        if union & _SHAPING and any(word in _HOW for word in clause.words):
            reading.pondered |= union & (ALL_VERBS | ALL_NOUNS)

    # -------------------------------------------------------------- requests

    def _clause(self, clause: Clause, union: int, inherited: int) -> list[Action]:
        self._carry_negation(clause, union)
        han = bool(union & HAN)
        if han and _is_told(clause):
            return []
        if clause.masks and clause.masks[_start(clause.masks) % len(clause.masks)] & COND:
            return []
        places = self._chinese_verbs(clause) if han else self._english_verbs(clause)
        found = []
        for number, (at, verb) in enumerate(places):
            end = places[number + 1][0] if number + 1 < len(places) else len(clause.masks)
            if han:
                target = _chinese_target(clause, at, verb)
            else:
                passive = clause.masks[at] & INFLECTED or (number == 0 and not clause.masks[at] & ALL_VERBS)
                target = _english_target(clause, 0 if passive else at, end, verb, passive=bool(passive))
            if not target & ALL_NOUNS & ~(DEICTIC | PLACE):
                target |= inherited & ~PLACE
            found.append(
                Action(
                    word=clause.words[at],
                    verb=verb,
                    target=target,
                    place=union & PLACE,
                    marks=union & ~ALL_VERBS & ~ALL_NOUNS,
                    clause=clause,
                )
            )
        return found

    def _carry_negation(self, clause: Clause, union: int) -> None:
        """Let a negation reach over `、` and over an `or`."""
        enumerated = clause.before == "、" or (clause.words and clause.words[0] in ("or", "nor"))
        npi = any(word in ("anything", "anyone", "either", "anybody") for word in clause.words)
        self._negated = self._negated and bool(enumerated or (npi and not union & (HAN | NEG)))

    def _english_verbs(self, clause: Clause) -> list[tuple[int, int]]:
        masks, words = clause.masks, clause.words
        negated, since, ought, embedded = self._negated, -9, False, False
        found: list[tuple[int, int]] = []
        nominal: list[tuple[int, int]] = []
        for at, bits in enumerate(masks):
            if bits & REMINDER:
                negated = False
                continue
            if bits & NEG:
                negated, since = True, at
                continue
            if negated and bits & HARMLESS and at - since <= 3:
                negated = False
                continue
            if bits & RESET:
                negated = False
            if bits & OUGHT:
                ought = True
            if bits & WH and at and not bits & COND:
                embedded = True
            verb = bits & ALL_VERBS
            if not verb or embedded:
                continue
            if negated:
                if verb & KEEP:
                    found.append((at, DELETE))
                continue
            if self._acts(clause, at, bits, ought):
                found.append((at, verb))
            elif bits & NOMINAL and not bits & INFLECTED and not _followed(masks, at, DOCNOUN):
                nominal.append((at, verb))
        self._negated = negated
        if not found and nominal and not any(bits & TOLD for bits in masks):
            found = nominal[:1]
        del words
        return found

    def _acts(self, clause: Clause, at: int, bits: int, ought: bool) -> bool:
        """Say whether an English verb is asked for here rather than told of."""
        masks = clause.masks
        if bits & INFLECTED:
            return ought and not (at and masks[at - 1] & DET)
        if bits & GERUND:
            return at > 0 and clause.words[at - 1] in ("after", "by", "start", "begin", "stop", "consider", "mind")
        if bits & PLURAL:
            return False
        back = at - 1
        while back >= 0 and masks[back] & FILLER and not masks[back] & OPENER:
            back -= 1
        if back < 0:
            return not (at + 1 < len(masks) and masks[at + 1] & TOLD and not masks[at + 1] & (DET | OUGHT))
        before = masks[back]
        if before & (OPENER | POLITE | REMINDER | TAG):
            return not self._reported(clause, back)
        return False

    def _reported(self, clause: Clause, at: int) -> bool:
        """Say whether `to` belongs to what somebody else wants, or to a how-to."""
        return clause.words[at] == "to" and at > 0 and clause.words[at - 1] in ("how", "wants", "wanted", "tried", "used")

    def _chinese_verbs(self, clause: Clause) -> list[tuple[int, int]]:
        masks = clause.masks
        negated, since, once = self._negated, -9, -9
        found: list[tuple[int, int]] = []
        for at, bits in enumerate(masks):
            if bits & REMINDER:
                negated = False
                continue
            if bits & NEG:
                negated, since = True, at
                if not bits & ALL_VERBS:
                    continue
            elif bits & NEGONE:
                once = at
                continue
            elif negated and bits & HARMLESS and at - since <= 3:
                negated = False
                continue
            elif bits & RESET:
                negated = False
            verb = bits & ALL_VERBS
            if not verb or bits & (INFLECTED | PLURAL | GERUND):
                continue
            if negated and not bits & NEG:
                if verb & KEEP:
                    found.append((at, DELETE))
                continue
            if once == at - 1 or _is_attribute(clause, at, bits):
                continue
            found.append((at, verb))
        self._negated = negated
        return found


_HOW = frozenset("how should shall what 怎么 如何 怎样 咋 要不要 该不该".split())
_HOW_TO = frozenset(("how do i", "how to", "how do you", "how can i"))


def _start(masks: list[int]) -> int:
    """Return where a clause begins after its fillers."""
    at = 0
    while at < len(masks) and masks[at] & (FILLER | CONJ) and not masks[at] & (ALL_VERBS | COND | WH | AUX):
        at += 1
    return at


def _followed(masks: list[int], at: int, bits: int) -> bool:
    return at + 1 < len(masks) and bool(masks[at + 1] & bits)


def _is_attribute(clause: Clause, at: int, bits: int) -> bool:
    """Say whether a Chinese verb only describes a noun: 要删的表, 迁移文档."""
    masks = clause.masks
    if _followed(masks, at, DE) and at + 2 < len(masks):
        return True
    return bool(bits & _ATTRIBUTIVE and len(clause.words[at]) > 1 and _followed(masks, at, DOCNOUN))


def _is_told(clause: Clause) -> bool:
    """Say whether a Chinese clause tells of the past."""
    for at, bits in enumerate(clause.masks):
        if bits & TOLD and bits & HAN:
            rest = clause.masks[at + 1 : at + 8]
            return not any(other & (DE | POLITE) for other in rest) and "吧" not in clause.words
    return False


def _outside_negation(clause: Clause) -> int:
    """Return the classes of the words that no negation precedes."""
    total = 0
    for bits in clause.masks:
        if bits & (NEG | NEGONE):
            break
        total |= bits
    return total


def _steps(clause: Clause, found: list[Action]) -> int:
    if clause.masks and any(bits & HAN for bits in clause.masks):
        return 1
    return len(found)


def _english_target(clause: Clause, start: int, end: int, verb: int, *, passive: bool) -> int:
    """Return the classes of an English verb's object.

    For verbs that change or destroy, the head of the noun phrase decides: in `the link to the payments
    table` it is the link, in `the payments table` the table.
    """
    masks, words = clause.masks, clause.words
    total = 0
    for bits in masks[start:end]:
        total |= bits & (ALL_NOUNS | NUMBER | QUOTED)
    total |= _quoted_nouns(clause)
    if not verb & _HEADED or passive:
        return total
    head = 0
    for at in range(start + 1, end):
        bits = masks[at]
        if head and bits & PREP and words[at] not in ("of",):
            break
        if bits & ALL_NOUNS & ~(PLACE | DEICTIC):
            head = bits & ALL_NOUNS
    return _by_head(total, head)


def _chinese_target(clause: Clause, at: int, verb: int) -> int:
    """Return the classes of a Chinese verb's object: its head stands right before the verb or last after it."""
    masks = clause.masks
    total = 0
    for bits in masks:
        total |= bits & (ALL_NOUNS | NUMBER | QUOTED)
    total |= _quoted_nouns(clause)
    if not verb & _HEADED:
        return total
    head = 0
    for bits in masks[at + 1 :]:
        if bits & ALL_VERBS and not bits & ALL_NOUNS:
            break
        if bits & ALL_NOUNS & ~(PLACE | DEICTIC):
            head = bits & ALL_NOUNS
    if not head:
        for bits in reversed(masks[:at]):
            if bits & ALL_NOUNS & ~(PLACE | DEICTIC):
                head = bits & ALL_NOUNS
                break
    return _by_head(total, head)


def _by_head(total: int, head: int) -> int:
    """Narrow an object to its head where that is something small; a wide scope or production is never narrowed."""
    if head & DOC and not head & STORE and not total & BIT["prod"]:
        return head | (total & (PLACE | NUMBER | QUOTED))
    return total


def _quoted_nouns(clause: Clause) -> int:
    return QUOTED if clause.quotes else 0


__all__ = ["Action", "Reading", "find_actions"]
