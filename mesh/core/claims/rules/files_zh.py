"""Statements in Chinese on files; data alone."""

from __future__ import annotations

from mesh.core.claims.rules.rule import Rule, own, zh

FILES_ZH: tuple[Rule, ...] = (
    # files, Chinese: 已创建 `a.py`, 把 `a.py` 删除了, `a.py` 中的错误已修复, 结果已保存到 `r.md`
    zh(
        "CREATEZ ADDZ",
        "INZ(?P<base>FILE)(?:NOUNF|DIRN|POST|ADV|PERF|LE){0,3}(?:CREATEZ|ADDZ)LE?ZGAP{0,6}(?P<exists>FILES)"
        "(?!DE|POST)",
    ),
    zh("CREATEZ ADDZ", "(?:DONEZ|PERF)(?P<exists>FILES)DE(?:CREATEZ|ADDZ)"),
    zh("CREATEZ ADDZ", "(?:CREATEZ|ADDZ)ZGAP{0,6}AS(?P<exists>FILES)"),
    zh("CREATEZ ADDZ SAVEZ", "(?:CREATEZ|ADDZ|SAVEZ)(?:LE|DONEZ)?ZGAP{0,8}(?P<exists>FILES)(?!DE|POST)"),
    zh(
        "SAVEZ CREATEZ ADDZ COPYZ SPLITZ",
        "(?:SAVEZ|CREATEZ|COPYZ|SPLITZ)ZGAP{0,5}(?:TOZ|INZ|AS|FORZ)LE?ZGAP{0,3}(?P<exists>FILES)(?!DE)",
    ),
    zh("ADDZ INSIDEZ", "(?:ADDZ|INSIDEZ)ZGAP{0,5}(?:TOZ|INZ)LE?ZGAP{0,3}(?P<modified>FILES)"),
    zh("MODIFYZ", "MODIFYZ ZGAP{0,8}(?P<modified>FILES)"),
    zh("REMOVEZ", "REMOVEZ ZGAP{0,5}(?P<removed>FILES)(?!POST|DE)"),
    zh("REMOVEZ", "REMOVEZ ZGAP{0,5}(?P<modified>FILES)(?:POST|DE)"),
    zh("MODIFYZ", "MODIFYZ WIDE{0,10}(?:IN|OF)GAP{0,3}(?P<modified>FILES)"),
    zh("ADDZ", "ADDZ WIDE{1,10}(?:TO|IN)GAP{0,3}(?P<modified>FILES)"),
    zh("REMOVEZ", "REMOVEZ WIDE{1,10}(?:FROM|IN)GAP{0,3}(?P<modified>FILES)"),
    zh("REMOVEZ", "FROM(?P<modified>FILES)(?:POST|ADV|PERF){0,3}REMOVEZ"),
    zh("MOVEZ", "FROM(?P<modified>FILE)POST?ZADV{0,3}MOVEZ(?:TOZ|FORZ|LE|INZ){0,3}ZGAP{0,2}(?P<modified2>FILE)"),
    zh("MOVEZ", "(?P<removed>ITEM)ZADV{0,3}MOVEZ(?:TOZ|FORZ|LE|INZ|AS){0,3}ZGAP{0,2}(?P<exists>FILE)"),
    zh("MOVEZ", "MOVEZ LE?ZGAP{0,3}(?P<removed>FILE)(?:TOZ|FORZ|ARROW|AS|TO)ZGAP{0,2}(?P<exists>FILE)"),
    zh("COPYZ", "FILE ZADV{0,3}COPYZ(?:TOZ|FORZ|LE){0,3}(?P<exists>FILES)"),
    zh(
        "MODIFYZ REMOVEZ ADDZ CREATEZ INSIDEZ",
        "(?:INZ|FORZ|FOR)ZGAP{0,2}(?P<modified>FILES)(?:DIRN|NOUNF)?(?:POST|DE){0,2}ZGAP{0,6}(?:MODIFYZ|"
        "REMOVEZ|ADDZ|CREATEZ|INSIDEZ)(?!ZGAP{0,6}(?:FILE|TESTS|NOUNF))",
    ),
    zh(
        "MODIFYZ REMOVEZ ADDZ CREATEZ INSIDEZ",
        "(?P<modified>SUBJECTS)NOUNF?POST DE?ZGAP{0,8}BEI?(?:MODIFYZ|REMOVEZ|ADDZ|CREATEZ|INSIDEZ|REMOVED|"
        "MODIFIED)(?!ZGAP{0,5}FILE)",
    ),
    zh(
        "MODIFYZ",
        "(?P<modified>SUBJECTS)NOUNF?DE(?:HAN|HANW|WORD|KCODE|NOTFILE|SUBJ|TYPES|ADJ|PERF|ADV|ALL|BEI|FAIL|"
        "LINT){0,9}MODIFYZ",
    ),
    zh(
        "CREATEZ ADDZ SAVEZ CREATED ADDED",
        "(?<!FORZ)(?<!FOR)(?<!INZ)(?<!FROM)(?P<exists>SUBJECTS)(?:COLON|BAR)?ZADV{0,4}(?:CREATEZ|ADDZ|SAVEZ|"
        "CREATED|ADDED)(?!ZGAP{0,5}FILE|(?:LE|DONEZ)?(?:HAN|WORD|KCODE|TESTS))",
    ),
    zh(
        "MODIFYZ MODIFIED",
        "(?<!INZ)(?P<modified>SUBJECTS)(?:COLON|BAR)?ZADV{0,4}(?:MODIFYZ|MODIFIED)(?!ZGAP{0,5}FILE)",
    ),
    zh(
        "REMOVEZ REMOVED",
        "(?<!INZ)(?<!FROM)(?P<removed>SUBJECTS)(?:COLON|BAR)?ZADV{0,4}(?:REMOVEZ|REMOVED)(?!ZGAP{0,5}FILE)",
    ),
    own("EXISTSZ", "(?<!FOR)(?P<exists>SUBJECTS)ZADV{0,4}EXISTSZ(?!HAN|HANW)"),
    own("SAVEDASZ", "(?:^|COMMA|SEMI|AND)ZGAP{1,6}SAVEDASZ LE?(?P<exists>FILES)(?!DE)"),
    zh("SAVEDASZ", "SAVEDASZ LE?(?P<exists>FILES)(?!DE)"),
    own("LOCZ", "LOCZ LE?(?P<exists>FILES)(?!DE)"),
    own(
        "ARTEFACT NOUNF",
        "(?:ARTEFACT|NOUNF)(?:DE|AUX|PERF|ADV|ALL|HANW){0,3}INZ(?P<exists>FILES)POST?(?=$|COMMA|SEMI|AND)",
    ),
    Rule(
        "CREATEZ ADDZ SUBSET ARTEFACT",
        "START(?:PERF|ALL)?(?:CREATEZ|ADDZ|SUBSET|ARTEFACT)(?:LE|DE|DONEZ|MEAS|NUM|CREATEZ){0,3}(?:NOUNF|DIRN|"
        "DE|TESTS|ARTEFACT){0,3}PAR?(?:COLON|BAR)(?P<exists>FILES)(?=$|COMMA|SEMI|PAR|DASH|BAR|BUT)",
    ),
    Rule(
        "MODIFYZ",
        "START(?:PERF|ALL)?MODIFYZ(?:LE|DE|DONEZ|MEAS|NUM){0,3}(?:NOUNF|DIRN|DE|TESTS){0,3}PAR?(?:COLON|BAR)"
        "(?P<modified>FILES)(?=$|COMMA|SEMI|PAR|DASH|BAR|BUT)",
    ),
    Rule(
        "REMOVEZ",
        "START(?:PERF|ALL)?REMOVEZ(?:LE|DE|DONEZ|MEAS|NUM){0,3}(?:NOUNF|DIRN|DE|TESTS){0,3}PAR?(?:COLON|BAR)"
        "(?P<removed>FILES)(?=$|COMMA|SEMI|PAR|DASH|BAR|BUT)",
    ),
)  # fmt: skip
