"""Where a claimed path lies: inside the workspace, outside of it, or nowhere; looks only at names."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass

_BLURS_CASE = sys.platform in ("darwin", "win32")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_LINE = re.compile(r":\d+(?:[:-]\d+)?\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A claimed path. `absolute` is None for one that lies outside or cannot be a path; `reason` says why.

    `relative` is the path from the root of the workspace, with links not followed.
    """

    absolute: str | None = None
    relative: str = ""
    folder: bool = False
    reason: str | None = None


def locate(target: str, root: str, cwd: str) -> Place:
    """Return where a claimed path lies; a relative one is looked for in `cwd`, then in the root."""
    text = target.strip()
    if not text or "\0" in text:
        return Place(reason="not a path")
    if text.startswith("~") or _DRIVE.match(text) or _URL.match(text):
        return Place(reason="outside of the workspace")
    folder = text.endswith(("/", "\\"))
    first = _inside(os.path.join(cwd, text), root, folder)
    if first.absolute is None or os.path.lexists(first.absolute):
        return first
    for spelling, start in ((text, root), (_LINE.sub("", text), cwd), (text.replace("\\", "/"), cwd)):
        other = _inside(os.path.join(start, spelling), root, folder)
        if other.absolute and os.path.lexists(other.absolute):
            return other
    return first


def _inside(path: str, root: str, folder: bool) -> Place:
    """Judge one absolute path: both as it is written and with every link followed it must stay inside."""
    written = os.path.normpath(path)
    real_root = os.path.realpath(root)
    relative = _relative(written, root) or _relative(written, real_root)
    if relative is None:
        return Place(reason="outside of the workspace")
    real = os.path.realpath(path)
    if _relative(real, real_root) is None:
        return Place(reason="leads outside of the workspace")
    if real != os.path.realpath(written):
        return Place(reason="climbs back out of a link")
    if not _same_letters(root, relative):
        return Place(absolute=os.path.join(root, relative), relative=relative, folder=folder, reason="case")
    return Place(absolute=os.path.join(root, relative), relative=relative, folder=folder)


def _relative(path: str, root: str) -> str | None:
    if path == root:
        return "."
    prefix = root if root.endswith(os.sep) else root + os.sep
    return path[len(prefix) :] if path.startswith(prefix) else None


def _same_letters(root: str, relative: str) -> bool:
    """Say whether each part is spelled as on the disk, where the file system would take another case too."""
    if not _BLURS_CASE or relative == ".":
        return True
    folder = root
    for part in relative.split(os.sep):
        try:
            if os.path.lexists(os.path.join(folder, part)) and part not in os.listdir(folder):
                return False
        except OSError:
            return True
        folder = os.path.join(folder, part)
    return True
