"""The audit trail as it is read back."""

from __future__ import annotations

import threading
from datetime import timedelta
from itertools import islice

import pytest
from gitting import NOON, change, git, put

from mesh.errors import NotFound
from mesh.transport.history import History
from mesh.transport.record import UNBORN
from mesh.transport.trail import Trail


@pytest.fixture
def full(history: History) -> History:
    """Twelve events of three agents and two tasks, a second apart, after the one of the workspace."""
    for number in range(1, 13):
        history.commit([
            change(
                "envelope.sent", put(history, f"f/{number}"), agent=("bob", "amy", "amy@lab")[number % 3],
                title=f"event {number}", ulid=f"01J{number}", task=f"t-{number % 2}", after=number,
            )
        ])  # fmt: skip
    return history


def titles(history: Trail, **wanted: object) -> list[str]:
    return [event.title for event in history.events(**wanted)]  # type: ignore[arg-type]


def test_events_come_newest_first_with_all_they_hold(full: History) -> None:
    first, *rest = full.events()
    assert (first.title, first.event, first.agent, first.id, first.task) == (
        "event 12", "envelope.sent", "bob", "01J12", "t-0",
    )  # fmt: skip
    assert (first.at, first.commit) == (NOON + timedelta(seconds=12), full.head())
    assert [event.title for event in rest][-2:] == ["event 1", "user made the workspace"]


def test_or_oldest_first(full: History) -> None:
    assert titles(full, oldest_first=True) == titles(full)[::-1]


def test_a_limit_keeps_the_newest_in_either_order(full: History) -> None:
    assert titles(full, limit=2) == ["event 12", "event 11"]
    assert titles(full, limit=2, oldest_first=True) == ["event 11", "event 12"]
    assert titles(full, limit=0) == []


def test_events_of_one_agent_are_not_those_of_a_namesake(full: History) -> None:
    assert titles(full, agent="amy") == ["event 10", "event 7", "event 4", "event 1"]
    assert titles(full, agent="amy@lab") == ["event 11", "event 8", "event 5", "event 2"]
    assert titles(full, agent="am.") == []


def test_events_of_one_task(full: History) -> None:
    assert titles(full, task="t-1", limit=2) == ["event 11", "event 9"]
    assert titles(full, task="t-", limit=2) == []


def test_filters_add_up(full: History) -> None:
    assert titles(full, task="t-1", agent="amy", limit=1) == ["event 7"]


def test_events_since_a_moment_include_that_moment(full: History) -> None:
    assert titles(full, since=NOON + timedelta(seconds=11)) == ["event 12", "event 11"]


def test_events_since_are_found_although_the_clock_went_back(full: History) -> None:
    full.commit([change("note.added", title="early", after=-9999)])
    full.commit([change("note.added", title="late", after=20)])
    assert titles(full, since=NOON + timedelta(seconds=12)) == ["late", "event 12"]


def test_events_after_a_commit(full: History) -> None:
    third = list(full.events(limit=3))[-1].commit
    assert titles(full, after=third) == ["event 12", "event 11"]
    assert len(titles(full, after=UNBORN)) == 13


def test_an_unknown_commit_is_an_error(full: History) -> None:
    for unknown in ("f" * 40, "--all", "nonsense"):
        with pytest.raises(NotFound, match="no commit"):
            titles(full, after=unknown)


def test_reading_may_stop_half_way(full: History) -> None:
    events = full.events()
    assert [event.title for event in islice(events, 1)] == ["event 12"]
    events.close()  # type: ignore[attr-defined]


def test_a_trail_without_a_commit_has_no_events(tmp_path: object) -> None:
    history = History(f"{tmp_path}/m")
    history.create()
    assert (history.head(), list(history.events())) == (UNBORN, [])


def test_it_reads_the_same_after_a_person_packed_everything(full: History) -> None:
    before = titles(full)
    git(full.root, "gc", "-q")
    assert titles(full) == before
    full.commit([change("note.added", title="more")])
    assert titles(full) == ["more", *before]


def test_a_persons_settings_do_not_change_what_is_read(full: History) -> None:
    before = titles(full)
    for name, value in {
        "log.showSignature": "true", "log.decorate": "full", "log.follow": "true", "color.ui": "always",
        "log.date": "relative", "i18n.logOutputEncoding": "latin1", "log.mailmap": "true",
    }.items():  # fmt: skip
        git(full.root, "config", name, value)
    assert titles(full) == before


def test_followers_see_what_is_committed_from_now_on_once_and_in_order(full: History) -> None:
    stop, seen, ready = threading.Event(), [], threading.Event()

    def follow() -> None:
        trail = Trail(full.root)
        for event in trail.follow(after=full_head, stop=stop):
            seen.append(event.title)
            ready.set()
            if len(seen) == 7:
                stop.set()

    full_head = full.head()
    full.commit([change("note.added", title="0")])
    follower = threading.Thread(target=follow)
    follower.start()
    assert ready.wait(10)
    for number in range(1, 7):
        full.commit([change("note.added", title=str(number))])
    follower.join(10)
    assert not follower.is_alive()
    assert seen == ["0", "1", "2", "3", "4", "5", "6"]


def test_a_follower_can_be_stopped_while_nothing_happens(history: History) -> None:
    stop = threading.Event()
    stop.set()
    assert list(history.follow(stop=stop)) == []
