"""A turn's prompt, assembled from its parts; reads no file of the workspace and decides nothing.

The order is that of runtime.md, section 3: guide, instructions, teammates, memory, notes, plans, what was
said before, the envelope, the handshake, the runtime's own words. Whatever others wrote stands in data
blocks of one fence (mesh.core.fence), whose token the caller draws anew for each prompt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mesh import prompts
from mesh.core import letters, plans
from mesh.core.fence import fenced, headline, tame
from mesh.core.handshake import AGREED, DEFAULT_POLICY, role_of
from mesh.core.notes import MEMORY_BYTES
from mesh.model.envelope import Envelope
from mesh.model.plan import Plan
from mesh.model.task import Task

TEXT_LIMIT = 200_000  # characters of the envelope
EARLIER_LIMIT = 20_000  # characters of each envelope before it


@dataclass(frozen=True, slots=True, kw_only=True)
class Teammate:
    """One line about another agent."""

    name: str
    headline: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptParts:
    """All that a prompt is made of.

    `fence` is a random token of at least 128 bits, fresh for this prompt. `tools` says whether the agent
    has the mesh tools or answers in plain text. `earlier` are the envelopes of the task before this one,
    oldest first, for an agent that does not remember them. `messages` are the runtime's own words.
    """

    language: str
    fence: str
    agent: str
    envelope: Envelope
    task: Task | None = None
    policy: Mapping[str, str] = field(default_factory=lambda: DEFAULT_POLICY)
    tools: bool = True
    instructions: str = ""
    teammates: tuple[Teammate, ...] = ()
    memory: str = ""
    notes: str = ""
    plans: tuple[Plan, ...] = ()
    earlier: tuple[Envelope, ...] = ()
    messages: tuple[str, ...] = ()
    text_limit: int = TEXT_LIMIT


def build(parts: PromptParts) -> str:
    """Return the prompt.

    Raises ValueError for a fence that could be guessed.
    """
    if len(parts.fence) < 16:
        raise ValueError("a fence needs a random token")
    sections = [
        _guide(parts),
        _instructions(parts),
        _teammates(parts),
        _memory(parts),
        _notes(parts),
        _plans(parts),
        _earlier(parts),
        letters.letter(
            parts.envelope, parts.task, fence=parts.fence, language=parts.language, limit=parts.text_limit
        ),
        _due(parts),
        messages(parts.messages, parts.language),
    ]
    return "\n\n".join(section for section in sections if section) + "\n"


def _fill(parts: PromptParts, name: str, **values: object) -> str:
    return prompts.fill(name, parts.language, **values)


def _block(parts: PromptParts, text: str, label: str) -> str:
    words = prompts.labels(parts.language)
    return fenced(text, fence=parts.fence, label=words[label], language=parts.language)


def _how(parts: PromptParts) -> str:
    return "tools" if parts.tools else "answer"


def _guide(parts: PromptParts) -> str:
    how = prompts.part(f"how_{_how(parts)}", parts.language)
    return _fill(parts, "guide", agent=parts.agent, fence=parts.fence, how=how)


def _instructions(parts: PromptParts) -> str:
    text = tame(parts.instructions.strip(), parts.fence)
    return _fill(parts, "instructions", text=text) if text else ""


def _teammates(parts: PromptParts) -> str:
    lines = [f"{mate.name}: {headline(mate.headline)}".rstrip(": ") for mate in parts.teammates]
    return _fill(parts, "teammates", block=_block(parts, "\n".join(lines), "teammates")) if lines else ""


def _memory(parts: PromptParts) -> str:
    if not parts.memory.strip():
        return ""
    text = _fill(parts, "memory", block=_block(parts, parts.memory.strip("\r\n"), "memory"))
    size = len(parts.memory.encode("utf-8", "surrogatepass"))
    if size <= MEMORY_BYTES:
        return text
    return f"{text}\n\n{_fill(parts, 'memory_large', size=size, limit=MEMORY_BYTES)}"


def _notes(parts: PromptParts) -> str:
    return _fill(parts, "notes", block=_block(parts, parts.notes, "notes")) if parts.notes.strip() else ""


def _plans(parts: PromptParts) -> str:
    shown = [_plan(plan) for plan in parts.plans if not plan.is_finished]
    return _fill(parts, "plans", block=_block(parts, "\n\n".join(shown), "plans")) if shown else ""


def _plan(plan: Plan) -> str:
    """Return a plan's title, progress and open steps, with the numbers by which they are ticked."""
    task = f" · {plan.task}" if plan.task else ""
    steps = [f"{'  ' * step.depth}[ ] {step.number}: {step.text}" for step in plan.open_steps]
    return "\n".join([f"{plan.title}{task} · {plans.bar(plan)}", *steps])


def _earlier(parts: PromptParts) -> str:
    blocks = [
        letters.block(item, fence=parts.fence, language=parts.language, limit=EARLIER_LIMIT)
        for item in parts.earlier
    ]
    return _fill(parts, "earlier", blocks="\n\n".join(blocks)) if blocks else ""


# -- what is due now


def _due(parts: PromptParts) -> str:
    """Return what the handshake asks of the agent in this turn."""
    task = parts.task
    if task is None or task.is_final:
        return ""
    words = prompts.labels(parts.language)
    role = role_of(task, parts.agent)
    if role == "requester" and parts.envelope.type == "intent_confirmation":
        return _fill(parts, "confirm_answer", acknowledge=words[f"acknowledge_{_how(parts)}"])
    if role != "worker":
        return ""
    return _due_of_worker(parts, task, words)


def _due_of_worker(parts: PromptParts, task: Task, words: Mapping[str, str]) -> str:
    confirm = words[f"confirm_{_how(parts)}"]
    policy = parts.policy.get(task.level, "hard")
    if task.handshake == "rejected":
        return _fill(parts, "handshake_rejected", confirm=confirm)
    if task.handshake == "asked":
        return _fill(parts, "handshake_waiting", requester=task.requester)
    if task.handshake in AGREED:
        is_news = parts.envelope.type == "intent_ack"
        done = words[f"handshake_{task.handshake}"]
        return _fill(parts, "handshake_agreed", handshake=done) if is_news else ""
    if task.handshake == "waived" or task.state == "working":
        return ""
    values = {"none": {}, "soft": {"confirm": confirm}}.get(
        policy, {"confirm": confirm, "requester": task.requester}
    )
    return _fill(parts, f"handshake_{policy if policy in ('none', 'soft') else 'hard'}", **values)


# -- the runtime's own words


def messages(texts: tuple[str, ...], language: str) -> str:
    """Return what the runtime has to say, under one heading; empty for nothing."""
    return prompts.fill("messages", language, text="\n\n".join(texts)) if texts else ""


def reminder(name: str, language: str, **values: object) -> str:
    """Return one of the runtime's own messages: `nudge`, `chatter_close`, `round_warning` and their kin.

    Values are names and numbers of the runtime's, never what others wrote.
    """
    return prompts.fill(name, language, **values)


def arrival(envelope: Envelope, task: Task | None, *, fence: str, language: str) -> str:
    """Return an envelope as it is handed to an agent at its next tool call, in a block of `fence`."""
    text = letters.letter(envelope, task, fence=fence, language=language, limit=EARLIER_LIMIT)
    return prompts.fill("arrived", language, text=text, fence=fence)


def cross_check(reply: Envelope, *, fence: str, language: str) -> str:
    """Return the request to another agent to try a reply (verification, level 4)."""
    return prompts.fill(
        "cross_check", language, author=reply.from_, task=reply.task,
        block=letters.block(reply, fence=fence, language=language, limit=TEXT_LIMIT),
        checked=letters.checked(reply, language),
    )  # fmt: skip
