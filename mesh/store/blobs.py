"""Attachments: kept once by the digest of their bytes; their names are shown and never used as paths."""

from __future__ import annotations

import hashlib
import os
import unicodedata

from mesh import files
from mesh.model.envelope import Attachment
from mesh.store.layout import Layout


def keep(layout: Layout, name: str, data: bytes) -> tuple[Attachment, str]:
    """Store bytes durably; returns the attachment and its file. The same bytes are stored once."""
    digest = hashlib.sha256(data).hexdigest()
    path = layout.attachment(digest)
    if not os.path.exists(path):
        files.make_folder(os.path.dirname(path))
        files.write(path, data)
    return Attachment(name=shown_name(name), sha256=digest, size=len(data)), path


def fetch(layout: Layout, attachment: Attachment) -> bytes | None:
    """Return an attachment's bytes, None if they are gone or are not those that were sent."""
    data = files.read(layout.attachment(attachment.sha256))
    if data is None or hashlib.sha256(data).hexdigest() != attachment.sha256:
        return None
    return data


def shown_name(name: str) -> str:
    """Return a name fit to be shown: its last part, without control and direction characters."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    kept = "".join(char for char in last if unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp"))
    return kept.strip()[:128] or "attachment"
