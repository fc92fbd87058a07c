"""What is asked of the user's own repository, and the one line that is written there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from gitting import git

from mesh.transport.project import exclude, start_probe, top


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    path = tmp_path / "项目 one"
    path.mkdir()
    git(path, "init", "-q", "-b", "main")
    (path / "a.py").write_text("print()\n")
    git(path, "add", "a.py")
    git(path, "commit", "-q", "-m", "first")
    return path


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_the_top_is_found_from_a_sub_folder(repo: Path) -> None:
    (repo / "src").mkdir()
    assert top(str(repo / "src")) == top(str(repo)) == str(repo.resolve())


def test_a_plain_folder_has_no_top(tmp_path: Path) -> None:
    assert top(str(tmp_path)) is None


def test_a_bare_repository_has_no_top(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--bare", "bare.git")
    assert top(str(tmp_path / "bare.git")) is None


def test_the_line_is_added_once_and_nothing_else_changes(repo: Path) -> None:
    path = repo / ".git" / "info" / "exclude"
    before = everything(repo)
    old = before.pop(str(path))
    assert exclude(str(repo))
    assert not exclude(str(repo))
    after = everything(repo)
    assert after.pop(str(path)) == old + b".mesh/\n"
    assert after == before


def test_what_is_in_mesh_is_then_ignored(repo: Path) -> None:
    exclude(str(repo))
    (repo / ".mesh").mkdir()
    (repo / ".mesh" / "mesh.yaml").write_text("")
    assert git(repo, "status", "--porcelain") == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (None, b".mesh/\n"),
        (b"", b".mesh/\n"),
        (b"*.log", b"*.log\n.mesh/\n"),
        (b"# x\r\n*.log\r\n", b"# x\r\n*.log\r\n.mesh/\r\n"),
        (b"*.log\r\n*.tmp", b"*.log\r\n*.tmp\r\n.mesh/\r\n"),
        (b".mesh/\r\n", b".mesh/\r\n"),
        (b".mesh/", b".mesh/"),
        (b"my.mesh/\n#.mesh/\n", b"my.mesh/\n#.mesh/\n.mesh/\n"),
        (b"caf\xe9\n", b"caf\xe9\n.mesh/\n"),
    ],
)
def test_the_file_keeps_its_ways(repo: Path, old: bytes | None, new: bytes) -> None:
    path = repo / ".git" / "info" / "exclude"
    path.unlink()
    if old is None:
        path.parent.rmdir()
    else:
        path.write_bytes(old)
    exclude(str(repo))
    assert path.read_bytes() == new


def test_a_worktree_is_served_by_the_file_it_shares(repo: Path, tmp_path: Path) -> None:
    git(repo, "worktree", "add", "-q", str(tmp_path / "tree"))
    assert exclude(str(tmp_path / "tree"))
    (tmp_path / "tree" / ".mesh").mkdir()
    (tmp_path / "tree" / ".mesh" / "x").write_text("")
    assert git(tmp_path / "tree", "status", "--porcelain") == ""
    assert (repo / ".git/info/exclude").read_bytes().endswith(b".mesh/\n")


def test_a_submodule_has_a_file_of_its_own(repo: Path, tmp_path: Path) -> None:
    outer = tmp_path / "outer"
    outer.mkdir()
    git(outer, "init", "-q")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(repo), "sub")
    assert exclude(str(outer / "sub"))
    assert (outer / ".git/modules/sub/info/exclude").read_bytes().endswith(b".mesh/\n")


def test_a_link_to_a_shared_exclude_file_stays_one(repo: Path, tmp_path: Path) -> None:
    path, shared = repo / ".git/info/exclude", tmp_path / "shared"
    shared.write_bytes(b"*.o\n")
    path.unlink()
    path.symlink_to(shared)
    assert exclude(str(repo))
    assert path.is_symlink()
    assert shared.read_bytes() == b"*.o\n.mesh/\n"


def test_without_a_repository_nothing_is_written(tmp_path: Path) -> None:
    before = everything(tmp_path)
    assert not exclude(str(tmp_path))
    assert everything(tmp_path) == before


def test_the_probe_names_the_commit_and_whether_files_differ(repo: Path) -> None:
    head = git(repo, "rev-parse", "HEAD").strip()
    assert start_probe(str(repo)).result() == {"commit": head, "dirty": False}
    (repo / "new.txt").write_text("untracked")
    assert start_probe(str(repo)).result() == {"commit": head, "dirty": False}
    (repo / "a.py").write_text("print(1)\n")
    assert start_probe(str(repo)).result() == {"commit": head, "dirty": True}


def test_what_is_staged_counts_as_a_difference(repo: Path) -> None:
    (repo / "b.py").write_text("")
    git(repo, "add", "b.py")
    probe = start_probe(str(repo)).result()
    assert probe and probe["dirty"] is True


def test_a_repository_without_a_commit_has_no_head(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    assert start_probe(str(tmp_path)).result() is None


@pytest.mark.parametrize("folder", [".", "no/such/folder"])
def test_without_a_repository_there_is_no_answer(tmp_path: Path, folder: str) -> None:
    assert start_probe(str(tmp_path / folder)).result() is None


def test_without_git_there_is_no_answer(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(repo))
    assert start_probe(str(repo)).result() is None


def test_a_probe_can_be_asked_once_only_and_may_be_cancelled(repo: Path) -> None:
    probe = start_probe(str(repo))
    assert probe.result() is not None
    assert probe.result() is None
    other = start_probe(str(repo))
    other.cancel()
    assert other.result() is None


def test_the_users_index_is_never_written(repo: Path) -> None:
    index = repo / ".git" / "index"
    os.utime(repo / "a.py", (1, 1))  # what a plain `git status` would note in the index
    before = index.read_bytes(), index.stat().st_mtime_ns
    start_probe(str(repo)).result()
    assert (index.read_bytes(), index.stat().st_mtime_ns) == before


def test_the_probe_agrees_with_the_users_own_settings(repo: Path, tmp_path: Path) -> None:
    git(repo, "config", "--global", "core.autocrlf", "true")
    (repo / "a.py").unlink()
    git(repo, "checkout", "-q", "a.py")
    assert (repo / "a.py").read_bytes() == b"print()\r\n"
    os.utime(repo / "a.py", (1, 1))  # so that its content has to be compared
    probe = start_probe(str(repo)).result()
    assert probe and probe["dirty"] is False


def test_a_hook_of_another_repository_does_not_lead_astray(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git/index"))
    assert top(str(repo)) == str(repo.resolve())
    assert start_probe(str(repo)).result() is not None
    assert exclude(str(repo))
    assert b".mesh/" in (repo / ".git/info/exclude").read_bytes()


def test_a_program_named_by_the_projects_settings_is_not_started(repo: Path, tmp_path: Path) -> None:
    git(repo, "config", "core.fsmonitor", f"touch {tmp_path}/started; false")
    start_probe(str(repo)).result()
    assert not (tmp_path / "started").exists()
