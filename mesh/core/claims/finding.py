"""Finds the claims of a reply in its prose and its assertions; checks none of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mesh.core.claims import contexts
from mesh.core.claims.blocks import Block, blocks_of
from mesh.core.claims.collecting import Collector
from mesh.core.claims.contexts import Context
from mesh.core.claims.contradictions import with_denials
from mesh.core.claims.drafts import Draft, heads_before
from mesh.core.claims.inline import view_of
from mesh.core.claims.retagging import retagged
from mesh.core.claims.tokens import Sentence, Token, sentences_of
from mesh.core.claims.view import View
from mesh.model.evidence import Claim, Reply


def find_claims(reply: Reply) -> tuple[Claim, ...]:
    """Return the claims of a reply by their place in it, numbered from 1; of linear time, never raises."""
    found = [*_asserted(reply), *_stated(reply)]
    found.sort(key=lambda claim: (claim.start, claim.end))
    return tuple(replace(claim, id=at) for at, claim in enumerate(found, 1))


def _asserted(reply: Reply) -> Iterator[Claim]:
    for entry in reply.assertions:
        yield Claim(
            id=0,
            kind="assertion",
            source="assertion",
            text=entry.claim,
            start=entry.start,
            end=entry.end,
            target=entry.verify_command or None,
            assertion=entry,
        )


def _stated(reply: Reply) -> list[Claim]:
    reader = _Reader(reply)
    for at, block in enumerate(reader.blocks):
        reader.read(at, block)
    return with_denials(reader.claims, reader.denials)


class _Reader:
    """Reads block by block, each in the context of those above it."""

    def __init__(self, reply: Reply) -> None:
        self.blocks = blocks_of(reply.text, reply.body_start)
        self.claims: list[Claim] = []
        self.denials: list[Claim] = []
        self._text = reply.text
        self._contexts: list[Context] = []
        self._heads_of_tables = {block.head for block in self.blocks if block.kind == "row"}

    def read(self, at: int, block: Block) -> None:
        above = self._contexts[block.parent] if block.parent >= 0 else Context()
        view = view_of(self._text, block.spans, cells=block.kind == "row")
        sentences = [retagged(sentence, view.atoms) for sentence in sentences_of(view)]
        heading = block.kind == "heading"
        context = contexts.under(view.text, sentences, above, heading=heading)
        if block.checked is False:
            context = replace(context, plan=True, role=None)
        self._contexts.append(replace(context, heads=_last_heads(sentences) if context.leads else ()))
        planned = above.plan or (heading and context.plan) or block.checked is False
        if not (planned or at in self._heads_of_tables or contexts.begins_with_plan(view.text, block=True)):
            self._collect(view, sentences, above, item=block.kind in ("item", "row"))

    def _collect(self, view: View, sentences: list[Sentence], above: Context, *, item: bool) -> None:
        collector = Collector(view, above, item=item)
        heads = above.heads
        for sentence in sentences:
            heads = collector.read(sentence, heads)
        self.claims.extend(self._claim(view, draft) for draft in collector.drafts)
        self.denials.extend(self._claim(view, draft) for draft in collector.denials)

    def _claim(self, view: View, draft: Draft) -> Claim:
        start, end = view.origin(draft.start, draft.end)
        return Claim(
            id=0,
            kind=draft.kind,
            text=self._text[start:end],
            start=start,
            end=end,
            target=draft.target,
            count=draft.count,
            folder=draft.folder,
            detail=draft.detail,
        )


def _last_heads(sentences: list[Sentence]) -> tuple[Token, ...]:
    return heads_before(sentences[-1].tokens, len(sentences[-1].tokens)) if sentences else ()
