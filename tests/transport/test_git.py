"""Git is run as if nobody had ever set anything, and says clearly what is wrong."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from gitting import assert_sound, change, git, put

from mesh.files import Unwritable
from mesh.transport import git as program
from mesh.transport.git import Git, GitError, GitMissing
from mesh.transport.history import History


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings of a person that would each break the trail; returns the file that must never appear."""
    ran = tmp_path / "ran"
    hooks = tmp_path / "hooks"
    (hooks / "hooks").mkdir(parents=True)
    for name in ("pre-commit", "post-commit", "reference-transaction", "post-index-change", "post-rewrite"):
        for place in (hooks, hooks / "hooks"):
            (place / name).write_text(f"#!/bin/sh\ntouch {ran}\nexit 1\n")
            (place / name).chmod(0o755)
    (tmp_path / "ignored").write_text("*.yaml\nagents/\n")
    (tmp_path / "attributes").write_text("* text eol=crlf filter=bad\n")
    config = tmp_path / "home" / ".gitconfig"
    config.write_text(f"""
[core]
    autocrlf = true
    safecrlf = true
    hooksPath = {hooks}
    excludesFile = {tmp_path}/ignored
    attributesFile = {tmp_path}/attributes
    commentChar = M
    quotePath = true
    fsmonitor = "touch {ran}"
    sharedRepository = 0660
[init]
    templateDir = {hooks}
    defaultBranch = trunk
    defaultRefFormat = reftable
[commit]
    gpgSign = true
[gpg]
    program = touch {ran}
[filter "bad"]
    clean = touch {ran}
    required = true
[trailer]
    separators = "="
[user]
    useConfigOnly = true
[log]
    showSignature = true
[alias]
    status = !touch {ran}
[safe]
    bareRepository = explicit
""")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
    return ran


def test_a_persons_settings_do_not_reach_the_trail(hostile: Path, root: Path) -> None:
    history = History(str(root))
    history.commit([change("workspace.created", *history.create())])
    text = "a\r\nb\n"
    history.commit([change("envelope.sent", put(history, "agents/bob/outbox/1.yaml", text.encode()))])
    history.settle()
    assert git(root, "cat-file", "-p", "mesh:agents/bob/outbox/1.yaml", LC_ALL="C").encode() == text.encode()
    assert [event.event for event in history.events()] == ["envelope.sent", "workspace.created"]
    assert history.uncommitted() == []
    assert not hostile.exists()


def test_nor_what_that_person_sees_of_it(hostile: Path, root: Path) -> None:
    history = History(str(root))
    history.commit([change("workspace.created", *history.create())])
    history.commit([change("envelope.sent", put(history, "agents/鲍勃.yaml", b"a\r\nb\n"), ulid="01J1")])
    history.settle()
    assert_sound(history)
    assert git(root, "log", "-1", "--format=%(trailers)").split("\n")[:2] == [
        "Mesh-Event: envelope.sent", "Mesh-Id: 01J1",
    ]  # fmt: skip
    assert git(root, "show", "--format=", "--name-only").strip() == "agents/鲍勃.yaml"
    assert not hostile.exists()


def test_within_a_hook_of_the_users_repository_only_the_trail_is_touched(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = root.parent
    project.mkdir()
    git(project, "init", "-q", "-b", "main")
    (project / "a.py").write_text("")
    git(project, "add", "a.py")
    before = {path: path.read_bytes() for path in (project / ".git").rglob("*") if path.is_file()}
    for name, value in {
        "GIT_DIR": f"{project}/.git", "GIT_WORK_TREE": str(project), "GIT_PREFIX": "x/",
        "GIT_INDEX_FILE": f"{project}/.git/index", "GIT_OBJECT_DIRECTORY": f"{project}/.git/objects",
        "GIT_CONFIG_PARAMETERS": "'core.bare=true'", "GIT_NAMESPACE": "n", "GIT_AUTHOR_NAME": "Ann",
        "GIT_COMMITTER_DATE": "1 +0000",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    history = History(str(root))
    history.commit([change("workspace.created", *history.create())])
    history.settle()
    assert [event.agent for event in history.events()] == ["bob"]
    monkeypatch.undo()
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    assert {path: path.read_bytes() for path in (project / ".git").rglob("*") if path.is_file()} == before
    assert_sound(history)


def fake(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir()
    (folder / "git").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


def test_no_git_at_all_says_how_to_get_it(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(root.parent))
    with pytest.raises(GitMissing, match="not found") as caught:
        History(str(root)).create()
    assert "install git 2.36" in caught.value.hint.format(**caught.value.values)
    assert not root.exists()


@pytest.mark.parametrize(
    ("says", "wrong"),
    [("git version 2.35.8", True), ("git version 1.8", True), ("git version 2.36.0.windows.1", False),
     ("git version 2.39.5 (Apple Git-154)", False), ("git version 10.1", False), ("nonsense", True)],
)  # fmt: skip
def test_a_git_that_is_too_old_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str, wrong: bool
) -> None:
    fake(tmp_path / "bin", f"echo '{says}'", monkeypatch)
    if not wrong:
        program.require()
        return
    with pytest.raises(GitMissing, match="too old"):
        program.require()


def test_what_git_says_is_passed_on(history: History) -> None:
    with pytest.raises(GitError, match=r"`git cat-file` failed in .*: Not a valid object name nothing"):
        Git(history.root).run("-c", "core.x=1", "cat-file", "-p", "nothing")


def test_a_workspace_that_is_gone_is_an_error_not_a_traceback(root: Path) -> None:
    with pytest.raises(GitError, match="cannot run git in"):
        History(str(root)).commit([change("note.added")])


@pytest.mark.parametrize(
    ("complaint", "match"),
    [
        ("fatal: write error: No space left on device", "no space left"),
        ("fatal: unable to write pack: Disk quota exceeded", "no space left"),
        ("error: insufficient permission for adding an object to .git/objects", "cannot write"),
        ("error: cannot open x: Read-only file system", "cannot write"),
    ],
)
def test_a_disk_that_takes_nothing_more_is_told_from_a_bug(complaint: str, match: str) -> None:
    error = program.failure("fast-import", complaint.encode(), "/w")
    assert isinstance(error, Unwritable)
    assert match in str(error)


def test_every_message_is_there_in_chinese() -> None:
    import ast

    from mesh.i18n.zh_mail_history import MESSAGES

    said = set()
    for path in Path(program.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "")[:1].isupper():
                given = [node.args[0]] if node.args else []
                given += [word.value for word in node.keywords if word.arg == "hint"]
                raised = [word.arg for word in node.keywords]
                if "hint" in raised or "path" in raised or "commit" in raised:
                    said |= {arg.value for arg in given if isinstance(arg, ast.Constant)}
    assert said
    assert {text for text in said if isinstance(text, str)} <= set(MESSAGES)
