"""What sending, taking and listing cost, against plain durable writes and against a small workspace."""

from __future__ import annotations

import os
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from benchmarks.measure import Row, in_turn, plain_write, ratio, seconds
from mesh import files
from mesh.app import clock, looking, roster
from mesh.app.sending import new_ids
from mesh.app.starting import init
from mesh.app.workspace import Workspace
from mesh.model.change import Change
from mesh.model.envelope import Complexity, Envelope
from mesh.model.ids import new_ulid
from mesh.store.delivery import letter
from mesh.store.layout import Shards

TEXT = "Move the transition table out of service.py into fsm.py and keep the tests green.\n" * 8


@contextmanager
def fresh() -> Iterator[Workspace]:
    """A workspace with the agent bob, in the folder that TMPDIR names."""
    with tempfile.TemporaryDirectory(prefix="mesh-bench-") as folder:
        workspace, _ = init(os.path.join(folder, ".mesh"))
        roster.add(workspace, "bob", {"headline": "works"})
        yield workspace
        workspace.index.close()


def envelopes(workspace: Workspace, count: int) -> list[Envelope]:
    """Return requests to bob that are ready to be sent."""
    ids = new_ids(workspace, "user")
    made = []
    for _ in range(count):
        ulid = next(ids)
        envelope = Envelope(
            id=ulid, type="task_request", from_="user", to="bob", task=f"t-{ulid}",
            context=f"c-{ulid}", sent_at=clock.now(), complexity=Complexity(level="low"),
            subject="Extract the state machine", text=TEXT,
        )  # fmt: skip
        made.append(envelope)
    return made


def durable_send(rounds: int = 300) -> list[Row]:
    """One durable send, and a thousand in one call, against one plain durable write each."""
    with fresh() as workspace:
        plain = os.path.join(workspace.project, "plain")
        os.mkdir(plain)
        first = envelopes(workspace, 1)[0]
        data = letter(first).data
        last = [first.id]

        def send(_: int) -> None:
            ulid = new_ulid(clock.millis(clock.now()), after=last[0])
            last[0] = ulid
            workspace.delivery.deliver([letter(replace(first, id=ulid, task=f"t-{ulid}"))])

        times = in_turn(rounds, send=send, plain=lambda n: plain_write(plain, f"{n}.yaml", data))
        batch = [letter(item) for item in envelopes(workspace, 1000)]
        batched = seconds(lambda: workspace.delivery.deliver(batch)) / 1000
        single = statistics.median(times["plain"])
    return [
        Row(name="a durable send / a plain durable write", value=ratio(times, "send", "plain"), target=1.7),
        Row(name="one of 1,000 sent in one call / a plain durable write", value=batched / single, target=0.6),
    ]


def _fill(workspace: Workspace, count: int) -> None:
    """Put handled envelopes into a workspace where sending, taking and settling each would leave them."""
    shards, layout = Shards(), workspace.layout
    for start in range(0, count, 2000):
        sent, paths = [], []
        for item in envelopes(workspace, min(2000, count - start)):
            boxes = layout.outbox("user"), layout.inbox("bob", "done")
            places = [os.path.join(shards.place(box, item.id), f"{item.id}.yaml") for box in boxes]
            files.stage(places[0], letter(item).data, sync=False)
            files.link(*places)
            paths += [layout.relative(place) for place in places]
            sent.append((item, layout.relative(os.path.dirname(places[0]))))
        title = f"{len(sent)} envelopes handled"
        change = Change(event="files.changed", agent="bob", at=clock.now(), paths=tuple(paths), title=title)
        workspace.history.commit([change])
        workspace.index.add(sent)
    workspace.rest()
    workspace.fresh_index()
    os.sync()  # or the rounds would pay for writing all of this


def growth(count: int = 100_000, rounds: int = 60) -> list[Row]:
    """The cost of sending, taking, committing and listing among many handled envelopes, against few."""
    rows = []
    with fresh() as small, fresh() as large:
        _fill(small, 100)
        _fill(large, count)
        works = {"small": _one_of_each(small), "large": _one_of_each(large)}
        for what in ("send", "take", "commit", "list"):
            times = in_turn(rounds, **{name: work[what] for name, work in works.items()})
            took = statistics.median(times["large"]) * 1000
            rows.append(
                Row(
                    name=f"{what} at {count:,} handled envelopes / at 100", target=1.5,
                    value=ratio(times, "large", "small"), note=f"{took:.1f} ms",
                )
            )  # fmt: skip
    return rows


def _one_of_each(workspace: Workspace):  # type: ignore[no-untyped-def]
    waiting: list[Envelope] = []

    def send(_: int) -> None:
        item = envelopes(workspace, 1)[0]
        workspace.delivery.deliver([letter(item)])
        waiting.append(item)

    def take(_: int) -> None:
        item = waiting.pop()
        workspace.mailbox.take("bob", item.id, clock.now(), 60)
        workspace.mailbox.settle("bob", item, clock.now())

    def commit(number: int) -> None:
        workspace.delivery.deliver([letter(envelopes(workspace, 1)[0])])
        workspace.commit()

    def listing(_: int) -> None:
        looking.inbox(workspace, "bob")

    return {"send": send, "take": take, "commit": commit, "list": listing}


def listing(count: int = 1000) -> list[Row]:
    """Listing an inbox of a thousand, in milliseconds within the process."""
    with fresh() as workspace:
        batch = envelopes(workspace, count)
        places = workspace.delivery.deliver([letter(item) for item in batch])
        shards = [workspace.layout.relative(os.path.dirname(place)) for place in places]
        workspace.index.add(zip(batch, shards, strict=True))
        took = [seconds(lambda: looking.inbox(Workspace(workspace.root), "bob").to_json()) for _ in range(9)]
    value = statistics.median(took) * 1000
    return [Row(name="listing an inbox of 1,000", value=value, target=100, unit="ms")]
