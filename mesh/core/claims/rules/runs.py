"""Statements on tests, builds, linters, type checks and commands; data alone."""

from __future__ import annotations

from mesh.core.claims.rules.rule import Rule, own

RUNS: tuple[Rule, ...] = (
    # tests, builds, linters, type checks
    own(
        "TESTS BUILD LINT TYPES CTEST CBUILD CLINT CTYPES KTEST PTEST",
        "(?P<topics>TOPICS)MID{0,8}(?P<verdict>PRED)",
    ),
    Rule("PASS", "(?<!TO)(?<!^)PASS(?:DET|DEM|ALL|NUM|SUBSET|SCOPE|ADJ|OF|SUBJ){0,5}(?P<topics>TOPICS)"),
    Rule("PASSZ", "PERF PASSZ LE?(?:ALL|SUBSET|NUM|MEAS|DE|SUBJ|SCOPE){0,4}(?P<topics>TOPICS)"),
    Rule(
        "PASSZ",
        "(?:ALL)?PASSZ(?:LE(?:ALL|SUBSET|NUM|MEAS|DE|SUBJ|SCOPE){0,4}|(?:ALL|NUM)(?:ALL|SUBSET|NUM|MEAS|DE|"
        "SUBJ){0,3})(?P<topics>TOPICS)",
    ),
    own("NOERR NOFAIL", "(?:NOERR|NOFAIL)(?:FROM|IN|BY|FOR|ON)(?:DET|ADJ)?(?P<topics>TOPICS)"),
    own("NOLONGER", "(?P<topics>TOPICS)MID{0,3}NOLONGER FAIL"),
    own("NEG", "NEG(?:OF|DET){0,2}QUAL{0,3}(?P<topics>TOPIC)(?:ADV|BE_){0,2}FAIL(?=EDGE|ADV|IN)"),
    own("GOT AUX WAS", "(?:GOT|WAS|AUX)(?P<topics>TOPICS)TO(?:PASS|BUILD)(?!OBJECT)"),
    own("GREEN", "^GREEN(?P<topics>TOPICS)$"),
    own(
        "RATE",
        "(?P<topics>TESTS)DE?(?P<rate>RATE)(?:AUX|FORZ|ADV|IN|AS|TOZ|COLON|HAN|WAS|PRINTSZ|PERF|LE|OF|BAR"
        "){0,3}ALL",
    ),
    own("RATE", "ALL(?:OF|DET)?(?P<topics>TESTS)?(?P<rate>RATE)"),
    own(
        "CTEST TESTS",
        "(?:CTEST|TESTS)(?:ADV|AUX|HAS|RUNS|LE){0,2}(?:PRINTS|PRINTSZ|SAVEZ|RETURNS)(?:COLON)?(?P<summary>"
        "QUOTE|KCODE|CMD)",
    ),
    own("BUILD", "(?:SUBJ|PRON|ALL)ADV{0,2}CANZ SUCC?(?P<topics>BUILD)(?=EDGE|LE)"),
    Rule(
        "PASS PASSZ PASSING",
        "(?P<passed>NUM(?:MEAS|ALL|ADV|PERF){0,3}(?:PASS(?!OBJECT)|PASSING(?!OBJECT)|PASSZ(?!OBJECTZ)))",
    ),
    Rule("NOFAIL", "(?P<nofail>NOFAIL)"),
    own(
        "BUILDS",
        "(?P<build>(?:DET?(?:SUBJ|HEAD|ARTEFACT|KCODE)|DET(?:WORD|SCOPE|NOTFILE|ING)|PRON|ALL|FILE|DEM|^|"
        "COMMA|AND)(?:ADV|NUM|SUBJ|AND|PASS){0,3})BUILDS(?=BUILT_END)",
    ),
    own(
        "BUILDSN",
        "(?P<build>(?:DET?SUBJ|PRON|ALL|FILE|DEM|^|COMMA|AND)(?:ADV|AND|PASS|BUILDS){0,3})BUILDSN(?=BUILT_END"
        ")",
    ),
    own("BUILDS BUILDSN", "(?P<build>(?:BUILDS|BUILDSN)(?:DET|SUBJ|WORD|ALL|SCOPE){1,4})(?:CLEANLY|NOERR)"),
    own("NOBUILDERR NOTYPEERR NOLINTERR", "(?P<topics>NOBUILDERR|NOTYPEERR|NOLINTERR)"),
    own(
        "BUILT BUILD",
        "(?P<build>BUILT(?:ADV|DET|SUBJ|WORD|PRON|ALL|SCOPE|FOR|CBUILD|CMD|NUM){0,5})(?:CLEANLY|NOERR|GREEN|"
        "SUCC)",
    ),
    own("BUILT", "(?P<build>CLEANLY BUILT)"),
    own("BUILD", "CANZ?SUCC(?P<topics>BUILD)(?!HAN|HANW|NOTFILE)"),
    # commands: "`python a.py` prints hi", 成功运行了 `make run`
    own(
        "CMD PCMD",
        "(?P<cmd>CMDX)(?:AUX|ADV|LE|PERF|CANZ|ALL|RUNZ|DE|NOUNF|PAR|AFTERZ){0,4}(?P<prints>PRINTS|PRINTSZ|"
        "SAVEZ|RETURNS)(?!FILE)",
    ),
    own(
        "CMD PCMD",
        "(?P<cmd>CMDX)(?:COMMA|AND|SEMI|COLON|DASH){1,2}(?:PRON|DEM)(?:ADV){0,2}(?P<prints>PRINTS|RETURNS)(?!"
        "FILE)",
    ),
    own(
        "CMD PCMD",
        "(?P<cmd>CMDX)(?:COMMA|SEMI|COLON|DASH)(?:ADV|PERF|LE){0,2}(?P<prints>PRINTSZ|SAVEZ)(?!FILE|TOZ)",
    ),
    own("RUNS", "(?P<cmd>CMDX)ADV{0,2}RUNS(?=EDGE|ADV|IN|ON|AFTER|CLEANLY|GREEN)"),
    own(
        "CMD PCMD",
        "(?P<cmd>CMDX)(?:AUX|WAS|HAS|ADV|LE|PERF|CANZ|ALL|RUNZ|RUNS|PAR|NOUNF|ING|DE){0,4}(?:CLEANLY|WORKS(?!"
        "OBJECT)|EXITZERO|PASS(?!OBJECT)|SUCC|GREEN|NOERR)",
    ),
    own(
        "CMD PCMD",
        "(?P<cmd>CMDX)(?:COMMA|AND|SEMI|COLON|DASH){1,2}(?:PRON|DEM|ALL|ADV){1,3}(?:RUNS ADV?)?(?:WORKS|"
        "CLEANLY|EXITZERO|GREEN|NOERR)",
    ),
    own("CLEANLY SUCC", "(?:CLEANLY|SUCC)(?:RUNS|RUNZ|PERF|ING)LE?DET?(?P<cmd>CMDX)"),
    own("WORKS RUNZ", "(?P<cmd>CMDX)(?:PERF|ADV|ALL){0,3}CANZ(?:GREEN|SUCC)?(?:RUNZ|WORKS)(?=EDGE|LE|CLEANLY)"),
)  # fmt: skip
