"""Find the workspace with as little as possible: for the language, for completion and for a bug's trace.

It never fails: where there is no workspace, or none that can be read, it says so with None or nothing.
"""

from __future__ import annotations

import os

_LANGUAGES = ("en", "zh", "auto")


def nearest(chosen: str | None = None) -> str | None:
    """Return the workspace's folder: the chosen one, MESH_DIR, or the first `.mesh` upwards from here."""
    chosen = chosen or os.environ.get("MESH_DIR")
    if chosen:
        return next((path for path in (chosen, os.path.join(chosen, ".mesh")) if _is_one(path)), None)
    try:
        folder = os.getcwd()
    except OSError:
        return None
    while True:
        path = os.path.join(folder, ".mesh")
        if _is_one(path):
            return path
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def _is_one(path: str) -> bool:
    return os.path.isfile(os.path.join(path, "mesh.yaml"))


def language(chosen: str | None = None) -> str | None:
    """Return the language that `mesh.yaml` sets; broken settings are for the command to complain of."""
    root = nearest(chosen)
    if root is None:
        return None
    try:
        with open(os.path.join(root, "mesh.yaml"), "rb") as handle:
            data = handle.read()
    except OSError:
        return None
    if b"language" not in data:
        return None
    from mesh.errors import MeshError
    from mesh.store.layout import Layout
    from mesh.store.parsed import document

    try:
        value = document(Layout(root), os.path.join(root, "mesh.yaml")).get("language")
    except MeshError:
        return None
    return value if value in _LANGUAGES else None


def logs(chosen: str | None = None) -> str:
    """Return a folder for logs, made if need be: the workspace's, else the system's for temporary files."""
    from mesh import files
    from mesh.errors import MeshError

    root = nearest(chosen)
    if root:
        folder = os.path.abspath(os.path.join(root, ".run", "logs"))
        try:
            files.make_folder(folder)
        except (MeshError, OSError):
            pass
        else:
            return folder
    import tempfile

    return tempfile.gettempdir()
