"""Checks claims about commits and branches against the repository; only reads references and objects."""

from __future__ import annotations

import re

from mesh.check.git import Git, refs
from mesh.check.outcome import Outcome, refuted, unverifiable, verified
from mesh.check.project import Project
from mesh.model.evidence import Claim

_ID = re.compile(r"[0-9a-fA-F]{4,64}\Z")


def check_commit(claim: Claim, project: Project) -> Outcome:
    """Check that a commit is there, and on the branch that is named."""
    git = project.git
    if git is None:
        return unverifiable("there is no repository")
    target, branch = (claim.target or "").strip(), claim.detail.get("branch", "").strip()
    if not target or target == branch:
        return _branch(project, git, branch or target)
    if not _ID.match(target):
        return (
            _branch(project, git, target)
            if not re.search(r"\s", target)
            else unverifiable("no commit is named")
        )
    found = _resolve(git, target.lower())
    if isinstance(found, Outcome):
        return found
    return _held(git, found, branch)


def _resolve(git: Git, prefix: str) -> str | Outcome:
    """Return the one commit whose id begins so. A reference of that name is not one."""
    status, out = git.ask("rev-parse", f"--disambiguate={prefix}")
    candidates = [line for line in out.decode().split() if line.startswith(prefix)] if status == 0 else []
    commits = [oid for oid in candidates if git.line("cat-file", "-t", oid) == "commit"]
    if len(commits) == 1:
        return commits[0]
    if commits:
        return unverifiable("more than one commit begins with this id")
    return refuted("no commit has this id" if not candidates else "the object of this id is no commit")


def _held(git: Git, commit: str, branch: str) -> Outcome:
    if branch:
        tips = _branches(git, branch)
        if not tips:
            return refuted(f"there is no branch `{branch}`")
        on_it = any(git.ask("merge-base", "--is-ancestor", commit, tip)[0] == 0 for tip in tips)
        return verified() if on_it else refuted(f"the commit is not on the branch `{branch}`")
    if git.ask("merge-base", "--is-ancestor", commit, "HEAD")[0] == 0:
        return verified()
    if refs(git, f"--contains={commit}"):
        return verified(None, "the commit is not on the branch that is checked out")
    return unverifiable("the commit is on no branch any more")


def _branch(project: Project, git: Git, name: str) -> Outcome:
    """Check that a branch is there and holds a commit that was not there before."""
    if not name:
        return unverifiable("no commit is named")
    tips = _branches(git, name)
    if not tips:
        return refuted(f"there is no branch `{name}`")
    others = [ref for ref in _branches(git, "main") + _branches(git, "master") if ref not in tips]
    tip = git.commit(tips[0])
    ahead = any(git.ask("merge-base", "--is-ancestor", tips[0], other)[0] for other in others)
    if ahead or (project.base.certain and tip != project.base.commit):
        return verified()
    return unverifiable("the branch is there, and nothing tells whether a commit was made on it")


def _branches(git: Git, name: str) -> list[str]:
    """Return the branches of this name, here and on the remotes, as full references."""
    if name.startswith("-") or any(c in name for c in " ~^:?*[\\\0\n"):
        return []
    found = refs(git, f"refs/heads/{name}", f"refs/remotes/{name}", f"refs/remotes/*/{name}")
    return [ref for ref in found if ref == f"refs/heads/{name}" or ref.endswith(f"/{name}")]
