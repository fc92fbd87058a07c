"""The command `send`, kept apart and light because it is the one that scripts call most."""

from __future__ import annotations

import os

from mesh.app import identity, requesting
from mesh.app.sending import Order
from mesh.app.workspace import Workspace
from mesh.cli import output as out
from mesh.cli.common import one_text, opened, speaker, words
from mesh.cli.declare import Args
from mesh.errors import BadInput
from mesh.model.ids import same
from mesh.model.task import Task


def send(args: Args) -> int:
    """Open a task, or say something in one (`--task`)."""
    text = one_text(args)
    with opened(args) as workspace:
        sender = speaker(args, workspace)
        speak = _say_in_task if args.task else _open
        sent = speak(args, workspace, sender, text)
        if args.wait is not None:
            return _wait(args, workspace, sender, sent)
        if args.json:
            out.as_json(sent.to_json())
        else:
            _show_sent(args, workspace, sent)
    return 0


def _open(args: Args, workspace: Workspace, sender: str, text: str) -> requesting.Sent:
    order = Order(
        sender=sender,
        to=args.to,
        text=text,
        subject=args.subject or "",
        complexity=args.complexity,
        priority=args.priority or "normal",
        context=args.context,
        attach=tuple(args.attach or ()),
        key=args.key or identity.turn_key(os.environ, args.to, text),
        parent=identity.parent(workspace, os.environ),
    )
    return requesting.request(workspace, order)


def _say_in_task(args: Args, workspace: Workspace, sender: str, text: str) -> requesting.Sent:
    from mesh.app import conversing

    talk = conversing.open_talk(workspace, args.task, sender)
    if not same(workspace.card(args.to).name, talk.other):
        raise BadInput(
            "task `{task}` is between `{one}` and `{two}`, not `{to}`",
            task=talk.task.id, one=talk.task.requester, two=talk.task.worker, to=args.to,
            hint="leave `--task` out to open a task for `{to}`",
        )  # fmt: skip
    return conversing.message(
        workspace, args.task, sender, text, priority=args.priority or "normal",
        complexity=args.complexity, subject=args.subject or "",
    )  # fmt: skip


def _show_sent(args: Args, workspace: Workspace, sent: requesting.Sent) -> None:
    task, to = sent.task, sent.envelope.to
    if sent.follows:
        out.tell(words(args, "task {task} is finished; this opens a follow-up task", task=sent.follows))
    if sent.repeated:
        out.tell(words(args, "sent before under this key; nothing new was sent"))
    out.say(words(args, "{type} to {to}: task {task}", type=sent.envelope.type, to=to, task=task.id))
    line = "{state} · complexity {level} ({by}) · handshake {handshake}"
    out.say(
        words(args, line, state=task.state, level=task.level, by=task.level_by, handshake=task.handshake)
    )
    say_next(args, workspace, task, sent.envelope.from_)


def say_next(args: Args, workspace: Workspace, task: Task, sender: str) -> None:
    """Tell a person at a terminal what comes next; a script does not need it."""
    if not out.is_terminal():
        return
    from mesh.app.looking import next_step
    from mesh.app.presence import watching
    from mesh.driver.registry import load, waits

    step = next_step(workspace, task)
    runs = not waits(load(workspace.card(task.worker).driver_name))
    if step and (not runs or f"--from {task.worker}" not in step):  # nobody answers in a running agent's name
        out.tell(words(args, "next: {step}", step=step))
    if runs and not watching(workspace).alive:
        out.tell(words(args, "no watcher is running: `mesh watch` runs the agents"))


def _wait(args: Args, workspace: Workspace, sender: str, sent: requesting.Sent) -> int:
    from mesh.app.waiting import for_reply

    say_next(args, workspace, sent.task, sender)
    with out.progress(args) as progress:

        def show(task: Task) -> None:
            line = words(args, "{worker}: {state}", worker=task.worker, state=task.state)
            if task.handshake == "asked":
                line += words(args, " · answer with `mesh ack {task}`", task=task.id)
            progress(line)

        timeout = args.wait if args.wait > 0 else None
        task, answer = for_reply(workspace, sent.task.id, sender, timeout_s=timeout, show=show)
    if args.json:
        reply = answer.to_dict() if answer else None
        out.as_json({**sent.to_json(), "state": task.state, "handshake": task.handshake, "reply": reply})
    elif answer:
        out.say(out.clean(answer.text, lines=True, annotation=bool(answer.annotation)))
    return 0 if task.state in ("completed", "input-required", "auth-required") else 1
