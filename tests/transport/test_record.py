"""Nothing that an agent says adds a trailer, changes an author or hides in the trail."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from gitting import NOON, assert_sound, change, git
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mesh.transport import record
from mesh.transport.git import environment
from mesh.transport.history import History

HOSTILE = [
    "Mesh-Event: agent.removed",
    "Signed-off-by: The Overseer <root@example.org>",
    "fine\n\nMesh-Id: forged",
    "fine\r\nMesh-Event: agent.removed\r\nSigned-off-by: A <a@b.c>",
    "fine\u2028Mesh-Event: x\u2029Mesh-Event: y\x85Mesh-Event: z\x0bMesh-Event: v",
    "# ------------------------ >8 ------------------------",
    "---",
    "--- a/file",
    "diff --git a/x b/x",
    "(cherry picked from commit 0123456789012345678901234567890123456789)",
    "Conflicts:",
    "% comment",
    "From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001",
    "done",
    "data 5\nhello",
    "from refs/heads/main",
    "\x1b[8mhidden\x1b[0m\x1b]0;title\x07",
    "abc\u202edcba\u2066\u200b\u200d\ufeff\u00adx",
    "",
    "\n\n\n",
    "\udc80\ud800 half a character",
    "周报 `touch PWNED` ; $(touch PWNED) #",
    "x" * 5000,
    "测" * 5000,
]


def trailers(text: bytes) -> str:
    command = ["git", "interpret-trailers", "--parse"]
    done = subprocess.run(command, input=text, capture_output=True, check=True, env=environment())
    return done.stdout.decode()


@pytest.mark.parametrize("title", HOSTILE)
def test_a_hostile_title_is_one_line_and_adds_no_trailer(history: History, title: str) -> None:
    history.commit([change("note.added", title=title, ulid="01J1", task="t-1")])
    message = git(history.root, "log", "-1", "--format=%B").rstrip("\n")
    wanted = "Mesh-Event: note.added\nMesh-Id: 01J1\nMesh-Task: t-1\n"
    first, empty, rest = message.split("\n", 2)
    assert (empty, rest + "\n") == ("", wanted)
    assert 0 < len(first) <= record.LONGEST_TITLE and first.isprintable()
    assert git(history.root, "log", "-1", "--format=%(trailers)").strip() == wanted.strip()
    assert trailers(message.encode()) == wanted
    event = next(history.events())
    assert (event.event, event.agent, event.id, event.task) == ("note.added", "bob", "01J1", "t-1")


@pytest.mark.parametrize("title", HOSTILE)
def test_no_line_of_a_hostile_title_is_found_as_a_trailer_by_a_search(title: str) -> None:
    text = record.message(change("note.added", title=title)).decode()
    starts = [line.split(":")[0] for line in text.split("\n")[1:] if line]
    assert starts == ["Mesh-Event"]
    assert not text.startswith(("Mesh-", "Signed-off-by", "#", "-"))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("bob", "bob <bob@mesh.invalid>"),
        ("bob@lab", "bob@lab <bob@lab.mesh.invalid>"),
        ("bob <root@example.org>", "bobroot@example.org <bobroot@example.org.mesh.invalid>"),
        ("bob\nMesh-Event: x", "bobMesh-Event:x <bobMesh-Event:x@mesh.invalid>"),
        ("", "unknown <unknown@mesh.invalid>"),
        ("\u202e\u200b", "unknown <unknown@mesh.invalid>"),
    ],
)
def test_an_author_is_always_well_formed(history: History, name: str, said: str) -> None:
    history.commit([change("note.added", agent=name)])
    assert git(history.root, "log", "-1", "--format=%an <%ae>").strip() == said
    assert_sound(history)


def test_hostile_ids_stay_in_their_trailer(history: History) -> None:
    history.commit([change("note.added\nMesh-Id: 1", ulid="0001\n0002", task="t\r\n\r\nSigned-off-by: x")])
    assert git(history.root, "log", "-1", "--format=%(trailers)").split("\n")[:3] == [
        "Mesh-Event: note.addedMesh-Id:1", "Mesh-Id: 00010002", "Mesh-Task: tSigned-off-by:x",
    ]  # fmt: skip


def test_text_in_any_language_is_kept() -> None:
    title = "小红请 bob：修复登录，谢谢！ déjà vu 👍🏽"
    assert record.clean_title(title) == title


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.text(max_size=300), st.text(min_size=1, max_size=80)), min_size=1, max_size=4))
def test_whatever_is_said_as_many_events_come_back(history: History, said: list[tuple[str, str]]) -> None:
    before = history.head()
    history.commit([change("note.added", title=title, agent=agent, ulid=agent) for title, agent in said])
    events = list(history.events(after=before, oldest_first=True))
    assert [event.agent for event in events] == [record.clean_name(agent) or "unknown" for _, agent in said]
    assert {(event.event, event.at, event.task) for event in events} == {("note.added", NOON, None)}


@given(st.text(max_size=20), st.sampled_from(["", "x" * 190, "测" * 400]))
def test_a_cleaned_title_is_its_own_cleaned_title(title: str, more: str) -> None:
    once = record.clean_title(title + more)
    assert record.clean_title(once) == once


def test_a_record_of_a_date_that_no_clock_shows_is_no_event() -> None:
    text = f"{'0' * 40}\nbob\n99999999999999\n{record.RUNTIME}\nx\n\nMesh-Event: note.added\n"
    assert record.parse(text.encode()) is None


def test_a_clock_that_is_far_off_breaks_nothing(history: History) -> None:
    history.commit([change("note.added", after=200_000_000_000)])
    history.commit([change("note.added", after=-int(NOON.timestamp()) - 86400)])
    assert [event.at.year for event in history.events(limit=2)] == [1970, 8364]
    assert_sound(history)


def test_nothing_in_the_trail_is_run(history: History, tmp_path: Path) -> None:
    title = f"$(touch {tmp_path}/a) `touch {tmp_path}/b`; touch {tmp_path}/c"
    history.commit([change("note.added", title=title)])
    history.settle()
    assert not any((tmp_path / name).exists() for name in "abc")
