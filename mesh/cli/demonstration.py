"""What `mesh demo` shows: the story as the files tell it, step by step on a terminal, plain in a pipe."""

from __future__ import annotations

from mesh.app import demo
from mesh.app.workspace import Workspace
from mesh.cli import output as out
from mesh.cli.common import words
from mesh.cli.declare import Args
from mesh.cli.looking import show_envelope
from mesh.model.envelope import Envelope


def show(args: Args) -> int:
    """Run the demonstration; 1 if a turn failed."""
    with demo.project(keep=args.keep) as folder:
        _title(args, "A fresh project, a workspace in it, and two agents: alice and bob")
        out.say(words(args, "  project: {folder}", folder=folder))
        workspace = demo.prepare(folder, args.language)
        for card in workspace.cards():
            out.say(f"  {out.bold(card.name)}: {out.clean(card.headline)}")
        _title(args, "alice asks, bob says what he understood, alice corrects, bob works and replies")
        demo.ask(workspace, args.language)
        failed = demo.run(workspace, lambda envelope: _tell(args, envelope), lambda line: _trace(args, line))
        _show_work(args, workspace, folder)
        _show_trail(args, workspace)
        workspace.index.close()
        if args.keep:
            out.say("")
            out.say(words(args, "kept for a look: {folder}", folder=folder))
            out.say(words(args, "try `cd {folder}`, then `mesh task list --all`, `mesh log`", folder=folder))
    return 1 if failed else 0


def _title(args: Args, text: str) -> None:
    out.say("")
    out.say(out.bold("── " + words(args, text)))


def _tell(args: Args, envelope: Envelope) -> None:
    out.say("")
    show_envelope(args, envelope, brief=True)
    out.flush()


def _trace(args: Args, line: str) -> None:
    if out.is_terminal():
        out.say(out.dim("  · " + out.clean(line)))
        out.flush()


def _show_work(args: Args, workspace: Workspace, folder: str) -> None:
    _title(args, "What bob left, read from the files")
    for path, size in demo.changed_files(folder):
        out.say(words(args, "  {path}: {size} bytes", path=path, size=size))
    for name, text in demo.plans_of(workspace, "bob"):
        out.say(f"  bob/{name}")
        out.say("\n".join("    " + out.clean(line) for line in text.rstrip("\n").split("\n")))


def _show_trail(args: Args, workspace: Workspace) -> None:
    _title(args, "The audit trail, read from git (`mesh log`)")
    for event in demo.trail(workspace):
        if event.event.startswith(("envelope.sent", "note.", "plan.")):
            when = f"{event.at.astimezone():%H:%M:%S}"
            out.say(f"  {when}  {event.commit[:8]}  {event.agent:6} {out.clean(event.title)}")
