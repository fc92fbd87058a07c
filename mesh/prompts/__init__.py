"""What agents are told, one file a part, in English and Chinese; read here and filled in, never decided."""

from __future__ import annotations

import re
from functools import cache

_PLACE = re.compile(r"\{\{([a-z_]+)\}\}")
_LABELS = "labels"


@cache
def part(name: str, language: str) -> str:
    """Return the text of a part, its places not filled in yet."""
    from importlib.resources import files

    return files("mesh.prompts").joinpath(language, f"{name}.md").read_text(encoding="utf-8").strip()


@cache
def names(language: str) -> tuple[str, ...]:
    """Return the names of all parts."""
    from importlib.resources import files

    found = files("mesh.prompts").joinpath(language).iterdir()
    return tuple(sorted(item.name[:-3] for item in found if item.name.endswith(".md")))


def places(name: str, language: str) -> tuple[str, ...]:
    """Return the names of the places that a part wants filled."""
    return tuple(sorted(set(_PLACE.findall(part(name, language)))))


def fill(name: str, language: str, **values: object) -> str:
    """Return a part with its places filled in; what is filled in is not looked at again.

    Raises KeyError for a place without a value.
    """
    return _PLACE.sub(lambda found: str(values[found.group(1)]), part(name, language))


@cache
def labels(language: str) -> dict[str, str]:
    """Return the short words that stand between the parts, by key."""
    rows = [line.partition(": ") for line in part(_LABELS, language).splitlines() if line]
    return {key: text for key, _, text in rows}
