"""What starting `mesh` costs, in starts of a bare Python, with compiled bytecode as pip leaves it."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile

from benchmarks.mail import fresh
from benchmarks.measure import Row, in_turn


def startup(rounds: int = 25) -> list[Row]:
    """`mesh send`, `mesh inbox` and `mesh --help` as processes, against `python -c pass`."""
    with fresh() as workspace, tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": cache}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        start = "from mesh.cli.main import entry; entry()"

        def process(*command: str):  # type: ignore[no-untyped-def]
            full = [sys.executable, *command]
            return lambda _: subprocess.run(
                full, env=environment, cwd=workspace.project, capture_output=True, check=True
            )

        works = {
            "bare": process("-c", "pass"),
            "mesh send": process("-c", start, "send", "bob", "hello", "--complexity", "low"),
            "mesh inbox": process("-c", start, "inbox", "bob"),
            "mesh --help": process("-c", start, "--help"),
        }
        for work in works.values():
            work(0)
        times = in_turn(rounds, **works)
    bare = statistics.median(times.pop("bare"))
    targets = {"mesh send": 7.0}
    return [
        Row(name=f"{name} / python -c pass", value=statistics.median(took) / bare, target=targets.get(name))
        for name, took in times.items()
    ]
