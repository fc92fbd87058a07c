"""Stands in for git on PATH: runs the real one and kills it at its Nth system call; Linux alone.

`STEP_VERB` is the git command to kill, `STEP_AT` the stop, `STEP_GIT` the real git. When the real one ends
before that stop, the number of stops it made is written to `STEP_SEEN`.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

TRACEME, SYSCALL = 0, 24


def main() -> None:
    real = os.environ["STEP_GIT"]
    if os.environ["STEP_VERB"] not in sys.argv:
        os.execv(real, ["git", *sys.argv[1:]])
    libc = ctypes.CDLL(None)
    libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    child = os.fork()
    if not child:
        libc.ptrace(TRACEME, 0, None, None)
        os.execv(real, ["git", *sys.argv[1:]])
    at, seen, send = int(os.environ["STEP_AT"]), 0, 0
    while True:
        _, status = os.waitpid(child, 0)
        if os.WIFEXITED(status):
            with open(os.environ["STEP_SEEN"], "w", encoding="ascii") as handle:
                handle.write(str(seen))
            sys.exit(os.WEXITSTATUS(status))
        if os.WIFSIGNALED(status):
            sys.exit(128 + os.WTERMSIG(status))
        stop = os.WSTOPSIG(status)
        send = 0 if stop == signal.SIGTRAP else stop
        seen += 1
        if seen == at:
            os.kill(child, signal.SIGKILL)
        libc.ptrace(SYSCALL, child, None, send)


main()
