"""The seam between the runtime and whoever thinks: what a driver is given and what it yields.

A driver takes a request and hooks and yields events until an `End`. It knows nothing of mail: the mesh
tools reach it through `Hooks.call`, and every tool that it runs itself is announced to
`Hooks.before_tool`, whose refusal it must obey, and reported to `Hooks.after_tool`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one turn may use. `wall_s` and `grace_s` are seconds; None is no limit."""

    wall_s: float = 1800.0
    grace_s: float = 5.0
    turns: int = 30
    tool_calls: int = 200
    cost_usd: float | None = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One turn: the prompt, where to work, how hard to think, and the variables to set.

    `environment` holds all that is added to the driver's clean set (MESH_DIR, MESH_AGENT, MESH_TASK…).
    `settings` is the `driver` mapping of the agent's card; `home` the agent's own folder. `facts` are
    values of the envelope (type, from, text, task, level, handshake, round…) for drivers that decide by
    rule and not by reading the prompt.
    """

    agent: str
    prompt: str
    folder: str
    home: str
    level: str = "medium"
    effort: str = "medium"
    limits: Limits = field(default_factory=Limits)
    environment: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)
    session: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """Something the agent said on the way."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A tool is about to run."""

    tool: str
    input: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """A tool has run, or was refused (`refused` says why; then nothing ran)."""

    tool: str
    input: Mapping[str, Any]
    exit_code: int | None = None
    output: str = ""
    duration_s: float = 0.0
    refused: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What the turn has cost so far in this process, where that is known."""

    usd: float | None = None
    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """The turn is over. `ok` is False for a failure, whose `reason` the requester will read.

    `text` is the agent's answer, empty if it gave none; `session` names what could be resumed.
    `interrupted` says that the runtime asked it to stop.
    """

    ok: bool
    text: str = ""
    reason: str = ""
    interrupted: bool = False
    session: str | None = None


Event = Text | ToolCall | ToolResult | Cost | End


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a tool may run; `reason` is for the agent. `messages` are to be shown to it now."""

    allowed: bool = True
    reason: str = ""
    messages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a mesh tool answered."""

    ok: bool
    text: str


class Hooks(Protocol):
    """The runtime's side of a turn."""

    def before_tool(self, tool: str, input: Mapping[str, Any]) -> Verdict:  # noqa: A002
        """Say whether a tool may run, and hand over what arrived meanwhile."""

    def after_tool(self, result: ToolResult) -> tuple[str, ...]:
        """Observe what a tool did; returns warnings for the agent."""

    def call(self, tool: str, input: Mapping[str, Any]) -> Outcome:  # noqa: A002
        """Run a mesh tool (`mesh_send_message`, `mesh_reply` …) as the agent whose turn it is."""

    def started(self, pid: int) -> None:
        """Note the process group that runs for this turn, so that a kill of the runtime can be cleaned up."""

    def stopping(self) -> bool:
        """Say whether the turn has been asked to end."""

    def wait(self, seconds: float) -> bool:
        """Wait until the turn is asked to end, at most so long; returns `stopping()`."""


class Driver(Protocol):
    """Who thinks. A sixth is one module and one line in `mesh.driver.registry`."""

    name: str
    takes_mail: bool
    """Whether messages that arrive during a turn can be handed to it at its next tool call."""

    def run(self, request: Request, hooks: Hooks) -> Iterator[Event]:
        """Run one turn; the last event is an End. Never raises for what the agent does wrong."""

    def missing(self, settings: Mapping[str, Any]) -> str | None:
        """Return what this driver lacks to run with these settings, in one line; None if nothing."""
