"""What is said of a failure that nobody foresaw: one line, and where the traceback was written."""

from __future__ import annotations

import os
import traceback

from mesh import files
from mesh.app.workspace import Workspace
from mesh.errors import MeshError


def what_broke(workspace: Workspace, error: Exception) -> str:
    """Return a failure in one line; the traceback of a fault of the program is kept in `.run/logs`."""
    if isinstance(error, MeshError):
        return str(error)
    if isinstance(error, OSError) and error.filename:
        return f"{error.strerror}: {error.filename}"
    line = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    path = workspace.layout.running("logs", f"bug-{os.getpid()}-{os.urandom(4).hex()}.txt")
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        files.note(path, "".join(traceback.format_exception(error)).encode("utf-8", "backslashreplace"))
    except (OSError, MeshError):
        return f"a bug: {line}"
    return f"a bug: {line}; the traceback is in {path}"
