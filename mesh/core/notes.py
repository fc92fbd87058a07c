"""Notes: how an entry is written, read leniently, digested within a budget and searched; opens no file.

An entry is a heading `## 2026-11-30 22:24 · bob` with its text below it; in memory.md, which is short, a
list item `- 2026-11-30 22:24 · bob: text`. Both are read in every file, and so is what a person writes
without any form. Times are UTC.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from mesh.errors import BadInput
from mesh.i18n import say
from mesh.model.names import parse_name
from mesh.model.note import KINDS, Note

MEMORY_BYTES = 1024
TITLES = {
    "memory": "Memory", "learnings": "Learnings", "decisions": "Decisions", "issues": "Open issues",
}  # fmt: skip

_START = re.compile(
    r"(?P<head>#{1,6}[ \t\u3000]+|[-*+][ \t\u3000]+)(?P<date>\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?)(?!\d)"
    r"(?:[ T\u3000]+(?P<time>\d{1,2}[:：]\d\d)(?::\d\d)?Z?)?(?P<rest>[^\r\n]*)"
)
_TITLE = re.compile(r"\ufeff?#[ \t\u3000]+\S")
_ITEM = re.compile(r"(?:[-*+•]|\d{1,3}[.)、])[ \t\u3000]+|#{2,6}[ \t\u3000]+")
_SEPARATORS = " \t\u3000·•|—–-,，、;；"


def entry(kind: str, text: str, *, at: datetime, author: str) -> str:
    """Return what is to be appended to the file of that kind; `parse` reads the same note back.

    Line ends become LF and blank lines around the text go; nothing else is lost.
    """
    lines = _plain(text)
    if not lines:
        raise BadInput("an empty note", hint="say what is worth keeping")
    head = f"{at.astimezone(UTC):%Y-%m-%d %H:%M} · {author}"
    if kind == "memory":
        rest = [f"  {line}" if line else "" for line in lines[1:]]
        return "\n".join([f"- {head}: {lines[0]}", *rest, ""])
    return "\n".join(["", f"## {head}", "", *(_escaped(line) for line in lines), ""])


def _plain(text: str) -> list[str]:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    while lines and not lines[0].strip():
        lines.pop(0)
    while lines and not lines[-1].strip():
        lines.pop()
    return lines


def _escaped(line: str) -> str:
    """Keep a line of a note from reading as the start of another; undone by `_unescaped`."""
    return "\\" + line if _START.match(line.lstrip("\\")) else line


def _unescaped(line: str) -> str:
    return line[1:] if line.startswith("\\") and _START.match(line.lstrip("\\")) else line


def heading(kind: str) -> str:
    """Return the first line of a new file of notes."""
    return f"# {TITLES[kind]}\n"


def parse(kind: str, text: str) -> tuple[Note, ...]:
    """Return the notes of a file in its order; whatever is written there belongs to one of them."""
    notes: list[Note] = []
    loose: list[tuple[int, str]] = []
    current: tuple[re.Match[str], datetime, int] | None = None
    body: list[str] = []
    for number, line in enumerate(_lines(text), 1):
        found = _START.match(line)
        moment = _moment(found) if found else None
        if current and (moment or (_is_item(current[0]) and line[:1].strip())):
            notes.append(_note(kind, current, body))
            current, body = None, []
        if found and moment:
            current = (found, moment, number)
        elif current:
            body.append(line)
        elif not _TITLE.match(line):
            loose.append((number, line))
    if current:
        notes.append(_note(kind, current, body))
    return tuple(sorted((*_loose(kind, loose), *notes), key=lambda note: note.line))


def _is_item(start: re.Match[str]) -> bool:
    """Say whether an entry is a list item, which the next line that is not indented ends."""
    return not start["head"].startswith("#")


def _lines(text: str) -> list[str]:
    return re.split(r"\r\n|\r|\n", text)


def _moment(found: re.Match[str]) -> datetime | None:
    year, month, day = (int(part) for part in re.findall(r"\d+", found["date"]))
    hour, minute = (int(part) for part in re.findall(r"\d+", found["time"] or "0:0"))
    try:
        return datetime(year, month, day, hour, minute, tzinfo=UTC)
    except ValueError:
        return None


def _note(kind: str, start: tuple[re.Match[str], datetime, int], body: list[str]) -> Note:
    found, moment, line = start
    author, rest = _author(found["rest"])
    if _is_item(found):
        lines = [item[2:] if item.startswith("  ") else item for item in body]
    else:
        lines = [_unescaped(item) for item in body]
    text = "\n".join(_plain("\n".join([rest, *lines])))
    return Note(kind=kind, text=text, at=moment, author=author, line=line)


def _author(rest: str) -> tuple[str, str]:
    """Split what follows a date into the author, where the first words are a name, and the text."""
    rest = rest.lstrip(_SEPARATORS)
    for sign in (":", "：", "·"):
        head, found, tail = rest.partition(sign)
        if found and (name := _name(head)):
            return name, tail[1:] if tail.startswith(" ") else tail
    name = _name(rest)
    return (name, "") if name else ("", rest.lstrip(":： "))


def _name(text: str) -> str:
    try:
        return text.strip() if text.strip() == parse_name(text) else ""
    except BadInput:
        return ""


def _loose(kind: str, lines: Sequence[tuple[int, str]]) -> tuple[Note, ...]:
    """Return what a person wrote without dates: a note for each list item, heading or paragraph."""
    blocks: list[list[tuple[int, str]]] = []
    apart = True
    for number, line in lines:
        if not line.strip():
            apart = True
            continue
        indented = line[0] in " \t\u3000"
        if not blocks or (apart and not indented) or _ITEM.match(line):
            blocks.append([])
        blocks[-1].append((number, line))
        apart = False
    notes = []
    for block in blocks:
        text = "\n".join(line for _, line in block)
        marker = _ITEM.match(text)
        notes.append(Note(kind=kind, text=text[marker.end() if marker else 0 :].strip(), line=block[0][0]))
    return tuple(note for note in notes if note.text)


def digest(notes: Iterable[Note], budget: int, language: str = "en") -> str:
    """Return the newest notes of every kind in at most `budget` characters, whole where they fit.

    Kinds take turns, so that a talkative one does not crowd the others out; what is left out is counted.
    """
    queues = {kind: _newest_first(found) for kind, found in _by_kind(notes).items()}
    total = sum(len(queue) for queue in queues.values())
    chosen: dict[str, list[str]] = {kind: [] for kind in queues}
    left = budget - len(_left_out(total, language)) - 1
    while any(queues.values()):
        for kind, queue in queues.items():
            if not queue:
                continue
            head = 0 if chosen[kind] else len(_head(kind, language)) + 1
            item = _item(queue.pop(0), left - head - 1, language)
            if item:
                chosen[kind].append(item)
                left -= len(item) + head + 1
            else:
                queue.clear()
    shown = sum(len(items) for items in chosen.values())
    lines = [line for kind, items in chosen.items() if items for line in (_head(kind, language), *items)]
    if shown < total:
        lines.append(_left_out(total - shown, language))
    text = "\n".join(lines)
    return text if len(text) <= budget else ""


def _by_kind(notes: Iterable[Note]) -> dict[str, list[Note]]:
    found: dict[str, list[Note]] = {}
    for note in notes:
        found.setdefault(note.kind, []).append(note)
    return {kind: found[kind] for kind in sorted(found, key=_rank)}


def _rank(kind: str) -> int:
    return KINDS.index(kind) if kind in KINDS else len(KINDS)


def _newest_first(notes: Sequence[Note]) -> list[Note]:
    """Order by time, then by place; a note without a date is as old as can be."""
    oldest = datetime.min.replace(tzinfo=UTC)
    order = sorted(range(len(notes)), key=lambda i: (notes[i].at or oldest, i), reverse=True)
    return [notes[index] for index in order]


def _head(kind: str, language: str) -> str:
    return say(TITLES.get(kind, kind), language)


def _left_out(count: int, language: str) -> str:
    return say("({count} more: `mesh note list`)", language, count=count)


def _item(note: Note, room: int, language: str) -> str:
    """Return a note as an item of at most `room` characters, empty if not even a beginning fits."""
    when = f"{note.at:%Y-%m-%d}" if note.at else ""
    head = " ".join(part for part in (when, note.author) if part)
    first, *rest = note.text.split("\n")
    lines = [f"- {head}: {first}" if head else f"- {first}", *(f"  {line}" if line else "" for line in rest)]
    text = "\n".join(lines)
    if len(text) <= room:
        return text
    cut = say("… (cut: {count} characters in all)", language, count=len(note.text))
    keep = room - len(cut)
    return text[:keep].rstrip() + cut if keep >= 60 else ""


def memory_warning(text: str, language: str = "en") -> str | None:
    """Return a warning if memory.md, which every turn reads in full, has more than 1 KB."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size <= MEMORY_BYTES:
        return None
    return say(
        "memory.md has {size} bytes; every turn reads all of it: "
        "keep what every turn needs, at most {limit}, and move the rest to the other notes",
        language, size=size, limit=MEMORY_BYTES,
    )  # fmt: skip


def search(notes: Iterable[Note], query: str) -> list[Note]:
    """Return the notes that hold every word of the query, newest first; case and width do not count."""
    words = _folded(query).split()
    if not words:
        return []
    found = [note for note in notes if all(word in _folded(f"{note.text}\n{note.author}") for word in words)]
    return _newest_first(found)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def check_kind(kind: str) -> str:
    """Return the kind; raises BadInput naming those there are."""
    wanted = kind.strip().lower()
    if wanted in KINDS:
        return wanted
    one = {"learning": "learnings", "decision": "decisions", "issue": "issues", "memories": "memory"}
    if wanted in one:
        return one[wanted]
    raise BadInput(
        "`{kind}` is no kind of note", kind=kind[:40], hint="there are: {known}", known=", ".join(KINDS)
    )
