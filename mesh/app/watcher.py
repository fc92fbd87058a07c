"""The watcher: wakes on mail, runs one turn at a time for each agent, and stops without losing any."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime, timedelta

from mesh import files
from mesh.app import clock, presence, upkeep
from mesh.app.filing import Handled
from mesh.app.runner import handle
from mesh.app.workspace import Workspace
from mesh.driver.registry import load
from mesh.errors import BadInput, MeshError, Refused
from mesh.machine import lock
from mesh.store.boxes import read_envelope
from mesh.store.leases import read_retry

_ORDER = {"urgent": 0, "normal": 1, "low": 2}
_STEP_MS = 3  # the pause of the file watcher: 2 to 5 ms of delay for about 0.15 % of a core


class Watcher:
    """One watcher of one workspace. `log` gets a line for whatever happens."""

    def __init__(
        self, root: str, *, agents: Sequence[str] = (), jobs: int | None = None, log: Callable[[str], None]
    ) -> None:
        self._root = root
        self._workspace = Workspace(root)
        self._only = [self._workspace.card(name).name for name in agents]
        self._jobs = jobs or self._workspace.settings.jobs
        if self._jobs < 1:
            raise BadInput("`--jobs` must be at least 1", hint="leave it out for the workspace's own number")
        self._log = log
        self._busy: dict[str, Future[Handled | None]] = {}
        self._events: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._ending = threading.Event()
        self._interrupt = threading.Event()
        self._results: list[Handled] = []
        self._commit_due = threading.Event()
        self._look_at: datetime | None = None

    # -- from outside

    def stop(self) -> None:
        """Take nothing new, and end when the running turns have ended or their grace is over."""
        self._ending.set()
        self._events.put("stop")

    def run(self, *, once: bool = False) -> list[Handled]:
        """Run until stopped or, with `once`, until nothing is left to do; returns what was handled.

        Raises Refused if another watcher holds the workspace, naming it.
        """
        locks = self._workspace.layout.running("locks")
        os.makedirs(locks, exist_ok=True)
        with lock(os.path.join(locks, "watcher")) as got:
            if not got:
                raise self._held_elsewhere()
            presence.announce(self._workspace, clock.now())
            try:
                self._watch(once)
            finally:
                presence.withdraw(self._workspace)
                self._workspace.commit()
                self._workspace.index.close()
        return self._results

    def _held_elsewhere(self) -> Refused:
        holder = presence.watching(self._workspace).holder
        return Refused(
            "another watcher runs this workspace: process {pid} on {host}",
            pid=holder.pid if holder else "?", host=holder.host if holder else "?",
            hint="stop that one first, or let it work",
        )  # fmt: skip

    # -- the loop

    def _watch(self, once: bool) -> None:
        upkeep.take_over(self._workspace, self._log)
        threads = [threading.Thread(target=self._keep_history, name="history", daemon=True)]
        if not once:
            threads.append(threading.Thread(target=self._notice_files, name="files", daemon=True))
        for thread in threads:
            thread.start()
        with ThreadPoolExecutor(self._jobs, thread_name_prefix="turn") as pool:
            try:
                self._loop(pool, once)
            finally:
                self._end_turns()
        self._ending.set()
        self._commit_due.set()
        for thread in threads:
            thread.join()

    def _loop(self, pool: ThreadPoolExecutor, once: bool) -> None:
        while not self._ending.is_set():
            retry_at = self._dispatch(pool) if not presence.is_stopped(self._workspace) else None
            if presence.is_stopped(self._workspace):
                self._stop_turns()
                if once:
                    self._log("all agents are stopped; `mesh resume` lets them run")
                    return
            if once and not self._busy and retry_at is None:
                return
            self._sleep(retry_at)
            self._reap()

    def _sleep(self, retry_at: datetime | None) -> None:
        """Wait for a file, the end of a turn, or what is due next; at most one look's interval."""
        wait = self._workspace.settings.look_s
        for due in (retry_at, self._look_at):
            if due is not None:
                wait = min(wait, max(0.0, (due - clock.now()).total_seconds()))
        try:
            self._events.get(timeout=wait)
            while True:
                self._events.get_nowait()
        except queue.Empty:
            pass

    def _dispatch(self, pool: ThreadPoolExecutor) -> datetime | None:
        """Start a turn for each free agent that has mail; returns when the next retry is due."""
        now = clock.now()
        self._look_around(now)
        retries = []
        for agent in self._agents():
            self._workspace.delivery.complete(agent)
            ulid, due = self._next(agent, now)
            retries.append(due)
            if ulid is None or agent in self._busy or len(self._busy) >= self._jobs:
                continue
            future = pool.submit(
                handle, self._root, agent, ulid, stop=self._interrupt, log=self._log
            )
            self._busy[agent] = future
            future.add_done_callback(lambda _: self._events.put("turn"))
        presence.announce(self._workspace, now)
        self._commit_due.set()
        return min((due for due in retries if due is not None), default=None)

    def _look_around(self, now: datetime) -> None:
        """See to leases and overdue matters when it is time for that."""
        if self._look_at is None or now >= self._look_at:
            pause = timedelta(seconds=min(self._workspace.settings.look_s, 5.0 if self._busy else 30.0))
            due = upkeep.look(self._workspace, self._busy, now, self._log)
            self._look_at = min(due or now + pause, now + pause)

    def _agents(self) -> list[str]:
        """Return the agents whose turns are run here: those with a driver that does not wait for a person."""
        found = []
        for name in self._only or self._workspace.agent_names():
            try:
                if not getattr(load(self._workspace.card(name).driver_name), "waits", False):
                    found.append(name)
            except MeshError as error:
                self._log(f"{name}: {error}")
        return found

    def _next(self, agent: str, now: datetime) -> tuple[str | None, datetime | None]:
        """Return the most urgent, oldest envelope that may be tried now, and when the next one may."""
        best: tuple[int, str] | None = None
        due: datetime | None = None
        for name in self._workspace.boxes.strays(agent):
            upkeep.quarantine_stray(self._workspace, agent, name, now, self._log)
        for ulid in self._workspace.boxes.waiting(agent):
            path = self._workspace.boxes.path(agent, "new", ulid)
            retry = read_retry(path)
            if retry and retry.not_before > now:
                due = min(due or retry.not_before, retry.not_before)
                continue
            envelope, _ = read_envelope(files.read(path) or b"")
            if envelope and envelope.type == "notification":
                continue
            rank = (_ORDER[envelope.priority] if envelope else 0, ulid)
            best = min(best or rank, rank)
        return (best[1] if best else None), due

    def _reap(self) -> None:
        for agent, future in list(self._busy.items()):
            if not future.done():
                continue
            del self._busy[agent]
            try:
                result = future.result()
            except MeshError as error:
                self._log(f"{agent}: {error}")
                self._results.append(Handled(agent=agent, id="", how="dead", reason=str(error)))
                continue
            if result is not None:
                self._log(f"{agent}: {result.how}" + (f" ({result.reason})" if result.reason else ""))
                self._results.append(result)

    # -- ending

    def _end_turns(self) -> None:
        """Give running turns their grace, then interrupt them; their envelopes go back."""
        from concurrent.futures import wait

        if self._busy:
            self._log(f"waiting up to {self._workspace.settings.grace_s:g} s for {len(self._busy)} turns")
            wait(list(self._busy.values()), timeout=self._workspace.settings.grace_s)
        self._interrupt.set()
        if self._busy:
            wait(list(self._busy.values()))
        self._reap()

    def _stop_turns(self) -> None:
        """End all turns because the workspace was stopped; the watcher stays and waits for a resume."""
        if self._busy:
            self._end_turns()
            self._interrupt.clear()

    # -- beside the loop

    def _keep_history(self) -> None:
        """Commit what the loop and the turns noted, so that no turn waits for git."""
        workspace = Workspace(self._root)
        while not self._ending.is_set():
            self._commit_due.wait()
            self._commit_due.clear()
            if workspace.journal.has_pending():
                workspace.commit()

    def _notice_files(self) -> None:
        """Turn file events into wake-ups; when watching fails, the regular look still finds everything."""
        import watchfiles

        while not self._ending.is_set():
            paths = self._watched()
            try:
                changes = watchfiles.watch(
                    *paths, watch_filter=None, debounce=1, step=_STEP_MS, stop_event=self._ending,
                    rust_timeout=int(self._workspace.settings.look_s * 1000), yield_on_timeout=True,
                    recursive=False,
                )  # fmt: skip
                for _ in changes:
                    self._events.put("files")
                    if self._watched() != paths:
                        break
            except (OSError, RuntimeError) as error:
                pause = self._workspace.settings.look_s
                self._log(f"file events are not available ({error}); looking every {pause:g} s")
                if self._ending.wait(pause):
                    return

    def _watched(self) -> list[str]:
        """Return the folders whose changes matter: the inboxes, the agents, the workspace itself."""
        layout = self._workspace.layout
        found = [layout.root, layout.agents]
        for agent in layout.agent_names():
            new = layout.inbox(agent, "new")
            files.make_folder(new)
            found.append(new)
        return found
