"""Checks claims about files against the disk and the base; looks, and never opens more than it must."""

from __future__ import annotations

import os
import stat

from mesh.check.outcome import Outcome, refuted, unverifiable, verified
from mesh.check.paths import Place, locate
from mesh.check.project import Project
from mesh.check.tree import read_file
from mesh.model.evidence import Claim


def check_file(claim: Claim, project: Project) -> Outcome:
    """Check a claim of the kinds `file_exists`, `file_modified` and `file_removed`."""
    if not claim.target:
        return unverifiable("no file is named")
    place = locate(claim.target, project.root, project.cwd)
    if place.absolute is None:
        return unverifiable(place.reason or "not a path")
    if any(mark in claim.target for mark in "*?") and not os.path.lexists(place.absolute):
        return unverifiable("a pattern, not one file")
    folder = claim.folder or place.folder
    if claim.kind == "file_removed":
        return _removed(project, place)
    found = _exists(place, folder)
    if claim.kind == "file_exists" or found.status != "verified":
        return found
    return _modified(project, place)


def _exists(place: Place, folder: bool) -> Outcome:
    assert place.absolute is not None
    if place.reason == "case":
        return refuted("it is spelled with other capitals on the disk")
    try:
        info = os.stat(place.absolute)
    except (OSError, ValueError):
        return refuted("a link that leads nowhere" if os.path.islink(place.absolute) else "no such file")
    if stat.S_ISDIR(info.st_mode):
        return verified() if folder else refuted("it is a folder, not a file")
    if folder:
        return refuted("it is a file, not a folder")
    return verified() if stat.S_ISREG(info.st_mode) else refuted("it is neither a file nor a folder")


def _modified(project: Project, place: Place) -> Outcome:
    assert place.absolute is not None
    if project.base.commit is None:
        return unverifiable("there is no commit to compare with")
    if os.path.isdir(place.absolute):
        prefix = "" if place.relative == "." else place.relative.replace(os.sep, "/") + "/"
        changed = any(path.startswith(prefix) for path in project.changed)
    else:
        path = _path_of(project, place)
        changed = project.differs(
            path, read_file(project.root, path, os.lstat(os.path.join(project.root, path)))
        )
    if changed:
        return verified()
    if project.base.certain:
        return refuted("unchanged since the base")
    return unverifiable("unchanged since the last commit, and nothing tells since when to compare")


def _path_of(project: Project, place: Place) -> str:
    """Return the path under which git knows the file: that of what a link in the workspace leads to."""
    assert place.absolute is not None
    real = os.path.relpath(os.path.realpath(place.absolute), os.path.realpath(project.root))
    return real.replace(os.sep, "/")


def _removed(project: Project, place: Place) -> Outcome:
    assert place.absolute is not None
    if os.path.lexists(place.absolute):
        return refuted("it is still there")
    path = place.relative.replace(os.sep, "/")
    if path in project.at_base or path in project.base_folders:
        return verified()
    if project.base.commit is None:
        return unverifiable("gone, and there is no commit that could tell whether it ever was there")
    if project.base.certain:
        return refuted("it was not there at the base either")
    return unverifiable("gone, and not in the last commit either; nothing tells since when to compare")
