"""English words by class: endings taken off, the longest phrase first, `shut ... down` over a gap; judges nothing."""

from __future__ import annotations

from mesh.core.complexity.kinds import ALL_NOUNS, BIT, GERUND, INFLECTED, PLURAL
from mesh.core.complexity.lexicon import Rules

_GAP = 9
_NEUTRAL = BIT["neutral"]
# A word as looked up: its base form, its classes, the words of the longest phrase it begins, the ends of its gaps.
Entry = tuple[str, int, int, dict[str, int] | None]


class English:
    """The classes of English words, remembered for the length of one text."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._seen: dict[str, Entry] = {}

    def classify(self, words: list[str], masks: list[int]) -> tuple[list[str], list[int]]:
        """Return words and classes, phrases joined; only words whose mask is -1 are looked up."""
        out_words: list[str] = []
        out_masks: list[int] = []
        skip = 0
        for at, word in enumerate(words):
            if skip:
                skip -= 1
                continue
            bits = masks[at]
            if bits == -1:
                lemma, bits, longest, ends = self._seen.get(word) or self._look_up(word)
                word = lemma
                if longest > 1:
                    phrase, known, skip = self._phrase(words, at, lemma, longest)
                    if skip:
                        word, bits = phrase, known | bits & (INFLECTED | GERUND | PLURAL)
                        ends = None
                if ends is not None:
                    for other in words[at + 1 : at + 1 + _GAP]:
                        bits |= ends.get(other, 0)
            out_words.append(word)
            out_masks.append(bits)
        return out_words, out_masks

    def _phrase(self, words: list[str], at: int, lemma: str, longest: int) -> tuple[str, int, int]:
        """Return the longest phrase that begins here, its classes, and how many further words it takes."""
        table = self._rules.words
        for length in range(min(longest, len(words) - at), 1, -1):
            phrase = lemma + " " + " ".join(words[at + 1 : at + length])
            known = table.get(phrase)
            if known is None and phrase[-1] == "s":
                known = table.get(phrase[:-1])
            if known is not None:
                return phrase, known, length - 1
        return lemma, 0, 0

    def _look_up(self, word: str) -> Entry:
        rules = self._rules
        plain = word.replace("’", "'") if "’" in word else word
        lemma, form = plain, 0
        if plain not in rules.words and plain not in rules.spans and plain not in rules.gaps:
            lemma, form = stem(plain, rules)
        bits = rules.words.get(lemma, 0) | form
        if form == INFLECTED:
            bits &= ~ALL_NOUNS
        elif plain[-1] == "s" and not bits & _NEUTRAL:
            bits |= rules.words.get(plain[:-1].rstrip("'"), 0) & ALL_NOUNS
        entry = (lemma, bits, rules.spans.get(lemma, 1), rules.gaps.get(lemma))
        self._seen[word] = entry
        return entry


def stem(word: str, rules: Rules) -> tuple[str, int]:
    """Return a word's base form, if the rules know it, and the form the word stands in."""
    if word[-1] == "s" and not word.endswith("'s"):
        bases = (word[:-1], word[:-2] if word.endswith("es") else word[:-1], word[:-3] + "y")
        return _first_known(word, bases, PLURAL, rules)
    if word.endswith("ed") and len(word) > 3:
        return _first_known(word, _bases(word[:-2]), INFLECTED, rules)
    if word.endswith("ing") and len(word) > 4:
        return _first_known(word, _bases(word[:-3]), GERUND, rules)
    return _IRREGULAR.get(word, (word, 0))


def _bases(root: str) -> tuple[str, ...]:
    if root[-1] == root[-2]:
        return root, root + "e", root[:-1]
    return (root, root + "e", root[:-1] + "y") if root[-1] == "i" else (root, root + "e")


def _first_known(word: str, bases: tuple[str, ...], form: int, rules: Rules) -> tuple[str, int]:
    for base in bases:
        if base in rules.words or base in rules.spans or base in rules.gaps:
            return base, form
    return _IRREGULAR.get(word, (word, form))


_IRREGULAR = {
    past: (base, INFLECTED)
    for past, base in (
        pair.split("=")
        for pair in (
            "sent=send paid=pay gave=give given=give shown=show made=make built=build wrote=write written=write "
            "rewritten=rewrite rewrote=rewrite bought=buy sold=sell found=find ran=run took=take taken=take "
            "withdrawn=withdraw thrown=throw frozen=freeze overwritten=overwrite drawn=draw torn=tear undone=undo "
            "redone=redo chosen=choose left=leave kept=keep brought=bring lent=lend told=tell swept=sweep"
        ).split()
    )
}
