"""The table of commands: what there is, not how it is done; nothing here imports an implementation.

To add a command, add one declaration to its area in mesh/cli/table/, its first word to `AREAS` below (the
order there is that of the help), and write the function that the declaration names:

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
what is not written yet must not be listed. The Chinese of each text goes into mesh/i18n/zh_help.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from mesh.cli.declare import Command, Group

AREAS = {
    "init": "setup", "demo": "setup",
    "agent": "agents", "agents": "agents", "card": "agents",
    "send": "talk", "reply": "talk", "confirm": "talk", "ack": "talk", "start": "talk",
    "broadcast": "talk", "notify": "talk",
    "inbox": "look", "read": "look", "task": "look", "timeline": "look", "search": "look",
    "assess": "think", "verify": "check", "annotate": "check", "detect": "think",
    "plan": "think", "note": "think", "prompt": "think",
    "watch": "setup", "status": "look", "stats": "look", "log": "look",
    "stop": "setup", "resume": "setup",
}  # fmt: skip


def _area(word: str) -> Any:
    area = AREAS.get(word)
    return import_module(f"mesh.cli.table.{area}") if area else None


def below(word: str) -> tuple[Command, ...]:
    """Return the commands that begin with a word: one, or those of a group, or none."""
    area = _area(word)
    return tuple(found for found in area.COMMANDS if found.path[0] == word) if area else ()


def find(path: tuple[str, ...]) -> Command | None:
    """Return the command with these words."""
    return next((found for found in below(path[0]) if found.path == path), None) if path else None


def group(word: str) -> Group | None:
    """Return the group of this name."""
    groups = getattr(_area(word), "GROUPS", ())
    return next((found for found in groups if found.name == word), None)


def every() -> Iterator[Command]:
    """Yield all commands in the order of the help."""
    for word in AREAS:
        yield from below(word)
