"""One program in a process group of its own, bounded in time and output; the only module here naming POSIX.

Never a shell, and nothing of the group is left when `run` returns. A child that outlives the program does
not hold its pipes open: the end of the program is the end of the run, not the end of its output.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Event, Thread
from typing import IO, Any, Literal

from mesh.errors import MeshError

Ended = Literal["exited", "timeout", "stopped", "flooded"]
_CHUNK = 65536
_DRAIN_S = 0.5  # how long output still in a pipe is waited for when somebody else holds it open
_LOOK_S = 0.1


class CannotStart(MeshError):
    """The program is not there, or the system refuses to run it."""

    code = "cannot_start"


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """What to run, where, with exactly which environment; `merged` sends errors into the output."""

    argv: Sequence[str]
    folder: str
    environment: Mapping[str, str]
    stdin: bytes = b""
    merged: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """Seconds and bytes. More output than `output_bytes` ends the program only if `flood_ends`."""

    wall_s: float
    grace_s: float = 5.0
    output_bytes: int = 1 << 20
    error_bytes: int = 1 << 14
    flood_ends: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """How it went. `exit_code` is negative for a signal; `dropped` bytes went before those of `output`."""

    ended: Ended
    exit_code: int | None
    output: bytes
    errors: bytes
    dropped: int
    duration_s: float


def run(
    program: Program, bounds: Bounds, *, started: Callable[[int], None], wait: Callable[[float], bool]
) -> Finished:
    """Run the program to its end, its time limit or a request to stop, whichever comes first.

    `wait(seconds)` pauses and says whether to stop. At the limit and at a stop the group gets a polite
    signal, then `grace_s`, then the certain one. Raises CannotStart.
    """
    begin = time.monotonic()
    process = _start(program)
    output = _Reader(process.stdout, bounds.output_bytes)
    pumps = [output, errors := _Reader(process.stderr, bounds.error_bytes)]
    feed = _Feeder(process.stdin, program.stdin)
    try:
        for pump in (*pumps, feed):
            pump.start()
        started(process.pid)
        ended = _watch(process, output, begin + bounds.wall_s, bounds, wait)
        if ended != "exited":
            _end_politely(process, bounds.grace_s)
    finally:
        _kill(process)
        for pump in (*pumps, feed):
            pump.finish()
    return Finished(
        ended=ended,
        exit_code=process.returncode,
        output=output.kept(),
        errors=errors.kept(),
        dropped=max(0, output.total - bounds.output_bytes),
        duration_s=time.monotonic() - begin,
    )


def _start(program: Program) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            list(program.argv),
            cwd=program.folder,
            env=dict(program.environment),
            stdin=subprocess.PIPE if program.stdin else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if program.merged else subprocess.PIPE,
            bufsize=0,
            **_own_group(),
        )
    except (OSError, ValueError) as error:
        raise CannotStart(
            "cannot start `{program}`: {why}",
            program=program.argv[0], why=_why(error, program),
            hint="check the command in the agent's card",
        ) from None  # fmt: skip


def _why(error: Exception, program: Program) -> str:
    if isinstance(error, FileNotFoundError) and not os.path.isdir(program.folder):
        return f"no such folder: {program.folder}"
    return getattr(error, "strerror", None) or str(error)


def _own_group() -> dict[str, Any]:
    if os.name == "nt":
        return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    return {"start_new_session": True}


def _watch(
    process: subprocess.Popen[bytes],
    output: _Reader,
    deadline: float,
    bounds: Bounds,
    wait: Callable[[float], bool],
) -> Ended:
    pause = 0.002
    while process.poll() is None:
        left = deadline - time.monotonic()
        if left <= 0:
            return "timeout"
        if bounds.flood_ends and output.total > bounds.output_bytes:
            return "flooded"
        if wait(min(pause, left)):
            return "exited" if process.poll() is not None else "stopped"
        pause = min(pause * 1.5, _LOOK_S)
    return "exited"


def _end_politely(process: subprocess.Popen[bytes], grace_s: float) -> None:
    _signal(process, "SIGTERM")
    deadline = time.monotonic() + grace_s
    while time.monotonic() < deadline and _lives(process):
        time.sleep(0.01)


def _lives(process: subprocess.Popen[bytes]) -> bool:
    """Say whether the program, or on POSIX anything of its group, still runs."""
    if process.poll() is None:
        return True
    if os.name == "nt":
        return False
    try:
        os.killpg(process.pid, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def _kill(process: subprocess.Popen[bytes]) -> None:
    _signal(process, "SIGKILL")
    with suppress(subprocess.TimeoutExpired):
        process.wait(5)


def _signal(process: subprocess.Popen[bytes], name: str) -> None:
    if os.name == "nt":  # pragma: no cover
        if process.poll() is None and name == "SIGTERM":
            process.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGTERM))
        elif process.poll() is None:
            tree = ["taskkill", "/T", "/F", "/PID", str(process.pid)]
            subprocess.run(tree, capture_output=True, check=False)
        return
    # macOS answers EPERM for a group of which only the dead leader is left
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, getattr(signal, name))


def _ready(handle: int, *, write: bool = False) -> bool:
    """Say whether a pipe can be used without blocking, waiting a little; Windows can only block."""
    if os.name == "nt":  # pragma: no cover
        return True
    import select

    poll = select.poll()
    poll.register(handle, select.POLLOUT if write else select.POLLIN)
    return bool(poll.poll(_LOOK_S * 1000))


class _Pump(Thread):
    """Moves bytes through one pipe until it ends or nobody is interested any more."""

    def __init__(self, stream: IO[bytes] | None) -> None:
        super().__init__(daemon=True)
        self._stream = stream
        self._over = Event()

    def run(self) -> None:
        if self._stream is None:
            return
        with self._stream, suppress(OSError):
            self._move(self._stream.fileno())

    def _move(self, handle: int) -> None:
        raise NotImplementedError

    def finish(self) -> None:
        """Wait for what is still under way, then let go, whoever else holds the pipe."""
        if self.ident is None:
            if self._stream is not None:
                self._stream.close()
            return
        self.join(_DRAIN_S)
        self._over.set()
        self.join(None if os.name != "nt" else _DRAIN_S)


class _Reader(_Pump):
    """Keeps the last `limit` bytes of a pipe and counts them all."""

    def __init__(self, stream: IO[bytes] | None, limit: int) -> None:
        super().__init__(stream)
        self._limit = limit
        self._kept = bytearray()
        self.total = 0

    def _move(self, handle: int) -> None:
        while not self._over.is_set():
            if not _ready(handle):
                continue
            chunk = os.read(handle, _CHUNK)
            if not chunk:
                return
            self.total += len(chunk)
            self._kept += chunk
            if len(self._kept) > 2 * self._limit:
                del self._kept[: -self._limit]

    def kept(self) -> bytes:
        return bytes(self._kept[-self._limit :])


class _Feeder(_Pump):
    """Writes a text into a pipe, as fast as the program reads it."""

    def __init__(self, stream: IO[bytes] | None, data: bytes) -> None:
        super().__init__(stream)
        self._data = data

    def _move(self, handle: int) -> None:
        if os.name != "nt":
            os.set_blocking(handle, False)
        view = memoryview(self._data)
        while view and not self._over.is_set():
            if _ready(handle, write=True):
                with suppress(BlockingIOError):
                    view = view[os.write(handle, view[:_CHUNK]) :]
