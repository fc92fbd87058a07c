"""The annotation of a reply: claims checked, observed runs judged, lines appended by the runtime alone."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from mesh.app.verifying import Options, Report, verify
from mesh.app.workspace import Workspace
from mesh.model.annotation import Annotation, RunReport
from mesh.model.evidence import Assertion, Run
from mesh.model.task import Task

if TYPE_CHECKING:
    from mesh.check.project import Project

Language = Literal["en", "zh", "auto"]


def annotate_reply(
    text: str, options: Options, *, observed: tuple[Run, ...] = (), language: Language = "auto",
    check: bool = True,
) -> tuple[Annotation, Report | None]:  # fmt: skip
    """Return the annotated reply and, with `check`, the report of the claims behind it.

    `observed` is what a hook saw the agent do, oldest first. Raises what `verify` raises.
    """
    from mesh.core.annotation import annotate
    from mesh.core.claims import read_reply

    report = verify(text, options) if check else None
    if report is None:
        read_reply(text)  # a reply that cannot be read is refused all the same
    findings = report.findings if report else ()
    return annotate(text, findings, _runs(observed, options), language), report


def _runs(observed: tuple[Run, ...], options: Options) -> RunReport | None:
    if not observed:
        return None
    from mesh.check.project import Project
    from mesh.core.runs import judge_runs, paths_seen

    project = Project(options.cwd, base=options.base, task=options.task_commit)
    ignored = _ignored(project, paths_seen(observed))
    root = os.path.realpath(options.cwd)
    return judge_runs(observed, disk_changes=_changes(project, root), root=root, ignored=ignored)


def _ignored(project: Project, paths: tuple[str, ...]) -> list[str]:
    """Return those of the paths that git ignores, files that are gone by now included."""
    if not paths or project.git is None:
        return []
    feed = b"".join(os.fsencode(path) + b"\0" for path in paths)
    status, listed = project.git.ask("check-ignore", "-z", "--no-index", "--stdin", feed=feed)
    return [os.fsdecode(path) for path in listed.split(b"\0") if path] if status in (0, 1) else []


def _changes(project: Project, root: str) -> dict[str, float]:
    """Return when each file that git does not ignore was changed, in seconds since 1970."""
    found = {}
    for path in project.tree.files:
        if project.is_ignored(path):
            continue
        try:
            found[path] = os.lstat(os.path.join(root, path)).st_mtime
        except OSError:
            continue
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotated:
    """A reply as it is sent: its text with the runtime's lines, its assertions, and what was found."""

    text: str
    assertions: tuple[dict[str, Any], ...]
    annotation: dict[str, Any]


def annotated(workspace: Workspace, task: Task, text: str, observed: str) -> Annotated:
    """Return a worker's reply, checked as its task's complexity asks for; never fails for its claims.

    `observed` are JSON lines of what the runtime saw the worker do. Raises Malformed for a reply whose
    front matter cannot be read.
    """
    from mesh.core.claims import read_reply
    from mesh.core.runs import parse_runs

    runs = parse_runs(observed) if observed else ()
    reply = read_reply(text)
    language = workspace.settings.language
    options = Options(
        cwd=workspace.project,
        task_commit=task.commit,
        complexity=task.level,
        settings=workspace.settings.verify,
    )
    spoken: Language = "zh" if language == "zh" else "en" if language == "en" else "auto"
    found, report = annotate_reply(text, options, observed=runs, language=spoken)
    annotation = {**found.to_dict(), "lines": list(found.lines)}
    annotation.pop("text", None)
    annotation.pop("schema", None)
    if report:
        annotation |= {"verdict": report.verdict, "trust_score": round(report.trust_score, 3)}
    assertions = tuple(_assertion(item) for item in reply.assertions)
    return Annotated(text=found.text, assertions=assertions, annotation=annotation)


def _assertion(item: Assertion) -> dict[str, Any]:
    names = ("claim", "confidence", "evidence", "reasoning", "verify_command")
    return {name: value for name in names if (value := getattr(item, name))}
