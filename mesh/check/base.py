"""What the agent's work is measured against (verify.md, section 2a); finds the commit, changes nothing."""

from __future__ import annotations

from dataclasses import dataclass

from mesh.check.git import Git, refs
from mesh.errors import BadInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """The commit to compare with, None where there is none.

    `certain` says that something told since when to compare: a file that is unchanged since a certain base
    was not changed; since an uncertain one it may have been changed and committed.
    """

    commit: str | None = None
    certain: bool = False
    how: str = "none"


def find_base(git: Git | None, chosen: str | None = None, task: str | None = None) -> Base:
    """Return the base; raises BadInput if a chosen revision does not exist.

    The commit at which the task started is passed over in silence where it is gone, for a rewritten history
    must not stop a reply from being checked.
    """
    if git is None:
        if chosen:
            raise BadInput("no repository, so no base `{rev}`", rev=chosen, hint="leave `--base` away")
        return Base()
    if chosen:
        commit = git.commit(chosen)
        if commit is None:
            raise BadInput("no commit `{rev}`", rev=chosen, hint="`git log --oneline` lists the commits")
        return Base(commit=commit, certain=True, how="chosen")
    commit = git.commit(task) if task else None
    if commit:
        return Base(commit=commit, certain=True, how="task")
    head = git.commit("HEAD")
    if head is None:
        return Base()
    fork = _fork(git)
    return Base(commit=fork, certain=True, how="fork") if fork else Base(commit=head, how="head")


def _fork(git: Git) -> str | None:
    """Return where the branch that is checked out left the default branch, None if it is that branch."""
    current = git.line("symbolic-ref", "--quiet", "HEAD")
    if current is None:
        return None
    for default in _default_branches(git):
        name = (
            default.split("/", 3)[-1]
            if default.startswith("refs/remotes/")
            else default[len("refs/heads/") :]
        )
        if current == f"refs/heads/{name}":
            return None
        fork = git.line("merge-base", "HEAD", default)
        if fork:
            return fork
    return None


def _default_branches(git: Git) -> list[str]:
    remote = git.line("symbolic-ref", "--quiet", "refs/remotes/origin/HEAD")
    known = set(refs(git, "refs/heads/main", "refs/heads/master", "refs/heads/trunk"))
    local = [f"refs/heads/{name}" for name in ("main", "master", "trunk") if f"refs/heads/{name}" in known]
    return [remote, *local] if remote else local
