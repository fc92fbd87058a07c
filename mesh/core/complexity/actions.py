"""What a text asks for, request by request; questions, mentions, negations and tales are told apart from it."""

from __future__ import annotations

from dataclasses import dataclass, field

from mesh.core.complexity import moods
from mesh.core.complexity.kinds import ALL_FIELDS, ALL_NOUNS, ALL_VERBS, BIT, HAN, IDENTIFIER, INFLECTED, NUMBER, QUOTED, STRANGE, mask
from mesh.core.complexity.words import Clause, Sentence

PLACE = mask("prod staging throwaway forever wide everyone scratch relied")
_SMALL_HEADS = mask("doc part name test_part atom info knob")
_HEADS = ALL_NOUNS & ~mask("prod staging forever wide deictic scratch sum version_no")
_NAMED = mask("name part throwaway api outward stuff")
_PREP, _PART = BIT["prep"], BIT["part"]
_APPOSED = frozenset("class module function method component file script hook".split())

_PARTICLES = frozenset(
    "先 再 也 就 全 都 给 吧 了 的 一 下 上 里 中 两 二 三 四 五 六 七 八 九 十 这 那 个 条 处 张 份 页 行 遍 次 很 更 最 小 大 "
    "新 老 旧 它 们 我 你 他 她 等 时 候 后 前 今 明 天 晚 早 现 在 好 完 来 去 过 着 吗 呢 啊 呀 嘛 哈 哦 又 还 被 所 有 是 第".split()
)
_DESTROYS = mask("wipe delete stop overwrite")
_VALUES = mask("info knob")
_HANDED = frozenset(("give me", "get me", "send me", "给我", "发我", "给个", "发给我"))
_RIGHTS = mask("toggle grant revoke")
_COVERBS = frozenset("按 用 从 根据 照 按照 跟 按这个 往".split())


@dataclass(slots=True)
class Action:
    """One thing asked for. `target` are the classes of what it is done to, `place` those of where and how."""

    word: str
    verb: int
    target: int
    place: int
    marks: int
    order: bool = True


@dataclass(slots=True)
class Reading:
    """All that a text asks for, and what else it says.

    `touches` are the classes of what is spoken of where nothing was recognised as asked;
    `pondered` are the classes of a question about how something large should be built.
    """

    actions: list[Action] = field(default_factory=list)
    asked: bool = False
    pondered: int = 0
    probing: bool = False
    holes: bool = False
    trouble: bool = False
    goahead: bool = False
    touches: int = 0
    quotes: list[str] = field(default_factory=list)
    steps: int = 0
    fields: int = 0


def find_actions(sentences: list[Sentence]) -> Reading:
    """Return what the sentences ask for."""
    reading = Reading()
    before = 0
    unknown: list[Action] = []
    for sentence in sentences:
        before = _sentence(sentence, before, reading, unknown)
    if not reading.actions and not reading.asked:
        reading.actions = unknown  # then what was said without a verb that the rules know is what is asked for
    return reading


def _sentence(sentence: Sentence, before: int, reading: Reading, unknown: list[Action]) -> int:
    """Read one sentence; `before` are the nouns of the last one, for a pronoun. Returns its own."""
    first = len(reading.actions)
    nouns = spared = place = bare = 0
    negated = False
    for index, clause in enumerate(sentence):
        union = clause.union
        reading.quotes += clause.quotes
        verbs_seen = len(reading.actions)
        if union & BIT["goahead"]:
            reading.goahead = True
        if moods.is_question(sentence, index):
            _ask(clause, reading)
        else:
            verbs, negated = moods.requests(clause, negated)
            left = nouns & _HEADS or before
            wholes: dict[int, int] = {}
            for number, (at, verb) in enumerate(verbs):
                if verb & _DESTROYS and not left:
                    left = spared & _HEADS  # `we don't need the recordings, out with them`
                action = _action(clause, verbs, number, at, verb, left, wholes)
                left = action.target & _HEADS or left
                reading.actions.append(action)
            if union & BIT["goahead"] and not verbs and not negated:
                reading.actions.append(Action(clause.words[0], STRANGE, left | spared & _HEADS, union & PLACE, 0))
            place |= moods.outside_negation(clause) & PLACE
            if verbs:
                reading.steps += 1 if union & HAN else len(verbs)
                reading.fields |= union & ALL_FIELDS
            elif not negated and not clause.asks and len(clause.words) > 1 and not union & moods.SHY:
                bare += 1
                unknown.append(Action(clause.words[0], STRANGE, union & ALL_NOUNS & ~_SMALL_HEADS, union & PLACE, 0, False))
                if not union & (QUOTED | BIT["doc"]):
                    reading.touches |= union & ALL_NOUNS
            if union & BIT["trouble"]:
                reading.trouble = True
        spared |= union & ALL_NOUNS
        if not union & BIT["neg"] or verbs_seen != len(reading.actions):
            nouns |= union & ALL_NOUNS
    for action in reading.actions[first:]:
        action.place |= place
    if len(sentence) >= 4 and len(reading.actions) - first >= 2:
        reading.steps += bare  # a list, whose short items leave the verb out
    return nouns


def _ask(clause: Clause, reading: Reading) -> None:
    union = clause.union
    reading.asked = True
    if moods.asks_why(clause) or union & BIT["probe"] and union & BIT["trouble"] or {"how", "should"} <= set(clause.words):
        reading.probing = True
    if moods.asks_for_review(clause):
        reading.holes = True
    reading.pondered |= moods.pondered(clause)


def _action(
    clause: Clause, verbs: list[tuple[int, int]], number: int, at: int, verb: int, inherited: int, wholes: dict[int, int]
) -> Action:
    masks = clause.masks
    named = ALL_NOUNS if verb & _DESTROYS or verb & _RIGHTS and not verb & BIT["edit"] else _NAMED  # what an identifier speaks of matters if it is destroyed
    if clause.union & HAN:
        total, head = _chinese_object(clause, at, named, wholes)
    else:
        end = verbs[number + 1][0] if number + 1 < len(verbs) else len(masks)
        total, head = _english_object(clause, named, max(0, at - _REACH) if masks[at] & INFLECTED else at, min(end, at + _REACH))
    if verb & BIT["look"] and clause.words[at] in _HANDED and total & BIT["access"]:
        verb |= BIT["grant"]  # `give me root` looks nothing up
    vague = total & BIT["deictic"] and not total & (_HEADS & ~_VALUES)
    if not total & mask("prod forever") and (vague or not total & _HEADS and _is_short(clause, at)):
        if inherited & BIT["doc"] and not verb & _DESTROYS:
            inherited &= _SMALL_HEADS
        total |= inherited & ~(PLACE & ~BIT["prod"])
        head = total
    small = head & _SMALL_HEADS
    if small & BIT["doc"] and not head & BIT["store"] and not total & BIT["prod"]:
        target = head | total & (PLACE | NUMBER | QUOTED)
    else:
        target = total & ~_SMALL_HEADS | small
    return Action(
        word=clause.words[at],
        verb=verb,
        target=target,
        place=clause.union & PLACE,
        marks=clause.union & ~ALL_VERBS & ~ALL_NOUNS,
        order=verb != STRANGE and moods.is_order(clause, at),
    )


_REACH = 60  # words: no object stands further from its verb, and every text is judged in linear time


def _is_short(clause: Clause, at: int) -> bool:
    """Say whether a verb stands without an object of its own."""
    if clause.union & HAN:
        return len(clause.words) <= 4
    return at == len(clause.words) - 1


def _english_object(clause: Clause, named: int, start: int, end: int) -> tuple[int, int]:
    """Return the classes of the object and of its head: of `the link to the payments table` the link."""
    masks, words = clause.masks, clause.words
    total = head = apposed = 0
    closed = False
    for at in range(start, end):
        bits = masks[at]
        if bits & IDENTIFIER:
            bits &= named
        total |= bits & (ALL_NOUNS | NUMBER | QUOTED)
        if closed:
            continue
        if head and bits & _PREP:
            closed = True
            head |= apposed
        elif bits & _HEADS and (at > start or not bits & ALL_VERBS):
            head = bits & ALL_NOUNS
            if words[at] in _APPOSED:
                apposed = _PART
    return total, head | (0 if closed else apposed)


def _chinese_object(clause: Clause, at: int, named: int, wholes: dict[int, int]) -> tuple[int, int]:
    """Return the classes of the object and of its head, which stands last after the verb or right before it.

    `wholes` remembers the classes of the whole clause by `named`.
    """
    masks, words = clause.masks, clause.words
    if named not in wholes:
        wholes[named] = 0
        for bits in masks:
            wholes[named] |= (bits & named if bits & IDENTIFIER else bits) & (ALL_NOUNS | NUMBER | QUOTED)
    total, head = wholes[named], 0
    unknown = 0
    for back in range(at + 1, min(len(masks), at + _REACH)):
        bits = masks[back]
        if bits & ALL_VERBS and not bits & ALL_NOUNS and not masks[at] & BIT["build"]:
            break
        if bits & _HEADS:
            head = bits & (named if bits & IDENTIFIER else ALL_NOUNS)
            unknown = 0
        elif bits == HAN and words[back] not in _PARTICLES:
            unknown += 1
    if unknown >= 2:
        return total, 0
    if not head:
        unknown = 0
        for back in range(at - 1, max(-1, at - _REACH), -1):
            unknown += masks[back] == HAN and words[back] not in _PARTICLES
            if unknown >= 3:
                break
            if masks[back] & _HEADS and _COVERBS.isdisjoint(words[max(back - 2, 0) : back]):
                head = masks[back] & (named if masks[back] & IDENTIFIER else ALL_NOUNS)
                break
    return total, head
