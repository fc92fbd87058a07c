"""The annotation of a reply on its way out: written by the runtime, whatever the agent wrote."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mesh.app.workspace import Workspace
from mesh.model.task import Task


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotated:
    """A reply with the runtime's lines appended, its assertions, and what was found."""

    text: str
    assertions: tuple[dict[str, Any], ...] = ()
    annotation: dict[str, Any] = field(default_factory=dict)


def annotated(workspace: Workspace, task: Task, text: str, observed: str) -> Annotated:
    """Return a reply checked and annotated (verify.md); never fails for what the text claims.

    `observed` are JSON lines of what the runtime saw the worker do.
    """
    from mesh.app.verifying import annotate_reply

    found = annotate_reply(
        text,
        cwd=workspace.project,
        base=task.commit,
        complexity=task.level,
        observed=observed or None,
        language=workspace.settings.language,
    )
    return Annotated(text=found.text, assertions=found.assertions, annotation=found.to_dict())
