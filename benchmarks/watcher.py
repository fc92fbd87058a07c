"""The watcher: from delivery to the start of the turn, and what it costs while nothing happens."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.measure import Row, percentile
from mesh.app import roster, sending
from mesh.app.sending import Order
from mesh.app.starting import init
from mesh.app.workspace import Workspace

_RULES = "rules:\n- do:\n  - reply: the work is done and that is all\n"
# says when a turn starts by the system's monotonic clock, which the sender reads too
_CHILD = """
import sys, time
from mesh.app.watcher import Watcher
def log(line):
    print(time.monotonic_ns(), line, flush=True)
Watcher(sys.argv[1], log=log).run()
"""


@contextmanager
def _watched(*, timed: bool) -> Iterator[tuple[Workspace, subprocess.Popen[str]]]:
    """A workspace with a scripted agent, and a watcher as a process of its own."""
    with tempfile.TemporaryDirectory(prefix="mesh-bench-") as folder:
        workspace, _ = init(os.path.join(folder, "project", ".mesh"))
        driver = {"name": "script", "script": "rules.yaml"}
        roster.add(workspace, "bob", {"headline": "answers", "driver": driver})
        Path(workspace.layout.home("bob"), "rules.yaml").write_text(_RULES)
        program = [sys.executable, "-c", _CHILD, workspace.root] if timed else [
            sys.executable, "-m", "mesh", "--mesh", workspace.root, "watch",
        ]  # fmt: skip
        child = subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            _wait_for_watcher(workspace, child.pid)
            yield workspace, child
        finally:
            child.terminate()
            child.wait(30)
            workspace.index.close()


def _wait_for_watcher(workspace: Workspace, pid: int) -> None:
    from mesh.app.presence import watching

    end = time.monotonic() + 30
    while time.monotonic() < end:
        found = watching(workspace)
        if found.holder and found.holder.pid == pid:
            time.sleep(1.0)  # the file events begin a moment later
            return
        time.sleep(0.02)
    raise RuntimeError("the watcher did not start")


def latency(count: int = 60) -> list[Row]:
    """Return how long an envelope lies before its turn starts, from the return of its durable delivery.

    One that starts before the sender has even returned counts as 0.
    """
    from mesh.app.requesting import draft
    from mesh.store.delivery import letter

    waits = []
    with _watched(timed=True) as (workspace, child):
        assert child.stdout is not None
        sender, receiver = workspace.card("user"), workspace.card("bob")
        for number in range(count):
            order = Order(sender="user", to="bob", text=f"number {number}", complexity="low")
            sending.check_order(order)
            envelope, _ = draft(workspace, order, sender, receiver)
            workspace.delivery.deliver([letter(envelope)])
            delivered = time.monotonic_ns()
            waits.append(max(0, _turn_start(child) - delivered) / 1e6)
            _until_over(child)
    return [
        Row(name="delivery to turn, median", value=statistics.median(waits), target=10, unit="ms"),
        Row(name="delivery to turn, p99", value=percentile(waits, 0.99), target=50, unit="ms"),
    ]


def _turn_start(child: subprocess.Popen[str]) -> int:
    return _line(child, "turn for")


def _until_over(child: subprocess.Popen[str]) -> None:
    _line(child, ": done")
    time.sleep(0.02)


def _line(child: subprocess.Popen[str], wanted: str) -> int:
    assert child.stdout is not None
    for line in child.stdout:
        at, _, text = line.partition(" ")
        if wanted in text:
            return int(at)
    raise RuntimeError(f"the watcher ended before it said `{wanted}`")


def idle(seconds: float = 15.0) -> list[Row]:
    """Return what a watcher with nothing to do uses of one core, its memory, and the processes it starts."""
    if not os.path.exists("/proc/self/stat"):
        return []
    with _watched(timed=False) as (_, child):
        before, forks = _cpu(child.pid), _children(child.pid)
        time.sleep(seconds)
        share = (_cpu(child.pid) - before) / seconds * 100
        started = _children(child.pid) - forks
        memory = _memory(child.pid)
    return [
        Row(name="watcher at rest, share of a core", value=share, target=0.2, unit="%"),
        Row(name="watcher at rest, memory", value=memory, target=80, unit="MB"),
        Row(name="watcher at rest, CPU of processes it started", value=started, target=0.0, unit="s"),
    ]


def _cpu(pid: int) -> float:
    """Return the processor time of a process in seconds: from the scheduler, finer than its ticks."""
    threads = Path(f"/proc/{pid}/task")
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads.iterdir()) / 1e9


def _children(pid: int) -> float:
    """Return the processor time of the processes that a process started and that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024
