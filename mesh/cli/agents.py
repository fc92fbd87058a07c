"""Commands for agents and their cards."""

from __future__ import annotations

import os
import shlex
from typing import Any

from mesh.app import looking, roster
from mesh.cli import output as out
from mesh.cli.common import opened, speaker, words
from mesh.cli.declare import Args
from mesh.errors import BadInput
from mesh.model.card import Card


def _values(args: Args) -> dict[str, Any]:
    """Return the fields of a card that the options name."""
    return {
        "headline": args.headline,
        "description": args.description,
        "skills": list(args.skill) if args.skill else None,
        "groups": list(args.group) if args.group else None,
        "accept": [name for part in args.accept for name in part.split(",")] if args.accept else None,
        "driver": _driver(args),
        "language": args.language_,
    }


def _driver(args: Args) -> dict[str, Any] | None:
    """Return the driver's settings from `--driver NAME` and the options that belong to it."""
    from mesh.driver.registry import load

    own = {"command": args.command, "script": args.script, "timeout": args.timeout, "env": args.env}
    given = {name: value for name, value in own.items() if value}
    name = args.driver or next((n for n in ("command", "script") if n in given), None)
    if name is None:
        if given:
            raise BadInput("these options need a driver", hint="name it with `--driver`")
        return None
    load(name)
    if "command" in given:
        given["command"] = shlex.split(given["command"])
    if "env" in given:
        given["env"] = list(given["env"])
    return {"name": name, **given}


def add(args: Args) -> int:
    """Make an agent."""
    with opened(args) as workspace:
        driver = _driver(args)
        if driver and driver["name"] == "command" and "command" not in driver:
            raise BadInput(
                "the driver `command` needs a program", hint="give it with `--command 'python agent.py'`"
            )
        card = roster.add(workspace, args.name, _values(args), by=speaker(args, workspace))
        home = workspace.layout.home(card.name)
        _show_changed(args, card, "agent {name} is ready; its home is {home}", home)
        _warn(args, card)
    return 0


def edit(args: Args) -> int:
    """Change an agent's card; what no option names stays as it is."""
    with opened(args) as workspace:
        values = _values(args)
        if values["driver"] and not args.driver:
            old = workspace.card(args.name).driver
            same = old.get("name") == values["driver"]["name"]
            values["driver"] = {**old, **values["driver"]} if same else values["driver"]
        if all(value is None for value in values.values()):
            raise BadInput("nothing to change", hint="name a field, such as `--headline \"…\"`")
        card = roster.edit(workspace, args.name, values, by=speaker(args, workspace))
        _show_changed(args, card, "agent {name} is changed", "")
        _warn(args, card)
    return 0


def _show_changed(args: Args, card: Card, template: str, home: str) -> None:
    if args.json:
        out.as_json({"schema": 1, **card.to_dict()})
    else:
        out.say(words(args, template, name=card.name, home=os.path.relpath(home) if home else ""))


def _warn(args: Args, card: Card) -> None:
    """Tell at once what the agent's driver lacks, not only when its first turn fails."""
    from mesh.driver.registry import load

    lacks = load(card.driver_name).missing(card.driver)
    if lacks:
        out.tell(words(args, "warning: {what}", what=lacks))


def remove(args: Args) -> int:
    """Remove an agent's card; its mail, notes and history stay."""
    with opened(args) as workspace:
        name = workspace.card(args.name).name
        roster.remove(workspace, name, force=args.force, by=speaker(args, workspace))
        if args.json:
            out.as_json({"schema": 1, "removed": name})
        else:
            out.say(words(args, "agent {name} is removed; its mail, notes and history stay", name=name))
    return 0


def agents(args: Args) -> int:
    """List the agents, or those with a skill; 1 if none has it."""
    with opened(args) as workspace:
        cards = looking.agents(workspace, args.skill)
        if args.json:
            groups = workspace.groups()
            out.as_json({"schema": 1, "agents": [card.to_dict() for card in cards], "groups": groups})
        elif cards:
            heads = tuple(words(args, head) for head in ("agent", "driver", "groups", "skills", "headline"))
            rows = [
                (
                    card.name, card.driver_name, ", ".join(card.groups),
                    ", ".join(skill.name for skill in card.skills), card.headline,
                )
                for card in cards
            ]  # fmt: skip
            out.table(heads, rows)
        else:
            out.say(words(args, "no agent has the skill {skill}", skill=args.skill))
    return 0 if cards else 1


def card(args: Args) -> int:
    """Show an agent's card, as text, as JSON, or in the field names of A2A."""
    with opened(args) as workspace:
        found = workspace.card(args.name)
        if args.a2a:
            from mesh.core.a2a import agent_card

            out.as_json(agent_card(found, workspace.layout.home(found.name)))
        elif args.json:
            out.as_json({"schema": 1, **found.to_dict()})
        else:
            _show(args, found)
    return 0


def _show(args: Args, card: Card) -> None:
    out.say(out.bold(card.name) + (f"  {out.clean(card.headline)}" if card.headline else ""))
    if card.description:
        out.say(out.clean(card.description, lines=True))
    rows = [
        ("skills", ", ".join(skill.name for skill in card.skills)),
        ("groups", ", ".join(card.groups)),
        ("accepts mail from", ", ".join(card.accept)),
        ("driver", ", ".join(f"{key}: {value}" for key, value in card.driver.items())),
        ("language", card.language),
        ("version", card.version),
    ]
    for name, value in rows:
        if value:
            out.say(f"  {words(args, name)}: {out.clean(value)}")
