"""Reads the sentences of one block and collects the claims in them, each once; checks none."""

from __future__ import annotations

from mesh.core.claims import contexts
from mesh.core.claims.claiming import drafts_of, is_status
from mesh.core.claims.contexts import Context
from mesh.core.claims.counting import is_partial
from mesh.core.claims.drafts import FILES, Draft, heads_before
from mesh.core.claims.matching import Statement, statements_of
from mesh.core.claims.modality import is_denied_now, is_held_at, is_made
from mesh.core.claims.tokens import Sentence, Token
from mesh.core.claims.view import View

_STRONG = frozenset({"没问题", "没有问题", "无误", "全绿", "一切正常", "all-green", "all clear"})
_LISTED = FILES | {"COMMA", "AND", "LSEP"}
_FIGURES = frozenset({"nofail", "passed", "verdict"})
_HELD = frozenset({"FUTURE", "NEG", "HOPE", "MUST", "UNCHANGED"})


class Collector:
    """Collects the claims of a block, and the denials of such, in the context of what it stands under."""

    def __init__(self, view: View, above: Context, *, item: bool) -> None:
        self.drafts: list[Draft] = []
        self.denials: list[Draft] = []
        self._view = view
        self._above = above
        self._role = above.role if item else None

    def read(self, sentence: Sentence, heads: tuple[Token, ...]) -> tuple[Token, ...]:
        """Read one sentence; return the things that a verdict in the next one may speak of."""
        tokens = sentence.tokens
        if not tokens or contexts.begins_with_plan(self._view.text[tokens[0].start :], block=False):
            return ()
        taken: set[tuple[str, int]] = set()
        self._read(sentence, heads, taken)
        if self._role:
            self._read_role(sentence, self._role, taken)
            self._role = None
        for at, token in enumerate(tokens):
            if token.cls == "PAR" and token.inner and not is_held_at(sentence, at):
                self._read(Sentence(list(token.inner)), heads_before(tokens, at) or heads, taken, inside=True)
        return heads_before(tokens, len(tokens))

    def _read(
        self, sentence: Sentence, heads: tuple[Token, ...], taken: set[tuple[str, int]], *, inside: bool = False
    ) -> None:
        """Read a sentence, or what stands in brackets inside of one."""
        for statement in statements_of(sentence, reported=self._above.reported):
            status = is_status(statement)
            if not is_made(sentence, statement, status=status):
                continue
            if status and not statement.denies and is_partial(sentence.tokens, statement):
                continue
            subjects = _subjects(sentence, statement, heads) if statement.inherits else ()
            drafts = drafts_of(sentence, statement, self._view, subjects)
            if not statement.denies:
                figures = bool(statement.groups.keys() & (_FIGURES if inside else {"nofail"}))
                for draft in drafts:
                    self._take(draft, sentence, taken, figures)
            elif is_denied_now(sentence, statement):
                self.denials.extend(drafts)

    def _take(self, draft: Draft, sentence: Sentence, taken: set[tuple[str, int]], figures: bool) -> None:
        """Keep a draft that is no double; mere `figures` repeat what the sentence said: "all pass (5 passed)"."""
        group = "file" if draft.kind.startswith("file") else draft.kind + draft.detail.get("check", "")
        place = (group, sentence.tokens[draft.at].start)
        if place in taken or draft.count == 0 or self._is_covered(draft):
            return
        if figures and any(kind == group for kind, _ in taken):
            return
        taken.add(place)
        self.drafts.append(draft)

    def _is_covered(self, draft: Draft) -> bool:
        """Say whether a verdict that was kept already holds this one."""
        if draft.kind not in ("tests_pass", "build_passes", "lint_passes"):
            return False
        return any(
            other.kind == draft.kind
            and other.start < draft.end
            and draft.start < other.end
            and draft.target in (None, other.target)
            and draft.detail.get("check") == other.detail.get("check")
            for other in self.drafts[-12:]
        )

    def _read_role(self, sentence: Sentence, role: str, taken: set[tuple[str, int]]) -> None:
        """State of the paths that begin an item what the line above the list says of them."""
        tokens = sentence.tokens
        at = 0
        while at < len(tokens) and tokens[at].cls in ("GREEN", "ADV", "NEWF", "NOUNF", "DIRN"):
            at += 1
        end = at
        while end < len(tokens) and tokens[end].cls in _LISTED:
            end += 1
        if any(token.cls in _HELD for token in tokens[end : end + 3]):
            return
        for here in range(at, end):
            if tokens[here].cls in FILES:
                statement = Statement(here, here + 1, {role: (here, here + 1)}, True)
                for draft in drafts_of(sentence, statement, self._view):
                    self._take(draft, sentence, taken, figures=False)


def _subjects(sentence: Sentence, statement: Statement, heads: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return what a verdict without a subject speaks of, if its words allow that."""
    at = statement.groups["verdict"][0]
    verdict = sentence.tokens[at]
    prefix = {token.cls for token in sentence.tokens[statement.start : at]}
    strong = bool(prefix & {"ALL", "PRON", "NUM"}) or verdict.text in _STRONG
    if verdict.cls == "GREEN" and not (strong or prefix & {"AUX", "WAS", "RUNS", "RUNZ", "PERF"}):
        return ()
    own = heads_before(sentence.tokens, statement.start)
    if own:
        return own
    return heads if strong and verdict.cls in ("PASS", "PASSZ", "GREEN") else ()
