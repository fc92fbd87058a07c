"""How an event is written as a commit and read back from one; pure, and deaf to what is in the files.

A commit's message is one clean line, an empty one, and the trailers: no text of an agent reaches any other
line. It is written as a stream for `git fast-import`, which needs neither the index nor the work tree.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import accumulate

from mesh.model.change import Change, Event

BRANCH = "mesh"
REF = f"refs/heads/{BRANCH}"
UNBORN = "0" * 40
RUNTIME = "mesh <mesh@mesh.invalid>"
LONGEST_TITLE = 200
FORMAT = "tformat:%H%n%an%n%at%n%cn <%ce>%n%B"

_DOMAIN = "mesh.invalid"
_LIKE_A_TRAILER = re.compile(r"[A-Za-z0-9-]+\s*[:=]")
_NOT_IN_NAMES = re.compile(r"[^\w.@:+-]+")
_SPECIAL = re.compile(rb'[\x00-\x1f\x7f"\\]')


class Link(bytes):
    """The content of a symbolic link: where it points to."""


class Keep:
    """Says that a path is to stay in the history as it is there."""


KEEP = Keep()
Content = bytes | None | Keep  # None: there is no such file


def clean_title(text: str) -> str:
    """Return text as a first line of a commit message: nothing hidden in it, nothing that git acts on."""
    shown = []
    for char in text:
        kind = unicodedata.category(char)
        if kind in ("Cc", "Zl", "Zp", "Zs"):
            shown.append(" ")
        elif kind not in ("Cf", "Cs") and not 0xE0100 <= ord(char) <= 0xE01EF:
            shown.append(char)
    line = " ".join("".join(shown).split())
    # `#` begins a comment, `---` a patch, `word:` a trailer: git or a tool around it takes them as such.
    if _LIKE_A_TRAILER.match(line) or (line and line[0].isascii() and not line[0].isalnum()):
        line = f"· {line}"
    return line if len(line) <= LONGEST_TITLE else line[: LONGEST_TITLE - 1].rstrip() + "…"


def clean_name(text: str) -> str:
    """Return text as a name in a trailer or as an author: a single word of letters, digits and `.@:+-_`."""
    return _NOT_IN_NAMES.sub("", unicodedata.normalize("NFKC", text))[:LONGEST_TITLE]


def author(agent: str) -> str:
    """Return the author of an agent's commits; the address leads nowhere (RFC 2606)."""
    name = clean_name(agent) or "unknown"
    local, _, domain = name.partition("@")
    return f"{name} <{local}@{domain.replace('@', '.') + '.' if domain else ''}{_DOMAIN}>"


def message(change: Change) -> bytes:
    """Return the message of a change's commit."""
    trailers = [("Mesh-Event", change.event), ("Mesh-Id", change.id), ("Mesh-Task", change.task)]
    lines = [clean_title(change.title) or clean_name(change.event), ""]
    lines += [f"{name}: {word}" for name, value in trailers if value and (word := clean_name(value))]
    return ("\n".join(lines) + "\n").encode()


def can_hold(path: str) -> bool:
    """Say whether git can hold a path: relative, inside, and not of git's own folder."""
    parts = path.split("/")
    return "\0" not in path and not any(
        part in ("", ".", "..") or part.lower().rstrip(". ") in (".git", "git~1") for part in parts
    )


def dates(changes: Sequence[Change], before: int) -> list[int]:
    """Return the committer dates of a batch: never falling, and later than the one before.

    They are so whatever the clock did. Git ends a search in time by them; and where many are equal, the check
    that a new commit follows the old one walks through all of these.
    """
    return list(accumulate((_seconds(change) for change in changes), max, initial=before + 1))[1:]


def _seconds(change: Change) -> int:
    return max(0, int(change.at.timestamp()))


def stream(
    changes: Sequence[Change], look: Callable[[str], Content], parent: str, moments: Sequence[int]
) -> Iterator[bytes]:
    """Yield the input of `git fast-import` that puts one commit per change on top of the parent.

    `moments` are the committer dates. Each path is looked up once, so that all commits of one stream agree on
    what it holds.
    """
    seen: set[str] = set()
    for change, moment in zip(changes, moments, strict=True):
        text = message(change)
        yield (
            f"commit {REF}\nauthor {author(change.agent)} {_seconds(change)} +0000\n"
            f"committer {RUNTIME} {moment} +0000\ndata {len(text)}\n"
        ).encode()
        yield text
        if parent != UNBORN:
            yield f"from {parent}\n".encode()
            parent = UNBORN
        for path in change.paths:
            if path not in seen and can_hold(path):
                seen.add(path)
                yield _entry(path, look(path))
    yield b"done\n"


def _entry(path: str, content: Content) -> bytes:
    if isinstance(content, Keep):
        return b""
    quoted = _SPECIAL.sub(lambda found: b"\\%03o" % ord(found[0]), os.fsencode(path))
    if content is None:
        return b'D "%s"\n' % quoted
    mode = b"120000" if isinstance(content, Link) else b"100644"
    return b'M %s inline "%s"\ndata %d\n%s\n' % (mode, quoted, len(content), content)


def parse(record: bytes) -> Event | None:
    """Return the event of one record of `git log` in FORMAT, None for a commit that mesh did not make."""
    commit, agent, seconds, committer, title, *rest = record.decode("utf-8", "replace").split("\n")
    if committer != RUNTIME:
        return None
    values = dict(line.split(": ", 1) for line in rest if line.startswith("Mesh-") and ": " in line)
    if "Mesh-Event" not in values:
        return None
    try:
        at = datetime.fromtimestamp(int(seconds), UTC)
    except (ValueError, OverflowError):  # beyond the year 9999: no clock of ours
        return None
    return Event(
        at=at, event=values["Mesh-Event"], agent=agent, title=title, commit=commit,
        id=values.get("Mesh-Id"), task=values.get("Mesh-Task"),
    )  # fmt: skip
