"""Who is speaking: chosen by the caller outside of turns, and fixed by the runtime within them."""

from __future__ import annotations

import os
from collections.abc import Mapping

from mesh import codec, files
from mesh.app.workspace import Workspace
from mesh.errors import Malformed, Refused
from mesh.machine import started
from mesh.model.ids import same
from mesh.model.names import USER


def speaker(workspace: Workspace, chosen: str | None, environment: Mapping[str, str]) -> str:
    """Return the agent that speaks: `--from`, else MESH_AGENT, else `user`.

    Within a turn it is the agent of the turn, whatever was chosen; Refused if that is another. Raises
    NotFound for an agent that does not exist.
    """
    own = turn_agent(workspace, environment)
    if own is None:
        return workspace.card(chosen or environment.get("MESH_AGENT") or USER).name
    if chosen and not same(workspace.card(chosen).name, own):
        raise Refused(
            "a turn of `{own}` cannot speak as `{other}`",
            own=own, other=chosen, hint="leave `--from` out: within a turn you are who you are",
        )  # fmt: skip
    return own


def turn_agent(workspace: Workspace, environment: Mapping[str, str]) -> str | None:
    """Return the agent within whose turn this process runs, None outside of turns.

    The session that the runtime started for the turn tells it, whatever became of the environment; where
    sessions do not exist, the environment does.
    """
    folder = workspace.layout.running("turns")
    session = _session()
    for name in files.names(folder, ".yaml"):
        try:
            values = codec.read(files.read(os.path.join(folder, name)) or b"")
        except Malformed:
            continue
        by_session = session is not None and values.get("pid") == session
        if by_session and str(values.get("start")) != (started(session or 0) or values.get("start")):
            by_session = False
        by_token = bool(environment.get("MESH_TURN")) and values.get("token") == environment.get("MESH_TURN")
        if by_session or by_token:
            return str(values.get("agent"))
    return None


def _session() -> int | None:
    return os.getsid(0) if hasattr(os, "getsid") else None


def turn_key(environment: Mapping[str, str], *content: str) -> str | None:
    """Return the key under which a turn's message is sent once, even if the turn runs again."""
    envelope = environment.get("MESH_ENVELOPE")
    if not environment.get("MESH_TURN") or not envelope:
        return None
    from mesh.app.tools import turn_key as key

    return key(envelope, *content)


def parent(workspace: Workspace, environment: Mapping[str, str]) -> str | None:
    """Return the task on behalf of which a turn opens new ones, None outside of turns."""
    if turn_agent(workspace, environment) is None:
        return None
    return environment.get("MESH_PARENT")
