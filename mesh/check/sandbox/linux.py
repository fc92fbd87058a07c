"""Shuts a program in with bubblewrap (https://github.com/containers/bubblewrap); Linux only.

The program gets namespaces of its own: no network but a loopback of its own, no process but its own, no
privileges, and a read-only view of the machine with the scratch copy where the workspace is. When it ends,
or when this process does, the kernel ends whatever it left running.
"""

from __future__ import annotations

import os
import shutil

from mesh.check.sandbox.base import Bounds, Order
from mesh.check.sandbox.mounts import TALK, TMP, mounts
from mesh.check.scratch import Scratch, copy, prepare_overlay

# Mounting an overlay takes a mount namespace before the one that bubblewrap makes.
_OVERLAY = """
options="lowerdir=$1,upperdir=$2,workdir=$3"
mount -t overlay -o "$options,userxattr" overlay "$4" 2>/dev/null ||
    mount -t overlay -o "$options" overlay "$4" || exit 125
shift 4
exec "$@"
"""
_SPECIAL = ":,\\\\\n"


class Bubblewrap:
    """Bubblewrap around an overlay of the workspace, or around a copy where overlays cannot be mounted."""

    tmp: str | None = TMP
    talk: str | None = TALK

    def __init__(self, program: str, *, overlay: bool = True) -> None:
        self._program = program
        self._unshare = shutil.which("unshare") if overlay else None
        self.name = "bubblewrap"

    def command(self, made: Scratch, order: Order, bounds: Bounds) -> list[str]:
        overlay = self._unshare is not None and not any(c in made.root + made.folder for c in _SPECIAL)
        if overlay:
            prepare_overlay(made)
            work = made.work
        else:
            work = os.path.join(made.folder, "copy")
            copy(made, work, "empty")
        inner = [*self._bubblewrap(made, order, work), "--", *_limited(bounds), *order.argv]
        if not overlay:
            return inner
        assert self._unshare
        setup = ["/bin/sh", "-c", _OVERLAY, "mesh-check", made.root, made.upper, made.inner, made.work]
        return [self._unshare, "--user", "--map-root-user", "--mount", *setup, *inner]

    def without_overlay(self) -> Bubblewrap:
        """Return the same sandbox around a plain copy."""
        return Bubblewrap(self._program, overlay=False)

    def _bubblewrap(self, made: Scratch, order: Order, work: str) -> list[str]:
        inside = os.path.normpath(os.path.join(made.root, order.inside))
        return [
            self._program, "--unshare-all", "--die-with-parent", "--new-session", *_identity(),
            *mounts(made, order, work), "--chdir", inside,
        ]  # fmt: skip


def _identity() -> list[str]:
    """Return the options that let the program be who it would be by hand, and no more.

    Of root's privileges only those over root's own files stay: without them a read-only file of the scratch
    copy could not be written, as it could by hand. What is mounted read-only stays so.
    """
    if os.getuid():
        return ["--unshare-user", "--uid", str(os.getuid()), "--gid", str(os.getgid()), "--cap-drop", "ALL"]
    kept = ("CAP_DAC_OVERRIDE", "CAP_FOWNER", "CAP_FSETID", "CAP_CHOWN")
    return ["--cap-drop", "ALL", *(word for name in kept for word in ("--cap-add", name))]


def _limited(bounds: Bounds) -> list[str]:
    """Return the program that sets the limits that are counted by the kernel, where it is installed."""
    program = shutil.which("prlimit")
    if program is None:
        return []
    return [program, f"--nproc={bounds.processes}", f"--fsize={bounds.file}", "--core=0", "--"]
