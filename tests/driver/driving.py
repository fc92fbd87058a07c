"""What the tests of drivers share: requests, and a runtime's side that writes down what it sees."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mesh.driver.base import Driver, End, Event, Limits, Outcome, Request, ToolResult, Verdict


@dataclass
class Runtime:
    """The hooks of one turn; refuses the tools of `refused`, hands over `mail` at the next tool call."""

    refused: Mapping[str, str] = field(default_factory=dict)
    mail: list[str] = field(default_factory=list)
    failing: Mapping[str, str] = field(default_factory=dict)
    asked: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)
    seen: list[ToolResult] = field(default_factory=list)
    called: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)
    groups: list[int] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)
    stop_when_started: bool = False

    def before_tool(self, tool: str, input: Mapping[str, Any]) -> Verdict:  # noqa: A002
        self.asked.append((tool, input))
        mail, self.mail = tuple(self.mail), []
        return Verdict(allowed=tool not in self.refused, reason=self.refused.get(tool, ""), messages=mail)

    def after_tool(self, result: ToolResult) -> tuple[str, ...]:
        self.seen.append(result)
        return ()

    def call(self, tool: str, input: Mapping[str, Any]) -> Outcome:  # noqa: A002
        self.called.append((tool, input))
        return Outcome(ok=tool not in self.failing, text=self.failing.get(tool, "done"))

    def started(self, pid: int) -> None:
        self.groups.append(pid)
        if self.stop_when_started:
            self.stop.set()

    def stopping(self) -> bool:
        return self.stop.is_set()

    def wait(self, seconds: float) -> bool:
        return self.stop.wait(seconds)


def request(folder: Any, settings: Mapping[str, Any], **rest: Any) -> Request:
    """Return a request whose work folder is `folder` and whose home is `folder/home`."""
    home = os.path.join(str(folder), "home")
    os.makedirs(home, exist_ok=True)
    values: dict[str, Any] = {
        "agent": "bob", "prompt": "do it", "folder": str(folder), "home": home, "settings": settings,
        "limits": Limits(wall_s=20, grace_s=0.3),
        "facts": {"type": "task_request", "from": "alice", "task": "t-1", "text": "count the stars"},
    }  # fmt: skip
    return Request(**(values | rest))


def turn(driver: Driver, asked: Request, hooks: Runtime | None = None) -> tuple[list[Event], End]:
    """Run a turn; returns its events, and the End that must be the last and only one."""
    events = list(driver.run(asked, hooks or Runtime()))
    ends = [event for event in events if isinstance(event, End)]
    assert ends == events[-1:]
    return events, ends[0]


def python(code: str) -> list[str]:
    """Return the command that runs a Python program."""
    return [sys.executable, "-S", "-c", code]


def alive(pid: int) -> bool:
    """Say whether a process still runs, zombies not counted."""
    from mesh.machine import started

    return started(pid) is not None
