"""Making a workspace: the folder, its history, and the person's own agent."""

from __future__ import annotations

import os

from mesh import codec, files
from mesh.app.roster import write_card
from mesh.app.workspace import Workspace, is_workspace, refuse_foreign
from mesh.errors import Refused
from mesh.model.card import Card
from mesh.model.names import USER
from mesh.transport import project

_SETTINGS = b"""\
# Settings of this workspace; every key is optional (docs/format.md lists them all).
mesh: 1
"""


def init(root: str) -> tuple[Workspace, bool]:
    """Make the workspace `root`; returns it and whether it is new.

    In a git project `.mesh/` is added to `.git/info/exclude`, and nothing else of it is touched. Done
    again it completes what is missing. Raises Refused if something of another kind stands there.
    """
    refuse_foreign(root)
    new = not is_workspace(root)
    try:
        os.makedirs(root, exist_ok=True)
    except OSError as error:
        raise Refused("cannot make `{path}`: {why}", path=root, why=error.strerror or str(error)) from error
    workspace = Workspace(root)
    layout = workspace.layout
    for folder in (layout.agents, layout.run, layout.running("locks"), layout.running("changes")):
        os.makedirs(folder, exist_ok=True)
    workspace.history.create()
    if new:
        workspace.journal.trust()
    if not os.path.exists(layout.settings):
        _start(workspace, layout.settings, "workspace.created", "a workspace begins", _SETTINGS)
    if not os.path.exists(layout.card(USER)):
        card = Card(name=USER, headline="the person at the keyboard", driver={"name": "human"})
        write_card(workspace, card, "agent.added", by=USER)
    top = project.top(workspace.project)
    if top:
        project.exclude(top, _excluded(top, root))
    workspace.commit()
    workspace.rest()
    return workspace, new


def _excluded(top: str, root: str) -> str:
    """Return the line that keeps the workspace out of the project's `git status`."""
    relative = os.path.relpath(os.path.realpath(root), os.path.realpath(top)).replace(os.sep, "/")
    return ".mesh/" if relative == ".mesh" else f"/{relative}/"


def _start(workspace: Workspace, path: str, event: str, title: str, data: bytes) -> None:
    kept = [os.path.join(workspace.root, name) for name in (".gitignore", ".gitattributes")]
    paths = [path, *(name for name in kept if os.path.exists(name))]
    codec.read(data)
    workspace.change(event, USER, title, paths, lambda: files.write(path, data))
