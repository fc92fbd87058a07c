"""Guesses from its name what a target, script or task of a project does (`make test`, `npm run lint`)."""

from __future__ import annotations

import re

from mesh.core.runs.syntax import names
from mesh.model.annotation import Category

_KEYS: tuple[tuple[Category, frozenset[str]], ...] = (
    ("typecheck", names("typecheck typechecks types type tsc mypy pyright typing")),
    ("lint", names("lint linter linters eslint ruff flake8 clippy vet style format fmt prettier stylelint")),
    ("tests", names("test tests check spec specs unit pytest jest vitest e2e integration unittest testing")),
    ("build", names("build all compile bundle dist assemble classes")),
    ("run", names("start run serve dev")),
)
# A name with one of these does something about it, not the thing itself.
_ASIDE = names(
    "watch setup clean data deps dep dependencies fixtures fixture init install env prepare down up"
    " stop list help report reports docs doc image images generate gen update snapshot snapshots"
    " results ui open fix write todo stub stubs mock mocks dry noop skip publish push pull upload"
    " download deploy server db database seed migrate reset new create add remove delete template info"
    " version status summary log logs container"
)
_CHECKED_FORMAT = frozenset({"check", "verify", "ci", "test"})


def category_of(name: str) -> Category | None:
    """Return the category of a target by its name, None where the name does not say."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.rpartition(":")[2] if name.startswith(":") else name)
    words = [word for word in re.split(r"[^a-z0-9]+", spaced.lower()) if word]
    if not words or set(words) & _ASIDE or name.startswith("-"):
        return None
    if "type" in words and ("check" in words or "checks" in words):
        return "typecheck"
    for category, keys in _KEYS:
        if words[0] in keys or words[-1] in keys:
            return _formatting(words) if category == "lint" else category
    return None


def _formatting(words: list[str]) -> Category | None:
    """A formatter that is not told to check writes; it finds nothing out."""
    writes = set(words) & {"format", "fmt", "prettier"}
    return None if writes and not set(words) & (_CHECKED_FORMAT | {"lint"}) else "lint"
