"""The table of commands: what there is, not how it is done; nothing here imports an implementation.

To add a command, add one declaration to the area it belongs to and write the function that it names:

    command(
        "note add", "mesh.cli.knowledge:note_add", "write a note down",
        arg("text", "the note", optional=True),
        opt("--kind", "KIND", "which notes", choices=("memory", "decisions")),
        opt("--tag", "TAG", "a tag; may be repeated", many=True),
        flag("--pin", "keep it first"),
        example='mesh note add "the port is 8080" --kind decisions',
    ),

    def note_add(args: Args) -> int: ...      # args.text, args.kind, args.tag, args.pin, args.json, …

The function returns the exit status and raises MeshError for what the user can mend; `mesh.cli.declare`
says what each attribute holds. What is listed here appears in the help, in completion and in docs/cli.md;
what is not written yet must not be listed. The Chinese of each text goes into mesh/i18n/zh_cli.py.
"""

from __future__ import annotations

from mesh.cli.declare import Command, Group, Param, arg, command, flag, opt

LEVELS = ("low", "medium", "high")
STATUSES = ("completed", "failed", "rejected", "input-required", "auth-required", "working")

FROM = opt("--from", "AGENT", "who speaks (else MESH_AGENT, else `user`)", complete="agent")
SUBJECT = opt("--subject", "TEXT", "the subject line")
LEVEL = opt("--complexity", "LEVEL", "low, medium or high; assessed if left out", choices=LEVELS)
PRIORITY = opt("--priority", "P", "urgent, normal or low", choices=("urgent", "normal", "low"))
CONTEXT = opt("--context", "ID", "the conversation it belongs to", complete="id")
ATTACH = opt("--attach", "FILE", "send a file along; may be repeated", many=True, complete="file")
KEY = opt("--key", "KEY", "sent once only, however often it is tried with this key")
WAIT = opt("--wait", "S", "wait for the answer, S seconds at most", kind="float", bare=0, low=0)
FILE = opt("--file", "FILE", "read the text from a file", complete="file")
TEXT = arg("text", "the text, `@file`, or `-` for standard input", optional=True)
TASK = arg("task", "the task; the beginning of its id will do", complete="task")
LIMIT = opt("-n --limit", "N", "at most so many", kind="int", low=1)
ALL = flag("-a --all", "those that are done too")
CARD: tuple[Param, ...] = (
    opt("--headline", "TEXT", "what the agent does, in one line"),
    opt("--description", "TEXT", "what others should know"),
    opt("--skill", "NAME", "a skill; may be repeated", many=True),
    opt("--group", "NAME", "a group; may be repeated", many=True),
    opt("--accept", "NAME", "who may write: everyone, nobody, or names; may be repeated", many=True),
    opt("--driver", "NAME", "what runs the agent: human, command, script, …"),
    opt("--command", "COMMAND", "the program of the driver `command`"),
    opt("--script", "FILE", "the rules of the driver `script`", complete="file"),
    opt("--timeout", "S", "seconds a turn may take", kind="float", low=0),
    opt("--env", "NAME", "a variable that the agent may see; may be repeated", many=True),
    opt("--language", "LANG", "the language its prompts are in", choices=("auto", "en", "zh")),
    FROM,
)

GROUPS = (
    Group("agent", "agents and their cards", "list"),
    Group("task", "tasks", "list"),
)

COMMANDS: tuple[Command, ...] = (
    command("init", "mesh.cli.watching:init", "make a workspace here", example="mesh init"),
    command(
        "demo", "mesh.cli.watching:demo", "show the whole of it with two scripted agents",
        flag("--keep", "leave the folder for a look"),
        example="mesh demo\nmesh demo --keep", data=False,
    ),
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
    command(
        "send", "mesh.cli.mail:send", "open a task",
        arg("to", "the agent that is to do it", complete="agent"), TEXT, FILE, FROM, LEVEL, SUBJECT,
        PRIORITY, ATTACH, CONTEXT,
        opt("--task", "T", "say it in this task instead of opening one", complete="task"), KEY, WAIT,
        example='mesh send bob "find out why the tests fail" --complexity medium --wait 600',
    ),
    command(
        "reply", "mesh.cli.mail:reply", "answer a task; the runtime appends what it checked",
        TASK, TEXT, FILE, opt("--status", "STATUS", "how the task stands now", choices=STATUSES), FROM,
        example='mesh reply T-01KBX3G5 "done, the tests pass" --from bob\nmesh reply T-01KBX3G5 --file reply.md',
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
        arg("receivers", "agents or groups, and the text last", many=True, complete="agent"),
        opt("--policy", "POLICY", "which answers to wait for: all, any or n:K"),
        opt("--timeout", "S", "collect for so many seconds", kind="float", low=0),
        FROM, LEVEL, SUBJECT, PRIORITY, ATTACH, CONTEXT, KEY, WAIT,
        example='mesh broadcast alice bob "which library would you take?" --policy any --wait 600',
    ),
    command(
        "notify", "mesh.cli.mail:notify", "tell an agent or a group something; no answer is expected",
        arg("group", "the group or the agent", complete="agent"), TEXT, FILE, FROM,
        example='mesh notify team "the server restarts at noon"',
    ),
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
        "watch", "mesh.cli.watching:watch", "run the agents when mail comes",
        opt("--agent", "AGENT", "only this agent; may be repeated", many=True, complete="agent"),
        opt("-j --jobs", "N", "turns at the same time", kind="int", low=1),
        flag("--once", "until nothing is left to do"), flag("-q --quiet", "no line for each turn"),
        example="mesh watch\nmesh watch --once --jobs 8",
    ),
    command(
        "status", "mesh.cli.looking:status", "agents, mail, turns and what is stuck, at one look",
        example="mesh status",
    ),
    command(
        "log", "mesh.cli.looking:log", "show the audit trail, newest first",
        opt("--agent", "AGENT", "only what this agent did", complete="agent"),
        opt("--task", "T", "only this task", complete="task"),
        opt("--since", "WHEN", "2h, 30m, 3d, or a time with its zone"),
        flag("-f --follow", "go on as it grows"), LIMIT,
        example="mesh log --agent bob --since 2h\nmesh log --follow --json",
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


def find(path: tuple[str, ...]) -> Command | None:
    """Return the command with these words."""
    return next((found for found in COMMANDS if found.path == path), None)


def below(name: str = "") -> list[str]:
    """Return the words that may come next: at the start, or below a group."""
    if name:
        return [found.path[1] for found in COMMANDS if len(found.path) > 1 and found.path[0] == name]
    return list(dict.fromkeys(found.path[0] for found in COMMANDS))


def group(name: str) -> Group | None:
    """Return the group of this name."""
    return next((found for found in GROUPS if found.name == name), None)
