"""Who is watching the workspace, and the switch that stops all agents; read by many, written by few."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from mesh import codec, files
from mesh.app import clock
from mesh.app.workspace import Workspace
from mesh.errors import Malformed
from mesh.machine import Holder, is_alive, this_process
from mesh.model.fields import show_moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Watching:
    """The watcher of a workspace: whether it lives, who it is, and when it last looked at the mail."""

    alive: bool
    holder: Holder | None = None
    last_scan: str | None = None

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"alive": self.alive, "last_scan": self.last_scan}
        if self.holder:
            found |= {"pid": self.holder.pid, "host": self.holder.host}
        return found


def _path(workspace: Workspace) -> str:
    return workspace.layout.running("watcher.yaml")


def watching(workspace: Workspace) -> Watching:
    """Return who watches; a watcher that died counts as none."""
    data = files.read(_path(workspace))
    try:
        values = codec.read(data or b"")
    except Malformed:
        return Watching(alive=False)
    holder = Holder.from_dict(values)
    last = values.get("last_scan")
    return Watching(
        alive=bool(holder and is_alive(holder)),
        holder=holder,
        last_scan=last if isinstance(last, str) else None,
    )


def holder_soon(workspace: Workspace, seconds: float = 1.0) -> Holder | None:
    """Return the watcher that lives; one that has just begun is given a moment to say its name."""
    end = time.monotonic() + seconds
    found = watching(workspace)
    while not found.alive and time.monotonic() < end:
        time.sleep(0.02)
        found = watching(workspace)
    return found.holder if found.alive else None


def announce(workspace: Workspace, last_scan: datetime) -> None:
    """Say that this process watches, and when it last looked."""
    values = {**this_process().to_dict(), "last_scan": show_moment(last_scan)}
    files.note(_path(workspace), codec.write(values))


def withdraw(workspace: Workspace) -> None:
    """Say that this process watches no more."""
    holder = watching(workspace).holder
    if holder == this_process():
        files.discard(_path(workspace))


def stop_path(workspace: Workspace) -> str:
    """Return the file whose presence stops every agent; it lies outside `.run/`, so that it is kept."""
    return os.path.join(workspace.root, "STOP")


def stop(workspace: Workspace, by: str, reason: str = "") -> bool:
    """Stop all agents, by a file that outlives restarts; False if they were stopped already."""
    path = stop_path(workspace)
    if os.path.exists(path):
        return False
    text = f"stopped by {by} at {show_moment(clock.now())}" + (f": {reason}" if reason else "")
    data = (text + "\n").encode("utf-8")
    workspace.change(
        "workspace.changed", by, f"{by} stopped all agents", [path], lambda: files.write(path, data)
    )
    return True


def resume(workspace: Workspace, by: str) -> bool:
    """Let the agents run again; False if they were not stopped."""
    path = stop_path(workspace)
    if not os.path.exists(path):
        return False
    workspace.change(
        "workspace.resumed", by, f"{by} let the agents run again", [path], lambda: _discard(path)
    )
    return True


def _discard(path: str) -> None:
    files.discard(path)


def is_stopped(workspace: Workspace) -> bool:
    """Say whether all agents are stopped."""
    return os.path.exists(stop_path(workspace))
