"""Reads the reports that test runners write: JUnit XML, TRX and RSpec's JSON; never more than they say."""

from __future__ import annotations

import glob
import json
import os
import stat
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from mesh.check.counting import Failure, Tally
from mesh.check.plan import REPORT
from mesh.check.scratch import Scratch

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_MAX = 32 << 20
_MANY = 20_000


def gather(patterns: Iterable[str], *, made: Scratch, inside: str, own: str) -> list[bytes]:
    """Return the reports that a check wrote, as they stand when it is over; `own` is the one named for it."""
    begun = os.stat(made.talk).st_mtime - 2
    found = []
    for pattern in patterns:
        if pattern == REPORT:
            paths = [own, *glob.glob(glob.escape(own) + ".*")]
        else:
            # what an overlay or a copy holds; of the three folders one is in use
            places = (made.upper, made.work, os.path.join(made.folder, "copy"))
            paths = [p for place in places for p in _matching(os.path.normpath(os.path.join(place, inside)), pattern)]
        found += [data for path in sorted(paths)[:_MANY] if (data := _fresh(path, begun)) is not None]
    return found


def _matching(folder: str, pattern: str) -> list[str]:
    return glob.glob(os.path.join(glob.escape(folder), pattern), recursive=True)


def _fresh(path: str, begun: float) -> bytes | None:
    """Return the content of a report that was written since the check began."""
    try:
        info = os.lstat(path)
        if not stat.S_ISREG(info.st_mode) or info.st_size > _MAX or info.st_mtime < begun:
            return None
        with open(path, "rb") as handle:
            return handle.read(_MAX)
    except OSError:
        return None


def add_reports(found: Tally, runner: str, reports: Iterable[bytes]) -> None:
    """Add what the reports say to a tally; a report that cannot be read is a doubt."""
    for data in reports:
        try:
            if data.lstrip()[:1] == b"{":
                _add_json(found, data)
            else:
                _add_xml(found, data)
        except ValueError as error:
            found.doubts.append(f"a report of `{runner}` cannot be read: {error}")
            continue
        if runner not in found.runners:
            found.runners.append(runner)


def _add_xml(found: Tally, data: bytes) -> None:
    from xml.etree import ElementTree

    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise ValueError("it declares a document type")
    try:
        root = ElementTree.fromstring(data)  # noqa: S314  no entities: nothing to expand
    except ElementTree.ParseError as error:
        raise ValueError(str(error)) from None
    cases = list(_of_trx(root)) if _local(root) == "TestRun" else list(_of_junit(root))
    for name, outcome, message in cases:
        _count(found, name, outcome, message)


def _local(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _of_junit(root: Element) -> Iterator[tuple[str, str, str]]:
    for case in root.iter():
        if _local(case) != "testcase":
            continue
        name = ".".join(filter(None, (case.get("classname"), case.get("name"))))
        marks = {_local(child): child for child in case}
        bad = marks.get("failure") if "failure" in marks else marks.get("error")
        if bad is not None:
            yield name, "failed", (bad.get("message") or bad.text or "")[:400]
        elif "skipped" in marks or case.get("status") in ("notrun", "disabled", "skipped"):
            yield name, "skipped", ""
        else:
            yield name, "passed" if case.get("status") in (None, "run", "passed", "success") else "failed", ""


def _of_trx(root: Element) -> Iterator[tuple[str, str, str]]:
    outcomes = {"Passed": "passed", "NotExecuted": "skipped", "Inconclusive": "skipped"}
    for result in root.iter():
        if _local(result) == "UnitTestResult":
            text = next((e.text or "" for e in result.iter() if _local(e) == "Message"), "")
            yield result.get("testName") or "", outcomes.get(result.get("outcome") or "", "failed"), text[:400]


def _add_json(found: Tally, data: bytes) -> None:
    report = json.loads(data)
    outcomes = {"passed": "passed", "pending": "skipped"}
    for example in report.get("examples", []):
        message = str((example.get("exception") or {}).get("message", ""))[:400]
        _count(found, str(example.get("full_description")), outcomes.get(str(example.get("status")), "failed"), message)
    outside = report.get("summary", {}).get("errors_outside_of_examples_count", 0)
    if outside:
        _count(found, "outside of the examples", "failed", "")


def _count(found: Tally, name: str, outcome: str, message: str) -> None:
    if outcome == "passed":
        found.passed += 1
    elif outcome == "skipped":
        found.skipped += 1
    else:
        found.failed += 1
        found.failures.append(Failure(name=name, message=message))
