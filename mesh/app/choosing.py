"""What the watcher does next: which agents run here, and which of their envelopes is due; takes nothing."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Collection
from datetime import datetime

from mesh import files
from mesh.app import upkeep
from mesh.app.workspace import Workspace
from mesh.driver.registry import load, waits
from mesh.errors import MeshError
from mesh.store.boxes import read_envelope
from mesh.store.leases import read_retry

_ORDER = {"urgent": 0, "normal": 1, "low": 2}
_SILENT = 3  # wakes nobody and is read with the next turn

Choice = tuple[int, str, str]
"""The rank of an envelope, its id, and whose it is: sorted, the most urgent and oldest comes first."""


class Chooser:
    """Chooses among what waits. `only` are the agents to run, all of them if it is empty."""

    def __init__(self, workspace: Workspace, only: Collection[str], log: Callable[[str], None]) -> None:
        self._workspace = workspace
        self._only = list(only)
        self._log = log
        self._ranks: dict[str, int] = {}
        self._held: dict[str, datetime | None] = {}
        self.trouble: dict[str, str] = {}
        """Why an agent cannot be run, for those that cannot."""

    def hold(self, agent: str, until: datetime | None) -> None:
        """Leave an agent alone, for good without a time: what is wrong, no attempt at once can mend."""
        self._held[agent] = until

    def look(self, now: datetime) -> tuple[list[Choice], datetime | None]:
        """Return what may be tried now, one envelope an agent, and when the next one may be."""
        found: list[Choice] = []
        dues: list[datetime] = []
        seen: dict[str, int] = {}
        for agent in self._agents():
            self._workspace.delivery.complete(agent)
            best, due = self._best(agent, now, seen)
            held = self._held.get(agent, now)
            if best and (held is None or held > now):
                best, due = None, held
            found += [best] if best else []
            dues += [due] if due else []
        self._ranks = seen
        return sorted(found), min(dues, default=None)

    def _agents(self) -> list[str]:
        """Return the agents whose turns are run here: those with a driver that does not wait for a person."""
        found = []
        trouble: dict[str, str] = {}
        for name in self._only or self._workspace.agent_names():
            try:
                if not waits(load(self._workspace.card(name).driver_name)):
                    found.append(name)
            except MeshError as error:
                trouble[name] = str(error)
                if self.trouble.get(name) != trouble[name]:
                    self._log(f"{name}: {error}")
        self.trouble = trouble
        return found

    def _best(
        self, agent: str, now: datetime, seen: dict[str, int]
    ) -> tuple[Choice | None, datetime | None]:
        """Return the most urgent, oldest envelope that may be tried now, and when the next one may."""
        best: Choice | None = None
        due: datetime | None = None
        boxes = self._workspace.boxes
        for name in boxes.strays(agent):
            upkeep.quarantine_stray(self._workspace, agent, name, now, self._log)
        retries = {name[:-6] for name in files.names(self._workspace.layout.inbox(agent, "new"), ".retry")}
        for ulid in boxes.waiting(agent):
            path = boxes.path(agent, "new", ulid)
            retry = read_retry(path) if ulid in retries else None
            if retry and retry.not_before > now:
                due = min(due or retry.not_before, retry.not_before)
                continue
            rank = self._ranks.get(path)
            if rank is None:
                rank = _rank(path)
            if rank is None:
                upkeep.quarantine_stray(self._workspace, agent, f"{ulid}.yaml", now, self._log)
                continue
            seen[path] = rank
            if rank < _SILENT:
                best = min(best or (rank, ulid, agent), (rank, ulid, agent))
        return best, due


def _rank(path: str) -> int | None:
    """Return how soon an envelope is wanted, None for what is no file or cannot be read.

    Text that is no mail comes first, so that it is out of the way.
    """
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return None
        envelope, _ = read_envelope(files.read(path) or b"")
    except FileNotFoundError:
        return _SILENT
    except OSError:
        return None
    if envelope is None:
        return 0
    return _SILENT if envelope.type == "notification" else _ORDER[envelope.priority]
