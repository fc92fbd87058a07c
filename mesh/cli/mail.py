"""Commands of a conversation: answers, the handshake, broadcasts and notifications."""

from __future__ import annotations

import os

from mesh.app import broadcasting, conversing, identity, requesting
from mesh.app.sending import Order
from mesh.app.workspace import Workspace
from mesh.cli import output as out
from mesh.cli.common import one_text, opened, speaker, words
from mesh.cli.declare import Args
from mesh.cli.send import say_next
from mesh.errors import BadInput
from mesh.model.envelope import Understanding


def reply(args: Args) -> int:
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


def confirm(args: Args) -> int:
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


def ack(args: Args) -> int:
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


def start(args: Args) -> int:
    """Say, as the worker, that the work begins."""
    with opened(args) as workspace:
        sent = conversing.start(workspace, args.task, speaker(args, workspace), args.expect or "")
        _said(args, workspace, sent)
    return 0


def _said(args: Args, workspace: Workspace, sent: requesting.Sent) -> None:
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
    say_next(args, workspace, task, sent.envelope.from_)


def broadcast(args: Args) -> int:
    """Open one task for each receiver and collect the answers."""
    *receivers, last = args.receivers
    if not receivers:
        raise BadInput("the text is missing", hint='mesh broadcast alice bob "the text"')
    with opened(args) as workspace:
        sender = speaker(args, workspace)
        order = Order(
            sender=sender, to="", text=out.read_text(last), subject=args.subject or "",
            complexity=args.complexity, priority=args.priority or "normal", context=args.context,
            attach=tuple(args.attach or ()), key=args.key, parent=identity.parent(workspace, os.environ),
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
    args: Args, workspace: Workspace, sender: str, sent: broadcasting.Broadcast
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
        out.say(out.clean(summary.text, lines=True, annotation=True))
    came = sum(1 for answer in summary.answers if answer.get("came"))
    return 0 if came >= broadcasting.needed(sent.policy, len(sent.requests)) else 5


def notify(args: Args) -> int:
    """Tell an agent or a group something."""
    with opened(args) as workspace:
        sent = broadcasting.notify(workspace, speaker(args, workspace), args.group, one_text(args))
        if args.json:
            out.as_json({"schema": 1, "ids": [item.id for item in sent], "to": [item.to for item in sent]})
        else:
            out.say(words(args, "told {names}", names=", ".join(item.to for item in sent)))
    return 0
