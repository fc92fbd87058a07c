"""One workspace with everything wired: files, journal, index, history; found, made and kept in order here."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from mesh import files
from mesh.app import clock
from mesh.errors import BadInput, Malformed, MeshError, NotFound, Refused
from mesh.model.card import Card, parse_card
from mesh.model.change import Change
from mesh.model.names import USER, nearest, parse_name
from mesh.store.boxes import Boxes
from mesh.store.delivery import Delivery
from mesh.store.journal import Journal
from mesh.store.layout import Layout, Shards
from mesh.store.parsed import document

if TYPE_CHECKING:
    from mesh.model.envelope import Envelope
    from mesh.model.settings import Settings
    from mesh.store.index import Index
    from mesh.store.mailbox import Mailbox
    from mesh.transport.history import History

FOLDER = ".mesh"
_Value = TypeVar("_Value")


class Workspace:
    """An open workspace. Not for several threads at once: each makes its own from the same root.

    A part is loaded when it is first used, for most commands need few of them.
    """

    def __init__(self, root: str) -> None:
        self.layout = Layout(root)
        self._shards = Shards()
        self.journal = Journal(self.layout)
        self.boxes = Boxes(self.layout)
        self.delivery = Delivery(self.boxes, self.journal, self._shards)
        self.trouble: MeshError | None = None
        self._cards: dict[str, tuple[tuple[int, int], Card]] = {}

    @property
    def root(self) -> str:
        return self.layout.root

    @property
    def project(self) -> str:
        """Return the folder that the workspace belongs to: where the agents work."""
        return os.path.dirname(self.root)

    @cached_property
    def mailbox(self) -> Mailbox:
        from mesh.store.mailbox import Mailbox

        return Mailbox(self.boxes, self.journal, self._shards)

    @cached_property
    def index(self) -> Index:
        from mesh.store.index import Index

        return Index(self.layout, self._is_open)

    @cached_property
    def history(self) -> History:
        from mesh.transport.history import History

        return History(self.root)

    @cached_property
    def settings(self) -> Settings:
        """Return what `mesh.yaml` says; raises Malformed naming the file and the line."""
        from mesh.model.settings import parse_settings

        path = self.layout.settings
        return _in_file(path, lambda: parse_settings(document(self.layout, path)))

    def _is_open(self, history: list[Envelope]) -> bool:
        from mesh.core.handshake import fold

        task = fold(history, self.settings.handshake)
        return task is not None and not task.is_final

    def fresh_index(self) -> Index:
        """Return the index, brought up to date with the files."""
        self.index.refresh(clock.nanos())
        return self.index

    # -- agents

    def agent_names(self) -> list[str]:
        return self.layout.agent_names()

    def card(self, name: str) -> Card:
        """Return an agent's card; raises NotFound with the nearest names for one that does not exist."""
        normal = parse_name(name, "agent name")
        path = self.layout.card(normal)
        try:
            info = os.stat(path)
        except FileNotFoundError:
            raise self.no_agent(name) from None
        stamp = (info.st_mtime_ns, info.st_size)
        known = self._cards.get(normal)
        if known and known[0] == stamp:
            return known[1]
        card = _in_file(path, lambda: _named(normal, parse_card(document(self.layout, path))))
        self._cards[normal] = (stamp, card)
        return card

    def no_agent(self, name: str) -> NotFound:
        """Return the error for an unknown agent, with the nearest names."""
        return not_found("agent", name, self.agent_names(), "`mesh agents` lists them")

    def cards(self) -> list[Card]:
        """Return all cards that can be read, by name; `user` last."""
        names = [name for name in self.agent_names() if name != USER]
        found = []
        for name in (*names, USER):
            try:
                found.append(self.card(name))
            except MeshError:
                continue
        return found

    def groups(self) -> dict[str, list[str]]:
        """Return each group with its members, from the cards and from `mesh.yaml`."""
        found: dict[str, list[str]] = {name: list(members) for name, members in self.settings.groups.items()}
        for card in self.cards():
            for group in card.groups:
                found.setdefault(group, []).append(card.name)
        return {name: sorted(set(members)) for name, members in sorted(found.items())}

    # -- changes

    def change(
        self, event: str, agent: str, title: str, paths: Sequence[str], act: Callable[[], None]
    ) -> None:
        """Make a change of files and note it for the history; commits it."""
        relative = tuple(self.layout.relative(path) for path in paths)
        change = Change(event=event, agent=agent, at=clock.now(), paths=relative, title=title)
        token = self.journal.open([change])
        try:
            act()
        except BaseException:
            self.journal.drop(token)
            raise
        self.journal.close(token)
        self.commit()

    def commit(self) -> None:
        """Bring the history up to date; returns at once when another process is doing it.

        A failure loses nothing, for the next command commits what is left; it is kept in `trouble`.
        """
        from mesh.app.committing import commit

        self._try(commit)

    def rest(self) -> None:
        """Leave the workspace as a command should: `git status` in it is clean. Failures as in `commit`."""
        from mesh.app.committing import rest

        self._try(rest)
        if "index" in self.__dict__:
            self.index.close()

    def _try(self, keep_up: Callable[[Workspace], None]) -> None:
        try:
            keep_up(self)
        except MeshError as error:
            self.trouble = error
        except OSError as error:
            self.trouble = Refused("{why}: `{path}`", why=error.strerror or str(error), path=error.filename)

    def recover(self) -> None:
        """Complete what processes that died left half done."""
        for name in self.layout.agent_names():
            self.delivery.complete(name)


def not_found(what: str, name: str, known: list[str], otherwise: str) -> NotFound:
    """Return the error for something that does not exist, with the nearest names that do."""
    from mesh.core.visible import one_line

    near = nearest(name, known)
    name = one_line(name, 80)
    message = "no {what} `{name}`"
    if near:
        choices = ", ".join(f"`{item}`" for item in near)
        return NotFound(message, what=what, name=name, hint="did you mean {near}?", near=choices)
    return NotFound(message, what=what, name=name, hint=otherwise)


def _named(name: str, card: Card) -> Card:
    """Return the card of an agent; one that names another would send its mail to that one."""
    if card.name == name:
        return card
    why = "must be `{wanted}`, the name of the folder"
    raise Malformed("{what}: `{field}` " + why, what="card", field="name", wanted=name)


def _in_file(path: str, parse: Callable[[], _Value]) -> _Value:
    """Return what a file says; an error names the file, and the line where that can be told."""
    try:
        return parse()
    except BadInput as error:
        line = error.values.get("line") or _line_of(path, str(error.values.get("field", "")))
        error.values |= {"path": path, "line": line}
        if isinstance(error, Malformed) and isinstance(line, int):
            error.line = line
        error.message = "`{path}`: " + error.message
        raise


def _line_of(path: str, key: str) -> int:
    """Return the first line that gives a key, 0 if none does."""
    lines = (files.read(path) or b"").decode("utf-8", "replace").split("\n")
    spelled = re.compile(rf"(?!\s*#).*(?<![\w-]){re.escape(key)}[\"']?\s*:")
    return next((number for number, line in enumerate(lines, 1) if key and spelled.match(line)), 0)


def find_root(start: str, chosen: str | None = None) -> str:
    """Return the `.mesh` folder: the chosen one, else the first one upwards from a folder."""
    if chosen:
        for path in (chosen, os.path.join(chosen, FOLDER)):
            if is_workspace(path):
                return os.path.abspath(path)
        raise NotFound("no workspace in `{path}`", path=chosen, hint="make one there with `mesh init`")
    folder = os.path.abspath(start)
    while True:
        path = os.path.join(folder, FOLDER)
        if is_workspace(path):
            return path
        parent = os.path.dirname(folder)
        if parent == folder:
            break
        folder = parent
    raise NotFound("no workspace here or above", hint="make one with `mesh init`")


def is_workspace(path: str) -> bool:
    """Say whether a folder is a workspace of ours."""
    return os.path.isfile(os.path.join(path, "mesh.yaml")) and os.path.isdir(os.path.join(path, "agents"))


def refuse_foreign(path: str) -> None:
    """Raise Refused if something that is no workspace of ours stands where one would be made."""
    if os.path.lexists(path) and not is_workspace(path) and (not os.path.isdir(path) or os.listdir(path)):
        raise Refused(
            "`{path}` exists and is not a workspace of this program; it was left as it is",
            path=path, hint="move it away, or make the workspace elsewhere with `--mesh DIR`",
        )  # fmt: skip
