"""What a shell may complete: the agents, tasks and envelopes of the workspace; changes nothing."""

from __future__ import annotations

from collections.abc import Callable

from mesh.cli import place
from mesh.cli.clean import clean
from mesh.errors import MeshError

_MOST = 50
Candidates = list[tuple[str, str]]


def candidates(kind: str, chosen: str | None = None) -> Candidates:
    """Return the words of a kind, each with a short explanation; none where there is no workspace."""
    root = place.nearest(chosen)
    find = _KINDS.get(kind)
    if root is None or find is None:
        return []
    try:
        return find(root)
    except (MeshError, OSError):
        return []


def _agents(root: str) -> Candidates:
    from mesh.store.layout import Layout

    return [(name, "") for name in Layout(root).agent_names()]


def _receivers(root: str) -> Candidates:
    from mesh.app.workspace import Workspace

    return _agents(root) + [(name, "") for name in Workspace(root).groups()]


def _tasks(root: str) -> Candidates:
    from mesh.app.looking import list_tasks
    from mesh.app.workspace import Workspace

    workspace = Workspace(root)
    try:
        return [(task.id, clean(task.subject)) for task in list_tasks(workspace, limit=_MOST)]
    finally:
        workspace.index.close()


def _ids(root: str) -> Candidates:
    """Return the envelopes that wait or are worked on; what is done can be searched for."""
    from mesh import files
    from mesh.store.layout import Layout

    layout = Layout(root)
    found: set[str] = set()
    for agent in layout.agent_names():
        for box in ("new", "cur"):
            found |= {name.removesuffix(".yaml") for name in files.names(layout.inbox(agent, box), ".yaml")}
    return [(name, "") for name in sorted(found, reverse=True)[:_MOST]]


def _drivers(root: str) -> Candidates:
    from mesh.driver.registry import names

    return [(name, "") for name in names()]


_KINDS: dict[str, Callable[[str], Candidates]] = {
    "agent": _agents,
    "receiver": _receivers,
    "task": _tasks,
    "id": _ids,
    "driver": _drivers,
}
