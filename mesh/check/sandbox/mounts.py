"""What a program in the Linux sandbox sees of the machine, as mounts; nothing is mounted here."""

from __future__ import annotations

import os
from collections.abc import Iterator

from mesh.check.environment import TOOLCHAINS
from mesh.check.sandbox.base import Order
from mesh.check.scratch import CACHES_IN_MODULES, Scratch

TMP = "/tmp"  # noqa: S108  the sandbox's own, never the machine's
TALK = "/run/mesh"
# Sockets of services lie in these: reachable, they would be a way out.
_PRIVATE = ("/run", "/var/run", "/tmp", "/var/tmp")  # noqa: S108


def mounts(made: Scratch, order: Order, work: str) -> Iterator[str]:
    """Yield the options of bubblewrap that make up the sandbox's view, in their order."""
    yield from ("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/run")
    for path in ("/run/current-system", "/run/opengl-driver"):  # NixOS keeps its programs there
        yield from ("--ro-bind-try", path, path)
    yield from ("--bind", made.tmp, "/tmp", "--bind", made.tmp, "/var/tmp")  # noqa: S108
    yield from ("--ro-bind", made.talk, TALK)
    for home in order.homes:
        yield from ("--bind", made.home, home)
    for home in order.homes:
        yield from _toolchains(home)
    for path in order.shown:
        yield from ("--ro-bind-try", path, path)
    yield from ("--bind", work, made.root)
    yield from _dependencies(made, work)


def _toolchains(home: str) -> Iterator[str]:
    for name in TOOLCHAINS:
        path = os.path.join(home, name)
        if os.path.exists(path) and not _holds_token(path):
            yield from ("--ro-bind-try", path, path)


def _holds_token(path: str) -> bool:
    """Say whether a settings file of a toolchain holds a password."""
    if not path.endswith(".toml"):
        return False
    try:
        with open(path, encoding="utf-8", errors="replace") as handle:
            return "token" in handle.read(1 << 16)
    except OSError:
        return True


def _dependencies(made: Scratch, work: str) -> Iterator[str]:
    for path in made.tree.dependencies:
        target = os.path.join(made.root, path)
        yield from ("--ro-bind", os.path.join(work, path) if work == made.work else target, target)
        if work == made.work and os.path.basename(path) == "node_modules":
            for name in CACHES_IN_MODULES:
                yield from ("--tmpfs", os.path.join(target, name))
