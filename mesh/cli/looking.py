"""Commands that look and change nothing: inboxes, envelopes, tasks, timelines, search, status, history."""

from __future__ import annotations

import os
from datetime import datetime, timedelta

from mesh.app import clock, conversing, identity, looking
from mesh.app.broadcasting import RUNTIME
from mesh.app.workspace import Workspace
from mesh.cli import output as out
from mesh.cli.common import opened, speaker, words
from mesh.cli.declare import Args
from mesh.errors import BadInput, Malformed
from mesh.model.envelope import Envelope
from mesh.model.fields import parse_moment
from mesh.model.task import Task


def inbox(args: Args) -> int:
    """List what waits for an agent."""
    with opened(args) as workspace:
        agent = args.agent or identity.speaker(workspace, None, os.environ)
        found = looking.inbox(workspace, agent, everything=args.all)
        if args.json:
            out.as_json(found.to_json())
            return 0
        rows = [
            (
                item.id, item.box, item.envelope.from_ if item.envelope else "?",
                item.envelope.type if item.envelope else words(args, "no mail"),
                item.task.state if item.task else "", item.envelope.subject if item.envelope else "",
            )
            for item in found.envelopes
        ]  # fmt: skip
        if rows:
            heads = ("id", "box", "from", "type", "state", "subject")
            out.table(tuple(words(args, head) for head in heads), rows)
        else:
            out.say(words(args, "no mail for {agent}", agent=found.agent))
        _say_where(args, found)
    return 0


def _say_where(args: Args, found: looking.Inbox) -> None:
    last = found.last_id or words(args, "none yet")
    line = "looked in {path}: {files} files, last id {last}"
    out.tell(words(args, line, path=found.path, files=found.files, last=last))
    if found.watcher.alive:
        out.tell(words(args, "a watcher is running, last look {when}", when=found.watcher.last_scan or "-"))
    else:
        out.tell(words(args, "no watcher is running"))


def read(args: Args) -> int:
    """Show one envelope."""
    with opened(args) as workspace:
        envelope = looking.read(workspace, args.id)
        if args.json:
            out.as_json(envelope.to_dict())
        else:
            show_envelope(args, envelope)
    return 0


def show_envelope(args: Args, envelope: Envelope, *, brief: bool = False) -> None:
    """Print an envelope as a person reads it: a head line, what its type carries, the text."""
    when = f"{envelope.sent_at.astimezone():%m-%d %H:%M:%S}"
    status = f" ({envelope.status})" if envelope.status else ""
    head = f"{when}  {envelope.from_} → {envelope.to}  {envelope.type}{status}"
    out.say(out.bold(head) + (f"  {out.clean(envelope.subject)}" if not brief and envelope.subject else ""))
    if not brief:
        out.say(out.dim(f"  {envelope.id}  {envelope.task}  {envelope.context}"))
    for name, value in _carried(envelope):
        out.say(f"  {words(args, name)}: {out.clean(value)}")
    for attachment in envelope.attachments:
        line = "attachment: {name} ({size} bytes, {digest})"
        digest = attachment.sha256[:12]
        out.say("  " + words(args, line, name=attachment.name, size=attachment.size, digest=digest))
    if envelope.text.strip():
        collected = envelope.type == "summary" and envelope.from_ == RUNTIME  # of replies annotated already
        annotated = bool(envelope.annotation) or collected
        text = out.clean(envelope.text, lines=True, annotation=annotated)
        out.say("\n".join("  " + line for line in text.rstrip("\n").split("\n")))


def _carried(envelope: Envelope) -> list[tuple[str, str]]:
    told = envelope.understanding
    rows: list[tuple[str, str]] = []
    if told:
        rows += [("scope", told.scope), ("approach", told.approach), ("output format", told.output_format)]
        rows += [("assumption", item) for item in told.assumptions]
        rows += [("question", item) for item in told.questions]
    rows += [("correction", item) for item in envelope.corrections]
    rows += [("continues", item) for item in envelope.references]
    if envelope.complexity:
        rows.append(("complexity", f"{envelope.complexity.level} ({envelope.complexity.by})"))
    return [(name, value) for name, value in rows if value]


def task_list(args: Args) -> int:
    """List tasks, those last spoken in first."""
    with opened(args) as workspace:
        tasks = looking.list_tasks(
            workspace, agent=args.agent, everything=args.all, limit=args.limit or 50
        )
        if args.json:
            out.as_json({"schema": 1, "tasks": [_task_json(task) for task in tasks]})
            return 0
        if not tasks:
            out.say(words(args, "no tasks") if args.all else words(args, "no open tasks"))
            return 0
        heads = ("task", "from", "to", "state", "handshake", "level", "subject")
        rows = [
            (t.id, t.requester, t.worker, t.state, t.handshake, t.level, t.subject) for t in tasks
        ]
        out.table(tuple(words(args, head) for head in heads), rows)
    return 0


def _task_json(task: Task) -> dict[str, object]:
    from mesh.model.fields import show_moment

    return {
        "task": task.id, "context": task.context, "state": task.state, "handshake": task.handshake,
        "complexity": {"level": task.level, "by": task.level_by}, "from": task.requester,
        "to": task.worker, "subject": task.subject, "rounds": task.rounds,
        "updated_at": show_moment(task.updated_at),
    }  # fmt: skip


def task_show(args: Args) -> int:
    """Show one task with everything that was said in it."""
    with opened(args) as workspace:
        view = looking.show_task(workspace, args.task)
        if args.json:
            out.as_json(view.to_json())
            return 0
        task = view.task
        out.say(out.bold(task.id) + "  " + out.clean(task.subject))
        line = "{state} · handshake {handshake} · complexity {level} ({by}) · {requester} → {worker}"
        out.say(
            words(
                args, line, state=task.state, handshake=task.handshake, level=task.level,
                by=task.level_by, requester=task.requester, worker=task.worker,
            )
        )  # fmt: skip
        for envelope in view.history:
            out.say("")
            show_envelope(args, envelope, brief=True)
        if view.next_step:
            out.tell(words(args, "next: {step}", step=view.next_step))
    return 0


def task_close(args: Args) -> int:
    """End a task that is settled, and file its mail."""
    with opened(args) as workspace:
        ended = conversing.close(workspace, args.task, speaker(args, workspace))
        _ended(args, ended.task)
    return 0


def task_cancel(args: Args) -> int:
    """Cancel a task, as its requester."""
    with opened(args) as workspace:
        ended = conversing.set_status(
            workspace, args.task, speaker(args, workspace), "canceled", args.reason or ""
        )
        _ended(args, ended.task)
    return 0


def _ended(args: Args, task: Task) -> None:
    if args.json:
        out.as_json({"schema": 1, **_task_json(task)})
    else:
        out.say(words(args, "task {task}: {state}", task=task.id, state=task.state))


def timeline(args: Args) -> int:
    """Show all that was said in a context, oldest first."""
    with opened(args) as workspace:
        found = looking.timeline(workspace, args.context)
        if args.json:
            out.as_json({"schema": 1, "context": found[0].context, "envelopes": [e.to_dict() for e in found]})
            return 0
        for number, envelope in enumerate(found):
            if number:
                out.say("")
            show_envelope(args, envelope)
    return 0


def search(args: Args) -> int:
    """Find envelopes by words of their subject or text; 1 if there is none."""
    with opened(args) as workspace:
        found = looking.search(workspace, " ".join(args.words), args.limit or 50)
        if args.json:
            out.as_json({"schema": 1, "envelopes": [e.to_dict() for e in found]})
        elif found:
            heads = tuple(words(args, head) for head in ("id", "from", "to", "type", "subject"))
            out.table(heads, [(e.id, e.from_, e.to, e.type, e.subject) for e in found])
        else:
            out.tell(words(args, "nothing found"))
    return 0 if found else 1


def status(args: Args) -> int:
    """Show agents, mail waiting, running turns and what is stuck."""
    with opened(args) as workspace:
        found = looking.status(workspace)
        if args.json:
            out.as_json(found.to_json())
            return 0
        out.say(out.bold(found.path))
        _say_watcher(args, found)
        heads = tuple(words(args, head) for head in ("agent", "driver", "waiting", "running", "dead"))
        rows = [
            (a.card.name, a.card.driver_name, str(a.new), str(len(a.running)), str(a.dead))
            for a in found.agents
        ]
        out.table(heads, rows)
        out.say(words(args, "open tasks: {count}", count=found.open_tasks))
        if found.quarantined:
            out.say(words(args, "in quarantine: {count} files", count=found.quarantined))
        for agent in found.agents:
            for reason in agent.stuck:
                out.say(words(args, "stuck: {agent}: {reason}", agent=agent.card.name, reason=reason))
    return 0


def _say_watcher(args: Args, found: looking.Status) -> None:
    if found.stopped is not None:
        out.say(words(args, "{stopped}; `mesh resume` lets the agents run again", stopped=found.stopped))
    watcher = found.watcher
    if watcher.alive and watcher.holder:
        line = "watcher: process {pid} on {host}, last look {when}"
        pid, when = watcher.holder.pid, watcher.last_scan or "-"
        out.say(words(args, line, pid=pid, host=watcher.holder.host, when=when))
    else:
        out.say(words(args, "watcher: none is running"))


def log(args: Args) -> int:
    """Show the audit trail, newest first."""
    with opened(args) as workspace:
        agent = workspace.card(args.agent).name if args.agent in workspace.agent_names() else args.agent
        task = _task_id(workspace, args.task)
        since = _since(args.since)
        if args.follow:
            return _follow(args, workspace, agent, task)
        limit = args.limit or (None if args.json or since else 50)
        events = workspace.history.events(agent=agent, task=task, since=since, limit=limit)
        if args.json:
            for event in events:
                out.as_json(event.to_json(), line=True)
            return 0
        rows = [
            (f"{e.at.astimezone():%m-%d %H:%M:%S}", e.commit[:10], e.agent, e.event, e.title) for e in events
        ]
        out.table(tuple(words(args, head) for head in ("at", "commit", "agent", "event", "what")), rows)
    return 0


def _task_id(workspace: Workspace, name: str | None) -> str | None:
    from mesh.app.sending import find_task

    return find_task(workspace, name) if name else None


def _since(text: str | None) -> datetime | None:
    """Return a moment from `2h`, `30m`, `3d` or a time with a zone."""
    if not text:
        return None
    units = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
    if text[-1:] in units and text[:-1].isdigit():
        try:
            return clock.now() - timedelta(seconds=int(text[:-1]) * units[text[-1]])
        except OverflowError:
            raise BadInput("`{text}` is too long ago", text=text) from None
    try:
        return parse_moment(text, Malformed(""))
    except Malformed:
        raise BadInput(
            "`{text}` is no time", text=text, hint="say `2h`, `30m`, `3d`, or 2026-12-01T08:00:00Z"
        ) from None


def _follow(args: Args, workspace: Workspace, agent: str | None, task: str | None) -> int:
    for event in workspace.history.follow():
        if (agent and event.agent != agent) or (task and event.task != task):
            continue
        if args.json:
            out.as_json(event.to_json(), line=True)
        else:
            when = f"{event.at.astimezone():%m-%d %H:%M:%S}"
            out.say(f"{when}  {event.commit[:10]}  {event.agent}  {event.event}  {out.clean(event.title)}")
        out.flush()
    return 0


def stats(args: Args) -> int:
    """Show what handshakes cost and bring: how many, and how often finished work came back."""
    with opened(args) as workspace:
        found = looking.stats(workspace, args.agent)
    if args.json:
        out.as_json(found.to_json())
        return 0
    out.say(words(args, "tasks: {count}", count=found.tasks))
    rows = [(words(args, name), str(number)) for name, number in found.handshakes.items()]
    out.table((words(args, "handshake"), words(args, "count")), rows)
    lines = {
        "with_handshake": "rework after a handshake: {reworked} of {finished} finished tasks",
        "without_handshake": "rework without one: {reworked} of {finished} finished tasks",
    }
    for kind, line in lines.items():
        out.say(words(args, line, reworked=found.reworked[kind], finished=found.finished[kind]))
    for tier, number in found.tiers.items():
        out.say(words(args, "replies {tier}: {count}", tier=words(args, tier), count=number))
    return 0
