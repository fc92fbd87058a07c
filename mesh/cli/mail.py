"""Commands that send: tasks, answers, the handshake, broadcasts and notifications."""

from __future__ import annotations

import os
from argparse import Namespace

from mesh.app import broadcasting, conversing, identity, requesting
from mesh.app.sending import Order
from mesh.app.workspace import Workspace
from mesh.cli import output as out
from mesh.cli.common import one_text, opened, speaker, words
from mesh.errors import BadInput
from mesh.model.envelope import Understanding
from mesh.model.ids import same
from mesh.model.task import Task


def send(args: Namespace) -> int:
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


def _open(args: Namespace, workspace: Workspace, sender: str, text: str) -> requesting.Sent:
    in_turn = identity.turn_agent(workspace, os.environ) is not None
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
        parent=os.environ.get("MESH_TASK") if in_turn else None,
    )
    return requesting.request(workspace, order)


def _say_in_task(args: Namespace, workspace: Workspace, sender: str, text: str) -> requesting.Sent:
    talk = conversing.open_talk(workspace, args.task, sender)
    if not same(workspace.card(args.to).name, talk.other):
        raise BadInput(
            "task `{task}` is between `{one}` and `{two}`, not `{to}`",
            task=talk.task.id, one=talk.task.requester, two=talk.task.worker, to=args.to,
            hint="leave `--task` out to open a task for `{to}`",
        )  # fmt: skip
    return conversing.message(workspace, args.task, sender, text, priority=args.priority or "normal")


def _show_sent(args: Namespace, workspace: Workspace, sent: requesting.Sent) -> None:
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
    _say_next(args, workspace, task, sent.envelope.from_)


def _say_next(args: Namespace, workspace: Workspace, task: Task, sender: str) -> None:
    """Tell a person at a terminal what comes next; a script does not need it."""
    from mesh.app.looking import next_step
    from mesh.app.presence import watching
    from mesh.driver.registry import load, waits

    if not out.is_terminal():
        return
    step = next_step(workspace, task)
    if step:
        out.tell(words(args, "next: {step}", step=step))
    runs = not waits(load(workspace.card(task.worker).driver_name))
    if runs and not watching(workspace).alive:
        out.tell(words(args, "no watcher is running: `mesh watch` runs the agents"))


def _wait(args: Namespace, workspace: Workspace, sender: str, sent: requesting.Sent) -> int:
    from mesh.app.waiting import for_reply

    _say_next(args, workspace, sent.task, sender)
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
        out.say(out.clean(answer.text, lines=True))
    return 0 if task.state in ("completed", "input-required", "auth-required") else 1


def reply(args: Namespace) -> int:
    """Answer a task; the runtime appends its annotation."""
    text = one_text(args)
    with opened(args) as workspace:
        sent = conversing.reply(
            workspace, args.task, speaker(args, workspace), text, status=args.status or "completed"
        )
        if args.json:
            out.as_json({**sent.to_json(), "annotation": sent.envelope.annotation})
        else:
            out.say(words(args, "task {task}: {state}", task=sent.task.id, state=sent.task.state))
            for line in sent.envelope.annotation.get("lines", []):
                out.say(out.clean(str(line), annotation=True))
    return 0


def confirm(args: Namespace) -> int:
    """Say, as the worker, what was understood."""
    understanding = Understanding(
        scope=out.read_text(args.scope),
        approach=out.read_text(args.approach or ""),
        output_format=out.read_text(args.output_format or ""),
        assumptions=tuple(args.assume or ()),
        questions=tuple(args.ask or ()),
    )
    with opened(args) as workspace:
        sent = conversing.confirm(workspace, args.task, speaker(args, workspace), understanding)
        _said(args, workspace, sent)
    return 0


def ack(args: Namespace) -> int:
    """Answer, as the requester, what the worker understood."""
    if args.correct and args.reject is not None:
        raise BadInput("`--correct` and `--reject` exclude each other", hint="give one of them")
    status = "rejected" if args.reject is not None else "confirmed"
    if args.correct:
        status = "confirmed_with_correction"
    with opened(args) as workspace:
        sent = conversing.acknowledge(
            workspace, args.task, speaker(args, workspace), status,
            corrections=tuple(out.read_text(text) for text in args.correct or ()),
            text=out.read_text(args.reject or ""),
        )  # fmt: skip
        _said(args, workspace, sent)
    return 0


def start(args: Namespace) -> int:
    """Say, as the worker, that the work begins."""
    with opened(args) as workspace:
        sent = conversing.start(workspace, args.task, speaker(args, workspace), args.expect or "")
        _said(args, workspace, sent)
    return 0


def _said(args: Namespace, workspace: Workspace, sent: requesting.Sent) -> None:
    if args.json:
        out.as_json(sent.to_json())
        return
    task = sent.task
    out.say(
        words(
            args, "task {task}: {state} · handshake {handshake}",
            task=task.id, state=task.state, handshake=task.handshake,
        )
    )  # fmt: skip
    _say_next(args, workspace, task, sent.envelope.from_)


def broadcast(args: Namespace) -> int:
    """Open one task for each receiver and collect the answers."""
    *receivers, last = args.receivers
    if not receivers:
        raise BadInput("the text is missing", hint='mesh broadcast alice bob "the text"')
    with opened(args) as workspace:
        sender = speaker(args, workspace)
        order = Order(
            sender=sender, to="", text=out.read_text(last), subject=args.subject or "",
            complexity=args.complexity, priority=args.priority or "normal", context=args.context,
            attach=tuple(args.attach or ()), key=args.key,
        )  # fmt: skip
        sent = broadcasting.broadcast(
            workspace, order, receivers, policy=args.policy or "all", timeout_s=args.timeout
        )
        if args.wait is not None:
            return _wait_for_summary(args, workspace, sender, sent)
        if args.json:
            out.as_json(sent.to_json())
        else:
            for request in sent.requests:
                out.say(words(args, "to {to}: task {task}", to=request.to, task=request.task))
            out.say(words(args, "broadcast {id}: policy {policy}", id=sent.id, policy=sent.policy))
    return 0


def _wait_for_summary(
    args: Namespace, workspace: Workspace, sender: str, sent: broadcasting.Broadcast
) -> int:
    from mesh.app.waiting import for_summary

    with out.progress(args) as progress:

        def show(came: int, total: int) -> None:
            progress(words(args, "{came} of {total} answered", came=came, total=total))

        timeout = args.wait if args.wait > 0 else None
        summary = for_summary(workspace, sent, sender, timeout_s=timeout, show=show)
    if args.json:
        out.as_json({**sent.to_json(), "summary": summary.to_dict()})
    else:
        out.say(out.clean(summary.text, lines=True))
    came = sum(1 for answer in summary.answers if answer.get("came"))
    return 0 if came >= broadcasting.needed(sent.policy, len(sent.requests)) else 5


def notify(args: Namespace) -> int:
    """Tell an agent or a group something."""
    with opened(args) as workspace:
        sent = broadcasting.notify(workspace, speaker(args, workspace), args.group, one_text(args))
        if args.json:
            out.as_json({"schema": 1, "ids": [item.id for item in sent], "to": [item.to for item in sent]})
        else:
            out.say(words(args, "told {names}", names=", ".join(item.to for item in sent)))
    return 0
