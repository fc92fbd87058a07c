"""The file of rules behind the driver `script`: read, checked to the last key, and matched; runs nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mesh import codec
from mesh.driver.steps import FORMS, ONE_OF, Form, Kind, fits
from mesh.errors import Malformed
from mesh.model.names import nearest

FACTS = (
    "type", "from", "to", "task", "context", "text", "subject", "status", "level", "handshake", "state",
    "role", "round", "turn", "attempt", "nudge", "language", "priority", "agent",
)  # fmt: skip
RESULTS = ("run.exit", "run.output", "read.output", "call.output", "message")
WHEN = (*(name for name in FACTS if name not in ("text", "subject")), "contains")
_TEMPLATE = re.compile(r"(\\?)\{\{\s*([A-Za-z_][A-Za-z0-9_.]*)\s*\}\}")
_GUIDE = "the guide to script files is in docs/scripts.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """What must hold of the last command: its exit status, or words of its output. None asks nothing."""

    exit: int | None = None
    contains: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing to do. `must` ends the turn as failed when it does not succeed."""

    number: int
    name: str
    values: Mapping[str, Any]
    must: bool = False
    condition: Condition | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Steps, and when to take them; `times` limits how often in one session, None does not."""

    number: int
    when: Mapping[str, tuple[str, ...]]
    do: tuple[Step, ...]
    times: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A file of rules. `on_message` are those for what arrives during a turn; numbers are unique."""

    rules: tuple[Rule, ...]
    on_message: tuple[Rule, ...] = ()


def parse(data: bytes, name: str) -> Script:
    """Return the script that a file holds; raises Malformed naming the file, rule, step and key."""
    try:
        values = codec.read(data)
    except Malformed as error:
        raise _named(error, name) from None
    reader = _Reader(name)
    reader.known(values, ("rules", "on_message"), "")
    rules = reader.rules(values.get("rules"), "rules", 1)
    if not rules:
        raise reader.wrong("", "`rules` is missing or empty")
    return Script(
        rules=rules, on_message=reader.rules(values.get("on_message"), "on_message", len(rules) + 1)
    )


def _named(error: Malformed, file: str) -> Malformed:
    values: dict[str, Any] = {**error.values, "file": file}
    return Malformed("{file}: " + error.message, **values)


@dataclass(slots=True)
class _Reader:
    """Reads one file; places are written `rules[2].do[3].write`, counted from 1."""

    file: str

    def wrong(self, place: str, what: str, **values: str) -> Malformed:
        where = "{file}: {place}: " if place else "{file}: "
        return Malformed(where + what, hint=_GUIDE, line=0, file=self.file, place=place, **values)

    def known(self, values: Mapping[str, Any], allowed: tuple[str, ...], place: str) -> None:
        for key in values:
            if key not in allowed:
                close = nearest(key, list(allowed), 1)
                if close:
                    what = "`{key}` is not a known key; did you mean `{near}`?"
                    raise self.wrong(place, what, key=key[:60], near=close[0])
                what = "`{key}` is not a known key; possible: {known}"
                raise self.wrong(place, what, key=key[:60], known=", ".join(allowed))

    def rules(self, values: Any, key: str, first: int) -> tuple[Rule, ...]:
        if values is None:
            return ()
        if not isinstance(values, list):
            raise self.wrong(key, "must be a list")
        return tuple(
            self._rule(item, f"{key}[{index}]", first + index - 1) for index, item in enumerate(values, 1)
        )

    def _rule(self, values: Any, place: str, number: int) -> Rule:
        if not isinstance(values, dict):
            raise self.wrong(place, "must be a mapping with `when` and `do`")
        self.known(values, ("when", "do", "times"), place)
        times = values.get("times")
        if times is not None and not fits(times, Kind.NATURAL):
            raise self.wrong(f"{place}.times", Kind.NATURAL.value)
        steps = values.get("do")
        if not isinstance(steps, list) or not steps:
            raise self.wrong(f"{place}.do", "must be a list of steps")
        return Rule(
            number=number,
            when=self._when(values.get("when"), f"{place}.when"),
            do=tuple(self._step(item, i, f"{place}.do[{i}]") for i, item in enumerate(steps, 1)),
            times=times,
        )

    def _when(self, values: Any, place: str) -> dict[str, tuple[str, ...]]:
        if values is None:
            return {}
        if not isinstance(values, dict):
            raise self.wrong(place, "must be a mapping")
        self.known(values, WHEN, place)
        found = {}
        for key, value in values.items():
            items = value if isinstance(value, list) else [value]
            if not items or not all(isinstance(item, (str, int)) for item in items):
                raise self.wrong(f"{place}.{key}", "must be a text, a number or a list of them")
            found[key] = tuple(plain(item) for item in items)
        return found

    def _step(self, values: Any, number: int, place: str) -> Step:
        if isinstance(values, str):
            values = {values: None}
        if not isinstance(values, dict):
            raise self.wrong(place, "must be a mapping such as `say: hello`")
        names = [key for key in values if key in FORMS]
        if len(names) != 1:
            self.known(values, (*FORMS, "must", "if"), place)
            raise self.wrong(place, "must hold exactly one step")
        self.known(values, (names[0], "must", "if"), place)
        must = values.get("must", False)
        if not isinstance(must, bool):
            raise self.wrong(f"{place}.must", "must be true or false")
        return Step(
            number=number,
            name=names[0],
            values=self._values(values[names[0]], FORMS[names[0]], f"{place}.{names[0]}"),
            must=must,
            condition=self._condition(values.get("if"), f"{place}.if"),
        )

    def _values(self, given: Any, form: Form, place: str) -> dict[str, Any]:
        values = self._keyed(given, form, place)
        self.known(values, tuple(form.keys), place)
        for key in form.need:
            if values.get(key) is None:
                raise self.wrong(place, "`{key}` is missing", key=key)
        for key, value in values.items():
            self._value(key, value, form.keys[key], f"{place}.{key}")
        if form.one and not any(key in values for key in form.one):
            raise self.wrong(place, "`{key}` is missing", key="` / `".join(form.one))
        return values

    def _keyed(self, given: Any, form: Form, place: str) -> dict[str, Any]:
        if given is None or isinstance(given, dict):
            return given or {}
        if not form.short:
            raise self.wrong(place, "must be a mapping")
        return {form.short: given}

    def _value(self, key: str, value: Any, kind: Kind, place: str) -> None:
        if not fits(value, kind):
            raise self.wrong(place, kind.value)
        if key in ONE_OF and value not in ONE_OF[key] and "{{" not in str(value):
            raise self.wrong(place, "must be one of {allowed}", allowed=", ".join(ONE_OF[key]))
        for text in texts_in(value):
            for escaped, name in _TEMPLATE.findall(text):
                if not escaped and name not in FACTS + RESULTS:
                    self._stands_for_nothing(name, place)

    def _stands_for_nothing(self, name: str, place: str) -> None:
        close = nearest(name, [*FACTS, *RESULTS], 1)
        if close:
            what = "{name} stands for nothing; did you mean {near}?"
            raise self.wrong(place, what, name=f"`{{{{{name}}}}}`", near=f"`{{{{{close[0]}}}}}`")
        what = "{name} stands for nothing; a backslash before it keeps it as it is"
        raise self.wrong(place, what, name=f"`{{{{{name}}}}}`")

    def _condition(self, values: Any, place: str) -> Condition | None:
        if values is None:
            return None
        if not isinstance(values, dict):
            raise self.wrong(place, "must be a mapping")
        return condition(self._values(values, FORMS["stop_unless"], place))


def condition(values: Mapping[str, Any]) -> Condition:
    """Return the condition that checked values state."""
    return Condition(exit=values.get("exit"), contains=values.get("contains"))


def texts_in(value: Any) -> list[str]:
    """Return all texts within a value of a step."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [text for item in value for text in texts_in(item)]
    if isinstance(value, dict):
        return [text for item in value.values() for text in texts_in(item)]
    return []


def plain(value: Any) -> str:
    """Return a value as it is compared: NFKC, folded, trimmed; true and false as YAML spells them."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return unicodedata.normalize("NFKC", str(value)).casefold().strip()


def choose(rules: tuple[Rule, ...], facts: Mapping[str, Any], used: Mapping[int, int]) -> Rule | None:
    """Return the first rule that fits and is not used up."""
    for rule in rules:
        if rule.times is not None and used.get(rule.number, 0) >= rule.times:
            continue
        if all(_holds(key, wanted, facts) for key, wanted in rule.when.items()):
            return rule
    return None


def _holds(key: str, wanted: tuple[str, ...], facts: Mapping[str, Any]) -> bool:
    if key == "contains":
        said = plain(f"{facts.get('subject') or ''}\n{facts.get('text') or ''}")
        return any(word in said for word in wanted)
    value = facts.get(key)
    return ("" if value is None else plain(value)) in wanted


def filled(text: str, values: Mapping[str, Any], quote: Any = str) -> str:
    """Return the text with its `{{names}}` filled in once; what is filled in is not looked at again.

    `\\{{name}}` stays as `{{name}}`. `quote` makes a value fit for where it goes (a shell, say).
    """

    def put(found: re.Match[str]) -> str:
        if found.group(1):
            return found.group()[1:]
        value = values.get(found.group(2))
        return str(quote("" if value is None else str(value)))

    return _TEMPLATE.sub(put, text)
