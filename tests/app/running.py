"""Helpers of the tests that run agents: shell scripts and rules as agents, watchers in and out of process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mesh import codec
from mesh.app import conversing, requesting, roster
from mesh.app.filing import Handled
from mesh.app.sending import Order
from mesh.app.starting import init
from mesh.app.watcher import Watcher
from mesh.app.workspace import Workspace
from mesh.core.handshake import fold
from mesh.model.envelope import Envelope
from mesh.model.task import Task

DEADLINE_S = 30.0


def until(holds: Callable[[], Any], seconds: float = DEADLINE_S) -> Any:
    """Wait until something holds and return it; fail when the time is over."""
    end = time.monotonic() + seconds
    while True:
        found = holds()
        if found:
            return found
        assert time.monotonic() < end, "it never came to hold"
        time.sleep(0.01)


class Place:
    """A workspace in a folder of its own, with what tests do to it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.root = str(folder / ".mesh")
        self.log: list[str] = []
        self._children: list[subprocess.Popen[bytes]] = []
        made, _ = init(self.root)
        made.index.close()
        self._open: list[Workspace] = []

    @property
    def workspace(self) -> Workspace:
        """A workspace opened anew, as every command does."""
        made = Workspace(self.root)
        self._open.append(made)
        return made

    def settings(self, text: str) -> None:
        Path(self.root, "mesh.yaml").write_text("mesh: 1\n" + text, encoding="utf-8")

    def shell(self, name: str, script: str, **values: Any) -> None:
        """Add an agent that is a shell script."""
        path = self.folder / f"{name}.sh"
        path.write_text("#!/bin/sh\n" + script, encoding="utf-8")
        path.chmod(0o755)
        driver = {"name": "command", "command": [str(path)], **values}
        roster.add(self.workspace, name, {"headline": f"{name} works", "driver": driver})

    def rules(self, name: str, text: str) -> None:
        """Add an agent that plays rules."""
        driver = {"name": "script", "script": "rules.yaml"}
        roster.add(self.workspace, name, {"headline": f"{name} works", "driver": driver})
        self.home(name).joinpath("rules.yaml").write_text(text, encoding="utf-8")

    def person(self, name: str) -> None:
        roster.add(self.workspace, name, {"headline": f"{name} works"})

    def home(self, name: str) -> Path:
        return Path(self.root, "agents", name)

    def box(self, name: str, box: str) -> list[str]:
        return sorted(path.stem for path in (self.home(name) / "inbox" / box).glob("*.yaml"))

    def send(self, to: str, text: str = "do it", sender: str = "user", **more: Any) -> Envelope:
        more = {"complexity": "low", **more}
        return requesting.request(self.workspace, Order(sender=sender, to=to, text=text, **more)).envelope

    def say(self, task: str, text: str, sender: str = "user", **more: Any) -> Envelope:
        return conversing.message(self.workspace, task, sender, text, **more).envelope

    def history(self, task: str) -> list[Envelope]:
        return self.workspace.fresh_index().of_task(task)

    def task(self, task: str) -> Task:
        found = fold(self.history(task), self.workspace.settings.handshake)
        assert found is not None
        return found

    def types(self, task: str) -> list[str]:
        return [item.type for item in self.history(task)]

    def once(self, **options: Any) -> list[Handled]:
        """Run a watcher in this process until nothing is left to do."""
        return Watcher(self.root, log=self.log.append, **options).run(once=True)

    def mesh(self, *words: str, status: int = 0, **environment: str) -> str:
        """Run the command line in the project; returns its standard output and error."""
        done = subprocess.run(
            [sys.executable, "-m", "mesh", *words], cwd=self.folder, check=False, timeout=60,
            capture_output=True, text=True, env={**os.environ, **environment},
        )  # fmt: skip
        assert done.returncode == status, (words, done.returncode, done.stdout, done.stderr)
        assert "Traceback" not in done.stderr
        return done.stdout + done.stderr

    def watch(self, *words: str) -> subprocess.Popen[bytes]:
        """Start a watcher as a process of its own and wait until it watches."""
        with open(self.folder / "watch.log", "ab") as log:
            child = subprocess.Popen(
                [sys.executable, "-m", "mesh", "watch", *words], cwd=self.folder, stdout=log, stderr=log
            )
        self._children.append(child)
        until(lambda: self.watcher().get("pid") == child.pid or child.poll() is not None)
        return child

    def watcher(self) -> dict[str, Any]:
        data = Path(self.root, ".run", "watcher.yaml")
        try:
            return codec.read(data.read_bytes())
        except OSError:
            return {}

    def told(self) -> str:
        """What the watchers of other processes have logged."""
        return (self.folder / "watch.log").read_text(encoding="utf-8")

    def turns(self) -> list[dict[str, Any]]:
        """What runs at this moment, as the runtime notes it."""
        found = []
        for path in Path(self.root, ".run", "turns").glob("*.yaml"):
            try:
                found.append(codec.read(path.read_bytes()))
            except OSError:
                continue
        return found

    def status(self) -> dict[str, Any]:
        return dict(json.loads(self.mesh("status", "--json")))

    def end(self) -> None:
        """End what the test left running."""
        for child in self._children:
            if child.poll() is None:
                child.send_signal(signal.SIGKILL)
            child.wait()
        for made in self._open:
            made.index.close()


def is_running(pid: int) -> bool:
    """Say whether a process runs; one that ended and was not waited for does not."""
    from mesh.machine import started

    return started(pid) is not None
