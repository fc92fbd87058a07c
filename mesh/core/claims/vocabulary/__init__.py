"""The words of claims by what they do in a sentence: data alone, English and Chinese side by side.

To add a phrase, add it to the list of its class, in lower case: the longest phrase wins, and none may stand
twice. A word in no list is WORD (ADV with -ly, ING with -ing), a Chinese character HAN.
"""

from mesh.core.claims.vocabulary.doubts import DOUBTS
from mesh.core.claims.vocabulary.grammar import GRAMMAR, NUMBERS
from mesh.core.claims.vocabulary.labels import PLAN_LABELS, REPORT_LABELS
from mesh.core.claims.vocabulary.plain import PLAIN
from mesh.core.claims.vocabulary.things import THINGS
from mesh.core.claims.vocabulary.verdicts import VERDICTS

GROUPS = (THINGS, VERDICTS, GRAMMAR, PLAIN, DOUBTS)

__all__ = ["GROUPS", "NUMBERS", "PLAN_LABELS", "REPORT_LABELS"]
