"""Looking without touching: inboxes, envelopes, tasks, timelines, search and the one-screen status."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from mesh import files
from mesh.app import clock
from mesh.app.presence import Watching, watching
from mesh.app.sending import find_task
from mesh.app.workspace import Workspace
from mesh.core.handshake import fold, needs_ack
from mesh.core.stats import Stats, count
from mesh.driver.registry import load
from mesh.errors import MeshError, NotFound
from mesh.model.card import Card
from mesh.model.envelope import Envelope
from mesh.model.fields import show_moment
from mesh.model.ids import parse_ulid
from mesh.model.names import parse_name
from mesh.model.task import Task
from mesh.store.boxes import read_envelope
from mesh.store.leases import read_lease, read_retry


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """One envelope in an inbox, and how its task stands; `envelope` is None for a file that is no mail."""

    id: str
    box: str
    envelope: Envelope | None
    task: Task | None

    def to_json(self) -> dict[str, Any]:
        item = self.envelope
        return {
            "id": self.id, "type": item.type if item else None, "from": item.from_ if item else None,
            "task": item.task if item else None, "subject": item.subject if item else None,
            "sent_at": show_moment(item.sent_at) if item else None,
            "state": self.task.state if self.task else None,
            "priority": item.priority if item else None, "box": self.box,
        }  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbox:
    """What waits for an agent; where it was looked, how much is there, and who watches."""

    agent: str
    path: str
    files: int
    last_id: str | None
    watcher: Watching
    envelopes: tuple[Waiting, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "schema": 1, "agent": self.agent, "path": self.path, "files": self.files,
            "last_id": self.last_id, "watcher": self.watcher.to_json(),
            "envelopes": [item.to_json() for item in self.envelopes],
        }  # fmt: skip


def inbox(workspace: Workspace, agent: str, *, everything: bool = False) -> Inbox:
    """Return an agent's waiting mail, oldest first; with `everything` what was given up too."""
    card = workspace.card(agent)
    boxes = ("new", "cur", "dead") if everything else ("new", "cur")
    found = [(ulid, box) for box in boxes for ulid in workspace.boxes.waiting(card.name, box)]
    return Inbox(
        agent=card.name,
        path=workspace.layout.inbox(card.name, "new"),
        files=len(found) + len(workspace.boxes.strays(card.name)),
        last_id=_last_id(workspace, card.name, [ulid for ulid, _ in found]),
        watcher=watching(workspace),
        envelopes=_waiting(workspace, card.name, sorted(found)),
    )


def _last_id(workspace: Workspace, agent: str, ids: list[str]) -> str | None:
    """Return the newest id that ever came in, waiting or handled."""
    for shard in reversed(workspace.layout.shards(workspace.layout.inbox(agent, "done"))):
        done = files.names(shard, ".yaml")
        if done:
            ids = [*ids, done[-1][:-5]]
            break
    return max(ids, default=None)


def _waiting(workspace: Workspace, agent: str, found: list[tuple[str, str]]) -> tuple[Waiting, ...]:
    if not found:
        return ()
    index = workspace.fresh_index()
    known = index.many([ulid for ulid, _ in found])
    tasks: dict[str, Task | None] = {}
    waiting = []
    for ulid, box in found:
        item = known.get(ulid)
        if item is None:
            item, _ = read_envelope(files.read(workspace.boxes.path(agent, box, ulid)) or b"")
        if item and item.task not in tasks:
            tasks[item.task] = fold(index.of_task(item.task), workspace.settings.handshake)
        waiting.append(Waiting(id=ulid, box=box, envelope=item, task=tasks[item.task] if item else None))
    return tuple(waiting)


def read(workspace: Workspace, ulid: str) -> Envelope:
    """Return an envelope as it was sent; an unambiguous beginning of at least six characters will do."""
    name = ulid.strip().upper()
    index = workspace.fresh_index()
    found = index.get(name) or index.get(name.removeprefix("T-"))
    if found:
        return found
    near = index.ids_like(name) if len(name) >= 6 else []
    if len(near) == 1 and (known := index.get(near[0])):
        return known
    hint = "it could be {near}" if near else "`mesh inbox` and `mesh search` show ids"
    if not near:
        parse_ulid(ulid)
    raise NotFound("no envelope `{id}`", id=ulid[:80], hint=hint, near=", ".join(near))


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskView:
    """A task with its envelopes, oldest first; `open_for` names who must act next, if anybody must."""

    task: Task
    history: tuple[Envelope, ...]
    next_step: str | None

    def to_json(self) -> dict[str, Any]:
        task = self.task
        return {
            "schema": 1, "task": task.id, "context": task.context, "state": task.state,
            "handshake": task.handshake, "complexity": {"level": task.level, "by": task.level_by},
            "from": task.requester, "to": task.worker, "subject": task.subject, "rounds": task.rounds,
            "cost_usd": task.cost_usd, "parent": task.parent, "references": list(task.references),
            "next": self.next_step, "history": [item.to_dict() for item in self.history],
        }  # fmt: skip


def show_task(workspace: Workspace, name: str) -> TaskView:
    """Return one task. Raises NotFound with the nearest ones."""
    history = workspace.index.of_task(find_task(workspace, name))
    task = fold(history, workspace.settings.handshake)
    if task is None:
        raise NotFound("task `{task}` has no request", task=name[:80], hint="`mesh task list` shows tasks")
    return TaskView(task=task, history=tuple(history), next_step=next_step(workspace, task))


def next_step(workspace: Workspace, task: Task) -> str | None:
    """Return the command that moves a task on, None for one that is over."""
    if task.is_final:
        return None
    if task.handshake == "asked":
        return f"mesh ack {task.id} --from {task.requester}"
    if needs_ack(task, workspace.settings.handshake):
        return f"mesh confirm {task.id} --from {task.worker} --scope … --approach …"
    if task.state == "input-required":
        return f'mesh send {task.worker} --task {task.id} --from {task.requester} "…"'
    return f'mesh reply {task.id} --from {task.worker} "…"'


def list_tasks(
    workspace: Workspace, *, agent: str | None = None, everything: bool = False, limit: int = 50
) -> list[Task]:
    """Return tasks, those last spoken in first; only open ones unless `everything`."""
    name = workspace.card(agent).name if agent else None
    index = workspace.fresh_index()
    found = []
    for task_id in index.tasks(only_open=not everything, limit=limit if name is None else 100_000):
        task = fold(index.of_task(task_id), workspace.settings.handshake)
        if task and (name is None or name in (task.requester, task.worker)):
            found.append(task)
    return found[:limit]


def timeline(workspace: Workspace, name: str) -> list[Envelope]:
    """Return all envelopes of a context, oldest first; a task's id names its context too."""
    index = workspace.fresh_index()
    normal = parse_name(name, "context")
    found = index.of_context(normal)
    if not found:
        history = index.of_task(normal)
        found = index.of_context(history[0].context) if history else []
    if not found:
        raise NotFound("no context `{name}`", name=name[:80], hint="`mesh task list` shows tasks")
    return found


def search(workspace: Workspace, query: str, limit: int = 50) -> list[Envelope]:
    """Return the newest envelopes that hold all words of the query."""
    return workspace.fresh_index().search(query, limit)


def agents(workspace: Workspace, skill: str | None = None) -> list[Card]:
    """Return the cards, or those whose skills name what is wanted."""
    cards = workspace.cards()
    if not skill:
        return cards
    wanted = skill.strip().lower()
    return [
        card
        for card in cards
        if any(
            wanted in text.lower()
            for item in card.skills
            for text in (item.id, item.name, item.description, *item.tags)
        )
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentStatus:
    """One agent at a glance. `stuck` are reasons, one line each."""

    card: Card
    new: int
    running: tuple[str, ...]
    dead: int
    stuck: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "agent": self.card.name, "driver": self.card.driver_name, "new": self.new,
            "running": list(self.running), "dead": self.dead, "stuck": list(self.stuck),
        }  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """The workspace on one screen."""

    path: str
    watcher: Watching
    stopped: str | None
    agents: tuple[AgentStatus, ...]
    open_tasks: int
    quarantined: int
    trouble: str | None

    def to_json(self) -> dict[str, Any]:
        return {
            "schema": 1, "path": self.path, "watcher": self.watcher.to_json(), "stopped": self.stopped,
            "agents": [item.to_json() for item in self.agents], "open_tasks": self.open_tasks,
            "quarantined": self.quarantined, "trouble": self.trouble,
        }  # fmt: skip


def status(workspace: Workspace) -> Status:
    """Return agents, mail waiting, running turns and what is stuck; raises Malformed for broken settings."""
    _ = workspace.settings
    held = [name for name in files.names(workspace.layout.quarantine) if not name.endswith(".why.yaml")]
    stopped = files.read(os.path.join(workspace.root, "STOP"))
    return Status(
        path=workspace.root,
        watcher=watching(workspace),
        stopped=stopped.decode("utf-8", "replace").strip() if stopped is not None else None,
        agents=tuple(_agent_status(workspace, name) for name in workspace.agent_names()),
        open_tasks=len(workspace.fresh_index().tasks(only_open=True, limit=100_000)),
        quarantined=len(held),
        trouble=str(workspace.trouble) if workspace.trouble else None,
    )


def _card_or_why(workspace: Workspace, name: str) -> tuple[Card, str]:
    """Return an agent's card, or one that says nothing, and why the agent cannot be run, if so."""
    try:
        card = workspace.card(name)
    except MeshError as error:
        return Card(name=name, driver={"name": "?"}), str(error)
    try:
        return card, load(card.driver_name).missing(card.driver) or ""
    except MeshError as error:
        return card, str(error)


def _agent_status(workspace: Workspace, name: str) -> AgentStatus:
    now = clock.now()
    card, why = _card_or_why(workspace, name)
    running, stuck = [], [f"cannot run: {why}"] if why else []
    for ulid in workspace.boxes.waiting(card.name, "cur"):
        lease = read_lease(workspace.boxes.path(card.name, "cur", ulid))
        if lease and lease.holds(now):
            running.append(ulid)
        else:
            stuck.append(f"{ulid}: taken, and its holder is gone")
    for ulid in workspace.boxes.waiting(card.name, "new"):
        retry = read_retry(workspace.boxes.path(card.name, "new", ulid))
        if retry:
            stuck.append(f"{ulid}: failed {retry.attempts} times: {retry.reason}")
    return AgentStatus(
        card=card,
        new=len(workspace.boxes.waiting(card.name)),
        running=tuple(running),
        dead=len(workspace.boxes.waiting(card.name, "dead")),
        stuck=tuple(stuck),
    )


def stats(workspace: Workspace, agent: str | None = None) -> Stats:
    """Count handshakes, rework and annotations, of all tasks or of those of one agent."""
    name = workspace.card(agent).name if agent else None
    index = workspace.fresh_index()
    found = {}
    for task_id in index.tasks(only_open=False, limit=1_000_000):
        history = index.of_task(task_id)
        task = fold(history, workspace.settings.handshake)
        if task and (name is None or name in (task.requester, task.worker)):
            found[task_id] = (task, history)
    return count(found)
