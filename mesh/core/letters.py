"""An envelope as an agent reads it: who and what in the runtime's words, everything written in a block."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from mesh import prompts
from mesh.core.fence import fenced
from mesh.core.visible import one_line, visible, whole
from mesh.model.envelope import Envelope
from mesh.model.task import Task

# The runtime's lines as verify.md has them: read off the end of a reply that carries an annotation.
_OURS = re.compile(
    r"\[(?:独立验证 [✓✗]|agent 已验证(?: · 已过期)?|未验证|independently (?:verified ✓|refuted ✗)"
    r"|agent verified(?: · stale)?|unverified)\](?: |$)"
)
_LINE = 2000


def letter(envelope: Envelope, task: Task | None, *, fence: str, language: str, limit: int) -> str:
    """Return the envelope under its heading, with what the runtime adds to its kind.

    Text beyond `limit` characters is left out, and the prompt says so.
    """
    words = prompts.labels(language)
    asked = envelope.complexity.level if envelope.complexity else "medium"
    level = words[f"level_{task.level if task else asked}"]
    state = task.state if task else "submitted"
    values = {
        "from": envelope.from_,
        "task": envelope.task,
        "level": words["urgent"].replace("…", level) if envelope.priority == "urgent" else level,
        "state": words[f"state_{state}"],
        "status": _status(envelope, words),
        "checked": checked(envelope, language),
        "block": block(envelope, fence=fence, language=language, limit=limit),
    }
    return prompts.fill(f"envelope_{envelope.type}", language, **values)


def _status(envelope: Envelope, words: Mapping[str, str]) -> str:
    kind = "status" if envelope.type == "intent_ack" else "state"
    return words.get(f"{kind}_{envelope.status}", "")


def checked(envelope: Envelope, language: str) -> str:
    """Return what the runtime found out about a reply, empty for another kind of envelope."""
    if envelope.type != "reply":
        return ""
    lines = annotation_lines(envelope)
    if not lines:
        return prompts.fill("reply_unchecked", language, **{"from": envelope.from_})
    shown = "\n".join(one_line(line, _LINE) for line in lines)
    return prompts.fill("reply_checked", language, lines=shown, **{"from": envelope.from_})


def annotation_lines(envelope: Envelope) -> tuple[str, ...]:
    """Return the lines that the runtime appended to a reply; none where it appended none.

    The field `annotation`, which the runtime alone writes, must be there for any to count.
    """
    if not envelope.annotation:
        return ()
    named = envelope.annotation.get("lines")
    if isinstance(named, list) and all(isinstance(line, str) for line in named):
        return tuple(named)
    found: list[str] = []
    for line in reversed(envelope.text.rstrip().split("\n")):
        if not _OURS.match(line):
            break
        found.insert(0, line)
    return tuple(found)


def own_words(envelope: Envelope) -> str:
    """Return what the sender itself wrote: the text without the lines that the runtime appended."""
    text = envelope.text
    for line in reversed(annotation_lines(envelope)):
        bare = text.rstrip()
        if not bare.endswith(line):
            return text
        text = bare[: len(bare) - len(line)].rstrip()
    return text


def block(envelope: Envelope, *, fence: str, language: str, limit: int) -> str:
    """Return all that was written in an envelope as one data block, or one for each author's answer."""
    words = prompts.labels(language)
    if envelope.type == "summary" and envelope.answers:
        return _answers(envelope, words, fence, language, limit)
    text = "\n\n".join(part for part in _written(envelope, words) if part) or words["nothing"]
    return _cut_block(text, f"{words[envelope.type]} {envelope.from_}", envelope.id, fence, language, limit)


def _cut_block(text: str, label: str, ulid: str, fence: str, language: str, limit: int) -> str:
    end = whole(text, limit)
    shown = fenced(text[:end], fence=fence, label=label, language=language)
    if end == len(text):
        return shown
    return f"{shown}\n{prompts.fill('cut', language, shown=end, total=len(text), id=ulid)}"


def _answers(
    envelope: Envelope, words: Mapping[str, str], fence: str, language: str, limit: int
) -> str:
    """Return one block for each answer of a broadcast, so that no answer can pose as another's."""
    blocks = []
    for answer in envelope.answers:
        mark = f" [{answer['mark']}]" if answer.get("mark") else ""
        label = f"{words['answer']} {answer.get('agent') or answer.get('from') or '?'}{mark}"
        text = str(answer.get("text") or words["nothing"])
        ulid = str(answer.get("id") or envelope.id)
        blocks.append(_cut_block(text, label, ulid, fence, language, limit))
    return "\n\n".join(blocks)


def _written(envelope: Envelope, words: Mapping[str, str]) -> list[str]:
    text = own_words(envelope)
    subject = words["subject"] + words["colon"] + one_line(envelope.subject, 300)
    parts = ["" if _repeats(envelope.subject, text) else subject, text]
    if told := envelope.understanding:
        for name in ("scope", "approach", "output_format"):
            if value := getattr(told, name):
                parts.append(f"{words[name]}{words['colon']}{value}")
        for name in ("assumptions", "questions"):
            parts.append(_listed(words, name, getattr(told, name)))
    parts.append(_listed(words, "corrections", envelope.corrections))
    if envelope.assertions and not text.startswith("---"):
        parts.append(_listed(words, "assertions", [_assertion(item) for item in envelope.assertions]))
    names = [f"{one_line(item.name, 120)} ({item.size} B, {item.sha256})" for item in envelope.attachments]
    return [*parts, _listed(words, "attachments", names)]


def _repeats(subject: str, text: str) -> bool:
    """Say whether a subject is only the beginning of the text, as one made by the runtime is."""
    bare = " ".join(subject.split()).rstrip("…. ")
    return " ".join(text[: 2 * len(subject) + 80].split()).startswith(bare)


def _listed(words: Mapping[str, str], name: str, items: Any) -> str:
    head = (words[name] + words["colon"]).rstrip()
    return "\n".join([head, *(f"- {item}" for item in items)]) if items else ""


def _assertion(values: Mapping[str, Any]) -> str:
    why = values.get("evidence") or values.get("reasoning") or ""
    told = f"{values.get('claim', '')} ({values.get('confidence', '')})"
    return visible(f"{told}: {why}" if why else told)
