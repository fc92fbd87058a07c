"""Waiting for what comes of a task or a broadcast: looks at files, and may file what was waited for."""

from __future__ import annotations

import time
from collections.abc import Callable

from mesh.app import broadcasting, clock
from mesh.app.workspace import Workspace
from mesh.core.handshake import fold
from mesh.errors import TimedOut
from mesh.model.envelope import Envelope
from mesh.model.task import Task

_PAUSE = (0.02, 0.25)  # seconds: the first pause between looks, and the longest

Shown = Callable[[Task], None]


def for_reply(
    workspace: Workspace, task_id: str, agent: str, *, timeout_s: float | None, show: Shown
) -> tuple[Task, Envelope | None]:
    """Wait until a task is over or asks something back; returns it with the last word of the worker.

    `show` is called with the task at every look. Raises TimedOut, and the task goes on.
    """
    end = time.monotonic() + timeout_s if timeout_s is not None else None
    pause = _PAUSE[0]
    while True:
        history = workspace.fresh_index().of_task(task_id)
        task = fold(history, workspace.settings.handshake)
        if task:
            show(task)
            if task.is_final or _asks_back(task):
                last = [item for item in history if item.to == agent and item.type in ("reply", "status")]
                return task, _received(workspace, agent, last[-1] if last else None)
        if end is not None and time.monotonic() >= end:
            raise TimedOut(
                "no answer from `{agent}` within {seconds} s; the task goes on",
                agent=task.worker if task else "?", seconds=timeout_s,
                hint="see it with `mesh task show {task}`", task=task_id,
            )  # fmt: skip
        time.sleep(pause)
        pause = min(pause * 1.5, _PAUSE[1])


def _asks_back(task: Task) -> bool:
    return task.state in ("input-required", "auth-required") and task.handshake != "asked"


def _received(workspace: Workspace, agent: str, envelope: Envelope | None) -> Envelope | None:
    """File an answer that was waited for: it has been seen."""
    if envelope and envelope.id in workspace.boxes.waiting(agent):
        workspace.mailbox.settle(agent, envelope, clock.now())
        workspace.commit()
    return envelope


def for_summary(
    workspace: Workspace, broadcast: broadcasting.Broadcast, agent: str, *, timeout_s: float | None,
    show: Callable[[int, int], None],
) -> Envelope:  # fmt: skip
    """Wait until a broadcast's policy is met or its time is over; returns the summary.

    `show` is called with how many have answered, of how many. Raises TimedOut if the wait ends first.
    """
    end = time.monotonic() + timeout_s if timeout_s is not None else None
    pause = _PAUSE[0]
    while True:
        summary = broadcasting.collect(workspace, broadcast.id)
        if summary:
            _received(workspace, agent, summary)
            return summary
        show(broadcasting.answered(workspace, broadcast.id), len(broadcast.requests))
        if end is not None and time.monotonic() >= end:
            raise TimedOut(
                "not enough answers within {seconds} s; the broadcast goes on",
                seconds=timeout_s, hint="the summary will come into the inbox of `{agent}`", agent=agent,
            )  # fmt: skip
        time.sleep(pause)
        pause = min(pause * 1.5, _PAUSE[1])
