"""What agents keep: notes and plans, read, written and committed; how they are written is core's matter."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass

from mesh import files
from mesh.app import clock, sending
from mesh.app.workspace import Workspace, not_found
from mesh.core import notes as noting
from mesh.core import plans as planning
from mesh.core.handshake import fold
from mesh.errors import BadInput, Refused
from mesh.model.envelope import check_text
from mesh.model.ids import same
from mesh.model.note import KINDS, Note
from mesh.model.plan import Plan
from mesh.model.task import Task

_ENDING = ".plan.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanFile:
    """A plan with where it lies. `early` says it was written before the handshake of its task was passed."""

    agent: str
    name: str
    path: str
    text: str
    plan: Plan
    early: bool = False


# -- notes


def add_note(workspace: Workspace, agent: str, kind: str, text: str) -> str | None:
    """Append a note; returns a warning if memory.md has grown too long, None otherwise."""
    kind = noting.check_kind(kind)
    check_text(text, "note")
    name = workspace.card(agent).name
    path = workspace.layout.note(name, kind)
    written = noting.entry(kind, text, at=clock.now(), author=name)
    with sending.one_at_a_time(workspace, f"notes {name}"):
        before = _text(path) or noting.heading(kind)
        after = before + ("" if before.endswith("\n") else "\n") + written
        _store(workspace, "note.added", name, f"{name} noted in {kind}", path, after)
    return noting.memory_warning(after) if kind == "memory" else None


def notes(workspace: Workspace, agent: str, kind: str | None = None) -> list[Note]:
    """Return an agent's notes in the order of their files."""
    name = workspace.card(agent).name
    kinds = (noting.check_kind(kind),) if kind else KINDS
    return [note for k in kinds for note in noting.parse(k, _text(workspace.layout.note(name, k)))]


def search_notes(workspace: Workspace, query: str, agent: str | None = None) -> list[tuple[str, Note]]:
    """Return the notes that hold all words of the query, of one agent or of all, newest first."""
    agents = [workspace.card(agent).name] if agent else workspace.agent_names()
    return [(name, note) for name in agents for note in noting.search(notes(workspace, name), query)]


def memory(workspace: Workspace, agent: str) -> str:
    """Return memory.md as it is."""
    return _text(workspace.layout.note(agent, "memory"))


# -- plans


def plans(workspace: Workspace, agent: str) -> list[PlanFile]:
    """Return an agent's plans, by name."""
    name = workspace.card(agent).name
    home = workspace.layout.home(name)
    return [_load(workspace, name, file) for file in files.names(home, _ENDING)]


def all_plans(workspace: Workspace) -> list[PlanFile]:
    """Return everybody's plans."""
    return [found for name in workspace.agent_names() for found in plans(workspace, name)]


def _load(workspace: Workspace, agent: str, file: str) -> PlanFile:
    path = os.path.join(workspace.layout.home(agent), file)
    text = _text(path)
    name = file.removesuffix(_ENDING)
    plan = planning.parse(text, name)
    task = _task_of(workspace, plan.task)
    early = task is not None and planning.came_early(task, workspace.settings.handshake)
    return PlanFile(agent=agent, name=name, path=path, text=text, plan=plan, early=early)


def _task_of(workspace: Workspace, task: str | None) -> Task | None:
    if not task:
        return None
    return fold(workspace.fresh_index().of_task(task), workspace.settings.handshake)


def find_plan(workspace: Workspace, agent: str, which: str) -> PlanFile:
    """Return an agent's plan by its name or its task. Raises NotFound with the nearest names."""
    found = plans(workspace, agent)
    for plan in found:
        if plan.name == which.removesuffix(_ENDING) or same(plan.plan.task, which):
            return plan
    raise not_found("plan", which, [plan.name for plan in found], "`mesh plan list` shows them")


def write_plan(
    workspace: Workspace, agent: str, task: str | None, title: str, steps: tuple[str, ...]
) -> str:
    """Write a new plan; returns its name, or that of the very same plan where a turn runs once more.

    Refused before the handshake that its task has to pass; raises NotFound for a task that does not exist.
    """
    name = workspace.card(agent).name
    held = _task_of(workspace, sending.find_task(workspace, task)) if task else None
    if held and planning.came_early(held, workspace.settings.handshake):
        raise Refused(
            "a plan comes after the confirmed handshake, and task `{task}` is not confirmed",
            task=held.id, hint="say what you understood first: `mesh confirm {task} --scope …`",
        )  # fmt: skip
    text = planning.make(title, steps, held.id if held else None)
    earlier = _same_plan(workspace, name, planning.parse(text))
    if earlier:
        return earlier
    file = _free_name(workspace, name, title)
    path = os.path.join(workspace.layout.home(name), file + _ENDING)
    _store(workspace, "plan.changed", name, f"{name} plans: {title}", path, text)
    return file


def _same_plan(workspace: Workspace, agent: str, plan: Plan) -> str | None:
    """Return the name of an agent's plan for the same task with the same steps, None without one."""
    wanted = [step.text for step in plan.steps]
    for found in plans(workspace, agent):
        steps = [step.text for step in found.plan.steps]
        if plan.task and same(found.plan.task, plan.task) and steps == wanted:
            return found.name
    return None


def _free_name(workspace: Workspace, agent: str, title: str) -> str:
    words = re.findall(r"[a-z0-9]+", title.lower())
    base = "-".join(words)[:40].strip("-") or "plan"
    taken = {plan.name for plan in plans(workspace, agent)}
    number = 1
    name = base
    while name in taken:
        number += 1
        name = f"{base}-{number}"
    return name


def tick_plan(workspace: Workspace, agent: str, which: str, step: str, *, done: bool = True) -> str:
    """Tick a step of a plan, or take its tick back; returns the progress as a bar."""

    def edit(text: str) -> str:
        return planning.tick(text, step, done=done)

    verb = "ticked" if done else "unticked"
    return _edit(workspace, agent, which, edit, f"{verb} step {' '.join(step.split())[:60]}")


def add_step(workspace: Workspace, agent: str, which: str, words: str, under: int | None = None) -> str:
    """Add an open step to a plan; returns the progress as a bar."""

    def edit(text: str) -> str:
        return planning.add(text, words, under=under)

    return _edit(workspace, agent, which, edit, "added a step")


def _edit(
    workspace: Workspace, agent: str, which: str, edit: Callable[[str], str], what: str
) -> str:
    name = workspace.card(agent).name
    with sending.one_at_a_time(workspace, f"plans {name}"):
        found = find_plan(workspace, name, which)
        text = edit(found.text)
        if text != found.text:
            title = f"{name} {what} of {found.name}"
            _store(workspace, "plan.changed", name, title, found.path, text)
    return planning.bar(planning.parse(text, found.name))


def _text(path: str) -> str:
    data = files.read(path) or b""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(
            "`{path}` is not valid UTF-8 at byte {byte}", path=path, byte=error.start, hint="mend the file"
        ) from None


def _store(workspace: Workspace, event: str, agent: str, title: str, path: str, text: str) -> None:
    files.make_folder(os.path.dirname(path))
    data = text.encode("utf-8")
    workspace.change(event, agent, title, [path], lambda: files.write(path, data))
