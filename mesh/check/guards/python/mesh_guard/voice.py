# mypy: ignore-errors
"""Reports what was seen, one line at a time, through a pipe from which nothing can be taken back."""

import json
import os
import threading

_LIMIT = 3900  # one write of less than PIPE_BUF bytes is never mixed with another's
_MESSAGE = 600


class Voice(object):
    """The writing end. A forked child is silent, for it is not the runner."""

    def __init__(self, secret, path, root):
        self.root = os.path.realpath(root)
        self._prefix = "{}-{}{}".format(secret, os.getpid(), os.urandom(4).hex())
        self._pid = os.getpid()
        self._lock = threading.Lock()
        self._handle = _high(os.open(path, os.O_WRONLY | getattr(os, "O_CLOEXEC", 0)))
        self._write, self._getpid, self._dumps = os.write, os.getpid, json.dumps

    def say(self, kind, **values):
        """Report one thing; long texts are cut."""
        if self._getpid() != self._pid:
            return
        record = {"k": kind}
        for name, value in values.items():
            record[name] = value[:_MESSAGE] if isinstance(value, str) else value
        line = "{} {}\n".format(self._prefix, self._dumps(record)).encode("ascii", "replace")
        if len(line) > _LIMIT:
            line = "{} {}\n".format(self._prefix, self._dumps({"k": kind, "cut": True})).encode("ascii")
        with self._lock:
            self._write(self._handle, line)

    def is_mine(self, path):
        """Say whether a file belongs to the workspace and not to its dependencies."""
        if not path or path.startswith("<"):
            return True
        real = os.path.realpath(path)
        if not real.startswith(self.root + os.sep):
            return False
        parts = real[len(self.root) + 1 :].split(os.sep)
        return not any(part in ("site-packages", "dist-packages", "node_modules") for part in parts)

    def relative(self, path):
        return os.path.relpath(os.path.realpath(path), self.root)


def _high(handle):
    """Move a descriptor out of the way of programs that close or guess the low ones."""
    try:
        import fcntl

        moved = fcntl.fcntl(handle, fcntl.F_DUPFD_CLOEXEC, 211)
        os.close(handle)
        return moved
    except (ImportError, OSError, AttributeError):
        return handle


def open_voice(setting):
    """Return the voice that the variable of a check describes: `SECRET@ROOT@PIPE`."""
    secret, _, rest = setting.partition("@")
    root, _, path = rest.rpartition("@")
    return Voice(secret, path, root)
