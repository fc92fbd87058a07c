"""Finds whether the output of a run contradicts its exit status of 0; runs nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mesh.core.runs.tally import tally

_LONGEST = 400_000
_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")

# Lines that runners print for a test that failed, or a run that did.
_FAILED = re.compile(
    r"""
    ^(?:FAILED|ERROR)\ \S*(?:::|\.py\b)                      # pytest, short summary
    | ^INTERNALERROR> | ^!+\ (?:Interrupted|stopping)\b
    | ^FAILED\ \((?:failures|errors|unexpected\ successes)=  # unittest, trial
    | ^\s*---\ FAIL: | ^FAIL(?:\t|\ +\S|\s*$) | "Action":"fail"  # go, jest
    | ^test\ \S.*\.\.\.\ FAILED | ^test\ result:\ FAILED     # cargo
    | ^\s*not\ ok\ \d+\b(?!.*\#\ *(?:TODO|SKIP|todo|skip))   # TAP
    | \bBUILD\ FAIL(?:ED|URE)\b | There\ (?:are|were)\ (?:test\ failures|failing\ tests)
    | ^\[\s+FAILED\s+\]\ \d+\ tests? | ^The\ following\ tests\ FAILED
    | Some\ tests\ failed | ^\s*Failed!\ +- | ^Test\ Run\ Failed
    | ^FAILURES!\s*$ | ^ERRORS!\s*$ | ^Result:\ FAIL\b
    | evaluation\ failed\ :\( | nox\ >\ Session\ \S+\ failed | ^\s*\S+:\ FAIL(?:\s|$|ED)
    | ^error:\ test\ failed | (?<!\d)[1-9]\d*\s*[个项条]?\s*(?:测试|用例|测试用例)?\s*(?:失败|未通过)
    """,
    re.VERBOSE | re.MULTILINE,
)
# The same for any kind of run: the tool says that it did not succeed.
_BROKEN = re.compile(
    r"""
    ^g?make(?:\[\d+\])?:\ .*\bError\ \d+\ \(ignored\) | ^g?make(?:\[\d+\])?:\ \*\*\*[ ]
    | ^ninja:\ (?:build\ stopped|error)
    | ^npm\ (?:ERR!|error)\ | \bELIFECYCLE\b | ^error\ Command\ failed\ with\ exit\ code
    | ^error(?:\[E\d+\])?:\ (?:could\ not\ compile|aborting\ due|cannot\ find|mismatched) | ^error\[E\d+\]
    | \bBUILD\ FAIL(?:ED|URE)\b | ^FAILURE:\ Build\ failed | ^\[ERROR\]\ Failed\ to\ execute | ^Build\ FAILED
    | ^\S[^\s:]*:\d+(?::\d+)?:\ (?:fatal\ )?error:\  | \berror\ (?:TS|CS)\d+: | undefined\ reference\ to\ `
    | \bcollect2:\ error\b
    | ^Found\ [1-9]\d*\ errors?\b(?!.*\b0\ remaining) | ✖\ \d+\ problems?\ \([1-9]\d*\ error
    | ^(?:\S*/)?(?:ba|z|da|k)?sh:\ .*not\ found | :\ command\ not\ found\s*$ | \bNo\ module\ named\b
    | ^executable\ file\ not\ found
    | ^Command\ (?:is\ )?running\ in\ (?:the\ )?background | moved\ to\ the\ background | ^Command\ timed\ out
    | ^(?:Error:\ )?Exit\ code\ [1-9] | ^\[Request\ interrupted
    """,
    re.VERBOSE | re.MULTILINE,
)
_CRASHED = re.compile(
    r"^Traceback \(most recent call last\):|^panic: |panicked at |^Segmentation fault"
    r"|UnhandledPromiseRejection|^Exception in thread|^Unhandled exception"
    r"|^Uncaught \w*Error|^fatal error: |^Aborted\b|core dumped",
    re.MULTILINE,
)
# Lines by which a runner says that it ran no test; they count where nothing else ran either.
_NONE = re.compile(
    r"no tests ran|\bcollected 0 items|^No tests? (?:files? )?found|no test (?:files|suites?)\b"
    r"|\bno tests to run\b|^Ran 0 tests"
    r"|No tests? (?:to run|executed|were found|is available|matches)|There are no tests"
    r"|^1\.\.0\b"
    r"|Task :\S*test NO-SOURCE|NOTESTS|Nothing to be done for|: '[^']*' is up to date|No projects matched"
    r"|no test specified|^running 0 tests|tests? collected(?:\s*/|,| in )",
    re.MULTILINE | re.IGNORECASE,
)
_SOFT = re.compile(
    r"\btests? (?:have |were )?(?:all )?pass(?:ed)?\b|\bpass(?:ed)?\b|^\s*ok\b|\bOK\b|[✓✔]"
    r"|congratulations :\)|was successful"
    r"|BUILD SUCCESS|\[100%\]|测试通过|全部通过",
    re.MULTILINE | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    """What a run's output says: `failed` and `empty` speak of tests, `broken` of any kind of run.

    `shown` says that something in it speaks for tests that passed.
    """

    failed: bool
    empty: bool
    broken: bool
    crashed: bool
    shown: bool
    blank: bool


def assess(output: str) -> Assessment:
    """Return what an output says; of a very long one only the end is read."""
    text = _ANSI.sub("", output[-_LONGEST:]).replace("\r\n", "\n").replace("\r", "\n")
    found = tally(text)
    failed = found.failed > 0 or _FAILED.search(text) is not None
    none = _NONE.search(text) is not None
    passed = found.passed > 0
    return Assessment(
        failed=failed,
        empty=not passed and (found.seen or none),
        broken=_BROKEN.search(text) is not None,
        crashed=_CRASHED.search(text) is not None,
        shown=passed or (not found.seen and _SOFT.search(text) is not None),
        blank=not text.strip(),
    )
