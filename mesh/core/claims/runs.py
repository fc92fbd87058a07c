"""Turns statements on tests, builds, linters and commands into claims: what ran, which, how many; runs nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mesh.core.claims.commands import test_file_of
from mesh.core.claims.counting import count_of
from mesh.core.claims.drafts import FILES, KIND_OF_HEAD, TYPE_CHECKS, Draft, Maker, data_of, head_groups
from mesh.core.claims.paths import is_folder
from mesh.core.claims.tokens import Token
from mesh.model.evidence import Kind

# Words for the thing itself; any other word for it is the name of a tool.
_PLAIN = frozenset(
    """test tests suite suites spec specs build lint linting linter linters formatting typing compilation bundling
    packaging unittest unittests doctest doctests typecheck typechecking typechecker typescript compiler""".split()
)
_COMMANDS = ("CTEST", "CBUILD", "CLINT", "CTYPES")
_VAGUE = frozenset({"clear", "happy", "fine", "spotless", "as expected"})
_SUMMARY = re.compile(r"\b(\d{1,7}) (?:tests? )?pass(?:ed|ing)\b")
_FAILED = re.compile(r"\b[1-9]\d{0,6} (?:tests? )?(?:fail|error)")


class RunMaker(Maker):
    """Makes the claims of a statement on tests, builds and linters."""

    def drafts(self) -> Iterator[Draft]:
        groups = self.statement.groups
        if "summary" in groups:
            yield from self._summary(groups["summary"][0])
        elif "nofail" in groups or "passed" in groups:
            count = count_of(self.tokens, *groups["passed"]) if "passed" in groups else None
            yield self._draft("tests_pass", count=count)
        elif "build" in groups:
            yield from self._build(*groups["build"])
        elif "topics" in groups:
            start, end = groups["topics"]
            drafts = (self._of_group(group, end) for group in head_groups(self.tokens, start, end))
            yield from (draft for draft in drafts if draft)

    def _draft(
        self,
        kind: Kind,
        *,
        target: str | None = None,
        count: int | None = None,
        detail: dict[str, str] | None = None,
        at: int | None = None,
    ) -> Draft:
        folder = bool(target and is_folder(target))
        at = self.statement.start if at is None else at
        return Draft(kind, self.start, self.end, target, count, folder, detail or {}, at)

    def _summary(self, at: int) -> Iterator[Draft]:
        """Yield the claim of a runner's summary that is quoted: `pytest` reports "4 passed"."""
        passed = _SUMMARY.search(self.data(at))
        if passed and not _FAILED.search(self.data(at)):
            yield self._draft("tests_pass", count=int(passed[1]))

    def _of_group(self, group: list[int], limit: int) -> Draft | None:
        last = group[-1]
        if self._is_vague(last):
            return None
        kind = KIND_OF_HEAD[self.tokens[last].cls]
        detail = self._detail(group)
        if kind != "tests_pass":
            return self._draft(kind, detail=detail, at=last)
        target = self._target(group, limit, detail)
        count = count_of(self.tokens, self.statement.start, self.statement.end, named=bool(target))
        return self._draft(kind, target=target, count=count, detail=detail, at=last)

    def _is_vague(self, head: int) -> bool:
        """A spec that is clear, tests that are fine: no verdict of a run."""
        span = self.statement.groups.get("verdict")
        if span is None:
            return False
        verdict, thing = self.tokens[span[0]], self.tokens[head]
        if thing.cls in ("KTEST", "PTEST") and not verdict.text[:1].isalpha():
            return True
        ran = any(
            token.cls in ("RUNS", "RUNZ", "BUILT") for token in self.tokens[self.statement.start : span[0]]
        )
        if verdict.text in _VAGUE and not ran:
            return thing.cls in ("TESTS", "BUILD") or thing.text in ("typing", "formatting")
        return verdict.cls == "GREEN" and thing.text in ("spec", "specs") and verdict.text.isascii()

    def _detail(self, group: list[int]) -> dict[str, str]:
        detail: dict[str, str] = {}
        for at in group:
            token = self.tokens[at]
            if token.cls in _COMMANDS:
                detail["command"] = self.data(at)
            elif token.cls in ("TESTS", "BUILD", "LINT", "TYPES") and _is_tool(token.text):
                detail["tool"] = token.text
        if self.tokens[group[-1]].cls in TYPE_CHECKS:
            detail["check"] = "types"
        return detail

    def _target(self, group: list[int], limit: int, detail: dict[str, str]) -> str | None:
        """Return the test, file or folder that the tests are named by; what they are about is a detail."""
        for at in group:
            if self.tokens[at].cls in ("KTEST", "PTEST"):
                return self.name(at)
        if "command" in detail:
            return test_file_of(detail["command"])
        for at, about in self._names(group, limit):
            if not about:
                return self.name(at)
            detail.setdefault("about", self.name(at))
        return None

    def _names(self, group: list[int], limit: int) -> Iterator[tuple[int, bool]]:
        """Yield the names beside the word for tests, and whether they say only what the tests are about."""
        first, last = group[0], group[-1]
        before = [token.cls for token in self.tokens[max(0, first - 2) : first]]
        if before[-1:] in (["POST"], ["DE"]) and len(before) > 1 and before[0] in FILES | {"WEAK", "KCODE"}:
            yield first - 2, before[-1] == "DE"
        elif before[-1:] in (["KCODE"], ["KTEST"]):
            yield first - 1, False
        about = False
        for at in range(last + 1, limit):
            cls = self.tokens[at].cls
            if cls in ("COMMA", "AND", "LSEP", "SLASH"):
                return
            about = about or cls in ("FOR", "OF", "BY", "FIRST", "AFTER")
            if cls in FILES | {"KTEST", "KCODE", "WEAK"}:
                yield at, about and cls != "PTEST"

    def _build(self, start: int, end: int) -> Iterator[Draft]:
        subject, verb = self.tokens[end - 1], self.tokens[min(end, len(self.tokens) - 1)]
        if verb.cls == "BUILDSN" and subject.cls == "ALL" and subject.text != "everything":
            return  # "all builds": no verb
        target = next((self.data(at) for at in range(start, end) if self.tokens[at].cls in FILES), None)
        verbs = [token.text for token in self.tokens[start : self.statement.end]]
        types = any("type" in verb and "check" in verb for verb in verbs)
        yield self._draft("build_passes", target=target, detail={"check": "types"} if types else {})


class VerdictMaker(RunMaker):
    """Makes the claims of a verdict without a subject: it speaks of the things named before it."""

    def drafts_of(self, heads: tuple[Token, ...]) -> Iterator[Draft]:
        seen: set[tuple[Kind, bool, str | None]] = set()
        for head in heads:
            kind, types = KIND_OF_HEAD[head.cls], head.cls in TYPE_CHECKS
            target = self._named(head) if head.cls in ("KTEST", "PTEST") else None
            if (kind, types, target) in seen:
                continue
            seen.add((kind, types, target))
            count = self._count(head) if kind == "tests_pass" else None
            yield self._draft(kind, target=target, count=count, detail={"check": "types"} if types else {})

    def _named(self, head: Token) -> str:
        atom = self.view.atoms.get(head.start)
        return atom.test if atom and atom.test else data_of(head, self.view)

    def _count(self, head: Token) -> int | None:
        """Return the number beside the verdict, else beside the thing that it speaks of: 36 tests, all green."""
        count = count_of(self.tokens, self.statement.start, self.statement.end)
        at = next((at for at, token in enumerate(self.tokens[: self.statement.start]) if token == head), 0)
        return count if count is not None else count_of(self.tokens, max(0, at - 2), at)


class CommandMaker(Maker):
    """Makes the claim that a command works, and what it prints."""

    def drafts(self) -> Iterator[Draft]:
        at = self.statement.groups["cmd"][0]
        printed = (
            self._printed(self.statement.groups["prints"][1]) if "prints" in self.statement.groups else None
        )
        detail = {"prints": printed[0]} if printed else {}
        end = printed[1] if printed else self.end
        atom = self.atom(at)
        yield Draft(
            "command_succeeds", self.start, end, target=atom.data if atom else None, detail=detail, at=at
        )

    def _printed(self, at: int) -> tuple[str, int] | None:
        """Return what is printed, where the words say it literally, and where it ends."""
        tokens = self.tokens
        while at < len(tokens) and tokens[at].cls in ("LE", "COLON", "DET", "AUX", "FORZ"):
            at += 1
        if at >= len(tokens):
            return None
        token = tokens[at]
        if self.view.atoms.get(token.start):
            return self.data(at), token.end
        alone = at + 1 == len(tokens) or tokens[at + 1].cls in _AFTER_WORD
        if alone and token.cls in ("WORD", "NUM") and tokens[at - 1].cls != "DET":
            return self.data(at), token.end
        return None


_AFTER_WORD = frozenset("COMMA AND SEMI DASH BUT PAR IN FOR".split())


def _is_tool(text: str) -> bool:
    return text.isascii() and " " not in text and text not in _PLAIN
