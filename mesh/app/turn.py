"""One turn as the runtime sees it: what the agent may do, what it did, and what reaches it on the way."""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mesh import codec, files
from mesh.app import clock, tools
from mesh.app.workspace import Workspace
from mesh.core.enforcement import refusal
from mesh.core.handshake import fold, needs_ack, role_of
from mesh.core.loops import LoopWatch
from mesh.driver.base import Outcome, ToolResult, Verdict
from mesh.machine import started as start_of
from mesh.machine import this_process
from mesh.model.detection import ToolCall
from mesh.model.envelope import Envelope
from mesh.model.fields import show_moment
from mesh.model.ids import first_ulid
from mesh.model.task import Task
from mesh.store.mailbox import Bad


@dataclass(slots=True, kw_only=True)
class Turn:
    """The runtime's side of one turn (mesh.driver.base.Hooks).

    `handled` are the envelopes that are filed when the turn ends well, `stop` is set to end it, `fence`
    is the token around whatever others wrote.
    """

    workspace: Workspace
    agent: str
    envelope: Envelope
    task: Task | None
    takes_mail: bool
    show: Callable[[Envelope, str], str]
    language: str
    log: Callable[[str], None]
    stop: threading.Event = field(default_factory=threading.Event)
    handled: list[Envelope] = field(default_factory=list)
    runs: list[dict[str, Any]] = field(default_factory=list)
    token: str = field(default_factory=lambda: secrets.token_hex(16))
    fence: str = field(default_factory=lambda: secrets.token_hex(16))
    loops: LoopWatch | None = field(init=False)
    caller: tools.Caller = field(init=False)
    since: str = field(init=False)

    def __post_init__(self) -> None:
        self.since = first_ulid(clock.millis(clock.now()))
        self.handled.insert(0, self.envelope)
        rounds = int(self.workspace.settings.guards["loop_rounds"])
        self.loops = LoopWatch(self.language, rounds) if rounds else None
        self.caller = tools.Caller(
            workspace=self.workspace,
            agent=self.agent,
            task=self.envelope.task,
            parent=self.parent,
            envelope=self.envelope.id,
            observed=self.observed,
        )

    @property
    def parent(self) -> str | None:
        """Return the task on behalf of which the agent acts: its work, or that above what it asked for."""
        if self.task is None or role_of(self.task, self.agent) == "worker":
            return self.envelope.task
        return self.task.parent

    # -- what the agent may do

    def before_tool(self, tool: str, input: Mapping[str, Any]) -> Verdict:  # noqa: A002
        """Refuse what changes anything while the handshake is not passed; hand over new mail."""
        task = self.task_now()
        held = task is not None and role_of(task, self.agent) == "worker" and not task.is_final
        why = None
        if task and held and needs_ack(task, self.workspace.settings.handshake):
            why = refusal(tool, input, task.id)
        if why:
            self.log(f"{self.agent}: {tool} refused before the handshake")
        return Verdict(allowed=why is None, reason=why or "", messages=self._arrived())

    def task_now(self) -> Task | None:
        """Return the task as it stands at this moment."""
        history = self.workspace.fresh_index().of_task(self.envelope.task)
        return fold(history, self.workspace.settings.handshake)

    def _arrived(self) -> tuple[str, ...]:
        """Take what has come for this task, or is urgent, and return it as the agent reads it."""
        if not self.takes_mail:
            return ()
        found = []
        for ulid in self.workspace.boxes.waiting(self.agent):
            path = self.workspace.boxes.path(self.agent, "new", ulid)
            if not self._is_for_now(files.read(path)):
                continue
            lease = self.workspace.settings.lease_s
            taken = self.workspace.mailbox.take(self.agent, ulid, clock.now(), lease)
            if taken is None or isinstance(taken, Bad):
                continue
            self.handled.append(taken)
            self.log(f"{self.agent}: {taken.type} of {taken.from_} handed over during the turn")
            found.append(self.show(taken, self.fence))
        return tuple(found)

    def _is_for_now(self, data: bytes | None) -> bool:
        from mesh.store.boxes import read_envelope

        envelope, _ = read_envelope(data or b"")
        if envelope is None or envelope.type in ("task_request", "notification", "intent_confirmation"):
            return envelope is not None and envelope.type == "task_request" and envelope.priority == "urgent"
        return envelope.task == self.envelope.task or envelope.priority == "urgent"

    # -- what it did

    def after_tool(self, result: ToolResult) -> tuple[str, ...]:
        """Keep what was seen, for the annotation of the reply."""
        row = {
            "at": show_moment(clock.now()),
            "tool": result.tool,
            "exit_code": result.exit_code,
            "output": result.output[-20_000:],
        }
        for name, keys in (("command", ("command",)), ("path", ("file_path", "path", "notebook_path"))):
            value = next((result.input[key] for key in keys if key in result.input), None)
            if isinstance(value, str):
                row[name] = value
        if result.refused is not None:
            return ()
        self.runs.append(row)
        return self._rounds(result)

    def _rounds(self, result: ToolResult) -> tuple[str, ...]:
        """Return a warning when the calls of this turn go round without progress, once."""
        if self.loops is None:
            return ()
        seen = ToolCall(
            tool=result.tool, input=result.input, exit_code=result.exit_code, output=result.output
        )
        found = self.loops.add(seen)
        if found is None or not found.found:
            return ()
        self.loops = None
        self.log(f"{self.agent}: guard `loop_rounds`: {found.reason}")
        return (found.reason,)

    def observed(self) -> str:
        """Return what was seen so far as JSON lines (verify.md, section 6)."""
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in self.runs)

    def call(self, tool: str, input: Mapping[str, Any]) -> Outcome:  # noqa: A002
        """Run a mesh tool as the agent of this turn."""
        return tools.call(self.caller, tool, input)

    # -- its process

    @property
    def record(self) -> str:
        return self.workspace.layout.running("turns", f"{self.envelope.id}.yaml")

    def begin(self) -> None:
        """Note that the turn runs, so that anybody can see it and a successor can clean up after a kill."""
        self._note(None)

    def started(self, pid: int) -> None:
        """Note the process group that works for this turn."""
        self._note(pid)

    def _note(self, pid: int | None) -> None:
        values: dict[str, Any] = {
            "agent": self.agent, "task": self.envelope.task, "envelope": self.envelope.id,
            "since": show_moment(clock.now()), "watcher": this_process().to_dict(),
            "parent": self.parent, "token": self.token,
        }  # fmt: skip
        if pid is not None:
            values |= {"pid": pid, "start": start_of(pid) or ""}
        files.note(self.record, codec.write(values))

    def end(self) -> None:
        files.discard(self.record)

    def stopping(self) -> bool:
        return self.stop.is_set()

    def wait(self, seconds: float) -> bool:
        return self.stop.wait(seconds)
