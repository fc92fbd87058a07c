"""Runs the benchmarks and prints one table with the target beside each figure; 1 if one does not hold.

    python -m benchmarks [--quick] [--only NAME] [--slack FACTOR]

`--quick` measures growth with 10,000 envelopes instead of 100,000. `--slack 1.5` lets a target be missed by
half, for machines that are busy. Set TMPDIR to a folder on a journaled disk: on ext4 without a journal a
sync is nearly free, and what is measured is then Python.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from benchmarks import history, mail, startup, watcher
from benchmarks.measure import Row


def main() -> int:
    parser = argparse.ArgumentParser(description="Speed and memory as ratios within one run.")
    parser.add_argument("--quick", action="store_true", help="smaller numbers, for CI")
    parser.add_argument("--only", help="only the benchmarks whose name holds this")
    parser.add_argument("--slack", type=float, default=1.0, help="by how much a target may be missed")
    options = parser.parse_args()
    many = 10_000 if options.quick else 100_000
    parts: dict[str, Callable[[], list[Row]]] = {
        "send": mail.durable_send,
        "listing": mail.listing,
        "startup": startup.startup,
        "growth": lambda: mail.growth(many),
        "trail-growth": lambda: history.growth(many=many),
        "trail-throughput": history.grouped,
        "trail-reading": lambda: history.reading(many // 5),
        "latency": watcher.latency,
        "idle": watcher.idle,
    }
    rows: list[Row] = []
    for name, part in parts.items():
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
    print(f"{row.name:62} {row.value:9.2f} {row.unit:4} {target:14} {verdict}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
