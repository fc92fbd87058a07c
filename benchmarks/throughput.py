"""From send to commit with many senders at once, against one `git add` and `git commit` for each message."""

from __future__ import annotations

import os
import subprocess
import sys
import time

from benchmarks.history import Trail, add_and_commit
from benchmarks.history import fresh as folder
from benchmarks.mail import fresh
from benchmarks.measure import Row, seconds
from mesh.app.workspace import Workspace

# One sender: says that it is ready, waits to be let go, and sends one message after the other.
_SENDER = """
import sys
from benchmarks.mail import envelopes
from mesh.app import sending
from mesh.app.workspace import Workspace
workspace = Workspace(sys.argv[1])
workspace.index.refresh(0)
workspace.commit()
print("ready", flush=True)
sys.stdin.readline()
for _ in range(int(sys.argv[2])):
    sending.deliver(workspace, envelopes(workspace, 1))
"""


def throughput(senders: int = 16, each: int = 50, alone: int = 30, rounds: int = 3) -> list[Row]:
    """Messages a second until the last of all is committed, every one a delivery of its own."""
    took, took_alone = 0.0, 0.0
    with fresh() as workspace, folder() as there:
        plain = Trail(there)
        for _ in range(rounds):
            took += _send_at_once(workspace, senders, each)
            changes = plain.messages(alone)
            took_alone += seconds(lambda: [add_and_commit(there, change.paths) for change in changes])  # noqa: B023
        committed = sum(event.event == "envelope.sent" for event in workspace.history.events())
    if committed != rounds * senders * each:
        raise RuntimeError(f"{committed} of {rounds * senders * each} messages are in the audit trail")
    ours, theirs = rounds * senders * each / took, rounds * alone / took_alone
    return [
        Row(
            name=f"messages a second to the commit, {senders} senders / `git add`, `commit` each",
            value=ours / theirs, target=8, worse="low", note=f"{ours:,.0f} and {theirs:,.0f} a second",
        )
    ]  # fmt: skip


def _send_at_once(workspace: Workspace, senders: int, each: int) -> float:
    """Return how long so many processes take for their messages, from the start signal to the last commit."""
    program = [sys.executable, "-c", _SENDER, workspace.root, str(each)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    running = [
        subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        for _ in range(senders)
    ]
    for process in running:
        assert process.stdout
        process.stdout.readline()
    start = time.perf_counter()
    for process in running:
        assert process.stdin
        process.stdin.close()
    if any(process.wait() for process in running):
        raise RuntimeError("a sender failed")
    workspace.commit()
    took = time.perf_counter() - start
    for process in running:
        assert process.stdout
        process.stdout.close()
    return took
