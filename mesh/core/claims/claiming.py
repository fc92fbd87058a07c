"""Turns a statement into the claims it makes: their kind, target, count and details; finds no statements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from mesh.core.claims.atoms import Atom
from mesh.core.claims.commands import test_file_of
from mesh.core.claims.matching import Statement
from mesh.core.claims.paths import is_folder
from mesh.core.claims.tokens import Sentence, Token, number_of
from mesh.model.evidence import Kind

FILES = frozenset({"PATH", "PTEST", "PCMD"})
HEADS = frozenset(
    "TESTS BUILD LINT TYPES CTEST CBUILD CLINT CTYPES KTEST PTEST NOBUILDERR NOTYPEERR NOLINTERR".split()
)
_KINDS: dict[str, Kind] = {
    "exists": "file_exists", "modified": "file_modified", "modified2": "file_modified", "removed": "file_removed",
}  # fmt: skip
_OF_HEAD: dict[str, Kind] = {
    **dict.fromkeys(("TESTS", "CTEST", "KTEST", "PTEST"), "tests_pass"),
    **dict.fromkeys(("BUILD", "CBUILD", "TYPES", "CTYPES", "NOBUILDERR", "NOTYPEERR"), "build_passes"),
    **dict.fromkeys(("LINT", "CLINT", "NOLINTERR"), "lint_passes"),
}  # type: ignore[dict-item]
_PLAIN_HEADS = frozenset(
    """test tests suite suites spec specs build lint linting linter linters formatting types typing compilation bundling
    packaging unittest unittests doctest doctests typecheck typechecking typechecker typescript""".split()
)
_VAGUE = frozenset({"clear", "happy", "fine", "spotless", "as expected"})
_AROUND = frozenset("SUBSET SCOPE".split())
_GROUPS_OF_STATUS = ("topics", "build", "nofail", "passed", "verdict")


@dataclass(frozen=True, slots=True)
class Draft:
    """A claim before it has its number: view[start:end] and what it claims."""

    kind: Kind
    start: int
    end: int
    target: str | None = None
    count: int | None = None
    folder: bool = False
    detail: dict[str, str] = field(default_factory=dict)
    at: int = -1  # the index of the word that is claimed of, for telling doubles


def is_status(statement: Statement) -> bool:
    return any(name in statement.groups for name in _GROUPS_OF_STATUS)


def drafts_of(
    sentence: Sentence, statement: Statement, atoms: Mapping[int, Atom], heads: tuple[Token, ...] = ()
) -> Iterator[Draft]:
    """Yield the claims of a statement; `heads` are what a verdict without a subject speaks of."""
    maker = _Maker(sentence, statement, atoms)
    groups = statement.groups
    if groups.keys() & _KINDS.keys():
        yield from maker.files()
    elif "hash" in groups or "branch" in groups:
        yield from maker.commit()
    elif "cmd" in groups:
        yield maker.command()
    elif "build" in groups:
        yield maker.build()
    elif statement.inherits:
        yield from maker.inherited(heads)
    else:
        yield from maker.status()


def head_groups(tokens: list[Token], start: int, end: int) -> Iterator[list[int]]:
    """Yield the things that tokens[start:end] names side by side, each as the indices of its words.

    What stands behind "in" or "for" belongs to the thing before it.
    """
    group: list[int] = []
    aside = False
    for at in range(start, end):
        cls = tokens[at].cls
        if cls in ("COMMA", "AND", "LSEP", "SLASH"):
            aside = aside and not _head_follows(tokens, at + 1, end)
            if group and not aside:
                yield group
                group = []
        elif cls in ("IN", "FOR", "OF", "FROM", "ON", "BY", "FIRST", "AFTER") and group:
            aside = True
        elif cls in HEADS and not aside:
            group.append(at)
    if group:
        yield group


def _head_follows(tokens: list[Token], at: int, end: int) -> bool:
    while at < end and tokens[at].cls in ("DET", "ALL", "NUM", "SCOPE", "ADJ", "SUBSET", "AND", "ADV"):
        at += 1
    return at < end and tokens[at].cls in HEADS


class _Maker:
    """Makes the claims of one statement."""

    def __init__(self, sentence: Sentence, statement: Statement, atoms: Mapping[int, Atom]) -> None:
        self._tokens = sentence.tokens
        self._statement = statement
        self._atoms = atoms
        self._start = self._tokens[statement.start].start
        self._end = self._tokens[statement.end - 1].end

    def _data(self, at: int) -> str:
        atom = self._atoms.get(self._tokens[at].start)
        return atom.data if atom and self._tokens[at].end - self._tokens[at].start == 1 else self._tokens[at].text

    # -- files

    def files(self) -> Iterator[Draft]:
        """Yield one claim a path; the text of each reaches from the verb to its path."""
        base = self._base()
        for name, (start, end) in self._statement.groups.items():
            kind = _KINDS.get(name)
            if kind is None:
                continue
            leads = start <= self._statement.start + 1 and name != "exists" or start == self._statement.start
            for at in range(start, end):
                if self._tokens[at].cls not in FILES:
                    continue
                target = self._data(at)
                folder = is_folder(target) or self._is_folder(at)
                if folder and kind == "file_modified":
                    continue
                if name == "exists" and folder and "removed" in self._statement.groups:
                    target, folder = self._moved_into(target)
                if base and "/" not in target.rstrip("/"):
                    target = f"{base.rstrip('/')}/{target}"
                token = self._tokens[at]
                span = (token.start, self._end) if leads else (self._start, max(token.end, self._verb_end(end)))
                yield Draft(kind, *span, target=target, folder=folder, at=at)

    def _moved_into(self, folder: str) -> tuple[str, bool]:
        """Return where a file is that was moved into a folder."""
        source = self._data(self._statement.groups["removed"][0])
        if is_folder(source):
            return folder, True
        return f"{folder.rstrip('/')}/{source.rpartition('/')[2]}", False

    def _verb_end(self, group_end: int) -> int:
        """Return where the verb ends that may follow the paths (把 `a` 删除了); 0 if none does."""
        last = self._statement.end
        return self._end if last > group_end and self._tokens[group_end].cls not in ("IN", "TO", "TOZ", "FROM") and "base" not in self._statement.groups and not {"removed", "modified2"} <= self._statement.groups.keys() and self._tokens[group_end].cls not in ("TOZ", "FORZ", "AS", "ARROW", "FOR", "BY") else 0

    def _base(self) -> str:
        span = self._statement.groups.get("base")
        if span is None:
            return ""
        path = next((self._data(at) for at in range(*span) if self._tokens[at].cls in FILES), "")
        return path if is_folder(path) or "." not in path.rpartition("/")[2] else ""

    def _is_folder(self, at: int) -> bool:
        near = [self._tokens[here].cls for here in (at - 1, at + 1, at - 2) if 0 <= here < len(self._tokens)]
        if at >= 2 and near[0] in FILES | {"COMMA", "AND", "LSEP", "NOUNF"}:
            near = near[:2]
        return "DIRN" in near

    # -- tests, builds, linters

    def status(self) -> Iterator[Draft]:
        groups = self._statement.groups
        if "nofail" in groups or "passed" in groups:
            count = self._count(*groups["passed"]) if "passed" in groups else None
            yield Draft("tests_pass", self._start, self._end, count=count, at=self._statement.start)
            return
        span = groups.get("topics")
        if span is None:
            return
        for group in head_groups(self._tokens, *span):
            draft = self._of_group(group, span[1])
            if draft:
                yield draft

    def _of_group(self, group: list[int], limit: int) -> Draft | None:
        last = group[-1]
        if self._is_vague(last):
            return None
        kind = _OF_HEAD[self._tokens[last].cls]
        detail = self._detail(group)
        target = self._target(group, limit, detail) if kind == "tests_pass" else None
        count = self._count(self._statement.start, self._statement.end, bool(target)) if kind == "tests_pass" else None
        folder = bool(target and is_folder(target))
        return Draft(kind, self._start, self._end, target=target, count=count, folder=folder, detail=detail, at=last)

    def _is_vague(self, head: int) -> bool:
        """A spec that is clear, types that are fine: no verdict of a run."""
        span = self._statement.groups.get("verdict")
        if span is None:
            return False
        verdict, cls = self._tokens[span[0]], self._tokens[head].cls
        if cls in ("KTEST", "PTEST") and not verdict.text[:1].isalpha():
            return True
        ran = any(token.cls in ("RUNS", "RUNZ", "BUILT") for token in self._tokens[self._statement.start : span[0]])
        if verdict.text in _VAGUE and not ran:
            return cls in ("TESTS", "BUILD") or self._tokens[head].text in ("types", "typing", "formatting")
        return verdict.cls == "GREEN" and self._tokens[head].text in ("spec", "specs", "types") and verdict.text.isascii()

    def _detail(self, group: list[int]) -> dict[str, str]:
        detail: dict[str, str] = {}
        for at in group:
            token = self._tokens[at]
            if token.cls in ("CTEST", "CBUILD", "CLINT", "CTYPES"):
                detail["command"] = self._data(at)
            elif token.cls in ("TESTS", "BUILD", "LINT", "TYPES") and token.text.isascii() and token.text not in _PLAIN_HEADS and " " not in token.text:
                detail["tool"] = token.text
        if self._tokens[group[-1]].cls in ("TYPES", "CTYPES", "NOTYPEERR"):
            detail["check"] = "types"
        return detail

    def _target(self, group: list[int], limit: int, detail: dict[str, str]) -> str | None:
        """Return the test, file or folder that the tests are named by; what they are about is a detail."""
        for at in group:
            if self._tokens[at].cls in ("KTEST", "PTEST"):
                return self._name(at)
        if "command" in detail:
            return test_file_of(detail["command"])
        for at, about in self._names(group, limit):
            if not about:
                return self._name(at)
            detail.setdefault("about", self._name(at))
        return None

    def _names(self, group: list[int], limit: int) -> Iterator[tuple[int, bool]]:
        """Yield the names beside the word for tests, and whether they say only what the tests are about."""
        first, last = group[0], group[-1]
        if first >= 2 and self._tokens[first - 1].cls in ("POST", "DE") and self._tokens[first - 2].cls in FILES | {"WEAK", "KCODE"}:
            yield first - 2, self._tokens[first - 1].cls == "DE"
        for at in range(max(0, first - 2), first):
            if self._tokens[at].cls in ("KCODE", "KTEST") and self._tokens[first - 1].cls in ("KCODE", "KTEST", "DET"):
                yield at, False
        about = False
        for at in range(last + 1, limit):
            cls = self._tokens[at].cls
            if cls in ("COMMA", "AND", "LSEP", "SLASH"):
                return
            about = about or cls in ("FOR", "OF", "BY", "FIRST", "AFTER")
            if cls in FILES | {"KTEST", "KCODE", "WEAK"}:
                yield at, about and cls != "PTEST"

    def _name(self, at: int) -> str:
        atom = self._atoms.get(self._tokens[at].start)
        return (atom.test or atom.data) if atom and atom.cls == self._tokens[at].cls else self._data(at)

    def _count(self, start: int, end: int, named: bool = False) -> int | None:
        """Return the number of tests that is claimed, None where it may be that of a part of them."""
        tokens = self._tokens
        if not named and any(tokens[at].cls in _AROUND for at in range(start, end)):
            return None
        for at in range(start, end):
            if tokens[at].cls == "NUM" and not (at and tokens[at - 1].cls in ("WORD", "FOR")):
                return number_of(tokens[at])
        for at in range(start, min(end + 2, len(tokens))):
            if tokens[at].cls == "PAR" and (count := _count_in(tokens[at].inner)) is not None:
                return count
        return None

    def inherited(self, heads: tuple[Token, ...]) -> Iterator[Draft]:
        kinds: dict[tuple[Kind, str], None] = {}
        for head in heads:
            kind = _OF_HEAD[head.cls]
            types = "types" if head.cls in ("TYPES", "CTYPES") else ""
            if (kind, types) in kinds:
                continue
            kinds[kind, types] = None
            count = self._counted(head) if kind == "tests_pass" else None
            detail = {"check": types} if types else {}
            yield Draft(kind, self._start, self._end, count=count, detail=detail, at=self._statement.start)

    def _counted(self, head: Token) -> int | None:
        """Return the number beside the verdict, else beside the thing that it speaks of: 36 tests, all green."""
        count = self._count(self._statement.start, self._statement.end)
        at = next((at for at, token in enumerate(self._tokens[: self._statement.start]) if token == head), 0)
        return count if count is not None else self._count(max(0, at - 2), at)

    def build(self) -> Draft:
        start, end = self._statement.groups["build"]
        target = next((self._data(at) for at in range(start, end) if self._tokens[at].cls in FILES), None)
        verbs = {token.text for token in self._tokens[start : self._statement.end]}
        types = any("type" in verb and "check" in verb for verb in verbs)
        return Draft("build_passes", self._start, self._end, target=target, detail={"check": "types"} if types else {}, at=self._statement.start)

    # -- commands and commits

    def command(self) -> Draft:
        at = self._statement.groups["cmd"][0]
        detail: dict[str, str] = {}
        end = self._end
        if "prints" in self._statement.groups:
            printed = self._printed(self._statement.groups["prints"][1])
            if printed:
                detail["prints"], end = printed
        atom = self._atoms.get(self._tokens[at].start)
        return Draft("command_succeeds", self._start, end, target=atom.data if atom else None, detail=detail, at=at)

    def _printed(self, at: int) -> tuple[str, int] | None:
        """Return what is printed, where the words say it literally, and where it ends."""
        tokens = self._tokens
        while at < len(tokens) and tokens[at].cls in ("LE", "COLON", "DET", "AUX", "FORZ"):
            at += 1
        if at >= len(tokens):
            return None
        token = tokens[at]
        if token.cls in ("QUOTE", "KCODE", "HASH", "CMD", "WEAK", "KTEST") and token.end - token.start == 1:
            return self._data(at), token.end
        alone = at + 1 == len(tokens) or tokens[at + 1].cls in ("COMMA", "AND", "SEMI", "DASH", "BUT", "PAR", "IN", "FOR")
        if alone and token.cls in ("WORD", "NUM") and tokens[at - 1].cls != "DET":
            return token.text, token.end
        return None

    def commit(self) -> Iterator[Draft]:
        groups = self._statement.groups
        branch = self._data(groups["branch"][0]) if "branch" in groups else ""
        detail = {"branch": branch} if branch else {}
        target = self._data(groups["hash"][0]) if "hash" in groups else branch
        if target:
            yield Draft("commit_exists", self._start, self._end, target=target, detail=detail, at=(groups.get("hash") or groups["branch"])[0])


def _count_in(inner: tuple[Token, ...]) -> int | None:
    """Return the number of tests in brackets: (42/42), (42 passed), (12 个测试)."""
    kinds = [token.cls for token in inner]
    if not kinds or kinds[0] not in ("NUM", "MEAS", "ALL") or "SUBSET" in kinds:
        return None
    at = kinds.index("NUM") if "NUM" in kinds else -1
    rest = [cls for cls in kinds[at + 1 : at + 3] if cls not in ("MEAS", "ALL")]
    if at < 0 or (rest and rest[0] not in ("PASS", "PASSZ", "TESTS", "COMMA")):
        return None
    return number_of(inner[at])
