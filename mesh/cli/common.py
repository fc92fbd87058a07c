"""What every command needs: the workspace, who speaks, and words in the user's language."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from mesh.app import identity
from mesh.app.workspace import Workspace, find_root
from mesh.cli import output as out
from mesh.cli.declare import Args
from mesh.i18n import error_text
from mesh.i18n import say as translate


def words(args: Args, template: str, **values: object) -> str:
    """Return the template in the user's language; values that others wrote are made fit for a terminal."""
    shown = {name: out.clean(value) if isinstance(value, str) else value for name, value in values.items()}
    return translate(template, args.language, **shown)


def root(args: Args) -> str:
    """Return the workspace's folder: `--mesh`, MESH_DIR, or found upwards from here."""
    return find_root(os.getcwd(), args.mesh or os.environ.get("MESH_DIR"))


@contextmanager
def opened(args: Args) -> Iterator[Workspace]:
    """Open the workspace for one command; what others left half done is completed first.

    A commit that failed is told, for it loses nothing but should not stay so.
    """
    workspace = Workspace(root(args))
    workspace.recover()
    if workspace.journal.has_pending() or not workspace.journal.is_trusted():
        workspace.commit()
    try:
        yield workspace
    finally:
        workspace.rest()
        if workspace.trouble:
            message, hint = error_text(workspace.trouble, args.language)
            out.tell(words(args, "warning: the audit trail is behind: {message}", message=message))
            if hint:
                out.tell(words(args, "hint: {hint}", hint=hint))


def speaker(args: Args, workspace: Workspace) -> str:
    """Return who speaks: `--from`, MESH_AGENT, else `user`; within a turn its agent."""
    return identity.speaker(workspace, getattr(args, "from_", None), os.environ)


def one_text(args: Args, *, optional: bool = False) -> str:
    """Return the text of a command: its argument, `@file`, `-`, or `--file`."""
    from mesh.errors import BadInput

    file = getattr(args, "file", None)
    if file and args.text:
        raise BadInput("the text was given twice", hint="give it as an argument or with `--file`, not both")
    if file:
        return out.read_text("@" + file if file != "-" else "-")
    if args.text is None:
        if optional:
            return ""
        raise BadInput("the text is missing", hint="give it in quotes, as `@file`, or as `-` to read a pipe")
    return out.read_text(args.text)
