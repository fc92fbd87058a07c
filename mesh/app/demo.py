"""The main job from end to end, with two scripted agents in a fresh project: no key, no network.

Everything it shows is read back from the files that the agents left; nothing is told from memory.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mesh import demo as parts
from mesh import files
from mesh.app import looking, requesting, roster
from mesh.app.sending import Order
from mesh.app.starting import init
from mesh.app.watcher import Watcher
from mesh.app.workspace import Workspace
from mesh.model.change import Event
from mesh.model.envelope import Envelope


def _git(folder: str, *command: str) -> str:
    """Run git as on a fresh machine: none of the user's settings."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    quiet = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(
        ["git", *command], cwd=folder, env={**clean, **quiet}, capture_output=True, text=True, check=True
    )
    return done.stdout


@contextmanager
def project(*, keep: bool) -> Iterator[str]:
    """Make a fresh git project in a temporary folder; it is removed afterwards unless it is kept."""
    folder = tempfile.mkdtemp(prefix="mesh-demo-")
    try:
        files.write(os.path.join(folder, "README.md"), b"# A site\n")
        files.write(os.path.join(folder, ".gitignore"), b"__pycache__/\n")
        _git(folder, "init", "-q", "-b", "main")
        _git(folder, "add", "README.md", ".gitignore")
        who = ("-c", "user.name=demo", "-c", "user.email=demo@example.com")
        _git(folder, *who, "commit", "-q", "-m", "A site")
        yield folder
    finally:
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)


def prepare(folder: str, language: str) -> Workspace:
    """Make the workspace and its two agents."""
    workspace, _ = init(os.path.join(folder, ".mesh"))
    for name in ("alice", "bob"):
        home = workspace.layout.home(name)
        files.make_folder(home)
        script = os.path.join(home, "script.yaml")
        data = parts.script(name, language)
        settings = {"name": "script", "script": "script.yaml"}
        roster.add(
            workspace, name,
            {"headline": parts.HEADLINES[language][name], "driver": settings, "language": language},
        )  # fmt: skip
        workspace.change(
            "files.changed", "user", f"the script of {name}", [script], _writing(script, data)
        )
    return workspace


def _writing(path: str, data: bytes) -> Callable[[], None]:
    return lambda: files.write(path, data)


def ask(workspace: Workspace, language: str) -> requesting.Sent:
    """Let alice ask bob for the program."""
    subject, text = parts.REQUESTS[language]
    order = Order(sender="alice", to="bob", text=text, subject=subject, complexity="high")
    return requesting.request(workspace, order)


def run(workspace: Workspace, told: Callable[[Envelope], None], log: Callable[[str], None]) -> int:
    """Run the agents until nothing is left to do; `told` gets each envelope once, read from the files.

    Returns how many turns failed.
    """
    seen: set[str] = set()
    context = looking.list_tasks(workspace, everything=True)[0].context
    view = Workspace(workspace.root)
    one_at_a_time = threading.Lock()

    def look() -> None:
        with one_at_a_time:
            for envelope in looking.timeline(view, context):
                if envelope.id not in seen:
                    seen.add(envelope.id)
                    told(envelope)

    def logged(line: str) -> None:
        log(line)
        look()

    look()
    results = Watcher(workspace.root, log=logged).run(once=True)
    look()
    view.index.close()
    return sum(1 for result in results if result.how == "dead")


def trail(workspace: Workspace) -> list[Event]:
    """Return the audit trail, oldest first."""
    return list(reversed(list(workspace.history.events())))


def changed_files(folder: str) -> list[tuple[str, int]]:
    """Return the files of the project that are new or changed, with their sizes in bytes."""
    found = []
    for line in _git(folder, "status", "--porcelain", "-uall").splitlines():
        path = os.path.join(folder, line[3:])
        if os.path.isfile(path):
            found.append((line[3:], os.path.getsize(path)))
    return found


def plans_of(workspace: Workspace, agent: str) -> list[tuple[str, str]]:
    """Return an agent's plans: their file names and texts."""
    home = workspace.layout.home(agent)
    plans = files.names(home, ".plan.md")
    return [(name, (files.read(os.path.join(home, name)) or b"").decode("utf-8")) for name in plans]
