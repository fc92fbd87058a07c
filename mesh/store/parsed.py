"""Small documents without reading their YAML again: what each parsed to is kept in `.run/`, never the truth.

What is kept counts only while the file still holds the very same bytes, so that no change goes unseen.
"""

from __future__ import annotations

import json
import os
from typing import Any

from mesh import codec, files
from mesh.errors import MeshError
from mesh.store.layout import Layout


def document(layout: Layout, path: str) -> dict[str, Any]:
    """Return the mapping that a file holds, an empty one if there is no file; raises Malformed."""
    data = files.read(path)
    if not data:
        return {}
    place = layout.running("parsed", layout.relative(path).replace("/", "+") + ".json")
    known = _known(place, data)
    if known is None:
        known = codec.read(data)
        _keep(place, data, known)
    return known


def _known(place: str, data: bytes) -> dict[str, Any] | None:
    """Return what these bytes parsed to, None if that is not known or what is kept is damaged."""
    try:
        kept = json.loads(files.read(place) or b"null")
        source, values = kept["source"], kept["values"]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    return values if isinstance(values, dict) and source == data.decode("utf-8", "replace") else None


def _keep(place: str, data: bytes, values: dict[str, Any]) -> None:
    """Keep it for the next reader; where that is impossible, the next one parses too."""
    kept = json.dumps({"source": data.decode("utf-8"), "values": values})
    try:
        os.makedirs(os.path.dirname(place), exist_ok=True)
        files.note(place, kept.encode("ascii"))
    except (OSError, MeshError):
        return
