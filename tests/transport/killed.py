"""Commits and settles in each of the given workspaces, killing itself at one line of the transport each time.

Called as `killed.py STEP FOLDER…`: in the k-th folder it dies at line k * STEP, in the last one it does not,
and prints how many lines that took.
"""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

from gitting import change

from mesh import files, transport
from mesh.transport.history import History

OURS = (os.path.dirname(transport.__file__), files.__file__)


def run(root: str) -> None:
    history = History(root)
    history.commit([change("note.added", f"n/{number}", title=f"note {number}") for number in range(3)])
    history.settle()


def counting(last: int | None) -> list[int]:
    """Count the lines of the transport from now on; die at the given one."""
    lines = [0]

    def trace(frame: FrameType, event: str, _: object) -> object:
        if not frame.f_code.co_filename.startswith(OURS):
            return None
        if event == "line":
            lines[0] += 1
            if lines[0] == last:
                os.kill(os.getpid(), signal.SIGKILL)
        return trace

    sys.settrace(trace)  # type: ignore[arg-type]
    return lines


def main() -> None:
    step, *roots = sys.argv[1:]
    lines = counting(None)
    run(roots.pop())
    sys.settrace(None)
    for number, root in enumerate(roots):
        child = os.fork()
        if not child:
            counting(1 + number * int(step))
            run(root)
            os._exit(0)
        os.waitpid(child, 0)
    print(lines[0])


main()
