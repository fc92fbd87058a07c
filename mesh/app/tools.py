"""The mesh tools of an agent in its turn: thin renderings of the use cases, with errors it can act on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mesh.app import broadcasting, conversing, knowledge, looking, requesting
from mesh.app.sending import Order
from mesh.app.workspace import Workspace
from mesh.driver.base import Outcome
from mesh.errors import BadInput, MeshError
from mesh.model.envelope import Understanding


@dataclass(slots=True, kw_only=True)
class Caller:
    """The agent whose turn it is: nothing it says can make it another.

    `task` is the task of the turn, `parent` the one that new tasks are opened for. `observed` gives the
    JSON lines of what was seen of it so far, `sent` collects the ids of what it sent.
    """

    workspace: Workspace
    agent: str
    task: str
    parent: str | None
    envelope: str
    observed: Callable[[], str] = lambda: ""
    sent: list[str] = field(default_factory=list)


Tool = Callable[[Caller, Mapping[str, Any]], str]


def call(caller: Caller, name: str, values: Mapping[str, Any]) -> Outcome:
    """Run a mesh tool; a failure comes back as text with the next step."""
    tool = TOOLS.get(name)
    if tool is None:
        return Outcome(ok=False, text=f"no tool `{name}`; there are: {', '.join(TOOLS)}")
    try:
        return Outcome(ok=True, text=tool(caller, values))
    except MeshError as error:
        hint = f"\nhint: {error.hint.format(**error.values) if error.values else error.hint}"
        return Outcome(ok=False, text=f"{error}{hint if error.hint else ''}")


def _text(values: Mapping[str, Any], name: str, default: str | None = None) -> str:
    value = values.get(name, default)
    if not isinstance(value, str):
        raise BadInput("`{name}` must be text", name=name, hint="give it and call again")
    return value


def _texts(values: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = values.get(name) or []
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, (list, tuple)) or not all(isinstance(item, str) for item in items):
        raise BadInput("`{name}` must be a list of texts", name=name, hint="give a list and call again")
    return tuple(items)


def _task(caller: Caller, values: Mapping[str, Any]) -> str:
    return _text(values, "task_id", caller.task)


def _noted(caller: Caller, sent: requesting.Sent) -> str:
    caller.sent.append(sent.envelope.id)
    return json.dumps(sent.to_json(), ensure_ascii=False)


def _whoami(caller: Caller, values: Mapping[str, Any]) -> str:
    card = caller.workspace.card(caller.agent)
    return json.dumps({**card.to_dict(), "task_id": caller.task}, ensure_ascii=False)


def _friends(caller: Caller, values: Mapping[str, Any]) -> str:
    cards = [card for card in caller.workspace.cards() if card.name != caller.agent]
    return "\n".join(f"{card.name}: {card.headline}" for card in cards)


def _groups(caller: Caller, values: Mapping[str, Any]) -> str:
    return json.dumps(caller.workspace.groups(), ensure_ascii=False)


def _roster(caller: Caller, values: Mapping[str, Any]) -> str:
    return json.dumps([card.to_dict() for card in caller.workspace.cards()], ensure_ascii=False)


def _card(caller: Caller, values: Mapping[str, Any]) -> str:
    card = caller.workspace.card(_text(values, "agent_id"))
    return json.dumps(card.to_dict(), ensure_ascii=False)


def turn_key(envelope: str, *content: str) -> str:
    """Return the key under which a turn sends: a turn that runs again after a crash sends it once."""
    digest = hashlib.sha256("\0".join(content).encode("utf-8", "surrogatepass")).hexdigest()
    return f"turn:{envelope}:{digest[:16]}"


def _send(caller: Caller, values: Mapping[str, Any]) -> str:
    if values.get("task_id"):
        text = _text(values, "text")
        return _noted(caller, conversing.message(caller.workspace, _task(caller, values), caller.agent, text))
    order = Order(
        sender=caller.agent,
        to=_text(values, "to_agent_id"),
        text=_text(values, "text"),
        subject=_text(values, "subject", ""),
        complexity=values.get("complexity"),
        parent=caller.parent,
        key=turn_key(caller.envelope, _text(values, "to_agent_id"), _text(values, "text")),
    )
    return _noted(caller, requesting.request(caller.workspace, order))


def _reply(caller: Caller, values: Mapping[str, Any]) -> str:
    sent = conversing.reply(
        caller.workspace, _task(caller, values), caller.agent, _text(values, "text"),
        status=_text(values, "status", "completed"), observed=caller.observed(),
        assertions=values.get("assertions") or (),
    )  # fmt: skip
    return _noted(caller, sent)


def _broadcast(caller: Caller, values: Mapping[str, Any]) -> str:
    order = Order(sender=caller.agent, to="", text=_text(values, "text"), parent=caller.parent)
    sent = broadcasting.broadcast(
        caller.workspace, order, _texts(values, "to_agent_ids"), policy=_text(values, "policy", "all")
    )
    caller.sent.extend(request.id for request in sent.requests)
    return json.dumps(sent.to_json(), ensure_ascii=False)


def _notify(caller: Caller, values: Mapping[str, Any]) -> str:
    told = broadcasting.notify(
        caller.workspace, caller.agent, _text(values, "group_id"), _text(values, "text")
    )
    return f"told {', '.join(envelope.to for envelope in told)}"


def _confirm(caller: Caller, values: Mapping[str, Any]) -> str:
    understanding = Understanding(
        scope=_text(values, "scope"),
        approach=_text(values, "approach", ""),
        output_format=_text(values, "output_format", ""),
        assumptions=_texts(values, "assumptions"),
        questions=_texts(values, "questions"),
    )
    sent = conversing.confirm(caller.workspace, _task(caller, values), caller.agent, understanding)
    return _noted(caller, sent)


def _acknowledge(caller: Caller, values: Mapping[str, Any]) -> str:
    corrections = _texts(values, "corrections")
    status = _text(values, "status", "confirmed_with_correction" if corrections else "confirmed")
    sent = conversing.acknowledge(
        caller.workspace, _task(caller, values), caller.agent, status, corrections=corrections
    )
    return _noted(caller, sent)


def _set_status(caller: Caller, values: Mapping[str, Any]) -> str:
    status, reason = _text(values, "status"), _text(values, "reason", "")
    if status == "working":
        sent = conversing.start(caller.workspace, _task(caller, values), caller.agent, reason)
    else:
        sent = conversing.set_status(caller.workspace, _task(caller, values), caller.agent, status, reason)
    return _noted(caller, sent)


def _timeline(caller: Caller, values: Mapping[str, Any]) -> str:
    found = looking.timeline(caller.workspace, _text(values, "context_id", caller.task))
    return "\n".join(
        f"{item.sent_at:%H:%M:%S} {item.from_} -> {item.to} {item.type}: {item.subject}" for item in found
    )


def _note(caller: Caller, values: Mapping[str, Any]) -> str:
    kind = _text(values, "kind", "memory")
    knowledge.add_note(caller.workspace, caller.agent, kind, _text(values, "text"))
    return f"noted in {kind}"


def _plan(caller: Caller, values: Mapping[str, Any]) -> str:
    steps = _texts(values, "steps")
    return knowledge.write_plan(caller.workspace, caller.agent, caller.task, _text(values, "title"), steps)


def _tick(caller: Caller, values: Mapping[str, Any]) -> str:
    step = values.get("step")
    if not isinstance(step, (int, str)):
        raise BadInput("`step` must be the number or the words of a step", hint="give it and call again")
    plan = values.get("plan")
    return knowledge.tick_plan(caller.workspace, caller.agent, plan or caller.task, str(step))


TOOLS: dict[str, Tool] = {
    "mesh_whoami": _whoami,
    "mesh_list_friends": _friends,
    "mesh_list_groups": _groups,
    "mesh_get_roster": _roster,
    "mesh_get_agent_card": _card,
    "mesh_send_message": _send,
    "mesh_reply": _reply,
    "mesh_broadcast": _broadcast,
    "mesh_notify_group": _notify,
    "mesh_confirm_understanding": _confirm,
    "mesh_acknowledge": _acknowledge,
    "mesh_set_task_status": _set_status,
    "mesh_get_timeline": _timeline,
    "mesh_note": _note,
    "mesh_plan": _plan,
    "mesh_plan_tick": _tick,
}
