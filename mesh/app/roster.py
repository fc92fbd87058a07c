"""Agents and their cards: added, edited, removed; each change is one commit by the person who made it."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

from mesh import codec, files
from mesh.app.workspace import Workspace
from mesh.errors import BadInput, Refused
from mesh.model.card import Card, parse_accept, parse_card, skill
from mesh.model.names import USER, parse_agent, parse_name
from mesh.store.layout import NOTE_KINDS

_CONTEXT = "# {name}\n\n{headline}\n"  # told at the start of every turn; the person adds role and rules
_EDITABLE = ("headline", "description", "skills", "groups", "accept", "driver", "language")


def add(workspace: Workspace, name: str, values: dict[str, Any], *, by: str = USER) -> Card:
    """Make an agent: its home, its card, its boxes and notes. Raises Refused if it exists."""
    normal = parse_agent(name)
    if os.path.exists(workspace.layout.card(normal)):
        raise Refused("agent `{name}` exists", name=normal, hint="change it with `mesh agent edit {name}`")
    card = parse_card({"name": normal, **_checked(values)})
    home = workspace.layout.home(normal)
    for box in ("new", "cur", "done", "dead"):
        files.make_folder(workspace.layout.inbox(normal, box))
    files.make_folder(workspace.layout.outbox(normal))
    files.make_folder(os.path.join(home, "notes"))
    _standing_context(workspace, card)
    write_card(workspace, card, "agent.added", by=by)
    return card


def edit(workspace: Workspace, name: str, values: dict[str, Any], *, by: str = USER) -> Card:
    """Change fields of an agent's card; what is not named stays as it is."""
    card = workspace.card(name)
    changed = parse_card({**card.to_dict(), **_checked(values)})
    if changed != card:
        changed = replace(changed, version=str(int(card.version) + 1) if card.version.isdigit() else "1")
        write_card(workspace, changed, "agent.changed", by=by)
    return changed


def remove(workspace: Workspace, name: str, *, force: bool = False, by: str = USER) -> None:
    """Remove an agent's card; its mail, notes and history stay. Refused while mail waits, unless forced."""
    card = workspace.card(name)
    if card.name == USER:
        raise Refused("`{name}` is the person at the keyboard and stays", name=USER)
    waiting = len(workspace.boxes.waiting(card.name)) + len(workspace.boxes.waiting(card.name, "cur"))
    if waiting and not force:
        raise Refused(
            "agent `{name}` has {count} envelopes waiting",
            name=card.name, count=waiting, hint="see `mesh inbox {name}`; `--force` removes it anyway",
        )  # fmt: skip
    path = workspace.layout.card(card.name)
    workspace.change("agent.removed", by, f"{by} removed {card.name}", [path], lambda: _discard(path))


def _discard(path: str) -> None:
    files.discard(path)


def write_card(workspace: Workspace, card: Card, event: str, *, by: str) -> None:
    """Store a card, and commit it with all that stands in the agent's home already."""
    path = workspace.layout.card(card.name)
    files.make_folder(os.path.dirname(path))
    verb = "added" if event == "agent.added" else "changed"
    home = workspace.layout.home(card.name)
    extra = [os.path.join(home, name) for name in ("CLAUDE.md", "AGENTS.md")]
    extra += [workspace.layout.note(card.name, kind) for kind in NOTE_KINDS]
    paths = [path, *(name for name in extra if event == "agent.added" and os.path.lexists(name))]
    data = codec.write(card.to_dict())
    workspace.change(event, by, f"{by} {verb} {card.name}", paths, lambda: files.write(path, data))


def _standing_context(workspace: Workspace, card: Card) -> None:
    """Write the agent's own instructions once, with AGENTS.md as a link to them."""
    home = workspace.layout.home(card.name)
    context, twin = os.path.join(home, "CLAUDE.md"), os.path.join(home, "AGENTS.md")
    if not os.path.exists(context):
        text = _CONTEXT.format(name=card.name, headline=card.headline or card.name)
        files.write(context, text.encode("utf-8"))
    if not os.path.lexists(twin):
        try:
            os.symlink("CLAUDE.md", twin)
        except (OSError, NotImplementedError):  # Windows allows links to few users
            files.write(twin, files.read(context) or b"")
    for kind in NOTE_KINDS:
        path = workspace.layout.note(card.name, kind)
        if not os.path.exists(path):
            files.write(path, f"# {kind}\n".encode())


def _checked(values: dict[str, Any]) -> dict[str, Any]:
    """Return fields of a card as they are stored; raises BadInput for one that cannot be."""
    for name in values:
        if name not in _EDITABLE:
            raise BadInput("a card has no field `{name}`", name=name)
    checked = {name: value for name, value in values.items() if value is not None}
    if "skills" in checked:
        checked["skills"] = [skill(item).to_dict() for item in checked["skills"]]
    if "groups" in checked:
        checked["groups"] = [parse_name(item, "group name") for item in checked["groups"]]
    if "accept" in checked:
        checked["accept"] = list(parse_accept(tuple(checked["accept"])))
    return checked
