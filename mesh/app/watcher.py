"""The watcher: wakes on mail, runs one turn at a time for each agent, and stops without losing any."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime, timedelta

from mesh.app import clock, presence, upkeep
from mesh.app.choosing import Chooser
from mesh.app.faults import what_broke
from mesh.app.filing import Handled
from mesh.app.noticing import keep_history, notice_files
from mesh.app.runner import handle
from mesh.app.workspace import Workspace
from mesh.errors import BadInput, Refused
from mesh.machine import lock

_POLL_S = 0.25  # without file events, how often `--once` looks for mail and for a stop
_PAUSE_S = 5.0  # after a failure that lies outside of a turn
_TRIES = 3  # of `--once` to look at the mail


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
        self._busy: dict[str, tuple[str, Future[Handled | None]]] = {}
        self._events: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._ending = threading.Event()
        self._interrupt = threading.Event()
        self._results: list[Handled] = []
        self._commit_due = threading.Event()
        self._look_at: datetime | None = None
        self._chooser = Chooser(self._workspace, self._only, log)
        self._failures = 0

    # -- from outside

    def stop(self) -> None:
        """Take nothing new, and end when the running turns have ended or their grace is over.

        Asked a second time it grants no grace.
        """
        if self._ending.is_set():
            self._interrupt.set()
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
                self._workspace.rest()
        return self._results

    def _held_elsewhere(self) -> Refused:
        holder = presence.holder_soon(self._workspace)
        return Refused(
            "another watcher runs this workspace: process {pid} on {host}",
            pid=holder.pid if holder else "?", host=holder.host if holder else "?",
            hint="stop that one first, or let it work",
        )  # fmt: skip

    # -- the loop

    def _watch(self, once: bool) -> None:
        upkeep.take_over(self._workspace, self._log)
        threads = [self._beside(keep_history, self._root, self._ending, self._commit_due, self._log)]
        if not once:
            layout, look_s = self._workspace.layout, self._workspace.settings.look_s
            threads.append(self._beside(notice_files, layout, look_s, self._ending, self._wake, self._log))
        with ThreadPoolExecutor(self._jobs, thread_name_prefix="turn") as pool:
            try:
                self._loop(pool, once)
            finally:
                self._end_turns()
        self._ending.set()
        self._commit_due.set()
        for thread in threads:
            thread.join()

    @staticmethod
    def _beside(work: Callable[..., None], *args: object) -> threading.Thread:
        thread = threading.Thread(target=work, args=args, name=work.__name__, daemon=True)
        thread.start()
        return thread

    def _wake(self) -> None:
        self._events.put("files")

    def _loop(self, pool: ThreadPoolExecutor, once: bool) -> None:
        while not self._ending.is_set():
            stopped = presence.is_stopped(self._workspace)
            retry_at = None if stopped else self._dispatch_safely(pool, once)
            if stopped:
                self._stop_turns()
            if once and not self._busy and retry_at is None:
                self._say_why_over(stopped)
                return
            self._sleep(retry_at, _POLL_S if once else None)
            self._reap(once)

    def _say_why_over(self, stopped: bool) -> None:
        """Tell of mail that stays behind although nothing is left to do."""
        if stopped:
            self._log("all agents are stopped; `mesh resume` lets them run")
            return
        for agent, reason in sorted(self._chooser.trouble.items()):
            if self._workspace.boxes.waiting(agent):
                self._results.append(Handled(agent=agent, id="", how="blocked", reason=reason))

    def _sleep(self, retry_at: datetime | None, most: float | None) -> None:
        """Wait for a file, the end of a turn, or what is due next; at most one look's interval."""
        wait = most or self._workspace.settings.look_s
        for due in (retry_at, self._look_at):
            if due is not None:
                wait = min(wait, max(0.0, (due - clock.now()).total_seconds()))
        try:
            self._events.get(timeout=wait)
            while True:
                self._events.get_nowait()
        except queue.Empty:
            pass

    def _dispatch_safely(self, pool: ThreadPoolExecutor, once: bool) -> datetime | None:
        """Dispatch, and outlive whatever goes wrong in one look: a full disk is mended while we watch."""
        try:
            retry_at = self._dispatch(pool)
        except Exception as error:
            self._failures += 1
            if once and self._failures >= _TRIES:
                raise
            self._log(f"cannot look at the mail now: {what_broke(self._workspace, error)}")
            self._look_at = clock.now() + timedelta(seconds=_PAUSE_S)
            return self._look_at
        self._failures = 0
        return retry_at

    def _dispatch(self, pool: ThreadPoolExecutor) -> datetime | None:
        """Start a turn for each free agent that has mail; returns when the next retry is due."""
        now = clock.now()
        self._look_around(now)
        choices, retry_at = self._chooser.look(now)
        for _, ulid, agent in choices:
            if agent in self._busy or len(self._busy) >= self._jobs:
                continue
            future = pool.submit(handle, self._root, agent, ulid, stop=self._interrupt, log=self._log)
            self._busy[agent] = (ulid, future)
            future.add_done_callback(lambda _: self._events.put("turn"))
        presence.announce(self._workspace, now)
        self._commit_due.set()
        return retry_at

    def _look_around(self, now: datetime) -> None:
        """See to leases and overdue matters when it is time for that."""
        if self._look_at is None or now >= self._look_at:
            pause = timedelta(seconds=min(self._workspace.settings.look_s, 5.0 if self._busy else 30.0))
            due = upkeep.look(self._workspace, self._busy, now, self._log)
            self._look_at = min(due or now + pause, now + pause)
        next_end = upkeep.next_deadline(self._workspace)
        if next_end is not None:
            self._look_at = min(self._look_at, max(next_end, now))

    def _reap(self, once: bool) -> None:
        for agent, (ulid, future) in list(self._busy.items()):
            if not future.done():
                continue
            del self._busy[agent]
            try:
                result = future.result()
            except Exception as error:  # the turn did not even begin: the agent rests, the others go on
                reason = what_broke(self._workspace, error)
                result = Handled(agent=agent, id=ulid, how="blocked", reason=reason)
            blocked = result is not None and result.how == "blocked"
            if blocked or (result is None and os.path.lexists(self._path(agent, ulid))):
                self._chooser.hold(agent, None if once else clock.now() + timedelta(seconds=_PAUSE_S))
            if result is not None:
                self._log(f"{agent}: {result.how}" + (f" ({result.reason})" if result.reason else ""))
                self._results.append(result)

    def _path(self, agent: str, ulid: str) -> str:
        return self._workspace.boxes.path(agent, "new", ulid)

    # -- ending

    def _end_turns(self) -> None:
        """Give running turns their grace, then interrupt them; their envelopes go back."""
        from concurrent.futures import wait

        turns = [future for _, future in self._busy.values()]
        if turns:
            self._log(f"waiting up to {self._workspace.settings.grace_s:g} s for {len(turns)} turns")
            wait(turns, timeout=self._workspace.settings.grace_s)
        self._interrupt.set()
        wait(turns)
        self._reap(once=False)

    def _stop_turns(self) -> None:
        """End all turns because the workspace was stopped; the watcher stays and waits for a resume."""
        if self._busy:
            self._end_turns()
            self._interrupt.clear()
