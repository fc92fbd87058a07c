"""The work tools of the runtime's own drivers: Write, Edit, Read and Bash, under one folder and one home.

They do what they are told and report what happened; whether they may is asked elsewhere, before.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mesh import files
from mesh.driver import processes
from mesh.driver.base import Hooks, Request, ToolResult
from mesh.driver.environment import clean
from mesh.errors import BadInput, MeshError

COMMAND_S = 120.0  # a command's own limit where it names none
OUTPUT_BYTES = 200_000
READ_BYTES = 1_000_000
TIMED_OUT = 124  # as timeout(1) has it


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where tools work and what bounds them. `ends_at` is on the monotonic clock."""

    folder: str
    home: str
    ends_at: float
    grace_s: float = 5.0
    environment: Mapping[str, str] = field(default_factory=dict)
    started: Callable[[int], None] = lambda pid: None
    wait: Callable[[float], bool] = lambda seconds: False


def place_of(request: Request, hooks: Hooks) -> Place:
    """Return the place of a turn that begins now."""
    return Place(
        folder=request.folder,
        home=request.home,
        ends_at=time.monotonic() + request.limits.wall_s,
        grace_s=request.limits.grace_s,
        environment=clean(os.environ, (), request.environment),
        started=hooks.started,
        wait=hooks.wait,
    )


def use(tool: str, values: Mapping[str, Any], place: Place) -> ToolResult:
    """Run a work tool; what goes wrong is in the result, with an exit code that is not 0."""
    begin = time.monotonic()
    try:
        exit_code, output = _TOOLS[tool](values, place)
    except MeshError as error:
        exit_code, output = 1, str(error)
    except (OSError, UnicodeError) as error:
        exit_code, output = 1, getattr(error, "strerror", None) or str(error)
    return ToolResult(
        tool=tool, input=values, exit_code=exit_code, output=output, duration_s=time.monotonic() - begin
    )


def inside(path: str, place: Place) -> str:
    """Return the real path; raises BadInput if it lies neither in the folder nor in the home."""
    if not path or "\0" in path:
        raise BadInput("`{path}` is no path", path=path[:80])
    real = os.path.realpath(os.path.join(place.folder, path))
    for base in (place.folder, place.home):
        root = os.path.realpath(base)
        if real.startswith(root.rstrip(os.sep) + os.sep):
            return real
    raise BadInput("`{path}` leads out of the work folder", path=path)


def _write(values: Mapping[str, Any], place: Place) -> tuple[int, str]:
    path, data = inside(values["file_path"], place), values["content"].encode("utf-8")
    _replace(path, data)
    return 0, f"wrote {len(data)} bytes to {values['file_path']}"


def _edit(values: Mapping[str, Any], place: Place) -> tuple[int, str]:
    path = inside(values["file_path"], place)
    data = files.read(path)
    if data is None:
        return 1, f"no such file: {values['file_path']}"
    old, new = values["old_string"].encode("utf-8"), values["new_string"].encode("utf-8")
    count = data.count(old) if old else 0
    if count != 1:
        found = "is not in the file" if not count else f"is there {count} times; give more of it"
        return 1, f"{values['file_path']}: the old text {found}"
    _replace(path, data.replace(old, new))
    return 0, f"edited {values['file_path']}"


def _replace(path: str, data: bytes) -> None:
    """Put a file in place whole; an executable one stays executable."""
    files.make_folder(os.path.dirname(path))
    mode = os.stat(path).st_mode if os.path.isfile(path) else None
    files.write(path, data)
    if mode is not None:
        os.chmod(path, mode & 0o7777)


def _read(values: Mapping[str, Any], place: Place) -> tuple[int, str]:
    data = files.read(inside(values["file_path"], place))
    if data is None:
        return 1, f"no such file: {values['file_path']}"
    text = data[:READ_BYTES].decode("utf-8", "replace")
    left = len(data) - READ_BYTES
    return 0, text if left <= 0 else f"{text}\n[{left} more bytes are not shown]"


def _bash(values: Mapping[str, Any], place: Place) -> tuple[int, str]:
    own = float(values.get("timeout_s") or COMMAND_S)
    limit = max(0.0, min(own, place.ends_at - time.monotonic()))
    program = processes.Program(
        argv=("bash", "-c", values["command"]), folder=place.folder,
        environment=place.environment, merged=True,
    )  # fmt: skip
    bounds = processes.Bounds(wall_s=limit, grace_s=place.grace_s, output_bytes=OUTPUT_BYTES)
    try:
        done = processes.run(program, bounds, started=place.started, wait=place.wait)
    except processes.CannotStart as error:
        return 127, str(error)
    return _status(done), _output(done, limit)


def _status(done: processes.Finished) -> int:
    """Return the exit status as a shell reports it; one that was cut off never counts as a success."""
    if done.ended == "timeout":
        return TIMED_OUT
    code = 1 if done.exit_code is None else done.exit_code
    if code < 0:
        return 128 - code
    return code if done.ended == "exited" else code or 130


def _output(done: processes.Finished, limit: float) -> str:
    text = done.output.decode("utf-8", "replace")
    if done.dropped:
        text = f"[the first {done.dropped} bytes are not shown]\n{text}"
    if done.ended == "timeout":
        text += f"\n[ended by the time limit of {limit:g} s]"
    if done.ended == "stopped":
        text += "\n[stopped by the runtime]"
    return text


_TOOLS: Mapping[str, Callable[[Mapping[str, Any], Place], tuple[int, str]]] = {
    "Write": _write,
    "Edit": _edit,
    "Read": _read,
    "Bash": _bash,
}
