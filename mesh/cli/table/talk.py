"""Declared here: what sends mail."""

from __future__ import annotations

from mesh.cli.declare import Command, arg, command, opt
from mesh.cli.table.shared import FILE, FROM, LEVELS, TASK, TEXT

STATUSES = ("completed", "failed", "rejected", "input-required", "auth-required", "working")
SUBJECT = opt("--subject", "TEXT", "the subject line")
LEVEL = opt("--complexity", "LEVEL", "how complex it is; assessed if left out", choices=LEVELS)
PRIORITY = opt("--priority", "P", "how soon it matters", choices=("urgent", "normal", "low"))
CONTEXT = opt("--context", "ID", "the conversation it belongs to", complete="id")
ATTACH = opt("--attach", "FILE", "send a file along; may be repeated", many=True, complete="file")
KEY = opt("--key", "KEY", "sent once only, however often it is tried with this key")
WAIT = opt("--wait", "S", "wait for the answer, S seconds at most", kind="float", bare=0, low=0)

COMMANDS: tuple[Command, ...] = (
    command(
        "send", "mesh.cli.send:send", "open a task",
        arg("to", "the agent that is to do it", complete="agent"), TEXT, FILE, FROM, LEVEL, SUBJECT,
        PRIORITY, ATTACH, CONTEXT,
        opt("--task", "T", "say it in this task instead of opening one", complete="task"), KEY, WAIT,
        example='mesh send bob "find out why the tests fail" --complexity medium --wait 600',
    ),
    command(
        "reply", "mesh.cli.mail:reply", "answer a task; the runtime appends what it checked",
        TASK, TEXT, FILE, opt("--status", "STATUS", "how the task stands now", choices=STATUSES), FROM,
        example='mesh reply T-01KBX3G5 "done, the tests pass" --from bob\n'
        "mesh reply T-01KBX3G5 --file reply.md",
    ),
    command(
        "confirm", "mesh.cli.mail:confirm", "say, as the worker, what was understood",
        TASK,
        opt("--scope", "TEXT", "what is to be done, and what not", required=True),
        opt("--approach", "TEXT", "how"),
        opt("--output-format", "TEXT", "what will be handed over"),
        opt("--assume", "TEXT", "an assumption; may be repeated", many=True),
        opt("--ask", "TEXT", "a question; may be repeated", many=True), FROM,
        example='mesh confirm T-01KBX3G5 --scope "the parser only" --ask "may the API change?" --from bob',
    ),
    command(
        "ack", "mesh.cli.mail:ack", "answer, as the requester, what the worker understood",
        TASK,
        opt("--correct", "TEXT", "a correction; may be repeated", many=True),
        opt("--reject", "TEXT", "no, and why"), FROM,
        example='mesh ack T-01KBX3G5\nmesh ack T-01KBX3G5 --correct "the API stays as it is"',
    ),
    command(
        "start", "mesh.cli.mail:start", "say, as the worker, that the work begins",
        TASK, opt("--expect", "TEXT", "what to expect, and when"), FROM,
        example='mesh start T-01KBX3G5 --expect "an hour" --from bob',
    ),
    command(
        "broadcast", "mesh.cli.mail:broadcast", "ask several agents the same and collect the answers",
        arg("receivers", "agents or groups, and the text last", many=True, complete="receiver"),
        opt("--policy", "POLICY", "which answers to wait for: all, any or n:K"),
        opt("--timeout", "S", "collect for so many seconds", kind="float", low=0),
        FROM, LEVEL, SUBJECT, PRIORITY, ATTACH, CONTEXT, KEY, WAIT,
        example='mesh broadcast alice bob "which library would you take?" --policy any --wait 600',
    ),
    command(
        "notify", "mesh.cli.mail:notify", "tell an agent or a group something; no answer is expected",
        arg("group", "the group or the agent", complete="receiver"), TEXT, FILE, FROM,
        example='mesh notify team "the server restarts at noon"',
    ),
)  # fmt: skip
