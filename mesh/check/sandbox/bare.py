"""Runs a program without a sandbox, in a scratch copy all the same; only where the user asked for it."""

from __future__ import annotations

import os

from mesh.check.sandbox.base import Bounds, Order
from mesh.check.scratch import Scratch, copy


class Bare:
    """No sandbox: a copy, a clean environment, and limits of time and output."""

    name = "none"
    tmp: str | None = None
    talk: str | None = None

    def command(self, made: Scratch, order: Order, bounds: Bounds) -> list[str]:
        copy(made, made.work, "copied")
        inside = os.path.normpath(os.path.join(made.work, order.inside))
        return ["/bin/sh", "-c", 'cd "$1" && shift && exec "$@"', "mesh-check", inside, *order.argv]
