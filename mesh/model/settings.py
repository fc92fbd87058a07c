"""The workspace's settings, `mesh.yaml`: every key optional, an unknown key is an error."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mesh.errors import BadInput
from mesh.model.fields import Fields
from mesh.model.names import parse_agent, parse_name

HANDSHAKES = ("none", "soft", "hard")
_GUARDS: dict[str, float] = {
    "turns_per_event": 30,
    "cost_per_event_usd": 5.0,
    "cost_per_task_usd": 20.0,
    "cost_per_day_usd": 100.0,
    "wall_s": 1800,
    "loop_rounds": 10,
    "tool_calls": 200,
    "context_calls_warn": 80,
    "rounds_warn": 5,
    "rounds": 12,
    "hops": 16,
    "short_answer": 10,
    "sends_per_minute": 60,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a workspace may set. Times are seconds; `guards` holds every guard of runtime.md."""

    language: str = "auto"
    handshake: dict[str, str] = field(
        default_factory=lambda: {"low": "none", "medium": "soft", "high": "hard"}
    )
    retry_s: tuple[float, ...] = (10.0, 20.0, 30.0)
    lease_s: float = 120.0
    grace_s: float = 10.0
    look_s: float = 30.0
    jobs: int = 4
    ack_reminder_s: float = 600.0
    ack_escalation_s: float = 1800.0
    attachment_bytes: int = 25 * 1024 * 1024
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    guards: dict[str, float] = field(default_factory=lambda: dict(_GUARDS))
    verify: dict[str, Any] = field(default_factory=dict)
    complexity: dict[str, Any] = field(default_factory=dict)


def parse_settings(values: dict[str, Any]) -> Settings:
    """Return the settings that a document holds; raises Malformed naming the key."""
    fields = Fields(values, "mesh.yaml")
    fields.number("mesh", 1, 1, 1)
    standard = Settings()
    settings = Settings(
        language=fields.choice("language", ("auto", "en", "zh"), "auto"),
        handshake=_handshake(fields),
        retry_s=_seconds(fields, "retry_s", standard.retry_s),
        lease_s=_positive(fields, "lease_s", standard.lease_s),
        grace_s=_positive(fields, "grace_s", standard.grace_s),
        look_s=_positive(fields, "look_s", standard.look_s),
        jobs=fields.number("jobs", standard.jobs, 1, 256),
        ack_reminder_s=_positive(fields, "ack_reminder_s", standard.ack_reminder_s),
        ack_escalation_s=_positive(fields, "ack_escalation_s", standard.ack_escalation_s),
        attachment_bytes=fields.number("attachment_bytes", standard.attachment_bytes),
        groups=_groups(fields),
        guards=_guards(fields),
        verify=_verify(fields),
        complexity=fields.mapping("complexity"),
    )
    fields.close()
    return settings


def _handshake(fields: Fields) -> dict[str, str]:
    inner = Fields(fields.mapping("handshake"), "mesh.yaml handshake")
    standard = Settings().handshake
    chosen = {level: inner.choice(level, HANDSHAKES, standard[level]) for level in standard}
    inner.close()
    return chosen


def _positive(fields: Fields, name: str, standard: float) -> float:
    value = fields.decimal(name, standard)
    if value < 0:
        raise fields.wrong(name, "must not be negative")
    return value


def _seconds(fields: Fields, name: str, standard: tuple[float, ...]) -> tuple[float, ...]:
    value = fields.rest.pop(name, None)
    if value is None:
        return standard
    numbers = [v for v in value if isinstance(v, (int, float)) and not isinstance(v, bool) and v >= 0]
    if not isinstance(value, list) or len(numbers) != len(value):
        raise fields.wrong(name, "must be a list of seconds")
    return tuple(float(item) for item in numbers)


def _groups(fields: Fields) -> dict[str, tuple[str, ...]]:
    inner = Fields(fields.mapping("groups"), "mesh.yaml groups")
    found = {}
    for name in list(inner.rest):
        try:
            members = tuple(parse_agent(member) for member in inner.texts(name))
            found[parse_name(name, "group name")] = members
        except BadInput as error:
            raise inner.wrong(name, str(error)) from None
    return found


def _guards(fields: Fields) -> dict[str, float]:
    inner = Fields(fields.mapping("guards"), "mesh.yaml guards")
    chosen = {name: _positive(inner, name, standard) for name, standard in _GUARDS.items()}
    inner.close()
    return chosen


def _verify(fields: Fields) -> dict[str, Any]:
    inner = Fields(fields.mapping("verify"), "mesh.yaml verify")
    chosen: dict[str, Any] = {}
    for name in ("build", "test", "lint", "typecheck"):
        command = inner.maybe_text(name)
        if command:
            chosen[name] = command
    if "timeout" in inner.rest:
        chosen["timeout"] = _positive(inner, "timeout", 0.0)
    inner.close()
    return chosen
