"""Finds a run of tool calls that goes round without progress; looks at calls only and stops nobody.

A round is the same call, or the same small circle of calls, with the same outcome. News between two
rounds (a changed file, another outcome, something read for the first time) begins the count again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from mesh.core.loops.sameness import Recogniser, Round, is_change, is_trivial
from mesh.i18n import say
from mesh.model.detection import Detection, ToolCall

THRESHOLD = 10  # runtime.md, section 5: warned at the 10th round
CIRCLE = 12  # calls in the largest circle that still counts as a small one


def detect_loop(calls: Iterable[ToolCall], language: str = "en", threshold: int = THRESHOLD) -> Detection:
    """Return whether the calls go round, and where the first round begins; linear in the input."""
    watch = LoopWatch(language, threshold)
    for call in calls:
        found = watch.add(call)
        if found:
            return found
    reason = say("no call or small circle of calls was repeated without progress", language)
    return Detection(found=False, reason=reason)


class LoopWatch:
    """Follows a run call by call, for a guard that must know at once."""

    def __init__(self, language: str = "en", threshold: int = THRESHOLD) -> None:
        self._language = language
        self._threshold = max(2, threshold)
        self._recogniser = Recogniser()
        self._run: list[Round] = []
        self._last: dict[Round, int] = {}  # where each round was last seen
        self._known: set[Round] = set()  # what is no news since the last changed file
        self._changes: set[Round] = set()
        self._streaks: dict[Round, deque[int]] = {}
        self._news = -1  # where the last news came

    def add(self, call: ToolCall) -> Detection | None:
        """Take the next call; return a detection when it completes the last round."""
        here = len(self._run)
        this = self._recogniser.round_of(call)
        self._run.append(this)
        self._last[this] = here
        self._note_news(call, this, here)
        streak = self._streaks.setdefault(this, deque())
        streak.append(here)
        self._shorten(streak)
        if len(streak) < self._threshold:
            return None
        return self._detection(call, streak)

    def _note_news(self, call: ToolCall, this: Round, here: int) -> None:
        if this in self._known or this in self._changes or is_trivial(call):
            return
        self._news = here
        if is_change(call):
            self._changes.add(this)
            self._known.clear()  # after a change, an old look may show something new
        else:
            self._known.add(this)

    def _shorten(self, streak: deque[int]) -> None:
        """Drop from the front what cannot be the first round of the streak's end."""
        if len(streak) > 1 and streak[-1] - streak[-2] > CIRCLE:
            here = streak[-1]
            streak.clear()
            streak.append(here)
        while len(streak) > 1 and streak[1] < self._news:
            streak.popleft()
        while len(streak) >= self._threshold and not self._recurs(streak[0], streak[1]):
            streak.popleft()

    def _recurs(self, start: int, end: int) -> bool:
        """Say whether all between the first two rounds came again: else it was no part of the circle."""
        return all(self._last[self._run[index]] > end for index in range(start + 1, end))

    def _beginning(self, start: int) -> int:
        """Return where the circle around `start` begins: a call before it that came again is part of it."""
        earliest = max(0, start - CIRCLE)
        while start > earliest and self._last[self._run[start - 1]] > start:
            start -= 1
        return start

    def _detection(self, call: ToolCall, streak: deque[int]) -> Detection:
        start, rounds = streak[0], len(streak)
        size = streak[1] - start
        start = self._beginning(start)
        template = (
            "`{tool}` was called {rounds} times with the same outcome and no progress in between"
            if size == 1
            else "a circle of {size} calls around `{tool}` went round {rounds} times with the same outcome"
        )
        reason = say(template, self._language, tool=call.tool, rounds=rounds, size=size)
        return Detection(found=True, start=start, reason=reason)
