"""Runs the benchmarks and prints one table with the target beside each figure; 1 if one does not hold.

    python -m benchmarks [--quick] [--only NAME] [--slack FACTOR]

`--quick` measures growth with 10,000 envelopes instead of 100,000. `--slack 1.5` lets a target be missed by
half, for machines that are busy; a busy CI machine wants 3, for it measures only that nothing is far off. Set
TMPDIR to a folder on a journaled disk: on ext4 without a journal a
sync is nearly free, and what is measured is then Python.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from benchmarks.measure import Row


def _parts(quick: bool) -> dict[str, Callable[[], list[Row]]]:
    """Return the benchmarks by name; each module is loaded only for its own, in the order of the table."""
    many = 10_000 if quick else 100_000

    def part(module: str, work: str, *values: Any) -> Callable[[], list[Row]]:
        return lambda: getattr(import_module(f"benchmarks.{module}"), work)(*values)  # type: ignore[no-any-return]

    return {
        "send": part("mail", "durable_send", 100 if quick else 300),
        "throughput": part("throughput", "throughput"),
        "listing": part("mail", "listing"),
        "startup": part("startup", "startup", 11 if quick else 41),
        "growth": part("mail", "growth", many),
        "latency": part("watcher", "latency", *([30] if quick else [])),
        "idle": part("watcher", "idle", *([8.0] if quick else [])),
        "trail-growth": part("history", "growth", 100, many),
        "trail-throughput": part("history", "grouped"),
        "trail-reading": part("history", "reading", many // 5),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Speed and memory as ratios within one run.")
    parser.add_argument("--quick", action="store_true", help="smaller numbers, for CI")
    parser.add_argument("--only", help="only the benchmarks whose name holds this")
    parser.add_argument("--slack", type=float, default=1.0, help="by how much a target may be missed")
    options = parser.parse_args()
    rows: list[Row] = []
    for name, part in _parts(options.quick).items():
        if options.only and options.only not in name:
            continue
        for row in part():
            rows.append(row)
            _print(row, options.slack)
    missed = [row for row in rows if not _holds(row, options.slack)]
    print(f"{len(rows) - len(missed)} of {len(rows)} hold")
    return 1 if missed else 0


def _holds(row: Row, slack: float) -> bool:
    if row.target is None:
        return True
    return row.value <= row.target * slack if row.worse == "high" else row.value >= row.target / slack


def _print(row: Row, slack: float) -> None:
    sign = "<=" if row.worse == "high" else ">="
    target = f"{sign} {row.target:g} {row.unit}" if row.target is not None else ""
    verdict = "" if row.target is None else ("ok" if _holds(row, slack) else "MISSED")
    note = f"({row.note})" if row.note else ""
    line = f"{row.name:80} {row.value:9.2f} {row.unit:4} {target:12} {verdict:7} {note}"
    print(line.rstrip(), flush=True)


if __name__ == "__main__":
    sys.exit(main())
