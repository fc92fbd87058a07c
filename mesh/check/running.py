"""Runs one command of the project in a sandbox, bounded, and returns all that was seen; never judges it."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

from mesh.check.channel import Channel, Stream
from mesh.check.processes import Reader, end, memory_of
from mesh.check.sandbox import Bounds, Order, Sandbox
from mesh.check.sandbox.linux import Bubblewrap
from mesh.check.scratch import Scratch, scratch
from mesh.check.tree import Tree

Ended = Literal["exited", "timeout", "flooded", "memory", "unstarted"]
GUARD = "MESH_GUARD"
_LOOK_S = 0.25
# The first report comes from within: without it the sandbox did not start.
_STARTED = 'printf "%s-start {}\\n" "${MESH_GUARD%%@*}" > "${MESH_GUARD##*@}"; exec "$@"'


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """How a command went: its end, status, time, what it printed (at most the end of it) and reported."""

    ended: Ended
    exit_code: int | None = None
    seconds: float = 0.0
    output: str = ""
    digest: str = ""
    streams: tuple[Stream, ...] = ()
    sandbox: str = ""
    reports: tuple[bytes, ...] = ()


Prepare = Callable[[Scratch, Order], Order]
Collect = Callable[[Scratch], Sequence[bytes]]


def run(
    order: Order, *, root: str, tree: Tree, sandbox: Sandbox, bounds: Bounds, prepare: Prepare | None = None,
    collect: Collect | None = None,
) -> Ran:  # fmt: skip
    """Run a command in a scratch copy of the workspace; nothing of it is left when this returns.

    `prepare` may put files of its own into the scratch folder and change the order accordingly, `collect` take
    reports out of it in the end.
    """
    hooks = (prepare, collect)
    ran = _run(order, root, tree, sandbox, bounds, hooks)
    if ran.ended == "unstarted" and ran.exit_code == 125 and isinstance(sandbox, Bubblewrap):
        return _run(order, root, tree, sandbox.without_overlay(), bounds, hooks)
    return ran


def _run(
    order: Order, root: str, tree: Tree, sandbox: Sandbox, bounds: Bounds, hooks: tuple[Prepare | None, Collect | None]
) -> Ran:
    prepare, collect = hooks
    with scratch(root, tree) as made:
        channel = Channel(made.talk)
        try:
            if prepare:
                order = prepare(made, order)
            seen = os.path.join(sandbox.talk or made.talk, channel.name)
            environment = dict(order.environment) | {
                GUARD: f"{channel.secret}@{_seen_root(made, sandbox)}@{seen}"
            }
            if sandbox.tmp is None:
                environment |= {"HOME": made.home, "TMPDIR": made.tmp, "TMP": made.tmp, "TEMP": made.tmp}
            argv = ["/bin/sh", "-c", _STARTED, "mesh-check", *order.argv]
            command = sandbox.command(made, replace(order, argv=argv, environment=environment), bounds)
            ran = _supervise(command, environment, bounds, (channel.secret, made.folder))
            if collect:
                ran = replace(ran, reports=tuple(collect(made)))
        finally:
            streams = channel.finish()
        started = [stream for stream in streams if stream.name == "start"]
        ended: Ended = ran.ended if started or ran.ended != "exited" else "unstarted"
        told = tuple(stream for stream in streams if stream.name != "start")
        return replace(ran, ended=ended, streams=told, sandbox=sandbox.name)


def _seen_root(made: Scratch, sandbox: Sandbox) -> str:
    """Return where the copy of the workspace is, as the command sees it."""
    return made.work if sandbox.tmp is None else made.root


def _supervise(command: list[str], environment: dict[str, str], bounds: Bounds, marks: tuple[str, ...]) -> Ran:
    started = time.monotonic()
    try:
        process = subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, cwd="/", start_new_session=True,
        )  # fmt: skip
    except OSError as error:
        return Ran(ended="unstarted", output=str(error))
    reader = Reader(process.stdout, bounds.output)
    reader.start()
    try:
        ended = _watch(process, reader, bounds, started + bounds.wall_s)
        seconds = time.monotonic() - started
    finally:
        end(process, marks)
        reader.finish()
    return Ran(
        ended=ended, exit_code=process.returncode if ended == "exited" else None, seconds=seconds,
        output=reader.text(), digest=reader.digest(),
    )  # fmt: skip


def _watch(process: subprocess.Popen[bytes], reader: Reader, bounds: Bounds, deadline: float) -> Ended:
    """Wait for the end of the command, whatever it left running holds its output open or not."""
    while (left := deadline - time.monotonic()) > 0:
        with suppress(subprocess.TimeoutExpired):
            process.wait(min(_LOOK_S, left))
            return "exited"
        if reader.total > bounds.output:
            return "flooded"
        if memory_of(process.pid) > bounds.memory:
            return "memory"
    return "timeout"
