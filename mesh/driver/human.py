"""The driver of a person: runs nothing; the envelope waits where it is for `mesh reply`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mesh.driver.base import End, Event, Hooks, Request
from mesh.i18n import say


class HumanDriver:
    """Nobody the runtime could run; `waits` tells the watcher to take nothing from this inbox."""

    name = "human"
    takes_mail = False
    waits = True

    def run(self, request: Request, hooks: Hooks) -> Iterator[Event]:
        """End at once without an answer: whoever asks for a turn of a person has made a mistake."""
        language = str(request.facts.get("language", "en"))
        reason = say("`{agent}` is a person: the answer comes by `mesh reply`", language, agent=request.agent)
        yield End(ok=False, reason=reason)

    def missing(self, settings: Mapping[str, Any]) -> str | None:
        """Return None: a person needs no program."""
        return None
