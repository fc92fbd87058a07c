"""Judges observed runs (verify.md, section 6): what each proves and whether it still holds; runs nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace

from mesh.core.runs.aging import Made, Seen, aged, outlived
from mesh.core.runs.changes import Change, changes_of_command, changes_of_tool, rough_changes, starts_of
from mesh.core.runs.classify import Kind
from mesh.core.runs.kinds import kind_of
from mesh.core.runs.meaning import Call, Meanings
from mesh.core.runs.output import Assessment, assess
from mesh.core.runs.places import Project
from mesh.core.runs.scripts import echoed
from mesh.core.runs.status import proves
from mesh.core.runs.syntax import Simple, Unclear, names
from mesh.i18n import say
from mesh.model.annotation import Category, JudgedRun, Language, RunReport
from mesh.model.evidence import Run

_SHELL_TOOLS = names(
    "bash shell sh zsh terminal execute_command run_shell_command exec_command local_shell run_command"
    " run_terminal_cmd execute_bash run_in_terminal shell_command"
)
_LOOKS_LIKE: tuple[tuple[Category, re.Pattern[str]], ...] = (
    (
        "tests",
        re.compile(r"\b(?:pytest|unittest|jest|vitest|mocha|rspec|phpunit|ctest|tox|nox|(?:\w+ (?:run )?)test)\b"),
    ),
    ("build", re.compile(r"\b(?:make|cmake|ninja|gcc|g\+\+|clang|javac|tsc|(?:\w+ (?:run )?)build)\b")),
    ("lint", re.compile(r"\b(?:ruff|eslint|flake8|pylint|clippy|golangci-lint|(?:\w+ (?:run )?)lint)\b")),
    ("typecheck", re.compile(r"\b(?:mypy|pyright|cargo check)\b")),
)
_NAME = re.compile(r"[\w.-]+")
# What gives a name another meaning, should the shell be the same later on.
_DEFINED = re.compile(
    r"(?:^|[;&|\s])(?:function\s+)?([\w.-]+)\s*\(\s*\)\s*[{(]|\bfunction\s+([\w.-]+)|\balias\s+(?:-\w+\s+)*([\w.-]+)="
    r"|\bhash\s+-p\s+\S+\s+([\w.-]+)"
)
_IDLE = names("true : false echo printf test [ [[ exit cat ls sleep pwd date which cd")
_MOST_RUNS = 30


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
    seen: list[Seen] = []
    changes: list[Made] = []
    redefined: set[str] = set()
    for index, run in enumerate(runs):
        meanings = _parsed(run)
        changes.extend(Made(index=index, at=run.at, change=one) for one in _changes(run, meanings, project))
        if run.command is not None and _is_shell(run):
            poisoned = redefined and redefined & set(_NAME.findall(run.command))
            seen.extend(_judged(run, meanings, index, project, bool(poisoned), language))
            redefined |= {name for match in _DEFINED.finditer(run.command) for name in match.groups() if name}
    return RunReport(runs=outlived(aged(seen, changes, project), language))


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
    run: Run, meanings: Meanings | None, index: int, project: Project, poisoned: bool, language: Language
) -> list[Seen]:
    """Return the judgement on each category of a command."""
    command = run.command or ""
    if meanings is None:
        category = next((name for name, pattern in _LOOKS_LIKE if pattern.search(command)), None)
        if category is None:
            return []
        return [
            Seen(
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
        elif poisoned:
            why = say("a name in it was given another meaning before", language)
            judged = _unproven(run, category, why)
        elif why := _why_not(run, meanings, category, members, output, project):
            judged = _unproven(run, category, say(why, language))
        documents = any(kind.documents for _, _, kind in members)
        at = min(starts[simple] for simple, _, _ in members)
        found.append(Seen(run=judged, index=index, at=at, documents=documents))
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
    if len(real) > _MOST_RUNS:
        return "the command could not be understood"
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
