"""Statements on commits and branches; data alone."""

from __future__ import annotations

from mesh.core.claims.rules.rule import Rule, own, zh

COMMITS: tuple[Rule, ...] = (
    # commits: "committed as `abc1234`", "pushed to branch `x`", 已提交到分支 `x`
    own(
        "COMMITTED",
        "COMMITTED(?:OBJECTS|TO|ON|IN|INZ|BRANCHW|KCODE|WEAK){0,9}(?:AS|IN|INZ|COLON|FORZ|WITHW|FOR|BY|TOZ|"
        "DASH)?(?:COMMITW|COLON|FORZ|AUX|ADV){0,3}(?P<hash>HASH)(?:(?:ON|TO|IN|INZ|COMMA){1,2}DET?BRANCHW"
        "(?P<branch>REFS))?",
    ),
    own(
        "COMMITW",
        "(?:START|(?:AUX|WAS)ADV?IN|AUX|WAS|DE|PERF)(?:DET|DEM|SUBJ|SUBSET|ADJ)?COMMITW(?:COLON|AUX|FORZ|DASH|"
        "BAR|SO|LE)(?P<hash>HASH)",
    ),
    own("COMMITW", "(?:(?:AUX|WAS)ADV?IN|AUX|WAS|PERF)(?:DET|DEM|SUBJ|SUBSET|ADJ)?COMMITW(?P<hash>HASH)"),
    own("COMMITW", "COMMITW(?:COLON|BAR)(?P<hash>HASH)"),
    own("COMMITW", "START DET?COMMITW(?P<hash>HASH)(?=EDGE)"),
    own("COMMITW", "(?:CREATED|GOT|COMMITTED|ADDED)(?:DET|SUBSET|ADJ){0,2}COMMITW(?:COLON)?(?P<hash>HASH)"),
    own("COMMITW", "COMMITW(?P<hash>HASH)(?:AUX|WAS|HAS|PERF|ADV|BEI){0,3}COMMITTED"),
    own(
        "BRANCHW",
        "(?:COMMITTED|CREATED|AUX|WAS)(?:OBJECTS|TO){0,8}(?:ON|TO|IN)DET?SUBSET?BRANCHW(?:AS|COLON)?"
        "(?P<branch>REFS)",
    ),
    own("BRANCHW", "(?:COMMITTED|AUX|WAS)(?:OBJECTS|TO){0,8}(?:ON|TO|IN)DET(?P<branch>REFS)BRANCHW"),
    own("BRANCHW", "CREATED(?:DET|SUBSET|ADJ|WORD){0,3}BRANCHW(?:AS|COLON)?(?P<branch>REFS)"),
    zh(
        "BRANCHW",
        "(?:COMMITTED|COMMITB|COMMITW)(?:LE|TOZ|INZ|DE|OBJECTS){0,5}(?:TOZ|INZ|LE|DE)?BRANCHW(?:COLON|AS)?"
        "(?P<branch>REFS)",
    ),
    zh(
        "BRANCHW",
        "(?:COMMITTED|COMMITB|COMMITW)(?:LE|TOZ|INZ|DE|OBJECTS){0,5}(?P<branch>KCODE|WEAK|FILE|QUOTE|WORD)"
        "BRANCHW",
    ),
    own("BRANCHW", "COMMITTED INZ(?:BRANCHW)?(?P<branch>KCODE|WEAK|FILE|QUOTE|WORD)BRANCHW"),
    own("BRANCHW", "(?:MODIFYZ|SUBJ|CHANGES|ALL)(?:ALL|ADV|PERF)?INZ BRANCHW(?P<branch>REFS)"),
    own("BRANCHW", "(?:MODIFYZ|SUBJ|CHANGES|ALL)(?:ALL|ADV|PERF)?INZ(?P<branch>KCODE|WEAK|FILE|QUOTE|WORD)BRANCHW"),
    zh("BRANCHW", "CREATEZ LE?(?:DET|NEWF|SUBSET)?BRANCHW(?P<branch>REFS)"),
    zh("BRANCHW", "INZ BRANCHW?(?P<branch>KCODE|WEAK|FILE|WORD)BRANCHW?POST?ZADV{0,3}COMMITTED"),
)  # fmt: skip
