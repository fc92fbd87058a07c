"""Chooses the sandbox that the machine offers; never runs anything without one unless told to."""

from __future__ import annotations

import os
import shutil
import sys

from mesh.check.sandbox.base import Bounds, Order, Sandbox

_SYSTEM: str = sys.platform
__all__ = ["Bounds", "Order", "Sandbox", "choose", "how_to_get_one"]


def choose(*, bare: bool = False) -> Sandbox | None:
    """Return the sandbox to use, None where the machine offers none; `bare` asks for none."""
    if bare:
        from mesh.check.sandbox.bare import Bare

        return Bare()
    if _SYSTEM == "linux":
        from mesh.check.sandbox.linux import Bubblewrap

        program = _trusted("bwrap")
        return Bubblewrap(program) if program else None
    if _SYSTEM == "darwin":
        from mesh.check.sandbox.macos import PROGRAM, Seatbelt

        return Seatbelt() if os.path.exists(PROGRAM) else None
    return None


def _trusted(name: str) -> str | None:
    """Return a program of the system; one that lies in a workspace is not asked to guard it."""
    system = os.pathsep.join(("/usr/bin", "/bin", "/usr/local/bin", "/run/current-system/sw/bin"))
    return shutil.which(name, path=system)


def how_to_get_one() -> str:
    """Say what to do on a machine without a sandbox."""
    if _SYSTEM == "linux":
        how = "install bubblewrap (`apt install bubblewrap`, `dnf install bubblewrap`)"
        return f"no sandbox: {how}, or allow `--no-sandbox`"
    return "this machine offers no sandbox that is known here; `--no-sandbox` runs checks without one"
