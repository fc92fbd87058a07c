"""Reads the audit trail: where it stands, what is in it, and what comes; changes nothing."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING

from mesh import files
from mesh.errors import NotFound
from mesh.model.change import Event
from mesh.transport import record
from mesh.transport.git import Git
from mesh.transport.record import UNBORN

if TYPE_CHECKING:
    from threading import Event as Signal

_LOOK_MS = 1000  # an event that the system lost costs this long; a look reads one small file


class Trail:
    """The repository in a workspace's folder, for those who read it."""

    def __init__(self, root: str) -> None:
        self._git = Git(root)
        self.root = self._git.root

    def head(self) -> str:
        """Return the last commit of the trail; UNBORN, forty zeros, before the first."""
        found = files.read(os.path.join(self._git.folder, *record.REF.split("/")))
        if found and len(name := found.decode("ascii", "replace").strip()) == len(UNBORN):
            return name
        status, out, _ = self._git.ask("rev-parse", "--verify", "-q", record.REF)
        if status and not os.path.exists(os.path.join(self._git.folder, "HEAD")):
            raise NotFound(
                "`{path}` has lost its git repository",
                path=self.root, hint="copy `.git` back from a backup, or begin a new trail with `mesh init`",
            )  # fmt: skip
        return out.decode().strip() or UNBORN

    def is_on_branch(self) -> bool:
        """Say whether the trail's branch is the one checked out: a person may look at another."""
        head = files.read(os.path.join(self._git.folder, "HEAD")) or b""
        return head.strip() == f"ref: {record.REF}".encode()

    def landed(self, expect: str) -> bool:
        """Say whether the batch that was to follow the commit `expect` is part of the trail.

        True once anything that mesh wrote follows it: a batch is settled before the next is begun. What a
        person commits by hand in between does not count.
        """
        if self.head() == expect:
            return False
        status, out, _ = self._git.ask(
            "log", "-1", "-F", f"--committer={record.RUNTIME}", "--format=%H", _span(expect, record.REF), "--"
        )
        return not status and bool(out.strip())

    def events(
        self,
        *,
        agent: str | None = None,
        task: str | None = None,
        since: datetime | None = None,
        limit: int | None = None,
        after: str | None = None,
        oldest_first: bool = False,
    ) -> Iterator[Event]:
        """Yield the events, newest first; `limit` keeps the newest, `after` those later than a commit.

        Times are those of git: whole seconds. Raises NotFound if `after` is not in the trail.
        """
        if limit == 0 or self.head() == UNBORN:
            return
        if after not in (None, UNBORN) and self._git.ask("cat-file", "-e", f"{after}^{{commit}}")[0]:
            raise NotFound("the audit trail has no commit `{commit}`", commit=after)
        begin = int(since.timestamp()) if since else None
        found = self._within(_span(after or UNBORN, record.REF), agent, task, begin)
        chosen = islice(found, limit)
        try:
            yield from reversed(list(chosen)) if oldest_first else chosen
        finally:
            found.close()

    def _within(
        self, span: str, agent: str | None = None, task: str | None = None, begin: int | None = None
    ) -> Generator[Event]:
        """Yield the events of a span of commits, newest first; git sorts out most of the others."""
        options = ["--no-show-signature", "--no-mailmap", f"--format={record.FORMAT}", "-F"]
        if agent is not None:
            options.append(f"--author={record.author(agent)}")
        if task is not None:
            options.append(f"--grep=Mesh-Task: {task}")
        if begin is not None:
            # Committer dates never fall, and are never earlier than the event.
            options.append(f"--since=@{begin}")
        for item in self._git.records("log", "-z", *options, span, "--"):
            event = record.parse(item)
            if event and _fits(event, agent, task, begin):
                yield event

    def follow(self, *, after: str | None = None, stop: Signal | None = None) -> Iterator[Event]:
        """Yield events as they are committed, oldest first; from now on, or those later than a commit too.

        Ends when `stop` is set. It waits for the system to tell of a change, and asks git only then.
        """
        from watchfiles import watch

        last = after or self.head()
        folder = os.path.join(self._git.folder, *record.REF.split("/")[:-1])
        looks = watch(
            folder, watch_filter=None, debounce=1, step=1, recursive=False, stop_event=stop,
            rust_timeout=_LOOK_MS, yield_on_timeout=True,
        )  # fmt: skip
        while True:
            head = self.head()
            if head != last:
                yield from reversed(list(self._within(_span(last, head))))
                last = head
            if next(looks, None) is None:
                return


def _span(after: str, last: str) -> str:
    return last if after == UNBORN else f"{after}..{last}"


def _fits(event: Event, agent: str | None, task: str | None, begin: int | None) -> bool:
    return (
        agent in (None, event.agent)
        and task in (None, event.task)
        and (begin is None or event.at.timestamp() >= begin)
    )
