"""How a clause is meant: asked, told, negated or requested; which of its verbs are requests."""

from __future__ import annotations

from mesh.core.complexity.kinds import (
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
    STRANGE,
    mask,
)
from mesh.core.complexity.words import Clause, Sentence

Verbs = list[tuple[int, int]]

_NEG, _NEGONE, _RESET, _HARMLESS = BIT["neg"], BIT["negone"], BIT["reset"], BIT["harmless"]
_WH, _AUX, _POLITE, _TAG, _DE = BIT["wh"], BIT["aux"], BIT["polite"], BIT["tag"], BIT["de"]
_FILLER, _OPENER, _OUGHT, _TOLD, _COND = BIT["filler"], BIT["opener"], BIT["ought"], BIT["told"], BIT["cond"]
_PREP = BIT["prep"]
_DET, _DOCNOUN, _REMINDER, _CONJ, _TO = BIT["det"], BIT["docnoun"], BIT["reminder"], BIT["conj"], BIT["to"]
_KEEP, _DELETE, _LOOK, _PROBE, _EDIT = BIT["keep"], BIT["delete"], BIT["look"], BIT["probe"], BIT["edit"]
_VERIFYING = BIT["test"]
SHY = _HARMLESS | BIT["meta"]
_SHAPING = mask("design rework split migrate")
_ATTRIBUTIVE = mask("deploy migrate design pay review rework switch publish buy grant test")
_HOW = frozenset("how should shall what 怎么 如何 怎样 咋 要不要 该不该".split())
_HOW_TO = frozenset(("how do i", "how to", "how do you", "how can i", "how does one"))
_STARTERS = frozenset("after by start begin stop consider mind once before".split())
_AFTERTHOUGHT = frozenset("里 中 内 项 时 后 前 之后 之前 以后".split())
_WEAK = frozenset("给 让 要有 能 请 带上 允许 有".split())
_HOLE = BIT["hole"]
_LIGHT = frozenset("do perform make run need want give start prepare get plan carry".split())
_ARTICLES = frozenset("the a an my our your his her its their this that these those all every".split())
_OTHERS = frozenset("how wants wanted tried used asked invited allowed able planned plans decided had going".split())
_WHETHER = frozenset("whether 有没有 是否 有无".split())
_FIRST_PERSON = frozenset("we i you".split())
_ASKS = frozenset("does is are did was were has".split())
_GRAVE = mask("wipe pay deploy migrate revoke")
_MAKES = frozenset("加 加个 加上 新增 支持 添加".split())
_PLEASE_ME = frozenset("下 一下 看 看看 个 一 列 发 讲 说 吧 呗 查 一份 看下 看一下 就".split())
_LINKS = frozenset("把 将 并 并且 再 然后 后 就 给 来 一下".split())
_PLEADING = frozenset("把 请 麻烦 帮 帮我 务必".split())
_UNKNOWN = frozenset("把 将 吧 掉 了吧".split())
_TROUBLE_VERBS = mask("probe fix look vague test review")
_NPI = frozenset("anything anyone either anybody".split())


# ---------------------------------------------------------------- questions


def is_question(sentence: Sentence, index: int) -> bool:
    """Say whether a clause asks for an answer; a request in the form of a question does not."""
    clause = sentence[index]
    union = clause.union
    if union & _POLITE:
        return False
    if union & HAN:
        if _is_tag(clause, index):
            return False
        if union & _WH:
            strong = [at for at, bits in enumerate(clause.masks) if bits & _WH and clause.words[at][0] != "几"]
            if clause.asks or union & (_LOOK | _PROBE) or not union & ALL_VERBS:
                return True
            return bool(strong) and (clause.last or strong[-1] >= len(clause.masks) - 2)
        return clause.asks and clause.last
    start = _start(clause.masks)
    if start >= len(clause.masks):
        return False
    opening = clause.masks[start]
    if opening & _WH and not opening & _COND:
        return True
    if not clause.asks:
        return clause.words[start] in _ASKS and len(sentence) == 1
    if opening & _AUX:
        return True
    return clause.last and not (opening & ALL_VERBS or _is_tag(clause, index))


def _is_tag(clause: Clause, index: int) -> bool:
    """Say whether a clause ends by asking for agreement only: `drop it, ok?`, 删了吧, 行吗."""
    masks = clause.masks
    return bool(masks and masks[-1] & _TAG) and bool(index or len(masks) > 1)


def asks_whether(clause: Clause) -> bool:
    """Say whether a question is answered by yes or no."""
    start = _start(clause.masks)
    if clause.words[start : start + 1] in (["when"], ["why"]):
        return False
    return not _WHETHER.isdisjoint(clause.words) or clause.words[start : start + 1] == ["any"] or (
        start < len(clause.masks) and bool(clause.masks[start] & _AUX and not clause.masks[start] & _WH)
    )


def asks_for_review(clause: Clause) -> bool:
    """Say whether a question wants the security of something looked through."""
    if clause.union & BIT["hole"] and clause.union & BIT["review"] and asks_whether(clause):
        return True
    return bool(clause.union & BIT["guard"]) and any(
        bits & BIT["review"] and not bits & (_LOOK | NOMINAL) for bits in clause.masks
    )


def asks_why(clause: Clause) -> bool:
    """Say whether a question is after a cause; 怎么 before a verb asks for a way instead."""
    if clause.union & BIT["why"]:
        return True
    for at, word in enumerate(clause.words[:-1]):
        if word in ("怎么", "咋") and at and not clause.masks[at + 1] & ALL_VERBS:
            return True
    return False


def pondered(clause: Clause) -> int:
    """Return the classes of a question about how something is to be shaped, 0 for any other."""
    if not clause.union & _SHAPING or not _HOW_TO.isdisjoint(clause.words) or _HOW.isdisjoint(clause.words):
        return 0
    return clause.union & (ALL_VERBS | ALL_NOUNS)


# ---------------------------------------------------------------- requests


def requests(clause: Clause, negated: bool) -> tuple[Verbs, bool]:
    """Return where a clause asks for something and with which verb, and whether a negation is still open."""
    union = clause.union
    listed = clause.before == "、" or clause.words[0] in ("or", "nor")
    npi = not union & (HAN | _NEG) and not _NPI.isdisjoint(clause.words)
    negated = negated and (listed or npi)
    start = _start(clause.masks)
    if start < len(clause.masks) and clause.masks[start] & _COND:
        return [], False
    if union & HAN:
        return _chinese(clause, negated)
    return _english(clause, negated)


def is_order(clause: Clause, at: int) -> bool:
    """Say whether a verb in pasted matter is a plain order: it opens its clause, or 请 or 把 does."""
    start = _start(clause.masks)
    if clause.masks[at] & (INFLECTED | GERUND | PLURAL) or len(clause.words) < 2:
        return False
    return at <= start or (bool(clause.union & HAN) and not _PLEADING.isdisjoint(clause.words[: start + 2]))


def outside_negation(clause: Clause) -> int:
    """Return the classes of the words that no negation precedes."""
    if not clause.union & (_NEG | _NEGONE):
        return clause.union
    total = 0
    for bits in clause.masks:
        if bits & (_NEG | _NEGONE):
            break
        total |= bits
    return total


def _start(masks: list[int]) -> int:
    """Return where a clause begins after its fillers."""
    at = 0
    while at < len(masks) and masks[at] & (_FILLER | _CONJ) and not masks[at] & (ALL_VERBS | _COND | _WH | _AUX):
        at += 1
    return at


class _Negation:
    """The reach of a negation, word by word: to the end of the clause, to a `but`, or over a harmless verb only."""

    def __init__(self, open_: bool) -> None:
        self.open = open_
        self._since = -9

    def takes(self, at: int, bits: int) -> bool:
        """Follow one word; returns whether it was a word of negation itself."""
        if bits & _REMINDER:
            self.open = False
            return True
        if bits & _NEG:
            self.open, self._since = True, at
            return not bits & ALL_VERBS or bool(bits & _KEEP)
        if self.open and bits & _HARMLESS and at - self._since <= 3:
            self.open = False
            return True
        if bits & _RESET:
            self.open = False
        return False


def _english(clause: Clause, negated: bool) -> tuple[Verbs, bool]:
    masks = clause.masks
    negation = _Negation(negated)
    ought = embedded = False
    found: Verbs = []
    nominal: Verbs = []
    for at, bits in enumerate(masks):
        if negation.takes(at, bits):
            continue
        ought = ought or bool(bits & _OUGHT)
        embedded = embedded or bool(at and bits & _WH and not bits & _COND)
        verb = bits & ALL_VERBS & ~_KEEP if not negation.open else bits & ALL_VERBS
        if embedded:
            break
        if not verb:
            if not negation.open and _is_strange(clause, at):
                found.append((at, STRANGE))
        elif negation.open:
            found += _turned(clause, at, verb)
        elif _acts(clause, at, ought) and not _is_void(clause, at, found):
            found.append((at, verb))
        elif verb & BIT["wish"] and clause.words[at - 1] in ("we", "i", "i'd"):
            found.append((at, verb))
        elif bits & NOMINAL and not bits & INFLECTED and not _followed(masks, at, _DOCNOUN):
            nominal.append((at, verb))
    if nominal and not clause.union & _TOLD and (not found or clause.words[found[-1][0]] in _LIGHT):
        found = nominal[:1]
    if len(found) > 1:
        found = [(at, verb) for at, verb in found if not verb & BIT["wish"]] or found[:1]
    return found, negation.open


def _turned(clause: Clause, at: int, verb: int) -> Verbs:
    """Return what a negated verb asks for all the same: not to keep is to delete, not to verify to switch off."""
    if verb & _KEEP:
        return [(at, _DELETE)]
    if verb & _VERIFYING and clause.union & BIT["secure"]:
        return [(at, BIT["toggle"])]
    return []


def _acts(clause: Clause, at: int, ought: bool) -> bool:
    """Say whether an English verb is asked for here rather than told of."""
    masks, bits = clause.masks, clause.masks[at]
    if bits & INFLECTED:
        return ought and not (at and masks[at - 1] & _DET)
    if bits & GERUND:
        return at > 0 and clause.words[at - 1] in _STARTERS
    if bits & PLURAL:
        return False
    if bits & _OUGHT and bits & _TO:  # `"A" should be "B"`
        return bool(clause.union & (QUOTED | NUMBER))
    return _stands_first(clause, at)


def _stands_first(clause: Clause, at: int) -> bool:
    """Say whether a word stands where an English imperative or infinitive does."""
    masks = clause.masks
    if at > 1 and masks[at - 1] & _RESET and clause.words[at - 2] in _FIRST_PERSON:
        return True  # `we only carry it over`
    back = at - 1
    while back >= 0 and masks[back] & _FILLER and not masks[back] & _OPENER:
        back -= 1
    if back < 0:
        return not (at + 1 < len(masks) and masks[at + 1] & _TOLD and not masks[at + 1] & (_DET | _OUGHT))
    if masks[0] & _PREP and masks[at + 1 : at + 2] and masks[at + 1] & (_DET | QUOTED) and not masks[back] & (_DET | _PREP):
        return True  # an adverbial without its comma: `in the config set the port`
    if not masks[back] & (_OPENER | _POLITE | _REMINDER | _TAG):
        return False
    reported = clause.words[back] == "to" and back > 0
    return not (reported and clause.words[back - 1] in _OTHERS)


def _is_strange(clause: Clause, at: int) -> bool:
    """Say whether a word of no class stands in the place of an imperative and has an object."""
    masks = clause.masks
    return (
        masks[at] == 0
        and at + 1 < len(masks)
        and (clause.words[at + 1] in _ARTICLES or bool(masks[at + 1] & (QUOTED | ALL_NOUNS) & ~_PREP))
        and clause.words[at].isalpha()
        and not (at and clause.words[at - 1] == "to")
        and _stands_first(clause, at)
    )


def _is_void(clause: Clause, at: int, found: Verbs) -> bool:
    """Say whether a verb asks for nothing: `migrate nothing`, or the new value in `set the level to debug`."""
    words = clause.words
    if at + 1 < len(words):
        following = words[at + 1]
        return following in ("nothing", "none") or (
            words[at - 1] == "to" and following in ("in", "on", "for") and bool(found and found[-1][1] & _EDIT)
        )
    return words[at - 1] == "to" and bool(found and found[-1][1] & _EDIT)


def _chinese(clause: Clause, negated: bool) -> tuple[Verbs, bool]:
    if _is_told(clause):
        return [], False
    negation = _Negation(negated)
    once = -9
    doubles: Verbs = []
    troubled = clause.union & BIT["trouble"] and "的" not in clause.words
    found: Verbs = []
    for at, bits in enumerate(clause.masks):
        if bits & _NEGONE and not bits & _NEG:
            once = at
            continue
        if negation.takes(at, bits):
            continue
        verb = bits & ALL_VERBS & ~_KEEP if not negation.open else bits & ALL_VERBS
        if not verb or bits & (INFLECTED | PLURAL | GERUND | BIT["throwaway"]):
            continue
        if negation.open and not bits & _NEG:
            found += _turned(clause, at, verb)
        elif found and _is_feature(clause, at, found):
            continue
        elif troubled and not verb & _TROUBLE_VERBS:
            continue
        elif once != at - 1 and not _describes(clause, at, bits) and not _is_chinese_value(clause, at):
            found.append((at, _given(clause, at, verb)))
        elif bits & ALL_NOUNS and not clause.union & BIT["doc"] and not negation.open and once != at - 1:
            doubles.append((at, verb))
    found = found or doubles
    if not found and not negation.open and not _UNKNOWN.isdisjoint(clause.words):
        found = [(len(clause.words) - 1, STRANGE)]
    if len(found) > 1:
        found = [(at, verb) for at, verb in found if not _is_weak(clause, at)] or found
    return found, negation.open


def _given(clause: Clause, at: int, verb: int) -> int:
    """Return the verb of 给我: in the middle of a clause (给我侄子) it gives something away."""
    if clause.words[at] == "给我" and at + 1 < len(clause.words) and clause.words[at + 1] not in _PLEASE_ME:
        return mask("grant export buy remit")
    return verb


def _is_feature(clause: Clause, at: int, found: Verbs) -> bool:
    """Say whether a Chinese verb is what another one makes: 支持导入, 写个旧格式的导入."""
    if clause.masks[at - 1] & _DE:
        return True
    last, verb = found[-1]
    makes = clause.words[last] in _MAKES
    if not clause.masks[at] & _GRAVE:
        makes = makes or bool(verb & BIT["build"] and not verb & BIT["grant"])
    return bool(makes and not clause.union & BIT["prod"] and _LINKS.isdisjoint(clause.words[last:at]))


def _is_chinese_value(clause: Clause, at: int) -> bool:
    """Say whether an English verb is only the new value: 级别调成 debug."""
    return at == len(clause.words) - 1 and at > 0 and clause.words[at].isascii() and bool(clause.masks[at - 1] & _TO)


def _is_weak(clause: Clause, at: int) -> bool:
    """Say whether a word is a verb only where there is no other: 给, or an English noun in a Chinese clause."""
    word = clause.words[at]
    return word in _WEAK or (word.isascii() and bool(clause.masks[at] & ALL_NOUNS))


def _followed(masks: list[int], at: int, bits: int) -> bool:
    return at + 1 < len(masks) and bool(masks[at + 1] & bits)


def _describes(clause: Clause, at: int, bits: int) -> bool:
    """Say whether a Chinese verb only describes a noun: 要删的表, 迁移文档, 配置里."""
    masks, words = clause.masks, clause.words
    if at + 1 >= len(masks):
        return False
    if masks[at + 1] & _DE and at + 2 < len(masks):
        return True
    if words[at + 1] in _AFTERTHOUGHT:
        return True
    if bits & _TO:
        return False
    if bits & ALL_NOUNS and masks[at + 1] & (ALL_NOUNS | ALL_VERBS):
        return True
    return bool(bits & _ATTRIBUTIVE and len(words[at]) > 1 and masks[at + 1] & _DOCNOUN)


def _is_told(clause: Clause) -> bool:
    """Say whether a Chinese clause tells of the past."""
    if not clause.union & _TOLD:
        return False
    for at, bits in enumerate(clause.masks):
        if bits & _TOLD and bits & HAN:
            rest = clause.masks[at + 1 : at + 8]
            return not any(other & (_DE | _POLITE) for other in rest) and "吧" not in clause.words
    return False
