"""The agent card: who an agent is, what it can do, whom it hears, and what runs it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mesh.model.fields import Fields
from mesh.model.names import parse_agent, parse_name

EVERYONE = ("everyone",)
NOBODY = ("nobody",)
MAX_HEADLINE = 200  # characters
LANGUAGES = ("auto", "en", "zh")


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """One thing an agent can do, in the terms of A2A."""

    id: str
    name: str
    description: str = ""
    tags: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        values: dict[str, Any] = {"id": self.id, "name": self.name}
        if self.description:
            values["description"] = self.description
        if self.tags:
            values["tags"] = list(self.tags)
        return values

    @staticmethod
    def parse(value: Any, fields: Fields) -> Skill:
        """Return a skill from its mapping, or from its name alone."""
        if isinstance(value, str):
            return skill(value)
        if not isinstance(value, dict):
            raise fields.wrong("skills", "must be a list of names or mappings")
        inner = Fields(value, "skill")
        name = inner.need_text("name") if value.get("name") else inner.need_text("id")
        return Skill(
            id=inner.text("id", name),
            name=name,
            description=inner.text("description"),
            tags=inner.texts("tags"),
        )


def skill(name: str) -> Skill:
    """Return the skill that a bare name, or `name: what it covers`, stands for."""
    head, _, description = name.partition(":")
    return Skill(id="-".join(head.lower().split()), name=head.strip(), description=description.strip())


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One agent. `accept` is `("everyone",)`, `("nobody",)` or names of agents and `group:` names.

    `driver` holds the driver's `name` and its own settings; `extra` keeps fields this version does not
    know.
    """

    name: str
    headline: str = ""
    description: str = ""
    skills: tuple[Skill, ...] = ()
    groups: tuple[str, ...] = ()
    accept: tuple[str, ...] = EVERYONE
    driver: dict[str, Any] = field(default_factory=lambda: {"name": "human"})
    language: str = "auto"
    version: str = "1"
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def driver_name(self) -> str:
        return str(self.driver.get("name", "human"))

    def to_dict(self) -> dict[str, Any]:
        """Return the card as it is stored and as `mesh card --json` prints it."""
        accept: Any = self.accept[0] if self.accept in (EVERYONE, NOBODY) else list(self.accept)
        values: dict[str, Any] = {
            "name": self.name, "headline": self.headline, "description": self.description,
            "skills": [item.to_dict() for item in self.skills], "groups": list(self.groups),
            "accept": accept, "driver": self.driver, "language": self.language, "version": self.version,
        }  # fmt: skip
        return values | self.extra


def parse_card(values: dict[str, Any]) -> Card:
    """Return the card that a document holds; raises Malformed naming the field that breaks a rule."""
    fields = Fields(values, "card")
    name = parse_agent(fields.need_text("name"))
    driver = fields.rest.pop("driver", None) or {"name": "human"}
    if isinstance(driver, str):
        driver = {"name": driver}
    if not isinstance(driver, dict) or not isinstance(driver.get("name"), str):
        raise fields.wrong("driver", "must be a name, or a mapping with a `name`")
    skills = fields.rest.pop("skills", None) or []
    if not isinstance(skills, list):
        raise fields.wrong("skills", "must be a list")
    headline = fields.text("headline")
    if len(headline) > MAX_HEADLINE or "\n" in headline:
        raise fields.wrong("headline", f"must be one line of at most {MAX_HEADLINE} characters")
    return Card(
        name=name,
        headline=headline,
        description=fields.text("description"),
        skills=tuple(Skill.parse(item, fields) for item in skills),
        groups=tuple(parse_name(group, "group name") for group in fields.texts("groups")),
        accept=parse_accept(fields.texts("accept") or EVERYONE),
        driver=driver,
        language=fields.choice("language", LANGUAGES, "auto"),
        version=fields.text("version", "1"),
        extra=fields.rest,
    )


def parse_accept(values: tuple[str, ...]) -> tuple[str, ...]:
    """Return a contact policy: everyone, nobody, or a list of agents and `group:` names."""
    if len(values) == 1 and values[0].strip().lower() in ("everyone", "nobody"):
        return (values[0].strip().lower(),)
    names = []
    for value in values:
        prefix, colon, group = value.partition(":")
        if colon and prefix.strip().lower() == "group":
            names.append("group:" + parse_name(group, "group name"))
        else:
            names.append(parse_agent(value))
    return tuple(dict.fromkeys(names))


def accepts(card: Card, sender: Card) -> bool:
    """Say whether an agent takes new mail from another; its own mail it always takes."""
    if card.accept == EVERYONE or sender.name == card.name:
        return True
    groups = {f"group:{name}" for name in sender.groups}
    return sender.name in card.accept or bool(groups & set(card.accept))
