"""The prompt of a turn, gathered from the workspace: what the agent knows, what came, what is due."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence

from mesh import files
from mesh.app import knowledge
from mesh.app.workspace import Workspace
from mesh.core import notes as noting
from mesh.core import prompt, rounds
from mesh.core.handshake import fold
from mesh.model.card import Card
from mesh.model.envelope import Envelope
from mesh.model.names import USER
from mesh.model.task import Task

NOTES_BUDGET = 4000  # characters of the digest of learnings, decisions and issues
_TOOLLESS = ("command", "human")


def prompt_for(
    workspace: Workspace, card: Card, envelope: Envelope, *, nudge: bool = False,
    told: Sequence[Envelope] = (), fence: str = "",
) -> str:  # fmt: skip
    """Return exactly what an agent is told for an envelope; `fence` is drawn anew where none is given.

    `told` are notifications and messages that waited beside it.
    """
    index = workspace.fresh_index()
    history = index.of_task(envelope.task)
    task = fold(history, workspace.settings.handshake)
    language = language_of(workspace, card, envelope, history)
    earlier = [item for item in history if item.id < envelope.id and _is_told(item)]
    unfinished = [found for found in knowledge.plans(workspace, card.name) if not found.plan.is_finished]
    notes = [note for note in knowledge.notes(workspace, card.name) if note.kind != "memory"]
    parts = prompt.PromptParts(
        language=language,
        fence=fence or secrets.token_hex(16),
        agent=card.name,
        envelope=envelope,
        task=task,
        policy=workspace.settings.handshake,
        tools=card.driver_name not in _TOOLLESS,
        instructions=_instructions(workspace, card),
        teammates=_teammates(workspace, card),
        memory=knowledge.memory(workspace, card.name),
        notes=noting.digest(notes, NOTES_BUDGET, language),
        plans=tuple(found.plan for found in unfinished),
        earlier=(*earlier, *told),
        messages=_messages(workspace, card, envelope, task, language, nudge, unfinished),
    )
    return prompt.build(parts)


def envelope_text(workspace: Workspace, card: Card, envelope: Envelope, fence: str) -> str:
    """Return an envelope as it is handed to an agent in the middle of a turn, in the turn's own fence."""
    history = workspace.fresh_index().of_task(envelope.task)
    task = fold(history, workspace.settings.handshake)
    language = language_of(workspace, card, envelope, history)
    return prompt.arrival(envelope, task, fence=fence, language=language)


def language_of(
    workspace: Workspace, card: Card, envelope: Envelope, history: Sequence[Envelope] = ()
) -> str:
    """Return the language of a prompt: the card's, the workspace's, else that of what was asked."""
    for chosen in (card.language, workspace.settings.language):
        if chosen in ("en", "zh"):
            return chosen
    texts = [envelope.text, *(item.text for item in history[:1])]
    return language_of_text(next((text for text in texts if text.strip()), envelope.subject))


def language_of_text(text: str) -> str:
    """Return `zh` for a text with a fair share of Chinese characters, else `en`."""
    sample = text[:4000]
    chinese = sum(1 for char in sample if "\u4e00" <= char <= "\u9fff")
    latin = sum(1 for char in sample if char.isascii() and char.isalpha())
    return "zh" if chinese * 4 > latin and chinese else "en"


def _is_told(envelope: Envelope) -> bool:
    return envelope.type not in ("execution_start",) and envelope.status != "working"


def _instructions(workspace: Workspace, card: Card) -> str:
    data = files.read(os.path.join(workspace.layout.home(card.name), "CLAUDE.md")) or b""
    return data.decode("utf-8", "replace")


def _teammates(workspace: Workspace, card: Card) -> tuple[prompt.Teammate, ...]:
    cards = [other for other in workspace.cards() if other.name != card.name]
    return tuple(prompt.Teammate(name=other.name, headline=other.headline) for other in cards)


def _messages(
    workspace: Workspace, card: Card, envelope: Envelope, task: Task | None, language: str,
    nudge: bool, plans: Sequence[knowledge.PlanFile],
) -> tuple[str, ...]:  # fmt: skip
    """Return the runtime's own words for this turn."""
    found = []
    if nudge:
        found.append(prompt.reminder("nudge", language))
    for plan in plans:
        if plan.early:
            found.append(prompt.reminder("plan_early", language, plan=plan.name, task=plan.plan.task))
    peer = envelope.from_
    context = workspace.index.of_context(envelope.context)
    said = rounds.rounds_of_pair(context, card.name, peer)
    guards = workspace.settings.guards
    if said >= guards["rounds_warn"] and peer != USER:
        limit = int(guards["rounds"])
        found.append(prompt.reminder("round_warning", language, round=said, limit=limit, peer=peer))
    if rounds.has_run_empty(context, card.name, peer, language):
        found.append(prompt.reminder("chatter_close", language))
    return tuple(found)
