"""Declared here: what looks at mail, tasks and history."""

from __future__ import annotations

from mesh.cli.declare import Command, Group, arg, command, flag, opt
from mesh.cli.table.shared import ALL, FROM, LIMIT, TASK

GROUPS = (
    Group("task", "look at tasks, and end them", "list"),
)

COMMANDS: tuple[Command, ...] = (
    command(
        "inbox", "mesh.cli.looking:inbox", "list what waits for an agent",
        arg("agent", "whose; else your own", optional=True, complete="agent"), ALL,
        example="mesh inbox bob",
    ),
    command(
        "read", "mesh.cli.looking:read", "show one envelope",
        arg("id", "its id; the beginning of it will do", complete="id"),
        example="mesh read 01KBX3G5QV",
    ),
    command(
        "task list", "mesh.cli.looking:task_list", "list the open tasks",
        opt("--agent", "AGENT", "only this agent's", complete="agent"), ALL, LIMIT,
        example="mesh task list --agent bob --all",
    ),
    command(
        "task show", "mesh.cli.looking:task_show", "show a task and all that was said in it", TASK,
        example="mesh task show T-01KBX3G5",
    ),
    command(
        "task close", "mesh.cli.looking:task_close", "end a task that is settled", TASK, FROM,
        example="mesh task close T-01KBX3G5",
    ),
    command(
        "task cancel", "mesh.cli.looking:task_cancel", "cancel a task, as its requester",
        TASK, opt("--reason", "TEXT", "why"), FROM,
        example='mesh task cancel T-01KBX3G5 --reason "no longer needed"',
    ),
    command(
        "timeline", "mesh.cli.looking:timeline", "show a whole conversation, oldest first",
        arg("context", "its id, or that of a task or envelope in it", complete="task"),
        example="mesh timeline T-01KBX3G5",
    ),
    command(
        "search", "mesh.cli.looking:search", "find envelopes by their words",
        arg("words", "the words", many=True), LIMIT,
        example="mesh search parser bug",
    ),
    command(
        "status", "mesh.cli.looking:status", "agents, mail, turns and what is stuck, at one look",
        example="mesh status",
    ),
    command(
        "stats", "mesh.cli.looking:stats", "figures: rework, handshakes, and what was checked",
        opt("--agent", "AGENT", "only this agent's", complete="agent"),
        example="mesh stats --agent bob",
    ),
    command(
        "log", "mesh.cli.looking:log", "show the audit trail, newest first",
        opt("--agent", "AGENT", "only what this agent did", complete="agent"),
        opt("--task", "T", "only this task", complete="task"),
        opt("--since", "WHEN", "2h, 30m, 3d, or a time with its zone"),
        flag("-f --follow", "go on as it grows"), LIMIT,
        example="mesh log --agent bob --since 2h\nmesh log --follow --json",
    ),
)  # fmt: skip
