"""Adds up what the runners of one command reported, test by test; decides nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mesh.check.channel import Stream
from mesh.model.evidence import TestCounts

_SKIPPED = ("skipped", "xfailed", "xpassed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A failed test: its name, what was said, and the kinds of error that it raised."""

    name: str
    message: str = ""
    kinds: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class Tally:
    """All that was counted in one command.

    `forced` are reasons why results are worthless, `doubts` reasons why they may be, `left` the tests that
    something left out (and that were run apart), `cut` the runners that ended before they were through.
    """

    runners: list[str] = field(default_factory=list)
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    failures: list[Failure] = field(default_factory=list)
    forced: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    left: list[dict[str, Any]] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    sources: dict[str, str] = field(default_factory=dict)
    ran_files: set[str] = field(default_factory=set)
    empty: str = ""
    statuses: list[int] = field(default_factory=list)
    missing: str = ""

    @property
    def counts(self) -> TestCounts:
        return TestCounts(passed=self.passed, failed=self.failed, skipped=self.skipped)

    @property
    def total(self) -> int:
        return self.passed + self.failed + self.skipped


def tally(streams: Iterable[Stream], uncounted: Iterable[str] = ()) -> Tally:
    """Return the sum of all streams in which a runner spoke; the targets of `uncounted` are passed over."""
    found = Tally()
    streams = list(streams)
    spread = any(stream.last("end").get("spread") for stream in streams)
    passed_over = {name.replace("-", "_") for name in uncounted}
    for stream in streams:
        if _target(stream) in passed_over:
            found.notes.append(f"the target `{_target(stream)}` has a harness of its own and is not counted")
        elif stream.of("start"):
            _add(found, stream, spread=spread)
        else:
            for record in stream.of("forced"):
                found.forced.append(_text(record, "m"))
        for record in stream.of("broken"):
            found.doubts.append(f"the guard failed: {_text(record, 'm')[-200:]}")
    _whole_files(found, streams)
    return found


def _target(stream: Stream) -> str:
    """Return the name of the target that a test binary was made of."""
    return _text(stream.last("start"), "target").rpartition("-")[0].replace("-", "_")


def _whole_files(found: Tally, streams: list[Stream]) -> None:
    """Count files that are a test as a whole (`node --test`), if they came to their end by themselves."""
    natural = {_text(r, "file") for s in streams for r in s.of("child") if r.get("natural") and r.get("code") == 0}
    for stream in streams:
        for record in stream.of("whole"):
            name = _text(record, "file")
            if record.get("tests"):
                found.forced.append(f"`{name}` ended before it ran a test")
            elif name in natural:
                found.passed += 1
            else:
                found.doubts.append(f"`{name}` ended the process itself")


def _add(found: Tally, stream: Stream, *, spread: bool) -> None:
    start, ends = stream.last("start"), stream.of("end")
    runner = _text(start, "runner")
    found.runners.append(runner)
    if start.get("mine"):
        found.forced.append(f"a stand-in for `{runner}` in the workspace was used: `{_text(start, 'at')}`")
    if start.get("optimize"):
        found.forced.append("assertions are switched off (`python -O`)")
    for record in stream.records:
        _record(found, record)
    if not ends:
        found.cut.append(runner)
    elif not any(end.get("worker") for end in ends):
        _end(found, ends, stream, spread=spread)


def _record(found: Tally, record: Mapping[str, Any]) -> None:
    kind = record.get("k")
    if kind == "test":
        _test(found, record)
    elif kind == "left":
        found.left.append(dict(record))
    elif kind == "source":
        found.sources[_text(record, "p")] = _text(record, "h")
    elif kind == "forced":
        found.forced.append(_text(record, "m"))
    elif kind == "doubt":
        found.doubts.append(_text(record, "m"))
    elif kind == "note":
        found.notes.append(_text(record, "m"))
    elif kind == "unrun":
        found.forced.append(f"{record.get('n')} collected tests were not run, such as `{_text(record, 'm')}`")
    elif kind == "exit" and isinstance(record.get("status"), int):
        found.statuses.append(record["status"])
    elif kind == "missing":
        found.missing = _text(record, "m")


def _test(found: Tally, record: Mapping[str, Any]) -> None:
    name, outcome = _text(record, "id"), record.get("o")
    found.ran_files.add(name.partition("::")[0])
    if record.get("forced"):
        found.forced.append(f"`{name}`: {record['forced']}")
    if record.get("doubt"):
        found.doubts.append(f"`{name}`: {record['doubt']}")
    if record.get("by"):
        found.notes.append(f"`{name}` is skipped by {record['by']}")
    if outcome == "passed":
        found.passed += 1
    elif outcome == "failed":
        found.failed += 1
        kinds = record.get("error")
        kinds = tuple(str(kind) for kind in kinds) if isinstance(kinds, list) else ()
        found.failures.append(Failure(name=name, message=_text(record, "m"), kinds=kinds))
    elif outcome in _SKIPPED:
        found.skipped += 1


def _end(found: Tally, ends: list[dict[str, Any]], stream: Stream, *, spread: bool) -> None:
    last = ends[-1]
    only = _text(last, "only")
    if only:
        found.empty = f"the option `--{_option(only)}` makes the runner run nothing"
    message = _text(last, "m")
    if message and not found.failed:
        found.doubts.append(f"the run was broken off: {message[:200]}")
    if not spread and last.get("reported") is not None and not stream.of("test") and last["reported"]:
        found.forced.append("tests were reported that never ran")


def _option(name: str) -> str:
    return {"collectonly": "collect-only", "setupplan": "setup-plan", "setuponly": "setup-only"}.get(
        name, name
    )


def _text(record: Mapping[str, Any], name: str) -> str:
    value = record.get(name)
    return value if isinstance(value, str) else ""
