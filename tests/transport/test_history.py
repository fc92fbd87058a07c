"""The audit trail as it is written: one commit an event, and a repository that is whole and clean."""

from __future__ import annotations

import os
import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from gitting import NOON, assert_sound, change, git, put

from mesh.errors import NotFound, Refused
from mesh.transport.history import History, Moved
from mesh.transport.record import KEEP, UNBORN, Content, Link


def test_each_change_is_one_commit_by_the_acting_agent(history: History) -> None:
    sent, taken = put(history, "agents/bob/outbox/1.yaml"), put(history, "agents/amy/inbox/cur/1.yaml")
    history.commit([
        change("envelope.sent", sent, agent="bob", title="bob asks amy", ulid="01J1", task="t-1"),
        change("envelope.taken", taken, agent="amy", title="amy takes it", ulid="01J1", task="t-1", after=1),
    ])  # fmt: skip
    people = git(history.root, "log", "-2", "--format=%an <%ae> %at|%cn <%ce>|%s")
    assert people.splitlines() == [
        f"amy <amy@mesh.invalid> {int(NOON.timestamp()) + 1}|mesh <mesh@mesh.invalid>|amy takes it",
        f"bob <bob@mesh.invalid> {int(NOON.timestamp())}|mesh <mesh@mesh.invalid>|bob asks amy",
    ]
    trailers = git(history.root, "log", "-2", "--format=%(trailers:only,separator=%x2C)")
    assert trailers.splitlines() == [
        "Mesh-Event: envelope.taken,Mesh-Id: 01J1,Mesh-Task: t-1",
        "Mesh-Event: envelope.sent,Mesh-Id: 01J1,Mesh-Task: t-1",
    ]


def test_git_status_is_clean_at_rest(history: History) -> None:
    for number in range(5):
        history.commit([change("note.added", put(history, f"agents/bob/notes/{number}.md"))])
    history.settle()
    assert_sound(history)


def test_it_is_clean_too_when_another_process_settles(history: History) -> None:
    history.commit([change("note.added", put(history, "a/1"), put(history, "a/2"))])
    os.remove(Path(history.root) / "a/1")
    history.commit([change("note.added", "a/1", put(history, "b/1"))])
    assert History(history.root).settle()
    assert_sound(history)


def test_content_survives_byte_for_byte(history: History) -> None:
    content = "你好 👋\r\n---\n`$(touch x)` trailing  \n\tdata 5\ndone\n".encode() + b"\xff\0\n\n"
    history.commit([change("files.changed", put(history, "f.yaml", content))])
    history.settle()
    assert git(history.root, "cat-file", "-s", "mesh:f.yaml").strip() == str(len(content))
    assert_sound(history)


@pytest.mark.parametrize(
    "name", ['a "quoted\\ name', "任务 一.plan.md", " lead", "trail ", "new\nline", "tab\t", "-rf"]
)
def test_any_file_name_is_recorded(history: History, name: str) -> None:
    history.commit([change("files.changed", put(history, f"notes/{name}"))])
    history.settle()
    assert git(history.root, "ls-tree", "-z", "--name-only", "mesh", "notes/") == f"notes/{name}\0"
    assert_sound(history)


def test_a_name_that_is_not_utf8_is_recorded(history: History) -> None:
    name = os.fsdecode(b"caf\xe9.md")
    put(history, name)
    history.commit([change("files.changed", name)])
    history.settle()
    assert history.uncommitted() == []


def test_a_link_is_recorded_as_a_link(history: History) -> None:
    home = Path(history.root) / "agents" / "bob"
    home.mkdir(parents=True)
    (home / "AGENTS.md").symlink_to("CLAUDE.md")
    history.commit([change("agent.added", "agents/bob/AGENTS.md")])
    history.settle()
    assert git(history.root, "ls-tree", "mesh", "agents/bob/AGENTS.md").startswith("120000 blob")
    assert_sound(history)


def test_a_file_that_is_gone_leaves_the_tree(history: History) -> None:
    path = put(history, "agents/bob/inbox/new/1.yaml")
    history.commit([change("envelope.sent", path)])
    os.remove(Path(history.root) / path)
    history.commit([change("envelope.taken", path, put(history, "agents/bob/inbox/cur/1.yaml"))])
    history.settle()
    assert git(history.root, "ls-tree", "-r", "--name-only", "mesh", "agents").split() == [
        "agents/bob/inbox/cur/1.yaml"
    ]
    assert_sound(history)


def test_a_file_may_take_the_place_of_a_folder_and_back(history: History) -> None:
    history.commit([change("files.changed", put(history, "x/y"))])
    shutil.rmtree(Path(history.root) / "x")
    history.commit([change("files.changed", "x/y", put(history, "x"))])
    history.settle()
    assert_sound(history)
    os.remove(Path(history.root) / "x")
    history.commit([change("files.changed", "x", put(history, "x/z"))])
    History(history.root).settle()
    assert_sound(history)


def test_a_change_without_effect_on_files_is_recorded_all_the_same(history: History) -> None:
    path = put(history, "f")
    history.commit([change("files.changed", path), change("note.added", path), change("note.added")])
    assert [event.event for event in history.events(limit=3)] == ["note.added", "note.added", "files.changed"]


@pytest.mark.parametrize(
    "path", ["", "..", "../../out", "/etc/passwd", ".git/config", "agents/.GIT/x", "a//b", "a/./b", "a\0b"]
)
def test_a_path_that_git_cannot_hold_is_left_out_but_the_event_is_kept(history: History, path: str) -> None:
    before = git(history.root, "ls-tree", "-r", "mesh")
    history.commit([change("files.changed", path, title="tried")])
    assert git(history.root, "ls-tree", "-r", "mesh") == before
    assert next(history.events()).title == "tried"


def test_the_path_of_a_folder_does_not_remove_what_is_in_it(history: History) -> None:
    history.commit([change("files.changed", put(history, "agents/bob/card.yaml"))])
    for look in (None, lambda path: None):
        history.commit([change("files.changed", "agents")], look)
    history.settle()
    assert_sound(history)


def test_what_the_caller_says_a_path_holds_is_what_is_recorded(history: History) -> None:
    holds: dict[str, Content] = {"a": b"held\n", "l": Link(b"a"), ".gitignore": KEEP, ".gitattributes": None}
    history.commit([change("files.changed", *holds)], holds.__getitem__)
    assert git(history.root, "ls-tree", "-r", "--name-only", "mesh").split() == [".gitignore", "a", "l"]
    assert git(history.root, "show", "mesh:a") == "held\n"


def test_a_batch_on_a_head_that_has_moved_is_refused_whole(history: History) -> None:
    before = history.head()
    head = history.commit([change("note.added")], expect=before)
    with pytest.raises(Moved):
        history.commit([change("note.added")], expect=before)
    assert history.head() == head


def test_a_batch_has_landed_once_mesh_has_built_on_its_head(history: History) -> None:
    before = history.head()
    assert not history.landed(before)
    head = history.commit([change("note.added")])
    assert history.landed(before)
    assert history.landed(UNBORN)
    assert not history.landed(head)


def test_a_commit_by_hand_does_not_pass_for_the_batch(history: History) -> None:
    before = history.head()
    git(history.root, "commit", "-q", "--allow-empty", "-m", "by hand")
    assert not history.landed(before)
    history.commit([change("note.added")])
    assert history.landed(before)


def test_a_commit_by_hand_stays_in_the_history_but_is_no_event(history: History) -> None:
    put(history, "mine.txt")
    git(history.root, "add", "mine.txt")
    git(history.root, "commit", "-q", "-m", "mine\n\nMesh-Event: envelope.sent\nMesh-Id: forged")
    history.commit([change("note.added", put(history, "f"))])
    history.settle()
    assert [event.event for event in history.events()] == ["note.added", "workspace.created"]
    assert_sound(history)


def test_the_dates_of_the_commits_never_fall(history: History) -> None:
    history.commit([change("note.added", after=50), change("note.added", after=-7200)])
    History(history.root).commit([change("note.added", after=-3600)])
    moments = [int(line) for line in git(history.root, "log", "--format=%ct").split()]
    assert moments == sorted(moments, reverse=True)
    assert moments[0] > moments[1]  # those of one batch may be equal, those of two never
    assert next(history.events()).at == NOON - timedelta(hours=1)


def test_an_empty_batch_changes_nothing(history: History) -> None:
    head = history.head()
    assert history.commit([]) == head == history.head()


def test_uncommitted_names_what_is_new_changed_or_gone(history: History) -> None:
    for name in ("same", "changed", "gone"):
        put(history, name)
    history.commit([change("files.changed", "same", "changed", "gone")])
    put(history, "changed", b"other\n")
    os.remove(Path(history.root) / "gone")
    put(history, "agents/新/inbox/new/1.yaml")
    put(history, ".run/locks/commit")
    put(history, "agents/bob/inbox/cur/1.lease")
    assert sorted(history.uncommitted()) == ["agents/新/inbox/new/1.yaml", "changed", "gone"]


def test_many_commits_leave_few_packs(history: History) -> None:
    for number in range(90):
        history.commit([change("note.added", put(history, f"n/{number}"), after=number)])
    packs = [name for name in os.listdir(Path(history.root) / ".git/objects/pack") if name.endswith(".pack")]
    assert len(packs) <= 41
    history.settle()
    assert_sound(history)


def test_making_it_twice_keeps_the_history_and_a_changed_gitignore(history: History) -> None:
    head = history.commit([change("files.changed", put(history, ".gitignore", b".run/\nmine\n"))])
    History(history.root).create()
    history.settle()
    assert history.head() == head
    assert git(history.root, "show", "mesh:.gitignore") == ".run/\nmine\n"
    assert_sound(history)


def test_a_making_that_was_cut_short_is_mended(history: History) -> None:
    head = history.head()
    (Path(history.root) / ".git" / "config").write_text("[core]\n\trepositoryformatversion = 0\n")
    History(history.root).create()
    assert git(history.root, "config", "core.splitIndex").strip() == "true"
    assert history.head() == head


def test_the_repository_of_something_else_is_refused(root: Path) -> None:
    root.mkdir(parents=True)
    git(root, "init", "-q", "-b", "main")
    with pytest.raises(Refused, match="something else"):
        History(str(root)).create()
    assert sorted(os.listdir(root)) == [".git"]


def test_a_lost_repository_is_never_looked_for_in_the_project_around_it(history: History) -> None:
    project = Path(history.root).parent
    git(project, "init", "-q", "-b", "main")
    git(project, "commit", "-q", "--allow-empty", "-m", "the user's")
    shutil.rmtree(Path(history.root) / ".git")
    with pytest.raises(NotFound, match="lost"):
        History(history.root).commit([change("note.added")])
    assert git(project, "log", "--all", "--format=%s").split("\n") == ["the user's", ""]


def test_a_person_who_looks_at_another_branch_is_let_be(history: History) -> None:
    first = history.head()
    history.commit([change("files.changed", put(history, "f"))])
    history.settle()
    git(history.root, "checkout", "-q", "-b", "looking", first)
    history.commit([change("note.added", put(history, "g"))])
    assert history.settle()
    assert history.uncommitted() == []
    assert git(history.root, "branch", "--show-current").strip() == "looking"
    assert next(history.events()).event == "note.added"
