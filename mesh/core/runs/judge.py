"""Judges observed runs (verify.md, section 6): what each proves and whether it still holds; runs nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from mesh.core.runs.changes import Change, changes_of_command, changes_of_tool, rough_changes, starts_of
from mesh.core.runs.classify import Kind
from mesh.core.runs.kinds import kind_of
from mesh.core.runs.meaning import Call, Meanings
from mesh.core.runs.output import Assessment, assess
from mesh.core.runs.places import Project
from mesh.core.runs.scripts import echoed
from mesh.core.runs.status import proves
from mesh.core.runs.syntax import Simple, Unclear, names
from mesh.errors import Malformed
from mesh.i18n import say
from mesh.model.annotation import Category, JudgedRun, Language, RunReport
from mesh.model.evidence import Run
from mesh.model.fields import parse_moment

_SHELL_TOOLS = names(
    "bash shell sh zsh terminal execute_command run_shell_command exec_command local_shell run_command"
    " run_terminal_cmd execute_bash run_in_terminal shell_command"
)
_LOOKS_LIKE: tuple[tuple[Category, re.Pattern[str]], ...] = (
    (
        "tests",
        re.compile(
            r"\b(?:pytest|unittest|jest|vitest|mocha|rspec|phpunit|ctest|tox|nox|(?:\w+ (?:run )?)test)\b"
        ),
    ),
    ("build", re.compile(r"\b(?:make|cmake|ninja|gcc|g\+\+|clang|javac|tsc|(?:\w+ (?:run )?)build)\b")),
    ("lint", re.compile(r"\b(?:ruff|eslint|flake8|pylint|clippy|golangci-lint|(?:\w+ (?:run )?)lint)\b")),
    ("typecheck", re.compile(r"\b(?:mypy|pyright|cargo check)\b")),
)
_IDLE = names("true : false echo printf test [ [[ exit cat ls sleep pwd date which cd")
_NOT_A_VERDICT = (126, 127)
_ROUNDING = 0.001  # `at` is written in milliseconds


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seen:
    """One category of one command, before what came after it is looked at."""

    run: JudgedRun
    index: int
    at: int
    documents: bool = False


def judge_runs(
    runs: tuple[Run, ...],
    *,
    disk_changes: Mapping[str, float],
    language: Language = "en",
    root: str = "",
    ignored: Collection[str] = (),
) -> RunReport:
    """Return what the observed runs prove; never raises for what an agent ran.

    `disk_changes` holds the files of the project that git does not ignore, by path relative to its
    folder, with the time of their last change in seconds since the epoch. `root` is that folder, for
    absolute paths. `ignored` are those of `paths_seen` that git ignores.
    """
    project = Project(files=disk_changes, root=root, ignored=ignored)
    seen: list[_Seen] = []
    changes: list[tuple[Change, ...]] = []
    parsed = [_parsed(run) for run in runs]
    for index, (run, meanings) in enumerate(zip(runs, parsed, strict=True)):
        changes.append(_changes(run, meanings, project))
        if run.command is not None and _is_shell(run):
            poisoned = _poisoned(runs[:index], run.command)
            seen.extend(_judged(run, meanings, index, project, poisoned, language))
    aged = [_aged(one, runs, changes, project) for one in seen]
    return RunReport(runs=tuple(_outlived(one, aged, language) for one in aged))


def paths_seen(runs: tuple[Run, ...]) -> tuple[str, ...]:
    """Return the paths that the runs changed, for git to say which of them it ignores."""
    anywhere = Project()
    found = [change.path for run in runs for change in _changes(run, _parsed(run), anywhere)]
    return tuple(dict.fromkeys(path for path in found if path is not None))


def _is_shell(run: Run) -> bool:
    return run.tool.lower() in _SHELL_TOOLS


def _parsed(run: Run) -> Meanings | None:
    if run.command is None or not _is_shell(run):
        return None
    try:
        return Meanings(run.command)
    except (Unclear, RecursionError):
        return None


def _changes(run: Run, meanings: Meanings | None, project: Project) -> tuple[Change, ...]:
    if not _is_shell(run):
        return changes_of_tool(run, project)
    if run.command is None:
        return ()
    return rough_changes(run.command, project) if meanings is None else changes_of_command(meanings, project)


# -- one command


def _judged(
    run: Run, meanings: Meanings | None, index: int, project: Project, poisoned: str, language: Language
) -> list[_Seen]:
    """Return the judgement on each category of a command."""
    command = run.command or ""
    if meanings is None:
        category = next((name for name, pattern in _LOOKS_LIKE if pattern.search(command)), None)
        if category is None:
            return []
        return [
            _Seen(
                run=_unproven(run, category, say("the command could not be understood", language)),
                index=index,
                at=0,
            )
        ]
    output = assess(run.output)
    by_category: dict[Category, list[tuple[Simple, Call, Kind]]] = {}
    for simple, call, kind in _kinds(meanings, project):
        for category in kind.categories:
            by_category.setdefault(category, []).append((simple, call, kind))
    starts = starts_of(meanings)
    found = []
    for category, members in by_category.items():
        judged = _proven(run, category)
        if all(kind.void for _, _, kind in members):
            why = say("it does not do the work: {what}", language, what=members[0][2].void)
            judged = _unproven(run, category, why)
        elif why := poisoned or _why_not(run, meanings, category, members, output, project):
            judged = _unproven(run, category, say(why, language))
        documents = any(kind.documents for _, _, kind in members)
        at = min(starts[simple] for simple, _, _ in members)
        found.append(_Seen(run=judged, index=index, at=at, documents=documents))
    return found


def _kinds(meanings: Meanings, project: Project) -> list[tuple[Simple, Call, Kind]]:
    """Return the commands of a script that are runs, those in folders outside the project apart."""
    found = []
    folder: str | None = ""
    for simple, call in meanings:
        if call.name in ("cd", "pushd") and len(call.words) == 2:
            folder = _moved(folder, call, project)
        kind = kind_of(call, project)
        if kind is not None:
            outside = Kind(categories=kind.categories, void="outside the project")
            found.append((simple, call, kind if folder is not None else outside))
    return found


def _moved(folder: str | None, call: Call, project: Project) -> str | None:
    """Return the folder after a `cd`; None once it lies outside the project."""
    target = call.words[1]
    if not target.fixed or not target.text or target.text == "-":
        return folder
    if target.text.startswith("/") and not project.root:
        return ""
    return project.inside(target.text, folder or "")


def _why_not(
    run: Run,
    meanings: Meanings,
    category: Category,
    members: list[tuple[Simple, Call, Kind]],
    output: Assessment,
    project: Project,
) -> str:
    """Return why a command does not count for a category, empty if it does; a message to translate."""
    real = [member for member in members if not member[2].void]
    if run.exit_code is None:
        return "no exit status was reported"
    try:
        if not all(proves(meanings, simple) for simple, _, _ in real):
            return "its exit status is not that of the command"
    except (Unclear, RecursionError):
        return "its exit status cannot be told for certain"
    return _contradicted(run, category, real, output, project) if run.exit_code == 0 else ""


def _contradicted(
    run: Run,
    category: Category,
    real: list[tuple[Simple, Call, Kind]],
    output: Assessment,
    project: Project,
) -> str:
    """Return how a command's output contradicts its success."""
    if output.failed:
        return "its output shows failures"
    if output.broken or (output.crashed and category in ("run", "build")):
        return "its output shows an error"
    opaque = [kind for _, _, kind in real if kind.opaque]
    if any(kind.script for kind in opaque) and not all(_works(line, project) for line in echoed(run.output)):
        return "what it runs checks nothing"
    if category != "tests":
        return ""
    if output.empty:
        return "its output shows no test that passed"
    if len(opaque) == len(real) and not output.blank and not output.shown:
        return "its output shows no test"
    return ""


def _works(command: str, project: Project) -> bool:
    """Say whether a script that a package manager shows does anything whose failure would be seen."""
    try:
        meanings = Meanings(command)
        return any(
            (call.name or call.words)
            and call.name not in _IDLE
            and call.script is None
            and not _is_void(call, project)
            and proves(meanings, simple)
            for simple, call in meanings
        )
    except (Unclear, RecursionError):
        return False


def _is_void(call: Call, project: Project) -> bool:
    kind = kind_of(call, project)
    return kind is not None and bool(kind.void)


_DEFINED = re.compile(
    r"(?:^|[;&|\s])(?:function\s+)?([\w.-]+)\s*\(\s*\)\s*[{(]|\bfunction\s+([\w.-]+)|\balias\s+(?:-\w+\s+)*([\w.-]+)="
    r"|\bhash\s+-p\s+\S+\s+([\w.-]+)"
)


def _poisoned(earlier: tuple[Run, ...], command: str) -> str:
    """Say whether an earlier command gave a name in this one another meaning, if the shell is the same."""
    names = {
        name
        for run in earlier
        if run.command is not None and _is_shell(run)
        for match in _DEFINED.finditer(run.command)
        for name in match.groups()
        if name
    }
    used = set(re.findall(r"[\w.-]+", command))
    return "a name in it was given another meaning before" if names & used else ""


def _proven(run: Run, category: Category) -> JudgedRun:
    return JudgedRun(
        at=run.at,
        command=run.command or "",
        category=category,
        exit_code=run.exit_code,
        ok=run.exit_code == 0,
        counted=True,
    )


def _unproven(run: Run, category: Category, reason: str) -> JudgedRun:
    return replace(_proven(run, category), counted=False, reason=reason)


# -- what came after it


def _aged(one: _Seen, runs: tuple[Run, ...], changes: list[tuple[Change, ...]], project: Project) -> _Seen:
    """Note what was changed after a run, seen by the hook or found on disk."""
    if not one.run.ok or not one.run.counted:
        return one
    words = one.run.command
    then = _seconds(one.run.at)
    later: list[tuple[float, str | None]] = []
    for index, group in enumerate(changes):
        moment = _seconds(runs[index].at)
        for change in group:
            after = index > one.index or moment > then
            if index == one.index:
                after = change.at > one.at or (
                    change.at == one.at and not change.log and change.path is not None
                )
            if after and change.matters(documents=one.documents, words=words):
                later.append((moment, change.path))
    for path, changed in project.files.items():
        if changed > then + _ROUNDING and Change(path=path).matters(documents=one.documents, words=words):
            later.append((changed, path))
    if not later:
        return one
    latest = max(later, key=lambda change: (change[0], change[1] is not None, change[1] or ""))
    return replace(one, run=replace(one.run, stale_after=latest[1] or ""))


def _seconds(at: str) -> float:
    moment: datetime = parse_moment(at, Malformed("`at` must be a time with a zone"))
    return moment.timestamp()


def _outlived(one: _Seen, everything: list[_Seen], language: Language) -> JudgedRun:
    """Take back a success that a later run of the same kind contradicts."""
    run = one.run
    if not (run.ok and run.counted):
        return run
    for other in everything:
        failed = other.run.counted and not other.run.ok and other.index > one.index
        said = other.run.exit_code not in _NOT_A_VERDICT and 0 < (other.run.exit_code or 0) < 128
        same = other.run.category == run.category and (
            run.category != "run" or other.run.command == run.command
        )
        if failed and said and same:
            return replace(run, counted=False, reason=say("a later run of the same kind failed", language))
    return run
