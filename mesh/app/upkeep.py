"""What a watcher does between turns: takes over from a dead one, renews leases, minds what is overdue."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from mesh import codec, files
from mesh.app import broadcasting, clock, knowledge, sending
from mesh.app.workspace import Workspace
from mesh.core.handshake import fold
from mesh.errors import Malformed, MeshError
from mesh.machine import kill_group, kill_marked, started, this_process
from mesh.model.envelope import Envelope
from mesh.model.names import USER
from mesh.model.task import Task
from mesh.store.boxes import read_envelope
from mesh.store.leases import read_lease, write_lease

_TOKEN = 32  # characters of a turn's token

Log = Callable[[str], None]


def take_over(workspace: Workspace, log: Log) -> None:
    """Finish what a watcher that died left: its processes are ended, its envelopes go back."""
    workspace.recover()
    _end_orphans(workspace, log)
    now = clock.now()
    for agent in workspace.agent_names():
        take_back(workspace, agent, (), now, log)
        try:
            offer_plans(workspace, agent, log)
        except MeshError as error:  # a broken card is told of where turns are given out
            log(f"{agent}: no plan is offered: {error}")
    workspace.commit()


def offer_plans(workspace: Workspace, agent: str, log: Log) -> None:
    """Offer an agent its unfinished plans again, each once for as long as it stays as it is."""
    for found in knowledge.plans(workspace, agent):
        task_id = found.plan.task
        if found.plan.is_finished or not task_id:
            continue
        history = workspace.fresh_index().of_task(task_id)
        task = fold(history, workspace.settings.handshake)
        if task is None or task.state != "working" or task.worker != agent:
            continue
        if {item.id for item in history} & set(workspace.boxes.waiting(agent)):
            continue
        digest = hashlib.sha256(found.text.encode("utf-8")).hexdigest()[:16]
        text = (
            f"The plan {found.name} is not finished yet; go on with it.\n"
            f"计划 {found.name} 尚未完成，请继续。"
        )
        if say_once(workspace, task, agent, "message", f"plan:{agent}:{found.name}:{digest}", text):
            log(f"{agent}: the plan {found.name} is offered again")


def say_once(workspace: Workspace, task: Task, to: str, kind: str, key: str, text: str) -> bool:
    """Send an envelope of the runtime's into a task, unless it was sent under this key before."""
    runtime = broadcasting.RUNTIME
    if workspace.fresh_index().by_key(runtime, key):
        return False
    ulid = next(sending.new_ids(workspace, runtime, after=task.last_id))
    envelope = Envelope(
        id=ulid, type=kind, from_=runtime, to=to, task=task.id, context=task.context,
        sent_at=clock.now(), status="input-required" if kind == "status" else None,
        reply_to=task.asked_id, subject=task.subject, text=text, key=key,
    )  # fmt: skip
    sending.deliver(workspace, [envelope])
    return True


def _end_orphans(workspace: Workspace, log: Log) -> None:
    """End the processes of turns whose watcher is gone; a reused process id is left alone.

    The group of the program is known by its id and start, whatever else it left behind by the turn's token.
    """
    folder = workspace.layout.running("turns")
    os.makedirs(folder, exist_ok=True)
    for name in files.names(folder, ".yaml"):
        path = os.path.join(folder, name)
        try:
            values = codec.read(files.read(path) or b"")
        except Malformed:
            values = {}
        pid, token = values.get("pid"), values.get("token")
        ended = 0
        if isinstance(pid, int) and pid > 1 and str(values.get("start")) == (started(pid) or "gone"):
            kill_group(pid)
            ended = 1
        if isinstance(token, str) and len(token) >= _TOKEN:
            ended += kill_marked(f"MESH_TURN={token}")
        if ended:
            log(f"ended what was left over from a turn of {values.get('agent')}")
        files.discard(path)


def take_back(workspace: Workspace, agent: str, running: Collection[str], now: datetime, log: Log) -> None:
    """Put back what was taken by somebody who is gone."""
    for ulid in workspace.boxes.waiting(agent, "cur"):
        path = workspace.boxes.path(agent, "cur", ulid)
        lease = read_lease(path)
        if ulid in running or (lease and lease.holds(now)):
            continue
        envelope, error = read_envelope(files.read(path) or b"")
        if envelope is None:
            workspace.mailbox.quarantine(agent, f"{ulid}.yaml", error, now, box="cur")
            continue
        log(f"{agent}: took back {ulid}, its holder is gone")
        workspace.mailbox.give_back(agent, envelope, now)


def look(workspace: Workspace, busy: Collection[str], now: datetime, log: Log) -> datetime | None:
    """Renew the leases of running turns and see to what is overdue; returns when to look again."""
    for agent in workspace.agent_names():
        if agent in busy:
            renew(workspace, agent, now)
        else:
            take_back(workspace, agent, (), now, log)
    for broadcast_id in broadcasting.due(workspace):
        log(f"the time of broadcast {broadcast_id} is over")
        broadcasting.collect(workspace, broadcast_id)
    due = [overdue(workspace, task_id, now, log) for task_id in _open_tasks(workspace)]
    due += [broadcasting.deadline_of(about) for about in workspace.index.open_broadcasts().values()]
    if busy:
        due.append(now + timedelta(seconds=workspace.settings.lease_s / 3))
    return min((moment for moment in due if moment is not None and moment > now), default=None)


def next_deadline(workspace: Workspace) -> datetime | None:
    """Return when the next broadcast must be summed up."""
    open_ones = workspace.fresh_index().open_broadcasts().values()
    ends = [broadcasting.deadline_of(about) for about in open_ones]
    return min((moment for moment in ends if moment is not None), default=None)


def renew(workspace: Workspace, agent: str, now: datetime) -> None:
    """Renew this process's leases on what an agent is at work on."""
    for ulid in workspace.boxes.waiting(agent, "cur"):
        path = workspace.boxes.path(agent, "cur", ulid)
        lease = read_lease(path)
        if lease is None or lease.holder == this_process():
            write_lease(path, this_process(), now, workspace.settings.lease_s)


def _open_tasks(workspace: Workspace) -> list[str]:
    return workspace.fresh_index().tasks(only_open=True, limit=10_000)


def overdue(workspace: Workspace, task_id: str, now: datetime, log: Log) -> datetime | None:
    """Remind the requester of a confirmation that waits, then tell the person; returns what is next due."""
    history = workspace.index.of_task(task_id)
    task = fold(history, workspace.settings.handshake)
    if task is None or task.handshake != "asked" or task.is_final:
        return None
    asked = next((item for item in history if item.id == task.asked_id), None)
    if asked is None:
        return None
    remind_at = asked.sent_at + timedelta(seconds=workspace.settings.ack_reminder_s)
    escalate_at = asked.sent_at + timedelta(seconds=workspace.settings.ack_escalation_s)
    if now >= escalate_at:
        _tell(workspace, task, asked, "escalation", USER, log)
        return None
    if now >= remind_at:
        _tell(workspace, task, asked, "reminder", task.requester, log)
        return escalate_at
    return remind_at


def _tell(workspace: Workspace, task: Task, asked: Envelope, what: str, to: str, log: Log) -> None:
    text = (
        f"{what}: task {task.id} waits for {task.requester} to answer what {task.worker} understood.\n"
        f"next: mesh ack {task.id} --from {task.requester}\n"
        f"任务 {task.id} 在等待 {task.requester} 确认 {task.worker} 的理解。"
    )
    try:
        if say_once(workspace, task, to, "status", f"{what}:{asked.id}", text):
            log(f"{what} to {to}: {task.id} is not confirmed")
    except MeshError as error:
        log(f"{what} for {task.id} failed: {error}")


def quarantine_stray(workspace: Workspace, agent: str, name: str, now: datetime, log: Log) -> None:
    """Move what can be no envelope out of an inbox."""
    error = Malformed("the name is not that of an envelope (`<ULID>.yaml`)")
    workspace.mailbox.quarantine(agent, name, error, now)
    log(f"{agent}: {name} is no envelope; it lies in quarantine")
