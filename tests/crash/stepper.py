"""Runs one piece of work in this process and kills it at the N-th durable step; for the crash tests.

    python stepper.py N SCRIPT ARGUMENTS…

A durable step is a call that changes or syncs files, or starts a program. The kill comes before the step
when N is even, after it when N is odd; the process ends by SIGKILL, so nothing is cleaned up. Without a
kill the number of steps is printed.
"""

from __future__ import annotations

import os
import runpy
import signal
import subprocess
import sys

_STEPS = ("write", "fsync", "link", "rename", "replace", "unlink", "mkdir", "rmdir", "symlink")


def main() -> None:
    at, script = int(sys.argv[1]), sys.argv[2]
    count = 0

    def step(call):
        def stepped(*args, **kwargs):
            nonlocal count
            number = count
            count += 1
            if at == 2 * number:
                os.kill(os.getpid(), signal.SIGKILL)
            try:
                return call(*args, **kwargs)
            finally:
                if at == 2 * number + 1:
                    os.kill(os.getpid(), signal.SIGKILL)

        return stepped

    for name in _STEPS:
        setattr(os, name, step(getattr(os, name)))
    subprocess.Popen.__init__ = step(subprocess.Popen.__init__)  # type: ignore[method-assign]
    sys.argv = sys.argv[2:]
    runpy.run_path(script, run_name="__main__")
    print(count)


if __name__ == "__main__":
    main()
