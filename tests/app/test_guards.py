"""Guards of a turn that runs by rules: going round is told to the agent at its next tool call."""

from __future__ import annotations

from pathlib import Path

from mesh import codec
from mesh.app import roster
from mesh.app.requesting import request
from mesh.app.sending import Order
from mesh.app.watcher import Watcher
from mesh.app.workspace import Workspace


def script_agent(workspace: Workspace, name: str, steps: list[dict]) -> None:
    home = Path(workspace.layout.home(name))
    home.mkdir(parents=True, exist_ok=True)
    rules = {"rules": [{"when": {"type": "task_request"}, "do": steps}]}
    (home / "rules.yaml").write_bytes(codec.write(rules))
    roster.add(workspace, name, {"driver": {"name": "script", "script": "rules.yaml"}})


def log_of(workspace: Workspace, name: str) -> list[str]:
    lines: list[str] = []
    request(workspace, Order(sender="user", to=name, text="wait for it", complexity="low"))
    Watcher(workspace.root, log=lines.append).run(once=True)
    return lines


def test_the_same_call_with_the_same_outcome_is_warned_of_at_the_tenth_round(workspace: Workspace) -> None:
    waits = [{"run": "test -e nothing-here"} for _ in range(12)]
    script_agent(workspace, "turner", [*waits, {"reply": "It never came."}])
    warned = [line for line in log_of(workspace, "turner") if "loop_rounds" in line]
    assert len(warned) == 1


def test_nine_rounds_are_not_warned_of(workspace: Workspace) -> None:
    waits = [{"run": "test -e nothing-here"} for _ in range(9)]
    script_agent(workspace, "patient", [*waits, {"reply": "It never came."}])
    assert not [line for line in log_of(workspace, "patient") if "loop_rounds" in line]
