"""Who runs this process, and locks between processes; the one place that asks the system for either.

A process is named by host, boot, process id and start time, so that a reused id is told from the old one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache

from mesh.errors import TimedOut


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """One running process of one boot of one machine; `start` is the system's own figure."""

    host: str
    boot: str
    pid: int
    start: str

    def to_dict(self) -> dict[str, object]:
        return {"host": self.host, "boot": self.boot, "pid": self.pid, "start": self.start}

    @staticmethod
    def from_dict(values: dict[str, object]) -> Holder | None:
        """Return the holder, None if the values are not those of one."""
        pid = values.get("pid")
        if not isinstance(pid, int):
            return None
        return Holder(
            host=str(values.get("host", "")),
            boot=str(values.get("boot", "")),
            pid=pid,
            start=str(values.get("start", "")),
        )


@cache
def host() -> str:
    """Return this machine's name."""
    if hasattr(os, "uname"):
        return os.uname().nodename
    return os.environ.get("COMPUTERNAME", "unknown")


@cache
def boot() -> str:
    """Return what names this boot of the machine, empty where the system does not say."""
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as handle:
            return handle.read().strip()
    except OSError:
        return _ask("sysctl", "-n", "kern.boottime") if sys.platform == "darwin" else ""


def started(pid: int) -> str | None:
    """Return when a process started, as the system counts it; None if there is no such process."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as handle:
            fields = handle.read().rpartition(b")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        if os.path.isdir("/proc/self"):
            return None
        return _started_elsewhere(pid)
    except OSError:
        return ""
    return None if fields[0] in (b"Z", b"X") else fields[19].decode()


def _started_elsewhere(pid: int) -> str | None:
    """Ask without /proc: `ps` on macOS; on Windows a process cannot be told from its successor."""
    if os.name == "nt":
        return ""
    return _ask("ps", "-o", "lstart=", "-p", str(pid)) or None


def ancestors(limit: int = 64) -> list[int]:
    """Return the processes above this one, nearest first, as far as the system tells."""
    found: list[int] = []
    pid = os.getppid()
    while pid > 1 and len(found) < limit:
        found.append(pid)
        try:
            with open(f"/proc/{pid}/stat", "rb") as handle:
                pid = int(handle.read().rpartition(b")")[2].split()[1])
        except OSError:
            break
    return found


def _ask(*command: str) -> str:
    import subprocess

    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip()


@cache
def _this(pid: int) -> Holder:
    return Holder(host=host(), boot=boot(), pid=pid, start=started(pid) or "")


def this_process() -> Holder:
    """Return the holder that this process is; right in a forked child too."""
    return _this(os.getpid())


def is_alive(holder: Holder) -> bool:
    """Say whether the holder still runs; one on another machine counts as alive, for nobody can look."""
    if holder.host != host():
        return True
    if holder.boot != boot():
        return False
    start = started(holder.pid)
    return start is not None and (not holder.start or not start or start == holder.start)


@contextmanager
def lock(path: str, *, wait: float | None = None) -> Iterator[bool]:
    """Hold an exclusive lock on a file; yields False if it is held elsewhere and `wait` is None.

    With `wait` seconds it waits, and raises TimedOut after that. The system gives the lock back when
    the process ends, however it ends.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        got = _acquire(handle, wait)
        if not got and wait is not None:
            raise TimedOut("`{path}` stayed locked for {seconds} s", path=path, seconds=wait)
        yield got
    finally:
        os.close(handle)


def _acquire(handle: int, wait: float | None) -> bool:
    import time

    deadline = time.monotonic() + (wait or 0)
    pause = 0.001
    while True:
        if _try_lock(handle):
            return True
        if wait is None or time.monotonic() >= deadline:
            return False
        time.sleep(pause)
        pause = min(pause * 2, 0.05)


def _try_lock(handle: int) -> bool:
    try:
        if os.name == "nt":  # pragma: no cover
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def kill_marked(marker: str) -> int:
    """End every process whose environment holds `NAME=value`, but those above this one; returns how many.

    Only where the system shows environments (Linux); elsewhere it ends nothing.
    """
    import signal

    wanted = marker.encode()
    spared = {os.getpid(), *ancestors()}
    killed: set[int] = set()
    while True:
        found = {pid for pid in _pids() if pid not in spared and wanted in _environment(pid)}
        if not found - killed:
            return len(killed)
        for pid in found - killed:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        killed |= found


def _pids() -> list[int]:
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []


def _environment(pid: int) -> list[bytes]:
    try:
        with open(f"/proc/{pid}/environ", "rb") as handle:
            return handle.read().split(b"\0")
    except OSError:
        return []


def kill_group(pid: int) -> None:
    """End a process and its group at once; one that is gone is no error."""
    import signal

    try:
        if os.name == "nt":  # pragma: no cover
            _ask("taskkill", "/F", "/T", "/PID", str(pid))
        else:
            os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return
