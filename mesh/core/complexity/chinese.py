"""Chinese requests: the verbs of a clause but for those that are told of, describe a noun or name a feature."""

from __future__ import annotations

from mesh.core.complexity.kinds import ALL_NOUNS, ALL_VERBS, BIT, GERUND, HAN, INFLECTED, PLACE, PLURAL, STRANGE, mask
from mesh.core.complexity.negation import Negation, turned
from mesh.core.complexity.words import Clause

_NEG, _NEGONE, _DE, _TOLD, _KEEP = BIT["neg"], BIT["negone"], BIT["de"], BIT["told"], BIT["keep"]
_TO, _DOCNOUN, _INSIDE, _WEAK = BIT["to"], BIT["docnoun"], BIT["inside"], BIT["weak"]
_BUILD, _GRANT, _MAKES, _LINKS, _DOC = BIT["build"], BIT["grant"], BIT["makes"], BIT["links"], BIT["doc"]
_THINGS = ALL_NOUNS & ~(PLACE | BIT["deictic"])
_UNFIT = INFLECTED | PLURAL | GERUND | BIT["throwaway"]
_ATTRIBUTIVE = mask("deploy migrate design pay review rework switch publish buy grant test")
_MENDING = mask("probe fix look vague test review")
_GRAVE = mask("wipe pay deploy migrate revoke")
_HANDING = mask("grant export buy remit")
_TOLD_REACH = 8  # words after 昨天 within which 的 makes it an attribute: 昨天那批数据删掉


def chinese_requests(clause: Clause, negated: bool) -> tuple[list[tuple[int, int]], bool]:
    """Return the requests of a clause with Chinese in it and whether a negation stays open at its end."""
    if clause.union & _TOLD and _is_told(clause):
        return [], False
    negation = Negation(negated)
    found: list[tuple[int, int]] = []
    doubtful: list[tuple[int, int]] = []
    once = -2
    for at, bits in enumerate(clause.masks):
        if bits & _NEGONE and not bits & _NEG:
            once = at
            continue
        if negation.takes(at, bits):
            continue
        verb = bits & ALL_VERBS
        if not verb or bits & _UNFIT:
            continue
        if negation.open and not bits & _NEG:
            found += turned(clause, at, verb)
        elif verb & ~_KEEP and once != at - 1:
            _sort(clause, at, verb & ~_KEEP, found, doubtful)
    found = found or doubtful
    if not found and not negation.open and clause.union & BIT["doing"]:
        found = [(len(clause.words) - 1, STRANGE)]  # 把 or 吧 shows a request whose verb is not known
    if len(found) > 1:
        found = [(at, verb) for at, verb in found if not _is_weak(clause, at)] or found
    return found, negation.open


def _sort(
    clause: Clause, at: int, verb: int, found: list[tuple[int, int]], doubtful: list[tuple[int, int]]
) -> None:
    """Add a verb to those that are requests, or to those that may be one if there is no other."""
    if found and _is_feature(clause, at, found[-1]):
        return
    if clause.union & BIT["trouble"] and not clause.union & _DE and not verb & _MENDING:
        return  # 同步老丢数据: what goes wrong is not asked for
    if not _describes(clause, at) and not _is_value(clause, at):
        found.append((at, _HANDING if _gives_away(clause, at) else verb))
    elif clause.masks[at] & ALL_NOUNS and not clause.union & _DOC:
        doubtful.append((at, verb))


def _gives_away(clause: Clause, at: int) -> bool:
    """Say whether 给我 is no `give me`: 给我侄子 gives something to somebody else."""
    if not clause.masks[at] & BIT["giveme"] or at + 1 == len(clause.masks):
        return False
    return not clause.masks[at + 1] & BIT["forme"]


def _is_feature(clause: Clause, at: int, last: tuple[int, int]) -> bool:
    """Say whether a verb is what another one makes: 支持导入, 写个旧格式的导入."""
    if clause.masks[at - 1] & _DE:
        return True
    place, verb = last
    makes = bool(clause.masks[place] & _MAKES)
    if not clause.masks[at] & _GRAVE:
        makes = makes or bool(verb & _BUILD and not verb & _GRANT)
    if not makes or clause.union & BIT["prod"]:
        return False
    return not any(bits & _LINKS for bits in clause.masks[place:at])


def _is_value(clause: Clause, at: int) -> bool:
    """Say whether an English verb is only the new value: 级别调成 debug."""
    last = at == len(clause.words) - 1 and at > 0
    return last and not clause.masks[at] & HAN and bool(clause.masks[at - 1] & _TO)


def _is_weak(clause: Clause, at: int) -> bool:
    """Say whether a word is a verb only where there is no other: 给, or an English noun in a Chinese clause."""
    bits = clause.masks[at]
    return bool(bits & _WEAK) or (not bits & HAN and bool(bits & ALL_NOUNS))


def _describes(clause: Clause, at: int) -> bool:
    """Say whether a verb only describes a noun: 要删的表, 迁移文档, 配置里."""
    masks = clause.masks
    if at + 1 == len(masks):
        return False
    bits, following = masks[at], masks[at + 1]
    if following & _INSIDE or (following & _DE and at + 2 < len(masks)):
        return True
    if bits & _TO:
        return False
    if bits & _THINGS and following & (ALL_NOUNS | ALL_VERBS):
        return True
    return bool(bits & _ATTRIBUTIVE and following & _DOCNOUN) and len(clause.words[at]) > 1


def _is_told(clause: Clause) -> bool:
    """Say whether a clause tells of the past: 昨天已经删了, but not 昨天那批的记录删掉."""
    if "吧" in clause.words:
        return False
    for at, bits in enumerate(clause.masks):
        if bits & _TOLD and bits & HAN:
            return not any(other & (_DE | BIT["polite"]) for other in clause.masks[at + 1 : at + _TOLD_REACH])
    return False
