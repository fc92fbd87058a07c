"""Commands for plans, notes, and what an agent would be told."""

from __future__ import annotations

import os

from mesh.app import identity, knowledge
from mesh.cli import output as out
from mesh.cli.common import one_text, opened, words
from mesh.cli.declare import Args
from mesh.core.plans import bar
from mesh.errors import BadInput
from mesh.model.fields import show_moment
from mesh.model.note import Note


def plan_list(args: Args) -> int:
    """List plans with their progress."""
    with opened(args) as workspace:
        found = knowledge.plans(workspace, args.agent) if args.agent else knowledge.all_plans(workspace)
        if not args.all:
            found = [plan for plan in found if not plan.plan.is_finished]
        if args.json:
            out.as_json({"schema": 1, "plans": [_plan_json(plan) for plan in found]})
            return 0
        if not found:
            out.say(words(args, "no plans") if args.all else words(args, "no unfinished plans"))
            return 0
        heads = tuple(words(args, head) for head in ("agent", "plan", "progress", "task", "title"))
        rows = [(p.agent, p.name, bar(p.plan), p.plan.task or "", p.plan.title) for p in found]
        out.table(heads, rows)
        for plan in found:
            _warn_early(args, plan)
    return 0


def _plan_json(found: knowledge.PlanFile) -> dict[str, object]:
    plan = found.plan
    return {
        "agent": found.agent, "name": found.name, "path": found.path, "title": plan.title,
        "task": plan.task, "done": plan.done, "total": plan.total, "early": found.early,
        "steps": [
            {"number": s.number, "text": s.text, "done": s.done, "depth": s.depth} for s in plan.steps
        ],
    }  # fmt: skip


def _warn_early(args: Args, found: knowledge.PlanFile) -> None:
    if found.early:
        line = "warning: the plan {plan} was written before the handshake of task {task} was confirmed"
        out.tell(words(args, line, plan=found.name, task=found.plan.task))


def plan_show(args: Args) -> int:
    """Show one plan, its steps numbered."""
    with opened(args) as workspace:
        agent = args.agent or identity.speaker(workspace, None, os.environ)
        found = knowledge.find_plan(workspace, agent, args.plan)
        if args.json:
            out.as_json({"schema": 1, **_plan_json(found)})
            return 0
        out.say(out.bold(out.clean(found.plan.title)) + "  " + bar(found.plan))
        for step in found.plan.steps:
            mark = "x" if step.done else " "
            out.say(f"{step.number:3} {'  ' * step.depth}[{mark}] {out.clean(step.text)}")
        _warn_early(args, found)
    return 0


def plan_tick(args: Args) -> int:
    """Tick a step of a plan."""
    with opened(args) as workspace:
        agent = identity.speaker(workspace, args.agent, os.environ)
        progress = knowledge.tick_plan(workspace, agent, args.plan, args.step, done=not args.undo)
        _said(args, progress)
    return 0


def plan_add(args: Args) -> int:
    """Add a step to a plan, or make a plan of several steps."""
    with opened(args) as workspace:
        agent = identity.speaker(workspace, args.agent, os.environ)
        if args.title:
            steps = (args.plan, *args.steps)
            name = knowledge.write_plan(workspace, agent, args.task, args.title, steps)
            _said(args, words(args, "the plan {plan} is written", plan=name))
        elif args.steps:
            for step in args.steps:
                progress = knowledge.add_step(workspace, agent, args.plan, step, args.under)
            _said(args, progress)
        else:
            raise BadInput("a step is missing", hint='mesh plan add PLAN "what is to be done"')
    return 0


def _said(args: Args, text: str) -> None:
    if args.json:
        out.as_json({"schema": 1, "result": text})
    else:
        out.say(text)


def note_add(args: Args) -> int:
    """Write a note down."""
    with opened(args) as workspace:
        agent = identity.speaker(workspace, args.agent, os.environ)
        kind = args.kind or "memory"
        warning = knowledge.add_note(workspace, agent, kind, one_text(args))
        _said(args, words(args, "noted in {kind} of {agent}", kind=kind, agent=agent))
        if warning:
            out.tell(words(args, "warning: {what}", what=warning))
    return 0


def note_list(args: Args) -> int:
    """List an agent's notes."""
    with opened(args) as workspace:
        agent = args.agent or identity.speaker(workspace, None, os.environ)
        found = [(agent, note) for note in knowledge.notes(workspace, agent, args.kind)]
        _show_notes(args, found)
    return 0


def note_search(args: Args) -> int:
    """Find notes by their words; 1 if there is none."""
    with opened(args) as workspace:
        found = knowledge.search_notes(workspace, " ".join(args.words), args.agent)
        _show_notes(args, found)
    return 0 if found else 1


def _show_notes(args: Args, found: list[tuple[str, Note]]) -> None:
    if args.json:
        notes = [
            {
                "agent": agent, "kind": n.kind, "text": n.text, "author": n.author,
                "at": show_moment(n.at) if n.at else None,
            }
            for agent, n in found
        ]  # fmt: skip
        out.as_json({"schema": 1, "notes": notes})
        return
    if not found:
        out.say(words(args, "no notes"))
    for agent, note in found:
        when = f"{note.at:%Y-%m-%d %H:%M}  " if note.at else ""
        out.say(out.dim(f"{when}{agent} · {note.kind}"))
        out.say("  " + out.clean(note.text, lines=True).replace("\n", "\n  "))


def prompt_show(args: Args) -> int:
    """Show exactly what an agent is told for the newest envelope of a task that is addressed to it."""
    from mesh.app import looking
    from mesh.app.prompting import prompt_for

    with opened(args) as workspace:
        view = looking.show_task(workspace, args.task)
        agent = workspace.card(args.agent).name if args.agent else view.task.worker
        heard = [envelope for envelope in view.history if envelope.to == agent]
        if not heard:
            raise BadInput(
                "nothing in task `{task}` is addressed to `{agent}`", task=view.task.id, agent=agent,
                hint="name another agent with `--agent`",
            )  # fmt: skip
        text = prompt_for(workspace, workspace.card(agent), heard[-1])
        if args.json:
            out.as_json({"schema": 1, "agent": agent, "envelope": heard[-1].id, "prompt": text})
        else:
            out.say(out.clean(text.rstrip("\n"), lines=True))
    return 0
