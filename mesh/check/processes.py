"""Reads what a process prints and ends it with all it started; the only module here that names POSIX signals."""

from __future__ import annotations

import hashlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from threading import Event, Thread
from typing import IO

_CHUNK = 1 << 16
_KEPT = 1 << 20
_LOOK_S = 0.1
_DRAIN_S = 0.5
_GONE_S = 5.0


class Reader(Thread):
    """Takes in all output, keeps the end of it and a digest of the whole."""

    def __init__(self, stream: IO[bytes] | None, limit: int) -> None:
        super().__init__(daemon=True)
        assert stream is not None
        self._stream = stream
        self._limit = limit
        self._kept = bytearray()
        self._digest = hashlib.sha256()
        self._over = Event()
        self.total = 0

    def run(self) -> None:
        handle = self._stream.fileno()
        while True:
            if not select.select([handle], [], [], _LOOK_S)[0]:
                if self._over.is_set():
                    return
                continue
            chunk = os.read(handle, _CHUNK)
            if not chunk or (self._over.is_set() and self.total > self._limit):
                return
            self.total += len(chunk)
            self._digest.update(chunk)
            self._kept += chunk
            if len(self._kept) > 2 * _KEPT:
                del self._kept[:-_KEPT]

    def finish(self) -> None:
        """Take in what is still under way, then let go, whoever else holds the pipe."""
        self.join(_DRAIN_S)
        self._over.set()
        self.join()
        self._stream.close()

    def text(self) -> str:
        return self._kept[-_KEPT:].decode("utf-8", "replace")

    def digest(self) -> str:
        return self._digest.hexdigest()


def end(process: subprocess.Popen[bytes], marks: tuple[str, ...]) -> None:
    """End a process and everything that bears one of its marks in its environment; returns when they are gone."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with suppress(OSError):
        process.kill()
    with suppress(subprocess.TimeoutExpired):
        process.wait(_GONE_S)
    deadline = time.monotonic() + _GONE_S
    while (left := list(_marked([os.fsencode(mark) for mark in marks]))) and time.monotonic() < deadline:
        for pid in left:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.005)


def _marked(marks: list[bytes]) -> Iterator[int]:
    """Yield the processes that were started with a mark in their environment (Linux; none elsewhere)."""
    for pid in _numbers("/proc"):
        try:
            with open(f"/proc/{pid}/environ", "rb") as handle:
                data = handle.read()
            if any(mark in data for mark in marks):
                yield pid
        except OSError:
            continue


def _numbers(folder: str) -> Iterator[int]:
    try:
        names = os.listdir(folder)
    except OSError:
        return
    for name in names:
        if name.isdigit():
            yield int(name)


def memory_of(pid: int) -> int:
    """Return the bytes of memory that a process and its descendants hold; 0 where that is not known."""
    total, waiting = 0, [pid]
    for number in waiting:
        try:
            with open(f"/proc/{number}/statm", "rb") as handle:
                total += int(handle.read().split()[1])
            with open(f"/proc/{number}/task/{number}/children", "rb") as handle:
                waiting.extend(int(child) for child in handle.read().split())
        except (OSError, IndexError, ValueError):
            continue
        if len(waiting) > 10_000:
            break
    return total * _PAGE


_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
