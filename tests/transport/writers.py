"""Sixteen processes that each note and commit in one workspace: `writers.py FOLDER WRITERS NOTES`."""

from __future__ import annotations

import os
import sys

from gitting import change, put

from mesh.machine import lock
from mesh.transport.history import History, Moved


def write(root: str, writer: int, notes: int) -> None:
    history = History(root)
    for number in range(notes):
        name = f"agents/a{writer}/notes/{number}.md"
        noted = [change("note.added", put(history, name), agent=f"a{writer}", ulid=f"{writer}-{number}")]
        while noted:
            with lock(os.path.join(root, ".run", "commit"), wait=60):
                begun = history.head()
                try:
                    history.commit(noted, expect=begun)
                    noted = []
                except Moved:  # by a person
                    if history.landed(begun):
                        noted = []
    with lock(os.path.join(root, ".run", "commit"), wait=60):
        history.settle()


def main() -> None:
    root, writers, notes = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    children = []
    for writer in range(writers):
        child = os.fork()
        if not child:
            try:
                write(root, writer, notes)
            except BaseException as error:
                print(f"{writer}: {error!r}", file=sys.stderr)
                os._exit(1)
            os._exit(0)
        children.append(child)
    statuses = [os.waitpid(child, 0)[1] for child in children]
    sys.exit(any(statuses))


main()
