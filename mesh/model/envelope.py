"""The envelope: one immutable message between agents, as workspace.md defines it; reads no file."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from mesh.errors import BadInput
from mesh.model.fields import Fields, show_moment
from mesh.model.ids import is_ulid, same
from mesh.model.names import parse_name

SCHEMA = 1
TYPES = (
    "task_request", "intent_confirmation", "intent_ack", "execution_start", "message",
    "reply", "status", "notification", "summary",
)  # fmt: skip
PRIORITIES = ("urgent", "normal", "low")
LEVELS = ("low", "medium", "high")
ACKS = ("confirmed", "confirmed_with_correction", "rejected")
STATES = (
    "submitted", "working", "input-required", "auth-required",
    "completed", "failed", "canceled", "rejected",
)  # fmt: skip
MAX_TEXT = 900 * 1024  # bytes; leaves room for the other fields within the 1 MiB of a file
MAX_SUBJECT = 200  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class Complexity:
    """A task's level and who said so: `sender` or `rules`."""

    level: str
    by: str = "sender"

    def to_dict(self) -> dict[str, Any]:
        return {"level": self.level, "by": self.by}


@dataclass(frozen=True, slots=True, kw_only=True)
class Understanding:
    """What the worker says it understood, under the headings of the handshake."""

    scope: str = ""
    approach: str = ""
    output_format: str = ""
    assumptions: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "scope": self.scope,
            "approach": self.approach,
            "output_format": self.output_format,
            "assumptions": list(self.assumptions),
            "questions": list(self.questions),
        }

    @staticmethod
    def parse(values: dict[str, Any]) -> Understanding:
        fields = Fields(values, "understanding")
        return Understanding(
            scope=fields.text("scope"),
            approach=fields.text("approach"),
            output_format=fields.text("output_format"),
            assumptions=fields.texts("assumptions"),
            questions=fields.texts("questions"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A file that goes with an envelope: kept by its digest, shown by its name, never opened by it."""

    name: str
    sha256: str
    size: int

    def to_dict(self) -> dict[str, Any]:
        return {"name": self.name, "sha256": self.sha256, "size": self.size}

    @staticmethod
    def parse(values: dict[str, Any]) -> Attachment:
        fields = Fields(values, "attachment")
        digest = fields.need_text("sha256")
        if len(digest) != 64 or not set(digest) <= set("0123456789abcdef"):
            raise fields.wrong("sha256", "must be 64 hexadecimal digits")
        return Attachment(name=fields.text("name"), sha256=digest, size=fields.number("size", 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """One message. Times are UTC; `extra` keeps fields this version does not know."""

    id: str
    type: str
    from_: str
    to: str
    task: str
    context: str
    sent_at: datetime
    reply_to: str | None = None
    priority: str = "normal"
    complexity: Complexity | None = None
    hops: int = 1
    subject: str = ""
    text: str = ""
    code: dict[str, Any] = field(default_factory=dict)
    understanding: Understanding | None = None
    status: str | None = None
    corrections: tuple[str, ...] = ()
    assertions: tuple[dict[str, Any], ...] = ()
    annotation: dict[str, Any] = field(default_factory=dict)
    references: tuple[str, ...] = ()
    parent: str | None = None
    broadcast: dict[str, Any] = field(default_factory=dict)
    answers: tuple[dict[str, Any], ...] = ()
    group: str | None = None
    attachments: tuple[Attachment, ...] = ()
    key: str | None = None
    extra: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return the envelope as it is stored and as `mesh read --json` prints it."""
        values: dict[str, Any] = {
            "mesh": SCHEMA, "id": self.id, "type": self.type, "from": self.from_, "to": self.to,
            "task": self.task, "context": self.context, "reply_to": self.reply_to,
            "sent_at": show_moment(self.sent_at), "priority": self.priority,
        }  # fmt: skip
        if self.complexity:
            values["complexity"] = self.complexity.to_dict()
        values |= {"hops": self.hops, "subject": self.subject, "text": self.text}
        if self.understanding:
            values["understanding"] = self.understanding.to_dict()
        optional: dict[str, Any] = {
            "status": self.status, "corrections": list(self.corrections),
            "assertions": list(self.assertions), "annotation": self.annotation,
            "references": list(self.references), "parent": self.parent, "broadcast": self.broadcast,
            "answers": list(self.answers), "group": self.group,
            "attachments": [item.to_dict() for item in self.attachments],
            "key": self.key, "code": self.code,
        }  # fmt: skip
        values |= {name: value for name, value in optional.items() if value}
        return values | self.extra


def parse_envelope(values: dict[str, Any]) -> Envelope:
    """Return the envelope that a document holds; raises Malformed naming the field that breaks a rule."""
    fields = Fields(values, "envelope")
    if fields.number("mesh", 0) != SCHEMA:
        raise fields.wrong("mesh", f"must be {SCHEMA}, the version of the format")
    kind = fields.choice("type", TYPES)
    envelope = Envelope(
        id=fields.need_text("id"),
        type=kind,
        from_=_name(fields, "from"),
        to=_name(fields, "to"),
        task=_name(fields, "task"),
        context=_name(fields, "context"),
        reply_to=fields.maybe_text("reply_to"),
        sent_at=fields.moment("sent_at"),
        priority=fields.choice("priority", PRIORITIES, "normal"),
        complexity=_complexity(fields),
        hops=fields.number("hops", 1, 0, 1000),
        subject=fields.text("subject"),
        text=fields.text("text"),
        code=fields.mapping("code"),
        understanding=_understanding(fields, kind),
        status=_status(fields, kind),
        corrections=fields.texts("corrections"),
        assertions=fields.mappings("assertions"),
        annotation=fields.mapping("annotation"),
        references=fields.texts("references"),
        parent=fields.maybe_text("parent"),
        broadcast=fields.mapping("broadcast"),
        answers=fields.mappings("answers"),
        group=fields.maybe_text("group"),
        attachments=tuple(Attachment.parse(item) for item in fields.mappings("attachments")),
        key=fields.maybe_text("key"),
        extra=fields.rest,
    )
    if not is_ulid(envelope.id):
        raise fields.wrong("id", "must be a ULID")
    return envelope


def _name(fields: Fields, name: str) -> str:
    value = fields.need_text(name)
    try:
        normal = parse_name(value)
    except BadInput as error:
        raise fields.wrong(name, str(error)) from None
    if not same(normal, value):
        raise fields.wrong(name, "is not in its normal form")
    return value


def _complexity(fields: Fields) -> Complexity | None:
    values = fields.mapping("complexity")
    if not values:
        return None
    inner = Fields(values, "complexity")
    by = inner.choice("by", ("sender", "rules"), "sender")
    return Complexity(level=inner.choice("level", LEVELS), by=by)


def _understanding(fields: Fields, kind: str) -> Understanding | None:
    values = fields.mapping("understanding")
    if kind == "intent_confirmation" and not values:
        raise fields.wrong("understanding", "is missing")
    return Understanding.parse(values) if values else None


def _status(fields: Fields, kind: str) -> str | None:
    value = fields.maybe_text("status")
    allowed = ACKS if kind == "intent_ack" else STATES
    if kind in ("intent_ack", "reply", "status") and value is None:
        raise fields.wrong("status", "is missing")
    if value is not None and value not in allowed:
        raise fields.wrong("status", f"must be one of {', '.join(allowed)}")
    return value


def check_text(text: str, what: str = "text") -> str:
    """Return the text; raises BadInput if it cannot be stored byte for byte as UTF-8 or is too long."""
    try:
        size = len(text.encode("utf-8"))
    except UnicodeEncodeError as error:
        raise BadInput(
            "the {what} is not valid UTF-8 at character {at}",
            what=what, at=error.start, hint="save it as UTF-8, then send it with `@file`",
        ) from None  # fmt: skip
    if size > MAX_TEXT:
        raise BadInput(
            "the {what} has {size} bytes, more than the limit of {limit}",
            what=what, size=size, limit=MAX_TEXT, hint="attach it with `--attach FILE` instead",
        )  # fmt: skip
    return text
