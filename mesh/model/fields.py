"""Typed reading of a mapping's fields, each refusal naming the field; shared by every stored format."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from mesh.errors import Malformed

_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)\Z")


class Fields:
    """The fields of one document; what was not asked for is left in `rest`, so that it survives."""

    def __init__(self, values: Mapping[str, Any], what: str) -> None:
        self.rest = dict(values)
        self._what = what

    def _take(self, name: str, kinds: tuple[type, ...], kind: str) -> Any:
        value = self.rest.pop(name, None)
        if value is None:
            return None
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise self.wrong(name, "must be {kind}", kind=kind)
        return value

    def wrong(self, name: str, why: str, **values: Any) -> Malformed:
        """Return the error that says what is wrong with a field; with values, `why` is a template."""
        if not values:
            return Malformed("{what}: `{field}` {why}", what=self._what, field=name, why=why)
        return Malformed("{what}: `{field}` " + why, what=self._what, field=name, **values)

    def text(self, name: str, default: str = "") -> str:
        value = self._take(name, (str,), "text")
        return default if value is None else str(value)

    def maybe_text(self, name: str) -> str | None:
        value = self._take(name, (str,), "text")
        return None if value is None else str(value)

    def need_text(self, name: str) -> str:
        value = self.maybe_text(name)
        if not value:
            raise self.wrong(name, "is missing")
        return value

    def number(self, name: str, default: int, low: int = 0, high: int = 2**53) -> int:
        value = self._take(name, (int,), "a whole number")
        if value is None:
            return default
        if not low <= value <= high:
            raise self.wrong(name, "must lie between {low} and {high}", low=low, high=high)
        return int(value)

    def decimal(self, name: str, default: float) -> float:
        value = self._take(name, (int, float), "a number")
        return default if value is None else float(value)

    def flag(self, name: str, default: bool = False) -> bool:
        value = self._take(name, (bool,), "true or false")
        return default if value is None else bool(value)

    def choice(self, name: str, allowed: tuple[str, ...], default: str | None = None) -> str:
        value = self._take(name, (str,), "text")
        if value is None and default is not None:
            return default
        if value not in allowed:
            raise self.wrong(name, "must be one of {allowed}", allowed=", ".join(allowed))
        return str(value)

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts; a single text is a list of one."""
        value = self._take(name, (list, str), "a list of texts")
        items = [value] if isinstance(value, str) else value or []
        if not all(isinstance(item, str) for item in items):
            raise self.wrong(name, "must be a list of texts")
        return tuple(items)

    def mapping(self, name: str) -> dict[str, Any]:
        return self._take(name, (dict,), "a mapping") or {}

    def mappings(self, name: str) -> tuple[dict[str, Any], ...]:
        value = self._take(name, (list,), "a list of mappings") or []
        if not all(isinstance(item, dict) for item in value):
            raise self.wrong(name, "must be a list of mappings")
        return tuple(value)

    def moment(self, name: str) -> datetime:
        return parse_moment(self.need_text(name), self.wrong(name, "must be a time with a zone"))

    def close(self) -> None:
        """Refuse what was not asked for; for formats in which an unknown key is an error."""
        for name in self.rest:
            raise self.wrong(name, "is not a known key")


def parse_moment(text: str, error: Malformed) -> datetime:
    """Return the moment in UTC; raises the given error for a text that is no time with a zone."""
    if not _MOMENT.match(text):
        raise error
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        raise error from None


def show_moment(moment: datetime) -> str:
    """Return a moment as every format of the workspace writes it: UTC, milliseconds, `Z`."""
    utc = moment.astimezone(UTC)
    return f"{utc:%Y-%m-%dT%H:%M:%S}.{utc.microsecond // 1000:03d}Z"
