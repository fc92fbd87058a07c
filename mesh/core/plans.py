"""Plans as checkbox lists: read, ticked, added to and made; every byte that is not meant stays as it is.

A step is a list item of any bullet style with a box: `- [ ]`, `* [x]`, `+ [ ]`, `1. [X]`, `2) [✓]`. Boxes
in code fences, comments and front matter are none. Only LF, CRLF and CR end a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from mesh.core.handshake import DEFAULT_POLICY, needs_ack
from mesh.errors import BadInput, NotFound
from mesh.model.plan import Plan, Step
from mesh.model.task import Task

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_BOX = re.compile(
    r"(?P<quote>(?:[ \t]*>)*)(?P<indent>[ \t\u3000]*)"
    r"(?P<bullet>[-*+•·]|\d{1,9}[.)、．）])(?P<gap>[ \t\u3000]*)"
    r"[\[［](?P<mark>[ \t\u3000\u00a0]?|[xX✓✔√☑ｘＸ])[\]］](?![(\[])[ \t\u3000]*(?P<text>[^\r\n]*)"
)
_FENCE = re.compile(r"[ \t]*(?:[-*+][ \t]+)?(`{3,}|~{3,})")
_TITLE = re.compile(r"\ufeff?#{1,6}[ \t\u3000]+([^\r\n]*)")
_NAMED = r"[ \t]*(?:task|任务)[ \t]*[:：][ \t]*[\"'`]?([A-Za-z0-9][A-Za-z0-9._@-]*)[\"'`]?[ \t]*"
_IN_COMMENT = re.compile(r"\ufeff?[ \t]*<!--" + _NAMED + "-->", re.IGNORECASE)
_IN_FRONT = re.compile(_NAMED + r"[\r\n]*\Z", re.IGNORECASE)
_OPEN_MARKS = " \t\u3000\u00a0"
_FRONT_LINES = 50
_TAB = 4


def parse(text: str, name: str = "") -> Plan:
    """Return the plan that a file holds; `name` is its title where no heading gives one."""
    title, task, front = "", None, _front_ends(text)
    for number, _, line in _lines(text):
        named = (_IN_FRONT if number < front else _IN_COMMENT).match(line)
        if named and task is None:
            task = named.group(1)
        found = _TITLE.match(line)
        if found and not title and number > front:
            title = found.group(1).strip().rstrip("#").strip()
    return Plan(title=title or name, task=task, steps=tuple(_steps(text)))


def _front_ends(text: str) -> int:
    """Return the number of the line that closes the front matter, 0 where there is none."""
    for number, _, line in _lines(text):
        mark = line.strip().lstrip("\ufeff")
        if (number == 1 and mark != "---") or number > _FRONT_LINES:
            return 0
        if number > 1 and mark in ("---", "..."):
            return number
    return 0


def _lines(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield number, offset and content, line end included, of each line."""
    offset, number = 0, 0
    while offset < len(text):
        found = _LINE.match(text, offset)
        assert found is not None
        number += 1
        yield number, offset, found.group()
        offset = found.end()


def _steps(text: str) -> Iterator[Step]:
    columns: list[int] = []
    count = 0
    for number, offset, line in _prose(text):
        found = _BOX.match(line)
        if not found or not (found["gap"] or found["bullet"][-1] in "、．）"):
            continue
        column = _column(found["quote"] + found["indent"])
        while columns and columns[-1] >= column:
            columns.pop()
        columns.append(column)
        count += 1
        yield Step(
            number=count,
            text=found["text"].strip(),
            done=bool(found["mark"]) and found["mark"] not in _OPEN_MARKS,
            depth=len(columns) - 1,
            line=number,
            start=offset + found.start("mark"),
            end=offset + found.end("mark"),
        )


def _column(indent: str) -> int:
    column = 0
    for char in indent:
        column += _TAB - column % _TAB if char == "\t" else 2 if char == "\u3000" else 1
    return column


def _prose(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the lines outside front matter, code fences and comments."""
    fence, comment, front = "", False, _front_ends(text)
    for number, offset, line in _lines(text):
        bare = line.strip()
        if number <= front:
            continue
        if fence:
            fence = "" if bare.startswith(fence) and not bare.strip(fence[0]) else fence
        elif comment:
            comment = "-->" not in line
        elif opened := _FENCE.match(line):
            fence = opened.group(1)
        elif bare.startswith("<!--"):
            comment = "-->" not in line
        else:
            yield number, offset, line


def find(plan: Plan, which: int | str) -> Step:
    """Return the step of that number, or the one whose words these are or that alone holds them.

    Raises NotFound, BadInput if several steps fit.
    """
    wanted = str(which).strip()
    if wanted.isascii() and wanted.isdigit():
        for step in plan.steps:
            if step.number == int(wanted):
                return step
        raise NotFound(
            "the plan has no step {step}", step=wanted[:20], hint=_count_hint(plan), count=plan.total
        )
    folded = wanted.casefold()
    same = [step for step in plan.steps if step.text.casefold() == folded]
    fits = same or [step for step in plan.steps if folded and folded in step.text.casefold()]
    if len(fits) > 1:
        raise BadInput(
            "`{words}` fits several steps: {steps}",
            words=wanted[:80], steps=", ".join(str(step.number) for step in fits), hint="give the number",
        )  # fmt: skip
    if not fits:
        raise NotFound(
            "no step of the plan says `{words}`", words=wanted[:80], hint=_count_hint(plan), count=plan.total
        )
    return fits[0]


def _count_hint(plan: Plan) -> str:
    return "its steps are numbered 1 to {count}" if plan.steps else "the plan has no checkboxes yet"


def tick(text: str, which: int | str, *, done: bool = True) -> str:
    """Return the text with one step ticked, or its tick taken back; nothing else differs by a byte."""
    step = find(parse(text), which)
    if step.done == done:
        return text
    return text[: step.start] + ("x" if done else " ") + text[step.end :]


def add(text: str, words: str, *, under: int | None = None) -> str:
    """Return the text with one more open step at its end, or as the last below the step `under`."""
    words = " ".join(words.split())
    if not words:
        raise BadInput("an empty step", hint="say what is to be done")
    ending = "\r\n" if "\r\n" in text else "\n"
    plan = parse(text)
    if not plan.steps:
        gap = "" if not text else ending if text.endswith(("\n", "\r")) else ending * 2
        return f"{text}{gap}- [ ] {words}{ending}"
    model, last = _neighbours(plan, under)
    lines = list(_lines(text))
    line = lines[model.line - 1][2]
    found = _BOX.match(line)
    assert found is not None
    lead = found["quote"] + found["indent"]
    if under is not None and model.number == under:
        lead += " " * (len(found["bullet"]) + 1)
    at = _after(lines, last)
    before = text[:at] if text[:at].endswith(("\n", "\r")) else text[:at] + ending
    return f"{before}{lead}{_bullet(found['bullet'], model.number == under)} [ ] {words}{ending}{text[at:]}"


def _neighbours(plan: Plan, under: int | None) -> tuple[Step, Step]:
    """Return the step whose form the new one takes, and the one after which it comes."""
    if under is None:
        return [step for step in plan.steps if step.depth == 0][-1], plan.steps[-1]
    parent = find(plan, under)
    below = []
    for step in plan.steps[parent.number :]:
        if step.depth <= parent.depth:
            break
        below.append(step)
    children = [step for step in below if step.depth == parent.depth + 1]
    return (children or [parent])[-1], (below or [parent])[-1]


def _bullet(bullet: str, first: bool) -> str:
    """Return the bullet of the item after one with this bullet; a number goes up by one."""
    digits = bullet.rstrip(".)、．）")
    if not digits.isdigit():
        return bullet
    return "-" if first else f"{int(digits) + 1}{bullet[len(digits) :]}"


def _after(lines: list[tuple[int, int, str]], step: Step) -> int:
    """Return the offset behind a step and the indented lines that belong to it."""
    _, offset, line = lines[step.line - 1]
    end = offset + len(line)
    for _, offset, line in lines[step.line :]:
        if not line.strip() or line[0] not in " \t\u3000":
            break
        end = offset + len(line)
    return end


def make(title: str, steps: Sequence[str], task: str | None = None) -> str:
    """Return the text of a new plan; leading blanks of a step nest it, two a level."""
    words = [(len(step) - len(step.lstrip(" ")), " ".join(step.split())) for step in steps]
    words = [(indent // 2 * 2, text) for indent, text in words if text]
    if not words:
        raise BadInput("a plan without steps", hint="give at least one step")
    head = [f"<!-- task: {task} -->"] if task else []
    body = [f"{' ' * indent}- [ ] {text}" for indent, text in words]
    return "\n".join([*head, f"# {' '.join(title.split()) or 'Plan'}", "", *body, ""])


def bar(plan: Plan, width: int = 10) -> str:
    """Return the progress as a bar and figures: `████░░░░░░ 2/5`. Full only when all is done."""
    filled = plan.done * width // plan.total if plan.total else 0
    return f"{'█' * filled}{'░' * (width - filled)} {plan.done}/{plan.total}"


def came_early(task: Task, policy: Mapping[str, str] = DEFAULT_POLICY) -> bool:
    """Say whether a plan written now comes before the handshake that its task has to pass first."""
    return not task.is_final and needs_ack(task, policy)
