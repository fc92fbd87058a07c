"""Declared here: plans, notes, and what the rules and checks say of a text."""

from __future__ import annotations

from mesh.cli.declare import Command, Group, arg, command, flag, opt
from mesh.cli.table.shared import ALL, FILE, TASK, TEXT

NOTES = ("memory", "learnings", "decisions", "issues")
AGENT = opt("--agent", "AGENT", "whose; else your own", complete="agent")
PLAN = arg("plan", "the plan's name, or its task")
KIND = opt("--kind", "KIND", "which notes", choices=NOTES)

GROUPS = (
    Group("plan", "plans of the agents", "list"),
    Group("note", "notes of the agents", "list"),
    Group("prompt", "what agents are told"),
    Group("detect", "what the guards would say of a conversation or of tool calls; for tuning them"),
)

COMMANDS: tuple[Command, ...] = (
    command(
        "assess", "mesh.cli.judging:assess", "say how complex a task is, and why",
        arg("text", "the text of the task, `@file`, or `-` for standard input"),
        example='mesh assess "move the users table to the new schema"\nmesh assess @task.md --json',
    ),
    command(
        "prompt show", "mesh.cli.knowledge:prompt_show", "show exactly what an agent is told in a task",
        TASK, opt("--agent", "AGENT", "which of the two; else the worker", complete="agent"),
        example="mesh prompt show T-01KBX3G5",
    ),
    command(
        "plan list", "mesh.cli.knowledge:plan_list", "list plans and how far they are",
        opt("--agent", "AGENT", "only this agent's", complete="agent"), ALL,
        example="mesh plan list --agent bob",
    ),
    command(
        "plan show", "mesh.cli.knowledge:plan_show", "show a plan, its steps numbered", PLAN, AGENT,
        example="mesh plan show parser --agent bob",
    ),
    command(
        "plan tick", "mesh.cli.knowledge:plan_tick", "tick a step of a plan",
        PLAN, arg("step", "its number, or how its text begins"), flag("--undo", "take the tick back"), AGENT,
        example="mesh plan tick parser 3 --agent bob",
    ),
    command(
        "plan add", "mesh.cli.knowledge:plan_add", "add steps to a plan, or with `--title` write a new one",
        PLAN, arg("steps", "what is to be done", optional=True, many=True),
        opt("--under", "N", "below this step", kind="int", low=1),
        opt("--title", "TEXT", "write a new plan: all arguments are its steps"),
        opt("--task", "T", "the task that the new plan belongs to", complete="task"), AGENT,
        example='mesh plan add parser "test the errors" --under 3 --agent bob\n'
        'mesh plan add "read the code" "write the test" --title "A parser" --agent bob',
    ),
    command(
        "note add", "mesh.cli.knowledge:note_add", "write a note down", TEXT, FILE, KIND, AGENT,
        example='mesh note add "the port is 8080" --kind decisions --agent bob',
    ),
    command(
        "note list", "mesh.cli.knowledge:note_list", "list an agent's notes", KIND, AGENT,
        example="mesh note list --agent bob --kind decisions",
    ),
    command(
        "note search", "mesh.cli.knowledge:note_search", "find notes by their words",
        arg("words", "the words", many=True),
        opt("--agent", "AGENT", "only this agent's", complete="agent"),
        example="mesh note search port",
    ),
    command(
        "detect chatter", "mesh.cli.judging:detect_chatter", "say whether a conversation has run empty",
        arg("file", "a JSON object in a file, or `-`"),
        about='The object is {"messages": [{"from": "alice", "text": "thanks!", "gap_s": 4}, …]}.',
        example="mesh detect chatter talk.json",
    ),
    command(
        "detect loops", "mesh.cli.judging:detect_loops", "say whether tool calls go round without progress",
        arg("file", "a JSON object in a file, or `-`"),
        about='The object is {"calls": [{"tool": "Bash", "input": {"command": "ls"}, "exit_code": 0, '
        '"output": "a.py"}, …]}.',
        example="mesh detect loops calls.json --json",
    ),
)  # fmt: skip
