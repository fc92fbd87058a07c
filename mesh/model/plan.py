"""A plan: a checkbox list in a Markdown file, tied to the task it is for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One checkbox. `number` counts from 1 through the file, `depth` from 0, `line` from 1.

    `start` and `end` are the offsets of the mark between its brackets.
    """

    number: int
    text: str
    done: bool
    depth: int
    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A plan as read. `task` is the task it names, None if it names none."""

    title: str
    task: str | None
    steps: tuple[Step, ...]

    @property
    def total(self) -> int:
        return len(self.steps)

    @property
    def done(self) -> int:
        return sum(step.done for step in self.steps)

    @property
    def open_steps(self) -> tuple[Step, ...]:
        return tuple(step for step in self.steps if not step.done)

    @property
    def is_finished(self) -> bool:
        """Say whether every box is ticked; a plan without boxes has nothing to finish."""
        return not self.open_steps
