"""Statements in English on files; data alone."""

from __future__ import annotations

from mesh.core.claims.rules.rule import Rule, own

FILES: tuple[Rule, ...] = (
    # files, English: "I created `a.py`", "the notes were saved as `n.md`", "added x to `a.py`"
    Rule("CREATED", "(?<!DET)CREATED GAP{0,4}(?:NOTFILE|KCODE)GAP{0,4}IN GAP{0,3}(?P<modified>FILES)"),
    Rule("CREATED", "(?<!DET)CREATED GAP{0,7}(?P<exists>FILES)(?:(?:IN|TO)GAP{0,2}(?P<base>FILE)(?!AUX))?"),
    Rule("CREATED ADDED", "(?<!DET)(?:CREATED|ADDED)GAP{1,6}(?:NOUNF|DIRN)COMMA(?P<exists>FILES)(?=EDGE)"),
    Rule("CREATED PLACED", "(?<!DET)(?:CREATED|PLACED)WIDE{0,10}(?:TO|IN|AS|ON)GAP{0,3}(?P<exists>FILES)"),
    Rule("ADDED", "(?<!DET)ADDED GAP{0,6}(?P<exists>FILES)(?:TO|IN)GAP{0,2}(?P<base>FILE)"),
    Rule("ADDED", "(?<!DET)ADDED GAP{0,6}(?P<exists>FILES)(?!TO|IN)"),
    Rule("ADDED APPENDED", "(?<!DET)(?:ADDED|APPENDED)WIDE{0,12}(?:TO|IN)GAP{0,3}(?P<modified>FILES)"),
    Rule("MODIFIED", "(?<!DET)(?<!NEG)MODIFIED GAP{0,5}(?P<modified>FILES)"),
    Rule("MODIFIED", "(?<!DET)MODIFIED WIDE{0,12}(?:IN|OF)GAP{0,3}(?P<modified>FILES)"),
    Rule(
        "INSIDE REPLACED MOVED",
        "(?:START|FIRST(?:HAS|ADV){0,3}|HAS ADV?)(?:INSIDE|REPLACED|MOVED(?=GAP{1,3}TO))WIDE{1,12}IN GAP{0,3}"
        "(?P<modified>FILES)",
    ),
    Rule("CHANGES", "GOT GAP{0,3}CHANGES(?:TO|IN)GAP{0,2}(?P<modified>FILES)"),
    own("INSIDE", "WAS ADV{0,2}INSIDE WIDE{0,4}IN GAP{0,3}(?P<modified>FILES)"),
    own("CHANGES", "CHANGES(?:BE_|ADV){1,3}GOT(?:TO|IN)GAP{0,2}(?P<modified>FILES)"),
    Rule("REMOVED", "(?<!DET)REMOVED GAP{0,4}(?P<removed>FILES)(?!FROM(?:DET|NOUNF){0,2}FILE)"),
    Rule("REMOVED", "(?<!DET)REMOVED WIDE{0,12}(?:FROM|IN|OF)GAP{0,3}(?P<modified>FILES)"),
    Rule("REMOVED", "(?<!DET)REMOVED GAP{0,4}FILES FROM GAP{0,2}(?P<modified>FILE)"),
    Rule("MOVED", "(?<!DET)MOVED GAP{0,4}(?P<removed>FILE)NOUNF?(?:TO|AS|ARROW)GAP{0,3}(?P<exists>FILE)"),
    Rule("MOVED", "(?<!DET)MOVED GAP{1,8}FROM GAP{0,2}(?P<modified>FILE)(?:TO|AS)GAP{0,3}(?P<modified2>FILE)"),
    Rule("MOVED", "(?<!DET)MOVED WIDE{1,8}TO GAP{0,3}(?P<modified>FILE)"),
    own("MOVED", "NOTPREP(?P<removed>ITEM)BE_{1,2}ADVS{0,3}MOVED(?:TO|AS)GAP{0,2}(?P<exists>FILE)"),
    own("MOVED", "BE_{1,2}ADVS{0,3}MOVED TO GAP{0,2}(?P<exists>FILE)"),
    own("MOVED", "BE_{1,2}ADVS{0,3}MOVED FROM GAP{0,2}(?P<modified>FILE)(?:TO|AS)GAP{0,2}(?P<modified2>FILE)"),
    Rule("COPIED", "COPIED GAP{0,4}FILE(?:TO|AS|ARROW)GAP{0,3}(?P<exists>FILES)"),
    Rule("COPIED", "COPIED WIDE{1,6}TO GAP{0,3}(?P<exists>FILES)"),
    Rule("REPLACED", "(?<!DET)REPLACED GAP{0,2}(?P<removed>FILE)(?:FOR|BY)GAP{0,3}(?P<exists>FILE)"),
    own("REPLACED", "(?P<removed>FILE)BE_{1,2}ADVS{0,3}REPLACED(?:FOR|BY)GAP{0,3}(?P<exists>FILE)"),
    # passive, and what merely is: "`a.py` has been updated", "`a.py`: created", "the typo in `a.py` is fixed"
    own(
        "CREATED ADDED PLACED",
        "NOTPREP(?P<exists>SUBJECTS)BE_{1,2}ADVS{0,3}(?:CREATED|ADDED|PLACED)(?:(?:IN|TO)GAP{0,2}(?P<base>"
        "FILE))?",
    ),
    own("MODIFIED", "NOTPREP(?P<modified>SUBJECTS)BE_{1,2}ADVS{0,3}MODIFIED"),
    own("REMOVED", "NOTPREP(?P<removed>SUBJECTS)BE_{1,2}ADVS{0,3}REMOVED(?!FROM(?:DET|NOUNF){0,2}FILE)"),
    own("CREATED ADDED", "(?:NOUNF|DIRN)COMMA(?P<exists>SUBJECTS)COMMA BE_{1,2}ADVS{0,3}(?:CREATED|ADDED)"),
    own("MODIFIED", "(?:NOUNF|DIRN)COMMA(?P<modified>SUBJECTS)COMMA BE_{1,2}ADVS{0,3}MODIFIED"),
    own("REMOVED", "(?:NOUNF|DIRN)COMMA(?P<removed>SUBJECTS)COMMA BE_{1,2}ADVS{0,3}REMOVED"),
    own("CREATED ADDED", "(?:NOUNF|DIRN)AS(?P<exists>SUBJECTS)BE_{1,2}ADVS{0,3}(?:CREATED|ADDED)"),
    own(
        "MODIFIED REMOVED INSIDE ADDED REPLACED CREATED",
        "(?:IN|OF)GAP{0,2}(?P<modified>FILES)BE_{1,2}ADVS{0,3}(?:MODIFIED|REMOVED|INSIDE|ADDED|REPLACED|"
        "CREATED)",
    ),
    Rule("CREATED ADDED", "START(?P<exists>SUBJECTS)(?:COLON|DASH|BAR|ADV){0,2}(?:CREATED|ADDED)(?=EDGE)"),
    Rule("MODIFIED", "START(?P<modified>SUBJECTS)(?:COLON|DASH|BAR|ADV){0,2}MODIFIED(?=EDGE)"),
    Rule("REMOVED", "START(?P<removed>SUBJECTS)(?:COLON|DASH|BAR|ADV){0,2}REMOVED(?=EDGE)"),
    Rule("SUBSET NEWF", "START(?P<exists>SUBJECTS)(?:DASH|COLON|BAR)ADV?(?:SUBSET|NEWF)(?=EDGE|NOUNF)"),
    Rule("CREATED", "START(?P<exists>SUBJECTS)(?:DASH|COLON|BAR)ADV?CREATED(?!WIDE{0,8}FILE)"),
    Rule(
        "MODIFIED ADDED REMOVED INSIDE REPLACED APPENDED",
        "START(?P<modified>SUBJECTS)(?:DASH|COLON|BAR)ADV?(?:ADDED|MODIFIED|REMOVED|INSIDE|REPLACED|APPENDED)"
        "(?=GAP)(?!WIDE{0,8}FILE)",
    ),
    own(
        "SUBSET NEWF ADDZ CREATEZ CREATED ADDED",
        "(?:SUBSET|NEWF|ADDZ|CREATEZ|CREATED|ADDED)DE?(?:NOUNF|DIRN)(?:FIRST(?:ADDED|CREATED))?(?:AUX|WAS|"
        "FORZ)(?:AS|TO)?(?P<exists>FILES)",
    ),
    own("MODIFIED MODIFYZ", "(?:MODIFIED(?:NOUNF|DIRN)?|MODIFYZ DE?NOUNF)(?:AUX|WAS|FORZ)(?P<modified>FILES)"),
    own("REMOVED REMOVEZ", "(?:REMOVED(?:NOUNF|DIRN)?|REMOVEZ DE?NOUNF)(?:AUX|WAS|FORZ)(?P<removed>FILES)"),
    own("EXISTS", "NOTPREP(?P<exists>SUBJECTS)(?:BE_|ADV){0,4}EXISTS"),
    own("THERE", "THERE(?:DET|NEWF|SUBSET|ADJ|ADV|WORD|NUM|MEAS){0,3}(?P<exists>FILES)(?!DE)"),
    own(
        "ARTEFACT NOUNF",
        "(?:ARTEFACT|NOUNF)(?:GAP|FOR|OF|ON){0,5}(?:ADV?(?:BE_|FIND)ADV?(?:EXISTS)?)(?:IN|AS|TO|ON)GAP{0,2}"
        "(?P<exists>FILES)(?!DE)",
    ),
    own(
        "FIND",
        "FIND(?:DET|ADJ|SUBSET|NEWF|WORD|FIRST|ALL){0,4}(?:ARTEFACT|NOUNF|DIRN)(?:GAP|FOR|OF|ON){0,4}(?:IN|AS|"
        "ON)GAP{0,2}(?P<exists>FILES)",
    ),
    own("GONE", "NOTPREP(?P<removed>SUBJECTS)(?:BE_|ADV|PERF){0,3}GONE"),
    Rule(
        "SUBSET NEWF",
        "START(?:SUBSET|NEWF)ADJ?(?:NOUNF|DIRN|TESTS)?(?:CREATED|ADDED)?(?:COLON|BAR)(?P<exists>FILES)",
    ),
    Rule(
        "CREATED ADDED",
        "START(?:NOUNF|DIRN|SUBSET|NUM){0,3}(?:CREATED|ADDED)(?:NOUNF|DIRN|PAR)?(?:COLON|BAR|DASH)(?P<exists>"
        "FILES)",
    ),
    Rule("MODIFIED", "START(?:NOUNF|DIRN|NUM){0,2}MODIFIED(?:NOUNF|DIRN|PAR)?(?:COLON|BAR|DASH)(?P<modified>FILES)"),
    Rule("REMOVED", "START(?:NOUNF|DIRN|NUM){0,2}REMOVED(?:NOUNF|DIRN|PAR)?(?:COLON|BAR|DASH)(?P<removed>FILES)"),
)  # fmt: skip
