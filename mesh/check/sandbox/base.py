"""What a sandbox is asked for; nothing is started here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from mesh.check.scratch import Scratch


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What one check may use at most: seconds, and bytes or numbers of the rest."""

    wall_s: float = 300.0
    memory: int = 8 << 30
    processes: int = 4096
    file: int = 8 << 30
    output: int = 64 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A program to run in the scratch copy; `inside` is its folder, relative to the root of the workspace.

    `homes` are the folders of people that are hidden, `shown` further paths that stay visible, read-only.
    """

    argv: Sequence[str]
    inside: str = "."
    environment: Mapping[str, str] = field(default_factory=dict)
    homes: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()


class Sandbox(Protocol):
    """A way to run a program shut in."""

    name: str
    # Where the program finds its TMPDIR, its HOME and what it reports through
    tmp: str | None
    talk: str | None

    def command(self, made: Scratch, order: Order, bounds: Bounds) -> list[str]:
        """Prepare the scratch copy and return what to start, the sandbox around the program."""
        ...
