"""Shuts a program in with macOS's own `sandbox-exec`; the scratch copy is a clone beside the workspace.

Files may be written in the scratch folders alone, the caller's HOME cannot be read but for its toolchains,
and no address but the machine's own can be reached.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from mesh.check.environment import TOOLCHAINS
from mesh.check.sandbox.base import Bounds, Order
from mesh.check.scratch import Scratch, copy

PROGRAM = "/usr/bin/sandbox-exec"


class Seatbelt:
    """`sandbox-exec` with a profile written for each check."""

    name = "sandbox-exec"
    tmp: str | None = None
    talk: str | None = None

    def command(self, made: Scratch, order: Order, bounds: Bounds) -> list[str]:
        copy(made, made.work, "linked")
        blocks = max(1, bounds.file // 512)
        script = (
            f'ulimit -c 0; ulimit -f {blocks}; ulimit -u {bounds.processes}; cd "$1" && shift && exec "$@"'
        )
        inside = os.path.normpath(os.path.join(made.work, order.inside))
        shell = ["/bin/sh", "-c", script, "mesh-check", inside, *order.argv]
        return [PROGRAM, "-p", "\n".join(_profile(made, order)), *shell]


def _profile(made: Scratch, order: Order) -> Iterator[str]:
    """Yield the rules of the profile; of several that fit the last one counts."""
    yield "(version 1)"
    yield "(allow default)"
    yield '(deny network* (remote ip "*:*"))'
    yield '(allow network* (remote ip "localhost:*"))'
    yield "(deny network-outbound (remote unix-socket))"
    yield f"(allow network-outbound (remote unix-socket (subpath {_quoted(made.folder)})))"
    yield "(deny file-write*)"
    yield f"(allow file-write* (subpath {_quoted(made.folder)}))"
    yield f"(deny file-write* (subpath {_quoted(made.talk)}))"
    yield f"(allow file-write-data (subpath {_quoted(made.talk)}))"
    for device in ("/dev/null", "/dev/zero", "/dev/tty", "/dev/dtracehelper"):
        yield f"(allow file-write* (literal {_quoted(device)}))"
    for home in order.homes:
        yield f"(deny file-read* (subpath {_quoted(home)}))"
        yield f"(allow file-read-metadata (subpath {_quoted(home)}))"
        for name in TOOLCHAINS:
            yield f"(allow file-read* (subpath {_quoted(os.path.join(home, name))}))"
    for path in (made.folder, *order.shown, *_linked(made)):
        yield f"(allow file-read* (subpath {_quoted(path)}))"


def _linked(made: Scratch) -> Iterator[str]:
    for path in made.tree.dependencies:
        yield os.path.realpath(os.path.join(made.root, path))


def _quoted(path: str) -> str:
    escaped = os.path.realpath(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
