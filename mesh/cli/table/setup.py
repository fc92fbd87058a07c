"""Declared here: making a workspace, running its agents, and stopping them."""

from __future__ import annotations

from mesh.cli.declare import Command, command, flag, opt
from mesh.cli.table.shared import FROM

COMMANDS: tuple[Command, ...] = (
    command("init", "mesh.cli.watching:init", "make a workspace here", example="mesh init"),
    command(
        "demo", "mesh.cli.watching:demo", "show the whole of it with two scripted agents",
        flag("--keep", "leave the folder for a look"),
        example="mesh demo\nmesh demo --keep", data=False,
    ),
    command(
        "watch", "mesh.cli.watching:watch", "run the agents when mail comes",
        opt("--agent", "AGENT", "only this agent; may be repeated", many=True, complete="agent"),
        opt("-j --jobs", "N", "turns at the same time", kind="int", low=1),
        flag("--once", "until nothing is left to do"), flag("-q --quiet", "no line for each turn"),
        example="mesh watch\nmesh watch --once --jobs 8",
    ),
    command(
        "stop", "mesh.cli.watching:stop", "stop every agent at once; nothing is lost",
        opt("--reason", "TEXT", "why"), FROM,
        example='mesh stop --reason "the wrong branch"',
    ),
    command(
        "resume", "mesh.cli.watching:resume", "let the agents run again", FROM,
        example="mesh resume",
    ),
)  # fmt: skip
