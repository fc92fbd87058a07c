"""Commands that run agents, stop them, and set a workspace up."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable

from mesh.app import presence
from mesh.app.starting import init as make
from mesh.app.workspace import FOLDER, Workspace
from mesh.cli import output as out
from mesh.cli.common import opened, root, speaker, words
from mesh.cli.declare import Args
from mesh.errors import Refused


def init(args: Args) -> int:
    """Make a workspace here."""
    chosen = args.mesh or os.environ.get("MESH_DIR")
    place = os.path.abspath(chosen or FOLDER)
    workspace, new = make(place)
    workspace.index.close()
    if args.json:
        out.as_json({"schema": 1, "path": workspace.root, "new": new})
        return 0
    line = "a new workspace: {path}" if new else "the workspace is there already: {path}"
    out.say(words(args, line, path=workspace.root))
    out.say(words(args, "next: `mesh agent add bob --headline \"writes code\" --command './bob.sh'`"))
    out.say(words(args, "then: `mesh send bob \"…\"` and `mesh watch`"))
    return 0


def watch(args: Args) -> int:
    """Run the agents until interrupted, or with `--once` until nothing is left to do."""
    from mesh.app.watcher import Watcher

    place = root(args)
    if args.once and presence.is_stopped(Workspace(place)):
        raise Refused("all agents are stopped", hint="`mesh resume` lets them run")
    watcher = Watcher(place, agents=args.agent or (), jobs=args.jobs, log=_logger(args))
    _on_signal(watcher.stop)
    if not args.once:
        out.tell(words(args, "watching {path}; Ctrl-C stops", path=place))
    results = watcher.run(once=args.once)
    failed = [result for result in results if result.is_failure]
    if args.json:
        turns = [{"agent": r.agent, "id": r.id, "how": r.how, "reason": r.reason} for r in results]
        out.as_json({"schema": 1, "turns": turns, "failed": len(failed)})
    elif args.once:
        done = sum(1 for result in results if result.how == "done")
        out.say(words(args, "{done} turns done, {failed} failed", done=done, failed=len(failed)))
    return 1 if failed and args.once else 0


def _on_signal(stop: Callable[[], None]) -> None:
    """Call `stop` at each signal to end, from a thread of its own.

    A handler alone may wait until the main thread wakes, which a watcher at rest does every 30 s.
    """
    heard, noted = os.pipe()
    os.set_blocking(noted, False)
    signal.set_wakeup_fd(noted, warn_on_full_buffer=False)
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda *_: None)

    def listen() -> None:
        while os.read(heard, 1):
            stop()

    threading.Thread(target=listen, name="signals", daemon=True).start()


def _logger(args: Args):  # type: ignore[no-untyped-def]
    from mesh.app.clock import now

    def log(line: str) -> None:
        if not args.quiet:
            out.tell(f"{now().astimezone():%H:%M:%S} {out.clean(line)}")
            sys.stderr.flush()

    return log


def stop(args: Args) -> int:
    """Stop every agent at once, by a file; nothing is lost."""
    with opened(args) as workspace:
        done = presence.stop(workspace, speaker(args, workspace), args.reason or "")
        if args.json:
            out.as_json({"schema": 1, "stopped": True, "changed": done})
        else:
            line = "all agents are stopped; `mesh resume` lets them run"
            out.say(words(args, line if done else "they were stopped already"))
    return 0


def resume(args: Args) -> int:
    """Let the agents run again."""
    with opened(args) as workspace:
        done = presence.resume(workspace, speaker(args, workspace))
        if args.json:
            out.as_json({"schema": 1, "stopped": False, "changed": done})
        else:
            out.say(words(args, "the agents may run again" if done else "they were not stopped"))
    return 0


def demo(args: Args) -> int:
    """Show the main job from end to end, with two scripted agents."""
    from mesh.cli.demonstration import show

    return show(args)
