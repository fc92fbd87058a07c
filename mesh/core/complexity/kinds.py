"""The classes that the words of the rules belong to, one bit each; holds no word and no rule itself."""

from __future__ import annotations

# what a task does
VERBS = (
    "wipe delete stop overwrite pay buy grant revoke toggle deploy publish switch migrate move rework split design "
    "build edit fix run look probe vague test send export review trivial wish remit void order transfer upgrade "
    "announce reformat redirect keep"
).split()
# what it is done to, and where
NOUNS = (
    "store stuff infra people everyone crowd personal access secure guard hole money prod api outward arch system "
    "wide scratch forever throwaway staging test_part part doc knob name atom lang info bulk payee relied routine "
    "binding official danger version_no roster sum pkg safeguard deictic custom_high custom_medium custom_low"
).split()
# how a sentence is meant, and words that only its grammar needs
MARKS = (
    "neg negone reset harmless de wh aux polite tag filler opener ought told cond prep det docnoun meta goahead "
    "nicer trouble trying why many pointing reminder to neutral words conj danger danger_ok howto ponder starter "
    "inside weak light article others whether self makes links pleads doing any nor particle coverb apposed handed "
    "giveme forme reading adding shifting making few both"
).split()
# fields of work
FIELDS = "screen server data delivery docs tests mobile designs talk moneys guards".split()
# what the reader adds to a word: how it stands there
FORMS = "nominal inflected gerund plural quoted number han strange identifier".split()

BIT = {name: 1 << index for index, name in enumerate(VERBS + NOUNS + FORMS + MARKS + FIELDS)}


def mask(names: str) -> int:
    """Return the bits of the classes named, parted by spaces."""
    total = 0
    for name in names.split():
        total |= BIT[name]
    return total


ALL_VERBS = mask(" ".join(VERBS))
ALL_NOUNS = mask(" ".join(NOUNS))
ALL_FIELDS = mask(" ".join(FIELDS))
NOMINAL = BIT["nominal"]
INFLECTED = BIT["inflected"]
GERUND = BIT["gerund"]
PLURAL = BIT["plural"]
QUOTED = BIT["quoted"]
NUMBER = BIT["number"]
HAN = BIT["han"]
STRANGE = BIT["strange"]  # a word of no class where a request has its verb
IDENTIFIER = BIT["identifier"]
# What is said of the place and the reach of an action holds for its whole sentence.
PLACE = mask("prod staging throwaway forever wide everyone scratch relied custom_high custom_medium custom_low")
DESTROYS = mask("wipe delete stop overwrite")
