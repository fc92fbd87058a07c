"""Statements of the opposite, for contradictions; data alone."""

from __future__ import annotations

from mesh.core.claims.rules.rule import Rule, no

DENIALS: tuple[Rule, ...] = (
    # the opposite, for contradictions only
    no(
        "FAIL NEG",
        "(?P<topics>TOPICS)MID{0,5}(?:ASKEN?NEG MID{0,3}(?:PASS|PASSZ|GREEN|SUCC|WORKS)|FAIL)(?=EDGE|ADV|IN|"
        "LE|FOR|ON|AFTER)",
    ),
    no("NEG", "(?P<build>DET?(?:SUBJ|PRON)ADV?)ASKEN?NEG(?:BUILDB|BUILD)(?=EDGE|ADV)"),
    no("EXISTS", "(?P<exists>SUBJECTS)ADV?ASKEN?NEG ADV?EXISTS"),
    no("MISSING", "(?P<exists>SUBJECTS)(?:AUX|ADV){0,3}MISSING(?=EDGE|ADV)"),
    no("CREATED ADDED", "(?P<exists>SUBJECTS)(?:BE_|ADV){0,2}NEG(?:WAS|ADV){0,2}(?:CREATED|ADDED)"),
    no("MODIFIED", "(?P<modified>SUBJECTS)(?:BE_|ADV){0,2}NEG(?:WAS|ADV){0,2}MODIFIED"),
    no("REMOVED", "(?P<removed>SUBJECTS)(?:BE_|ADV){0,2}NEG(?:WAS|ADV){0,2}REMOVED"),
    no("UNCHANGED", "(?P<modified>SUBJECTS)(?:BE_|ADV|WORD){0,3}UNCHANGED"),
    no("NEG", "(?P<modified>SUBJECTS)ZADV{0,2}NEG ZADV{0,2}MODIFYZ"),
    no("NEG", "(?P<removed>SUBJECTS)ZADV{0,2}NEG ZADV{0,2}REMOVEZ"),
)  # fmt: skip
