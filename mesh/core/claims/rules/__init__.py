"""The rules by which a sentence states something: data alone, patterns over the classes of the vocabulary.

A pattern is a regular expression in which a capitalised name is a class or a macro and blanks mean nothing.
A group says what is stated of what it holds: `exists`, `modified` and `removed` of paths (`base` is the
folder they are in), `topics` and `build` of tests, builds and linters, `cmd`, `hash`, `branch`, `nofail`
and `passed` (a count). A rule is tried where its key, one of some classes, occurs; the first that fits wins.
"""

from mesh.core.claims.rules.commits import COMMITS
from mesh.core.claims.rules.denials import DENIALS
from mesh.core.claims.rules.files import FILES
from mesh.core.claims.rules.files_zh import FILES_ZH
from mesh.core.claims.rules.macros import MACROS
from mesh.core.claims.rules.runs import RUNS

RULES = (*FILES, *FILES_ZH, *RUNS, *COMMITS, *DENIALS)

# A clause without a subject of its own takes that of the one before: "I ran the tests; all of them pass".
INHERITED = (
    "(?:AND|BUT|SO|THEN|ADV|CONFIRM)*(?:(?:MODIFYZ|HAN|HANW|CHANGES|DEM|NOTFILE|REMOVEZ|ADDZ){1,4}AFTERZ|"
    "AFTER(?:DET|MODIFYZ|CHANGES|CHANGEW|ING|WORD|DEM){1,3})?(?:PRON|ALL|NUM|OF|DEM|MEAS|DE|DET|ARTEFACT"
    "(?=COLON|AUX|ALL)|COLON|AUX|WAS|HAS|PERF|RUNS|RUNZ|LE|ADV|BEI|CANZ|FIRST(?=HAS)|PRINTSZ|SUCC(?=PASSZ"
    ")|FORZ){0,7}"
    "(?P<verdict>PASS(?!OBJECT)|PASSING|PASSZ(?!OBJECTZ|RATE)|GREEN|NOERR|CLEANLY|SUCC(?!HAN|VERBZ)|WORKS"
    "(?!OBJECT))(?=EDGE|ADV|LE|IN|ON|FOR|OF|AFTER|CLEANLY|AFTERZ|BEFOREZ|PASS|NOERR)"
)  # fmt: skip
# A word alone in brackets or after a path that says what happened to it: `a.py` (new), `b.py`（修改）.
TAGS = {
    "exists": "SUBSET NEWF CREATED ADDED CREATEZ ADDZ",
    "modified": "MODIFIED MODIFYZ CHANGES INSIDE",
    "removed": "REMOVED REMOVEZ GONE",
}

__all__ = ["INHERITED", "MACROS", "RULES", "TAGS"]
