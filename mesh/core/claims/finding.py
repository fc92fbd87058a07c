"""Finds the claims of a reply in its prose and its assertions; checks none of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from mesh.core.claims import contexts
from mesh.core.claims.blocks import Block, blocks_of
from mesh.core.claims.claiming import HEADS, Draft, drafts_of, head_groups, is_status
from mesh.core.claims.contexts import Context
from mesh.core.claims.contradictions import with_denials
from mesh.core.claims.matching import Statement, statements_of
from mesh.core.claims.modality import is_held_at, is_made
from mesh.core.claims.retagging import retagged
from mesh.core.claims.tokens import Sentence, Token, number_of, sentences_of
from mesh.core.claims.view import ATOM, View, view_of
from mesh.model.evidence import Claim, Reply

# A sentence without any of these states nothing that is looked for.
_RELEVANT = re.compile(
    ATOM + r"|test|spec|suite|build|built|compil|lint|typ|pass|fail|green|commit|clean|succe|error|push|branch|ruff|flake"
    r"|mypy|pyright|tsc|clippy|prettier|black|isort|rubocop|biome|fmt|vet|jest|mocha|tox|nox|ok|issue|warning|format|style"
    r"|all|every|测|编译|构建|打包|通过|检查|绿|跑|失败|提交|成功|报错|正常|问题|错误|警告|分支|用例|全过|过了"
)

_ANYTHING = re.compile(r"\S")
_STRONG = frozenset({"没问题", "没有问题", "无误", "全绿", "一切正常", "all-green", "all clear"})


def find_claims(reply: Reply) -> tuple[Claim, ...]:
    """Return the claims of a reply by their place in it, numbered from 1; of linear time, never raises."""
    found = [*_asserted(reply), *_stated(reply)]
    found.sort(key=lambda claim: (claim.start, claim.end))
    return tuple(replace(claim, id=at) for at, claim in enumerate(found, 1))


def _asserted(reply: Reply) -> Iterator[Claim]:
    for entry in reply.assertions:
        yield Claim(
            id=0, kind="assertion", source="assertion", text=entry.claim, start=entry.start, end=entry.end,
            target=entry.verify_command or None, assertion=entry,
        )  # fmt: skip


def _stated(reply: Reply) -> list[Claim]:
    reader = _Reader(reply)
    for at, block in enumerate(reader.blocks):
        reader.read(at, block)
    return with_denials(reader.claims, reader.denials)


class _Reader:
    """Reads block by block, each in the context of those above it."""

    def __init__(self, reply: Reply) -> None:
        self._text = reply.text
        self.blocks = blocks_of(reply.text, reply.body_start)
        self.claims: list[Claim] = []
        self.denials: list[Claim] = []
        self._contexts: list[Context] = []
        self._heads_of_tables = {block.head for block in self.blocks if block.kind == "row"}
        self._columns: dict[int, list[str | None]] = {}

    def read(self, at: int, block: Block) -> None:
        above = self._contexts[block.parent] if block.parent >= 0 else Context()
        view = view_of(self._text, block.spans, cells=block.kind == "row")
        leads = block.kind == "heading" or view.text.rstrip().endswith(":")
        relevant = _ANYTHING if leads else _RELEVANT
        found = [sentence and retagged(sentence, view.atoms) for sentence in sentences_of(view, relevant)]
        sentences = [sentence for sentence in found if sentence]
        context = contexts.under(view.text, sentences, above, heading=block.kind == "heading")
        if block.checked is False:
            context = replace(context, plan=True, role=None)
        planned = above.plan or block.checked is False or contexts.begins_with_plan(view.text)
        heads = above.heads
        if block.kind == "row" and at in self._heads_of_tables:
            planned = True
        if not planned and not (block.kind == "heading" and context.plan):
            block_reader = _BlockReader(view, above, item=block.kind in ("item", "row"))
            for sentence in found:
                heads = block_reader.read(sentence, heads) if sentence else ()
            self._keep(view, block_reader)
        self._contexts.append(replace(context, heads=_last_heads(sentences) if leads else ()))

    def _keep(self, view: View, reader: _BlockReader) -> None:
        for drafts, kept in ((reader.drafts, self.claims), (reader.denials, self.denials)):
            for draft in drafts:
                start, end = view.origin(draft.start, draft.end)
                kept.append(
                    Claim(
                        id=0, kind=draft.kind, text=self._text[start:end], start=start, end=end, target=draft.target,
                        count=draft.count, folder=draft.folder, detail=draft.detail,
                    )
                )  # fmt: skip


def _last_heads(sentences: list[Sentence]) -> tuple[Token, ...]:
    return _heads_of(sentences[-1].tokens, len(sentences[-1].tokens)) if sentences else ()


def _heads_of(tokens: list[Token], end: int) -> tuple[Token, ...]:
    """Return the last things before `end` that tests, builds or linters are named by, side by side."""
    for last in range(end - 1, -1, -1):
        if tokens[last].cls in HEADS:
            start = last
            while start > 0 and tokens[start - 1].cls in (*HEADS, "DET", "ALL", "AND", "LSEP", "COMMA", "NUM", "ADJ", "SCOPE", "SLASH"):
                start -= 1
            return tuple(tokens[group[-1]] for group in head_groups(tokens, start, last + 1))
    return ()


class _BlockReader:
    """Reads the sentences of a block and keeps each claim once."""

    def __init__(self, view: View, above: Context, *, item: bool) -> None:
        self._view = view
        self._above = above
        self._item = item
        self._first = True
        self.drafts: list[Draft] = []
        self.denials: list[Draft] = []

    def read(self, sentence: Sentence, heads: tuple[Token, ...]) -> tuple[Token, ...]:
        """Read one sentence; return the things that the next one may speak of."""
        if contexts.begins_with_plan(self._view.text[sentence.tokens[0].start : sentence.tokens[-1].end] if sentence.tokens else ""):
            return ()
        taken: set[tuple[str, int]] = set()
        self._read(sentence, heads, taken)
        if self._first and self._item and self._above.role:
            self._read_role(sentence, self._above.role, taken)
        self._first = False
        for at, token in enumerate(sentence.tokens):
            if token.cls == "PAR" and token.inner and not is_held_at(sentence, at):
                inner = Sentence(list(token.inner))
                self._read(inner, _heads_of(sentence.tokens, at) or heads, taken, inside=True)
        return _heads_of(sentence.tokens, len(sentence.tokens))

    def _read(self, sentence: Sentence, heads: tuple[Token, ...], taken: set[tuple[str, int]], *, inside: bool = False) -> None:
        for statement in statements_of(sentence, reported=self._above.reported):
            status = is_status(statement)
            if not is_made(sentence, statement, status=status):
                continue
            if status and not statement.denies and _is_partial(sentence, statement):
                continue
            subjects = self._subjects(sentence, statement, heads)
            for draft in drafts_of(sentence, statement, self._view.atoms, subjects):
                self._take(draft, sentence, statement, taken, inside)

    def _take(self, draft: Draft, sentence: Sentence, statement: Statement, taken: set[tuple[str, int]], inside: bool) -> None:
        if statement.denies:
            if _is_present(sentence, statement):
                self.denials.append(draft)
            return
        group = "file" if draft.kind.startswith("file") else draft.kind + draft.detail.get("check", "")
        place = (group, sentence.tokens[draft.at].start)
        covered = draft.kind in ("tests_pass", "build_passes", "lint_passes") and any(
            kind == group and self._overlaps(draft, start) for kind, start in taken
        )
        if place in taken or covered or draft.count == 0:
            return
        if _is_aside(statement, draft) and any(kind == group for kind, _ in taken):
            return
        taken.add(place)
        self.drafts.append(draft)

    def _overlaps(self, draft: Draft, start: int) -> bool:
        return draft.start <= start < draft.end and any(
            other.kind == draft.kind and other.start < draft.end and draft.start < other.end and other.target == draft.target for other in self.drafts
        )

    def _subjects(self, sentence: Sentence, statement: Statement, heads: tuple[Token, ...]) -> tuple[Token, ...]:
        """Return what a verdict without a subject speaks of, if its words allow that."""
        if not statement.inherits:
            return ()
        own = _heads_of(sentence.tokens, statement.start)
        prefix = {token.cls for token in sentence.tokens[statement.start : statement.groups["verdict"][0]]}
        verdict = sentence.tokens[statement.groups["verdict"][0]]
        strong = bool(prefix & {"ALL", "PRON", "NUM"})
        if verdict.cls == "GREEN" and not (strong or prefix & {"AUX", "WAS", "RUNS", "RUNZ", "PERF"} or verdict.text in _STRONG):
            return ()
        if own:
            return own
        return heads if (strong or verdict.text in _STRONG) and verdict.cls in ("PASS", "PASSZ", "GREEN") else ()

    def _read_role(self, sentence: Sentence, role: str, taken: set[tuple[str, int]]) -> None:
        """State of the paths that begin an item what the line above the list says of them."""
        tokens = sentence.tokens
        at = 0
        while at < len(tokens) and tokens[at].cls in ("GREEN", "ADV", "NEWF", "NOUNF", "DIRN"):
            at += 1
        end = at
        while end < len(tokens) and tokens[end].cls in ("PATH", "PTEST", "PCMD", "COMMA", "AND", "LSEP"):
            end += 1
        held = {"FUTURE", "NEG", "HOPE", "MUST", "UNCHANGED"}
        if end == at or any(token.cls in held for token in tokens[end : end + 3]):
            return
        statement = Statement(at, end, {role: (at, end)}, True)
        for here in range(at, end):
            if tokens[here].cls in ("PATH", "PTEST", "PCMD"):
                one = Statement(here, here + 1, {role: (here, here + 1)}, True)
                for draft in drafts_of(sentence, one, self._view.atoms):
                    self._take(draft, sentence, statement, taken, False)


def _is_aside(statement: Statement, draft: Draft) -> bool:
    """Say whether a statement only repeats in figures what the sentence said: "all pass, 0 failures"."""
    return "nofail" in statement.groups or (statement.inherits and draft.count is None and False)


def _is_partial(sentence: Sentence, statement: Statement) -> bool:
    """Say whether a figure beside it tells that not all passed: "41 of 42", "5 passed, 2 failed"."""
    tokens = sentence.tokens
    for at in range(max(0, statement.start - 2), statement.end):
        if tokens[at].cls == "NUM" and at + 2 < len(tokens) and tokens[at + 1].cls == "OF":
            whole = next((token for token in tokens[at + 2 : at + 5] if token.cls == "NUM"), None)
            if whole and number_of(whole) != number_of(tokens[at]):
                return True
        if tokens[at].cls == "PAR" and _some_failed(tokens[at].inner):
            return True
    return _some_failed(tuple(tokens[statement.start : statement.end + 6]))


def _some_failed(tokens: tuple[Token, ...]) -> bool:
    for at, token in enumerate(tokens):
        if token.cls != "FAIL":
            continue
        before = [other for other in tokens[max(0, at - 3) : at] if other.cls not in ("TESTS", "MEAS", "AUX", "WAS", "ALL")]
        after = tokens[at + 1 : at + 3]
        figures = [*before[-1:], *(after[1:] if after and after[0].cls == "COLON" else after[:1])]
        if any(other.cls == "NUM" and number_of(other) for other in figures):
            return True
    return False


def _is_present(sentence: Sentence, statement: Statement) -> bool:
    """Say whether a denial speaks of now: what failed once is no contradiction."""
    tokens = sentence.tokens
    words = {token.text for token in tokens[statement.start : statement.end]}
    if words & {"was", "were", "did", "didn't", "failed", "broke", "crashed", "had", "wasn't", "weren't"}:
        return bool(statement.groups.keys() & {"exists", "modified", "removed"}) and not any(token.cls in ("OLD", "OLDER", "BEFOREW", "BEFOREZ") for token in tokens)
    return not any(token.cls in ("OLD", "BEFOREW", "BEFOREZ", "ONCE", "AFTERZ") or token.text in ("without", "on") for token in tokens)
