"""Where a check's runner reports what it did: a pipe with a secret name that nothing written can be taken back from.

A line is the secret, a dash, a word that stands for the reporting process, a space, and a JSON object. What
is no such line is passed over.
"""

from __future__ import annotations

import json
import os
import secrets
import select
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Any

_LOOK_S = 0.05
_CHUNK = 1 << 16
_LIMIT = 64 << 20  # more than any suite reports; a flood must not fill the memory


@dataclass(slots=True)
class Stream:
    """What one process reported, in order; `name` stands for the process."""

    name: str = ""
    records: list[dict[str, Any]] = field(default_factory=list)

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [record for record in self.records if record.get("k") == kind]

    def last(self, kind: str) -> dict[str, Any]:
        found = self.of(kind)
        return found[-1] if found else {}


class Channel:
    """The reading end. Use it as a context; `finish` returns what was reported."""

    def __init__(self, folder: str) -> None:
        self.secret = secrets.token_hex(16)
        self.name = secrets.token_hex(8)
        self.path = os.path.join(folder, self.name)
        self._over = Event()
        self._data = bytearray()
        os.mkfifo(self.path, 0o600)
        # Open for writing as well, so that the pipe never ends while the check runs.
        self._handle = os.open(self.path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        _enlarge(self._handle)
        self._thread = Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        while True:
            over = self._over.is_set()
            ready, _, _ = select.select([self._handle], [], [], 0 if over else _LOOK_S)
            if ready:
                chunk = os.read(self._handle, _CHUNK)
                if len(self._data) < _LIMIT:
                    self._data += chunk
            elif over:
                return

    def finish(self) -> list[Stream]:
        """Return the streams of all processes that reported, in the order in which they began."""
        self._over.set()
        self._thread.join()
        os.close(self._handle)
        return parse(bytes(self._data), self.secret)


def _enlarge(handle: int) -> None:
    """Let a burst of reports not hold up the tests."""
    import fcntl

    size = getattr(fcntl, "F_SETPIPE_SZ", None)
    if size is not None:
        try:
            fcntl.fcntl(handle, size, 1 << 20)
        except OSError:
            return


def parse(data: bytes, secret: str) -> list[Stream]:
    """Return the streams that the lines make up; lines that are none are passed over."""
    streams: dict[str, Stream] = {}
    for line in data.split(b"\n"):
        key, word, body = _parts(line)
        if not secrets.compare_digest(key, secret):
            continue
        try:
            record = json.loads(body)
        except ValueError:
            continue
        if isinstance(record, dict):
            streams.setdefault(word, Stream(name=word)).records.append(record)
    return list(streams.values())


def _parts(line: bytes) -> tuple[str, str, bytes]:
    """Split `SECRET-WORD JSON`."""
    head, _, body = line.partition(b" ")
    key, _, word = head.decode("ascii", "ignore").partition("-")
    return key, word, body
