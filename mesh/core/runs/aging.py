"""Says which judged runs still hold: what was changed after them, what failed after them; reads no clock."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mesh.core.runs.changes import Change
from mesh.core.runs.places import Project
from mesh.errors import Malformed
from mesh.i18n import say
from mesh.model.annotation import JudgedRun, Language
from mesh.model.fields import parse_moment

_ROUNDING = 0.001  # `at` is written in milliseconds
_NOT_A_VERDICT = (126, 127)  # not found, not executable
_KILLED = 128


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A judged run with its row, its place in the command and whether it reads documents."""

    run: JudgedRun
    index: int
    at: int
    documents: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A change with its row and the time of that."""

    index: int
    at: str
    change: Change


def aged(seen: Sequence[Seen], changes: Sequence[Made], project: Project) -> list[Seen]:
    """Note for each success the last change after it, seen by the hook or found on disk."""
    made = sorted(((_seconds(one.at), one.index, one) for one in changes), key=lambda item: item[:2])
    disk = sorted((moment, path) for path, moment in project.files.items())
    found = []
    for one in seen:
        after = _last_change(one, made, disk) if one.run.ok and one.run.counted else None
        found.append(one if after is None else replace(one, run=replace(one.run, stale_after=after)))
    return found


def _last_change(one: Seen, made: list[tuple[float, int, Made]], disk: list[tuple[float, str]]) -> str | None:
    """Return the path of the last change after a run, empty where it has no name, None if there is none."""
    then = _seconds(one.run.at)
    by_hook: tuple[float, str] | None = None
    for moment, _, change in reversed(made):
        if _is_after(one, then, moment, change) and _matters(one, change.change):
            by_hook = (moment, change.change.path or "")
            break
    for moment, path in reversed(disk[bisect_right(disk, (then + _ROUNDING, "\U0010ffff")) :]):
        if by_hook is not None and moment <= by_hook[0]:
            break
        if _matters(one, Change(path=path)):
            return path
    return None if by_hook is None else by_hook[1]


def _is_after(one: Seen, then: float, moment: float, made: Made) -> bool:
    if made.index != one.index:
        return made.index > one.index or moment > then
    change = made.change
    # within the command; beside a run may stand what keeps its output or what it mends itself
    return change.at > one.at or (change.at == one.at and change.path is not None and not change.log)


def _matters(one: Seen, change: Change) -> bool:
    return change.matters(documents=one.documents, words=one.run.command)


def _seconds(at: str) -> float:
    return parse_moment(at, Malformed("`at` must be a time with a zone")).timestamp()


def outlived(seen: Sequence[Seen], language: Language) -> tuple[JudgedRun, ...]:
    """Return the runs; a success that a later run of its kind contradicts does not count any more."""
    failures: dict[tuple[str, str], int] = {}
    for one in seen:
        code = one.run.exit_code or 0
        if one.run.counted and not one.run.ok and 0 < code < _KILLED and code not in _NOT_A_VERDICT:
            failures[_kind(one.run)] = max(one.index, failures.get(_kind(one.run), -1))
    why = say("a later run of the same kind failed", language)
    return tuple(
        replace(one.run, counted=False, reason=why)
        if one.run.ok and one.run.counted and failures.get(_kind(one.run), -1) > one.index
        else one.run
        for one in seen
    )


def _kind(run: JudgedRun) -> tuple[str, str]:
    """Return what two runs must share to speak of the same thing: of a program also its arguments."""
    return run.category, run.command if run.category == "run" else ""
