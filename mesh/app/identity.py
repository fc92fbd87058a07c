"""Who is speaking: chosen by the caller outside of turns, and fixed by the runtime within them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from mesh import codec, files
from mesh.app.workspace import Workspace
from mesh.errors import Malformed, Refused
from mesh.machine import ancestors, started
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
    """Return the agent within whose turn this process runs, None outside of turns."""
    record = _turn_record(workspace, environment)
    return str(record.get("agent")) if record else None


def _turn_record(workspace: Workspace, environment: Mapping[str, str]) -> dict[str, Any] | None:
    """Return what the runtime noted of the turn that this process belongs to.

    The session that the runtime started for the turn and the processes above this one tell it, whatever
    became of the environment; only where they tell nothing does the environment.
    """
    records = _records(workspace)
    if not records:
        return None
    session = os.getsid(0) if hasattr(os, "getsid") else 0
    for pid in (session, os.getpid(), *ancestors()):
        for record in records:
            if record.get("pid") == pid and _is_same_process(record, pid):
                return record
    token = environment.get("MESH_TURN")
    return next((record for record in records if token and record.get("token") == token), None)


def _is_same_process(record: Mapping[str, Any], pid: int) -> bool:
    """Say whether a process id still means the process of the turn; a leader that ended is believed."""
    start = started(pid)
    return not start or str(record.get("start")) == start


def _records(workspace: Workspace) -> list[dict[str, Any]]:
    folder = workspace.layout.running("turns")
    found = []
    for name in files.names(folder, ".yaml"):
        try:
            found.append(codec.read(files.read(os.path.join(folder, name)) or b""))
        except Malformed:
            continue
    return found


def turn_key(environment: Mapping[str, str], *content: str) -> str | None:
    """Return the key under which a turn's message is sent once, even if the turn runs again."""
    envelope = environment.get("MESH_ENVELOPE")
    if not environment.get("MESH_TURN") or not envelope:
        return None
    from mesh.app.tools import turn_key as key

    return key(envelope, *content)


def parent(workspace: Workspace, environment: Mapping[str, str]) -> str | None:
    """Return the task on behalf of which a turn opens new ones, None outside of turns."""
    record = _turn_record(workspace, environment)
    parent = record.get("parent") if record else None
    return parent if isinstance(parent, str) else None
