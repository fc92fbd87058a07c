"""What the audit trail costs: as it grows, and against one `git add` and `git commit` for each message."""

from __future__ import annotations

import os
import statistics
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from benchmarks.measure import Row, in_turn, ratio, seconds
from mesh.model.change import Change
from mesh.transport.git import environment
from mesh.transport.history import History

_AT = datetime(2026, 11, 30, tzinfo=UTC)
_TEXT = b"text: |\n  Move the transition table out of service.py into fsm.py.\n" * 8
_SHARD = 1000


class Trail:
    """A workspace's history with messages of its own numbering, two files each as a sent one has."""

    def __init__(self, folder: str) -> None:
        self.root = folder
        self.history = History(folder)
        self.history.commit([self._change("workspace.created", *self.history.create())])
        self.count = 0

    @staticmethod
    def _change(event: str, *paths: str) -> Change:
        title = "user asks bob: extract the state machine"
        return Change(event=event, agent="user", at=_AT, paths=paths, title=title, id="01J", task="t-1")

    def messages(self, count: int) -> list[Change]:
        """Write so many messages to the files and return their changes."""
        made = []
        for number in range(self.count, self.count + count):
            shard, name = f"{number // _SHARD:05d}", f"01J{number:023d}.yaml"
            paths = (f"agents/user/outbox/{shard}/{name}", f"agents/bob/inbox/done/{shard}/{name}")
            for path in paths:
                full = os.path.join(self.root, path)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "wb") as handle:
                    handle.write(b"id: %d\n" % number + _TEXT)
            made.append(self._change("envelope.sent", *paths))
        self.count += count
        return made

    def grow(self, count: int) -> None:
        """Commit so many messages, in batches."""
        for _ in range(0, count, 5000):
            self.history.commit(self.messages(min(count, 5000)))
        self.history.settle()


@contextmanager
def fresh() -> Iterator[str]:
    """A folder for a workspace, in the folder that TMPDIR names."""
    with tempfile.TemporaryDirectory(prefix="mesh-bench-") as folder:
        yield os.path.join(folder, ".mesh")


def growth(few: int = 100, many: int = 100_000, rounds: int = 60) -> list[Row]:
    """The cost of one more commit, and of bringing the index up to date, with few messages and with many."""
    with fresh() as here, fresh() as there:
        small, large = Trail(here), Trail(there)
        small.grow(few)
        large.grow(many)
        one, other = small.messages(rounds), large.messages(rounds)
        times = in_turn(
            rounds,
            few=lambda number: small.history.commit([one[number]]),
            many=lambda number: large.history.commit([other[number]]),
            few_settled=lambda _: small.history.settle(),
            many_settled=lambda _: large.history.settle(),
        )
    settled = statistics.median(times["many_settled"]) * 1000
    return [
        Row(
            name=f"a commit at {many:,} messages / at {few:,}", value=ratio(times, "many", "few"), target=1.5,
            note=f"{statistics.median(times['many']) * 1000:.1f} ms",
        ),
        Row(name=f"the index brought up to date at {many:,} messages", value=settled, unit="ms"),
    ]  # fmt: skip


def grouped(rounds: int = 10, group: int = 100, alone: int = 6) -> list[Row]:
    """Messages a second from the file to the synced commit, in groups, against git's own way one by one."""
    with fresh() as here, fresh() as there:
        trail, plain = Trail(here), Trail(there)
        together, singly = trail.messages(rounds * group), plain.messages(rounds * alone)
        times = in_turn(
            rounds,
            ours=lambda n: trail.history.commit(together[n * group : (n + 1) * group]),
            theirs=lambda n: [add_and_commit(there, c.paths) for c in singly[n * alone : (n + 1) * alone]],
        )
    ours, theirs = rounds * group / sum(times["ours"]), rounds * alone / sum(times["theirs"])
    return [
        Row(
            name=f"messages a second, committed in groups of {group} / by `git add` and `git commit` each",
            value=ours / theirs, target=8, worse="low", note=f"{ours:,.0f} and {theirs:,.0f} a second",
        )
    ]  # fmt: skip


def add_and_commit(root: str, paths: tuple[str, ...]) -> None:
    """Commit files the way of git: one process to add them, one to commit."""
    person = ("-c", "user.name=bob", "-c", "user.email=bob@example.org")
    for command in (("add", "--", *paths), ("commit", "-q", "-m", "user asks bob")):
        subprocess.run(["git", *person, *command], cwd=root, env=environment(), check=True)


def reading(count: int = 20_000) -> list[Row]:
    """How long it takes to read the newest events, and to search all of them for one task."""
    with fresh() as here:
        trail = Trail(here)
        trail.history.commit([Trail._change("note.added")] * count)
        newest = seconds(lambda: list(trail.history.events(limit=20)))
        task = seconds(lambda: list(trail.history.events(task="t-none")))
    return [
        Row(name=f"the newest 20 of {count:,} events", value=newest * 1000, unit="ms"),
        Row(name=f"the events of one task among {count:,}", value=task * 1000, unit="ms"),
    ]
