"""Commands that say how rules judge a text or a conversation; they need no workspace."""

from __future__ import annotations

import json
import os
from typing import Any

from mesh.cli import output as out
from mesh.cli.common import words
from mesh.cli.declare import Args
from mesh.errors import BadInput, NotFound


def assess(args: Args) -> int:
    """Say how complex a task is, and why."""
    from mesh.core.complexity import assess as judge

    text = out.read_text(args.text)
    if not text.strip():
        raise BadInput("the text is empty", hint="give the text of a task")
    found = judge(text, extra=_own_rules(args), language=args.language)
    if args.json:
        out.as_json(found.to_json())
        return 0
    out.say(words(args, "complexity: {level}", level=found.level))
    for reason in found.reasons:
        out.say(f"  {out.clean(reason)}")
    signals = found.to_json()["signals"]
    for name, value in signals.items():
        out.say(out.dim(f"  {name}: {json.dumps(value)}"))
    return 0


def _own_rules(args: Args) -> Any:
    """Return the rules that the workspace adds, None without a workspace or without rules."""
    from mesh.app.sending import own_rules
    from mesh.app.workspace import Workspace, find_root

    try:
        return own_rules(Workspace(find_root(os.getcwd(), args.mesh or os.environ.get("MESH_DIR"))))
    except NotFound:
        if args.mesh:
            raise
        return None


def detect_chatter(args: Args) -> int:
    """Say whether a conversation has run empty."""
    from mesh.core.chatter import detect_chatter as judge
    from mesh.model.detection import parse_messages

    return _tell(args, judge(parse_messages(_document(args)), args.language))


def detect_loops(args: Args) -> int:
    """Say whether tool calls go round without progress."""
    from mesh.core.loops import detect_loop as judge
    from mesh.model.detection import parse_calls

    return _tell(args, judge(parse_calls(_document(args)), args.language))


def _document(args: Args) -> Any:
    text = out.read_text("-" if args.file == "-" else "@" + args.file)
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 0)
        raise BadInput(
            "`{file}` is no JSON (line {at}): {why}",
            file=args.file, at=line, why=getattr(error, "msg", "nested too deeply"),
            hint="one JSON object; `mesh detect --help` shows its form",
        ) from None  # fmt: skip


def _tell(args: Args, found: Any) -> int:
    if args.json:
        out.as_json(found.to_json())
    elif found.found:
        line = "found, from number {start} on: {reason}"
        out.say(words(args, line, start=found.start, reason=found.reason))
    else:
        out.say(words(args, "nothing found: {reason}", reason=found.reason))
    return 0
