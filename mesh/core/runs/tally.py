"""Adds up the summary lines that test runners print (`5 passed in 0.1s`, `Tests: 1 failed, 4 passed`)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mesh.core.runs.syntax import names

_PASS = names("passed passing pass passes succeeded success successes successful ok")
_FAIL = names(
    "failed failing fail fails failures failure error errors errored broken crashed cancelled"
    " canceled aborted timedout timeout"
)
_SKIP = names(
    "skipped skip skips pending todo todos ignored xfailed xfail xpassed xpass deselected disabled"
    " excluded inconclusive notrun incomplete omissions notifications pendings"
)
_TOTAL = names("tests test total examples example runs run ran specs scenarios executed cases completed")
_OUTCOMES = "|".join(sorted(_PASS | _FAIL | _SKIP | _TOTAL, key=len, reverse=True))
_FILLER = names(
    "in of out with and all the filtered measured finished time s ms sec secs second seconds m min"
    " result results suites suite files file summary across expect calls call assertions assertion"
    " checks warnings warning doctest doctests property properties subtests subtest rerun reruns flaky"
    " unexpected expected total finish took duration wall were was did not retried slow leaky seed"
    " randomized snapshots snapshot test-cases nothing info inspections mutants steps step features"
    " feature interrupted by reruns risky deprecations deprecation"
)
_WORD = re.compile(r"[A-Za-z][A-Za-z_-]*")
_NUMBER_FIRST = re.compile(
    rf"(?<![\d.%:])(\d+)\s+(?:(?:tests?|specs?|examples?|cases|test cases|unit tests)\s+)?({_OUTCOMES})\b",
    re.I,
)
_LABEL_FIRST = re.compile(rf"\b({_OUTCOMES})\b\s*[:=]?\s*(\d+)\b", re.I)
_TIMING = re.compile(r"(?i)[,;(\s]+(?:finished in|in|duration|time(?: elapsed)?|seed|randomized)\b.*$")
_DOTNET = re.compile(r"^\s*Passed!\s+-\s+(.*?)(?:, Duration|$)")
_OK_PAREN = re.compile(r"^\W*OK\s*\((\d+) tests?", re.I)
_RAN = re.compile(r"^\s*Ran (\d+) tests?\b")
_UNITTEST_OK = re.compile(r"^(?:OK|PASSED)\s*(?:\((.*)\))?\s*$")
_GO_OK = re.compile(r"^ok\s+\S+\s+(?:\(cached\)|[\d.]+s)(.*)$")
_GTEST = re.compile(r"^\[\s+PASSED\s+\]\s+(\d+) tests?")
_CTEST = re.compile(r"(\d+) tests? failed out of (\d+)")
_ALL = re.compile(
    r"\bAll (\d+)?\s*(?:tests|specs|assertions)\s+(?:passed|successful)"
    r"|^[\d:. ]*\+(\d+)[^A-Za-z]*: All tests passed",
    re.I,
)
_TAP = re.compile(r"^ok \d+\b(?!.*# *(?:skip|todo))", re.I)
_VERBOSE = re.compile(r"^\s*--- (PASS|SKIP): ")
_SUITES = re.compile(r"^\W*(?:Test )?(?:Suites|Files|Snapshots|Features|Steps)\b", re.I)


@dataclass(slots=True)
class Tally:
    """How many tests passed, failed and were skipped; `seen` says whether any summary was found."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    seen: bool = False

    def add(self, passed: int = 0, failed: int = 0, skipped: int = 0) -> None:
        """Add what one line says."""
        self.passed += max(passed, 0)
        self.failed += failed
        self.skipped += skipped
        self.seen = True


def tally(text: str) -> Tally:
    """Return the sum of all summary lines of an output."""
    found = Tally()
    ran, verbose = 0, {"PASS": 0, "SKIP": 0}
    for line in text.split("\n"):
        if len(line) > 400 or not line.strip():
            continue
        if match := _RAN.match(line):
            ran = int(match[1])
            found.seen = True
        elif match := _VERBOSE.match(line):
            verbose[match[1]] += 1
        elif ran and (match := _UNITTEST_OK.match(line)):
            skipped = sum(map(int, re.findall(r"(?:skipped|expected failures|skips)=(\d+)", match[1] or "")))
            found.add(passed=ran - skipped, skipped=skipped)
            ran = 0
        elif not _known(line, found):
            _summary(line, found)
    if ran and not found.passed:
        found.add(passed=ran - found.skipped)
    if verbose["SKIP"] and not verbose["PASS"]:
        found.passed = 0  # `go test -v` says `ok` for a package whose tests were all skipped
    return found


def _known(line: str, found: Tally) -> bool:
    """Add a line of a form of its own; return whether it was one."""
    if match := _GO_OK.match(line):
        found.add(passed=0 if "no tests to run" in match[1] else 1)
    elif match := _GTEST.match(line):
        found.add(passed=int(match[1]))
    elif match := _CTEST.search(line):
        found.add(passed=int(match[2]) - int(match[1]), failed=int(match[1]))
    elif match := _OK_PAREN.match(line):
        found.add(passed=int(match[1]))
    elif match := _ALL.search(line):
        found.add(passed=int(match[1] or match[2] or 1))
    elif _TAP.match(line):
        found.add(passed=1)
    else:
        return False
    return True


def _summary(line: str, found: Tally) -> None:
    """Add a line of nothing but counts of outcomes."""
    if match := _DOTNET.match(line):
        line = match[1]
    bare = _TIMING.sub("", line)
    words = {word.lower().strip("-_") for word in _WORD.findall(bare)}
    if not words or words - _PASS - _FAIL - _SKIP - _TOTAL - _FILLER:
        return
    pairs = [(word, number) for number, word in _NUMBER_FIRST.findall(bare)]
    if not any(word.lower() not in _TOTAL for word, _ in pairs):
        pairs = _LABEL_FIRST.findall(bare) or pairs
    counts = {"pass": 0, "fail": 0, "skip": 0, "total": 0}
    for word, number in pairs:
        counts[_outcome(word.lower())] += int(number)
    if not pairs or all(_outcome(word.lower()) == "total" for word, _ in pairs):
        return
    outcomes = {_outcome(word.lower()) for word, _ in pairs}
    passed = counts["pass"]
    if "pass" not in outcomes and "total" in outcomes and "fail" in outcomes:
        passed = _largest(pairs) - counts["fail"] - counts["skip"]
    found.add(passed=0 if _SUITES.match(bare) else passed, failed=counts["fail"], skipped=counts["skip"])


def _outcome(word: str) -> str:
    if word in _PASS:
        return "pass"
    if word in _FAIL:
        return "fail"
    return "skip" if word in _SKIP else "total"


def _largest(pairs: list[tuple[str, str]]) -> int:
    return max(int(number) for word, number in pairs if _outcome(word.lower()) == "total")
