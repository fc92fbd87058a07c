"""Sessions of drivers that can go on where they left off: one name an agent and task, kept in `.run/`."""

from __future__ import annotations

import os

from mesh import files
from mesh.app.workspace import Workspace


def _path(workspace: Workspace, agent: str, task: str) -> str:
    return workspace.layout.running("sessions", agent, task.lower())


def load(workspace: Workspace, agent: str, task: str) -> str | None:
    """Return the session of an agent in a task, None if it has none."""
    data = files.read(_path(workspace, agent, task))
    return data.decode("utf-8", "replace") if data else None


def keep(workspace: Workspace, agent: str, task: str, session: str) -> None:
    """Remember a session; losing it costs the agent its memory of the task, and no mail."""
    path = _path(workspace, agent, task)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    files.note(path, session.encode("utf-8"))
