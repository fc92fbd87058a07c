"""A fast view of all envelopes, made from the outboxes and never the truth: deleting it loses nothing.

SQLite with a full-text table of trigrams, so that Chinese is searched like English. It is brought up to
date before each use: a shard folder whose time changed is listed again, and what is new in it is read.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from mesh import files
from mesh.errors import MeshError
from mesh.model.envelope import Envelope, parse_envelope
from mesh.store.boxes import read_envelope
from mesh.store.layout import Layout

_VERSION = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS envelope (
  id TEXT PRIMARY KEY, type TEXT, sender TEXT, recipient TEXT, task TEXT, context TEXT,
  reply_to TEXT, key TEXT, broadcast TEXT, parent TEXT, shard TEXT, document TEXT) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS by_task ON envelope (task, id);
CREATE INDEX IF NOT EXISTS by_context ON envelope (context, id);
CREATE INDEX IF NOT EXISTS by_shard ON envelope (shard);
CREATE INDEX IF NOT EXISTS by_reply ON envelope (reply_to) WHERE reply_to IS NOT NULL;
CREATE INDEX IF NOT EXISTS by_broadcast ON envelope (broadcast, id) WHERE broadcast IS NOT NULL;
CREATE INDEX IF NOT EXISTS by_parent ON envelope (parent) WHERE parent IS NOT NULL;
CREATE INDEX IF NOT EXISTS by_key ON envelope (sender, key) WHERE key IS NOT NULL;
CREATE TABLE IF NOT EXISTS shard (path TEXT PRIMARY KEY, mtime INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS task (id TEXT PRIMARY KEY, open INTEGER, last TEXT) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS by_open ON task (open, last);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (id UNINDEXED, subject, text, tokenize='trigram');
"""
_SETTLED_NS = 2_000_000_000  # a folder changed this short a time ago may change again within the same tick


class Index:
    """The index of one workspace; opened when first used, made anew when it is damaged."""

    def __init__(self, layout: Layout, is_open: Callable[[list[Envelope]], bool]) -> None:
        self._layout = layout
        self._is_open = is_open
        self._path = layout.running("index.sqlite")
        self._db: sqlite3.Connection | None = None

    def _open(self) -> sqlite3.Connection:
        if self._db is None:
            os.makedirs(self._layout.run, exist_ok=True)
            try:
                self._db = self._connect()
            except sqlite3.DatabaseError:
                for ending in ("", "-wal", "-shm"):
                    files.discard(self._path + ending)
                self._db = self._connect()
        return self._db

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, timeout=30, isolation_level=None, check_same_thread=False)
        try:
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=OFF")
            if db.execute("PRAGMA user_version").fetchone()[0] != _VERSION:
                db.executescript(_SCHEMA + f"PRAGMA user_version={_VERSION};")
        except BaseException:
            db.close()
            raise
        return db

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def add(self, envelopes: Iterable[tuple[Envelope, str]]) -> None:
        """Take in envelopes with their outbox shards. A failure costs nothing: the files are the truth."""
        try:
            self._insert(envelopes)
        except (sqlite3.Error, MeshError):
            self.close()

    def _insert(self, envelopes: Iterable[tuple[Envelope, str]]) -> None:
        db = self._open()
        db.execute("BEGIN IMMEDIATE")
        try:
            tasks: dict[str, None] = {}
            for envelope, shard in envelopes:
                self._insert_one(db, envelope, shard)
                tasks[envelope.task.lower()] = None
            for task in tasks:
                self._note_task(db, task)
            db.execute("COMMIT")
        except BaseException:
            db.execute("ROLLBACK")
            raise

    @staticmethod
    def _insert_one(db: sqlite3.Connection, envelope: Envelope, shard: str) -> None:
        row = (
            envelope.id, envelope.type, envelope.from_, envelope.to, envelope.task.lower(),
            envelope.context.lower(), envelope.reply_to, envelope.key, envelope.broadcast.get("id"),
            envelope.parent, shard, json.dumps(envelope.to_dict(), ensure_ascii=False),
        )  # fmt: skip
        done = db.execute("INSERT OR IGNORE INTO envelope VALUES (?,?,?,?,?,?,?,?,?,?,?,?)", row)
        if done.rowcount:
            words = (envelope.id, envelope.subject, _searchable(envelope))
            db.execute("INSERT INTO words VALUES (?,?,?)", words)

    def _note_task(self, db: sqlite3.Connection, task: str) -> None:
        history = self.of_task(task)
        if history and history[0].type == "task_request":
            row = (task, int(self._is_open(history)), history[-1].id)
            db.execute("INSERT OR REPLACE INTO task VALUES (?,?,?)", row)

    def refresh(self, now_ns: int) -> None:
        """Bring the index up to date with the outboxes; `now_ns` is the time in nanoseconds."""
        known = dict(self._open().execute("SELECT path, mtime FROM shard"))
        for agent in self._layout.senders():
            for folder in self._layout.shards(self._layout.outbox(agent)):
                shard = self._layout.relative(folder)
                mtime = _mtime(folder)
                if known.pop(shard, None) != mtime:
                    self._read_shard(shard, folder, mtime if now_ns - mtime > _SETTLED_NS else 0)
        for shard in known:
            self._forget(shard, self._held(shard))

    def _read_shard(self, shard: str, folder: str, mtime: int) -> None:
        held = self._held(shard)
        there = {name[:-5] for name in files.names(folder, ".yaml")}
        fresh = []
        for ulid in sorted(there - held):
            envelope, _ = read_envelope(files.read(os.path.join(folder, f"{ulid}.yaml")) or b"")
            if envelope and envelope.id == ulid:
                fresh.append((envelope, shard))
        if fresh:
            self._insert(fresh)
        if held - there:
            self._forget(shard, held - there)
        self._open().execute("INSERT OR REPLACE INTO shard VALUES (?,?)", (shard, mtime))

    def _held(self, shard: str) -> set[str]:
        return {row[0] for row in self._rows("SELECT id FROM envelope WHERE shard=?", shard)}

    def _forget(self, shard: str, ids: Iterable[str]) -> None:
        db = self._open()
        for ulid in ids:
            db.execute("DELETE FROM envelope WHERE id=?", (ulid,))
            db.execute("DELETE FROM words WHERE id=?", (ulid,))
        db.execute("DELETE FROM shard WHERE path=?", (shard,))

    def _rows(self, query: str, *values: object) -> list[Any]:
        return self._open().execute(query, values).fetchall()

    def _envelopes(self, where: str, *values: object) -> list[Envelope]:
        rows = self._rows(f"SELECT document FROM envelope WHERE {where}", *values)  # noqa: S608
        return [parse_envelope(json.loads(row[0])) for row in rows]

    def get(self, ulid: str) -> Envelope | None:
        """Return one envelope by its id."""
        return next(iter(self._envelopes("id=?", ulid)), None)

    def many(self, ids: Sequence[str]) -> dict[str, Envelope]:
        """Return the envelopes of the ids that are known."""
        found: dict[str, Envelope] = {}
        for start in range(0, len(ids), 500):
            part = ids[start : start + 500]
            marks = ",".join("?" * len(part))
            found |= {item.id: item for item in self._envelopes(f"id IN ({marks})", *part)}
        return found

    def of_task(self, task: str) -> list[Envelope]:
        """Return a task's envelopes, oldest first."""
        return self._envelopes("task=? ORDER BY id", task.lower())

    def of_context(self, context: str) -> list[Envelope]:
        """Return a context's envelopes, oldest first."""
        return self._envelopes("context=? ORDER BY id", context.lower())

    def answers_to(self, ulid: str, sender: str) -> list[Envelope]:
        """Return what a sender sent in answer to an envelope."""
        return self._envelopes("reply_to=? AND sender=? ORDER BY id", ulid, sender)

    def children_of(self, task: str, sender: str) -> list[Envelope]:
        """Return the tasks that a sender opened on behalf of a task."""
        return self._envelopes("parent=? AND sender=? AND type='task_request' ORDER BY id", task, sender)

    def by_key(self, sender: str, key: str) -> list[Envelope]:
        """Return what a sender sent under a key."""
        return self._envelopes("sender=? AND key=? ORDER BY id", sender, key)

    def of_broadcast(self, broadcast: str) -> list[Envelope]:
        """Return the requests of a broadcast, oldest first."""
        return self._envelopes("broadcast=? AND type='task_request' ORDER BY id", broadcast)

    def open_broadcasts(self) -> dict[str, dict[str, Any]]:
        """Return the broadcasts without a summary, with what their requests say of them."""
        waiting = self._envelopes(
            "broadcast IS NOT NULL AND type='task_request' AND broadcast NOT IN"
            " (SELECT broadcast FROM envelope WHERE type='summary' AND broadcast IS NOT NULL)"
        )
        return {str(item.broadcast["id"]): item.broadcast for item in waiting}

    def tasks(self, *, only_open: bool, limit: int) -> list[str]:
        """Return tasks, those with the newest envelopes first."""
        which = "open=1" if only_open else "open IN (0, 1)"
        query = f"SELECT id FROM task WHERE {which} ORDER BY last DESC LIMIT ?"  # noqa: S608
        return [row[0] for row in self._rows(query, limit)]

    def ids_like(self, prefix: str, limit: int = 5) -> list[str]:
        """Return envelope ids that begin so."""
        query = "SELECT id FROM envelope WHERE id>=? AND id<? LIMIT ?"
        return [row[0] for row in self._rows(query, prefix, prefix + "~", limit)]

    def tasks_like(self, prefix: str, limit: int = 5) -> list[str]:
        """Return ids of tasks that begin so."""
        query = "SELECT id FROM task WHERE id>=? AND id<? LIMIT ?"
        return [row[0] for row in self._rows(query, prefix.lower(), prefix.lower() + "~", limit)]

    def search(self, query: str, limit: int = 50) -> list[Envelope]:
        """Return the newest envelopes whose subject or text holds all the words of the query."""
        words = query.split()
        if not words:
            return []
        long = [word for word in words if len(word) >= 3]
        short = [word for word in words if len(word) < 3]
        clauses, values = [], []
        if long:
            clauses.append("words MATCH ?")
            values.append(" ".join('"' + word.replace('"', '""') + '"' for word in long))
        for word in short:
            like = "%" + word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
            clauses.append("(subject LIKE ? ESCAPE '\\' OR text LIKE ? ESCAPE '\\')")
            values += [like, like]
        where = " AND ".join(clauses)
        found = f"SELECT id FROM words WHERE {where} ORDER BY id DESC LIMIT {int(limit)}"  # noqa: S608
        return self._envelopes(f"id IN ({found}) ORDER BY id DESC", *values)


def _mtime(folder: str) -> int:
    try:
        return os.stat(folder).st_mtime_ns
    except FileNotFoundError:
        return 0


def _searchable(envelope: Envelope) -> str:
    parts = [envelope.text, *envelope.corrections]
    if envelope.understanding:
        told = envelope.understanding
        parts += [told.scope, told.approach, *told.assumptions, *told.questions]
    return "\n".join(part for part in parts if part)
