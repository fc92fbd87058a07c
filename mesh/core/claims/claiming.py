"""Turns a statement into the claims it makes: of files, runs, commands or commits; finds no statements."""

from __future__ import annotations

from collections.abc import Iterator

from mesh.core.claims.drafts import Draft, Maker
from mesh.core.claims.files import KINDS, FileMaker
from mesh.core.claims.matching import Statement
from mesh.core.claims.runs import CommandMaker, RunMaker, VerdictMaker
from mesh.core.claims.tokens import Sentence, Token
from mesh.core.claims.view import View

_OF_RUNS = ("summary", "topics", "build", "nofail", "passed", "verdict")


def is_status(statement: Statement) -> bool:
    """Say whether a statement is one on tests, builds or linters."""
    return any(name in statement.groups for name in _OF_RUNS)


def drafts_of(
    sentence: Sentence, statement: Statement, view: View, heads: tuple[Token, ...] = ()
) -> Iterator[Draft]:
    """Yield the claims of a statement; `heads` are what a verdict without a subject speaks of."""
    groups = statement.groups
    if groups.keys() & KINDS.keys():
        yield from FileMaker(sentence, statement, view).drafts()
    elif "hash" in groups or "branch" in groups:
        yield from CommitMaker(sentence, statement, view).drafts()
    elif "cmd" in groups:
        yield from CommandMaker(sentence, statement, view).drafts()
    elif statement.inherits:
        yield from VerdictMaker(sentence, statement, view).drafts_of(heads)
    else:
        yield from RunMaker(sentence, statement, view).drafts()


class CommitMaker(Maker):
    """Makes the claim that a commit or a branch exists."""

    def drafts(self) -> Iterator[Draft]:
        groups = self.statement.groups
        branch = self.data(groups["branch"][0]) if "branch" in groups else ""
        at = groups.get("hash", groups.get("branch", (0, 0)))[0]
        target = self.data(at) if "hash" in groups else branch
        if target:
            detail = {"branch": branch} if branch else {}
            yield Draft("commit_exists", self.start, self.end, target=target, detail=detail, at=at)
