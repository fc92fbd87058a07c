"""Declared here: agents, their cards and groups."""

from __future__ import annotations

from mesh.cli.declare import Command, Group, Param, arg, command, flag, opt
from mesh.cli.table.shared import FROM

CARD: tuple[Param, ...] = (
    opt("--headline", "TEXT", "what the agent does, in one line"),
    opt("--description", "TEXT", "what others should know"),
    opt("--skill", "NAME", "a skill; may be repeated", many=True),
    opt("--group", "NAME", "a group; may be repeated", many=True),
    opt("--accept", "NAME", "who may write: everyone, nobody, or names; may be repeated", many=True),
    opt("--driver", "NAME", "what runs the agent: human, command, script, …", complete="driver"),
    opt("--command", "COMMAND", "the program of the driver `command`"),
    opt("--script", "FILE", "the rules of the driver `script`", complete="file"),
    opt("--timeout", "S", "seconds a turn may take", kind="float", low=0),
    opt("--env", "NAME", "a variable that the agent may see; may be repeated", many=True),
    opt("--language", "LANG", "the language its prompts are in", choices=("auto", "en", "zh")),
    FROM,
)

GROUPS = (
    Group("agent", "agents and their cards", "list"),
)

COMMANDS: tuple[Command, ...] = (
    command(
        "agent add", "mesh.cli.agents:add", "make an agent",
        arg("name", "the new agent's name"), *CARD,
        example="mesh agent add bob --headline \"writes code\" --command './bob.sh'",
    ),
    command(
        "agent edit", "mesh.cli.agents:edit", "change an agent's card",
        arg("name", "the agent", complete="agent"), *CARD,
        example='mesh agent edit bob --skill python --skill go',
    ),
    command(
        "agent remove", "mesh.cli.agents:remove", "remove an agent; its mail, notes and history stay",
        arg("name", "the agent", complete="agent"), flag("--force", "even with open tasks"), FROM,
        example="mesh agent remove bob",
    ),
    command(
        "agent list", "mesh.cli.agents:agents", "list the agents",
        opt("--skill", "NAME", "only those with this skill"),
        example="mesh agent list --skill python",
    ),
    command(
        "agents", "mesh.cli.agents:agents", "list the agents",
        opt("--skill", "NAME", "only those with this skill"),
        example="mesh agents --skill python",
    ),
    command(
        "card", "mesh.cli.agents:card", "show an agent's card",
        arg("name", "the agent", complete="agent"), flag("--a2a", "in the field names of A2A 1.0"),
        example="mesh card bob --a2a",
    ),
)  # fmt: skip
