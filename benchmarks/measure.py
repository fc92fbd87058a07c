"""Timing two things in turn, so that a machine that slows down slows both; shared by all benchmarks."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table: what was measured, the figure, what was promised, and in which unit.

    `worse` is `high` where a greater figure is worse. A row without a target is information.
    """

    name: str
    value: float
    target: float | None = None
    unit: str = "x"
    worse: str = "high"
    note: str = ""

    @property
    def holds(self) -> bool:
        if self.target is None:
            return True
        return self.value <= self.target if self.worse == "high" else self.value >= self.target


def seconds(work: Callable[[], object]) -> float:
    """Return how long one run took."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def in_turn(rounds: int, **works: Callable[[int], object]) -> dict[str, list[float]]:
    """Run each piece of work once a round, one after the other; returns their times in seconds."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for number in range(rounds):
        for name, work in works.items():
            times[name].append(seconds(partial(work, number)))
    return times


def ratio(times: dict[str, list[float]], over: str, under: str) -> float:
    """Return the median of the pairwise ratios."""
    return statistics.median(a / b for a, b in zip(times[over], times[under], strict=True))


def percentile(values: list[float], share: float) -> float:
    """Return the value below which that share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def sync_folder(path: str) -> None:
    handle = os.open(path, os.O_RDONLY)
    os.fsync(handle)
    os.close(handle)


def plain_write(folder: str, name: str, data: bytes) -> None:
    """The baseline of a durable write: a temporary file, sync, rename, sync of the folder."""
    temporary = os.path.join(folder, f".{name}.tmp")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    os.write(handle, data)
    os.fsync(handle)
    os.close(handle)
    os.rename(temporary, os.path.join(folder, name))
    sync_folder(folder)
