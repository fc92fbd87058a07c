"""Tells commands from other text in backticks, and what a command does for the project; runs nothing."""

from __future__ import annotations

import re
from functools import lru_cache

from mesh.model.annotation import Category

LONGEST = 400
PROGRAMS = frozenset(
    """python python3 python2 py node deno bun npm npx pnpm yarn cargo go rustc java javac mvn gradle gradlew dotnet
    make cmake ctest ninja gcc g++ clang ruby rake bundle rspec php composer perl lua julia swift dart flutter mix
    elixir stack cabal ghc bash sh zsh git docker docker-compose kubectl helm terraform curl wget cat ls echo grep
    sed awk find tar zip unzip head tail wc sort diff cp mv rm mkdir touch chmod env time timeout sudo pip pip3 pipx
    uv uvx poetry pdm hatch tox nox pytest mypy ruff black flake8 pylint isort jest vitest mocha tsc eslint prettier
    sqlite3 psql mysql redis-cli jq yq ssh scp rsync systemctl brew apt apt-get just task mesh nix gofmt
    golangci-lint shellcheck source test true false sleep which file stat du df ps kill xargs tee printf date""".split()
)
_CODE = frozenset(
    """return def class import from if elif else for while let const var func fn function select insert update delete
    async await public private protected static new throw raise try except catch finally with lambda yield type
    interface struct enum impl use pub mut match switch case break continue pass assert print in is not and or the a
    an to of this that it no yes int str float bool void null none true false""".split()
)
_TAKERS = (
    "uv run", "poetry run", "pdm run", "hatch run", "pipenv run", "bundle exec", "npx", "pnpm exec", "yarn exec",
    "bunx", "time", "sudo", "env", "uvx", "rye run", "pixi run", "npm exec", "pnpm dlx", "yarn dlx", "nice", "pipx run",
)  # fmt: skip
_ASSIGNED = re.compile(r"[A-Za-z_]\w*=\S*\Z")
_WORD = re.compile(r"(?:\./|\.\./|~/|/)?[A-Za-z0-9][\w.+/@:-]*\Z")
_OPERATOR = re.compile(r"(?:[=+*/%<>!&|^:?-]?=|[+*/%<>?]|->|=>|:=|<=|>=|\{.*|\(.*)\Z")
_OPTION = re.compile(r"--?[A-Za-z]")


def is_command(text: str) -> bool:
    """Say whether a text in backticks is a command line rather than a name, a value or code."""
    words = _own_words(text)
    if not words or len(text) > LONGEST:
        return False
    first = words[0]
    if first.rpartition("/")[2] in PROGRAMS:
        return len(words) > 1 and not _OPERATOR.match(words[1])
    if first.startswith(("./", "../", "~/")) or (len(words) == 1 and first.endswith((".sh", ".bat", ".ps1"))):
        return True
    if len(words) == 1 or first.lower() in _CODE or not _WORD.match(first) or _OPERATOR.match(words[1]):
        return False
    if first.endswith((":", ".")) or "(" in first or first[0].isupper() or first[0].isdigit():
        return False
    return any(_OPTION.match(word) or "/" in word or "." in word for word in words[1:])


def _own_words(text: str) -> list[str]:
    words = text.removeprefix("$ ").split()
    while words and _ASSIGNED.match(words[0]):
        words = words[1:]
    return words


@lru_cache(maxsize=512)
def category(text: str) -> Category | None:
    """Return whether a command tests, builds, lints or checks types, None for any other command."""
    from mesh.core.runs.classify import tool_kind
    from mesh.core.runs.interpreters import interpreter_kind
    from mesh.core.runs.places import Project
    from mesh.core.runs.scripts import MANAGERS, manager_kind

    words = _own_words(text)
    if not words or re.search(r"[;&|<>`$]", text):
        return None
    name, *rest = _taken(words)
    name, arguments, project = name.rpartition("/")[2], tuple(rest), Project()
    if name in MANAGERS:
        kind = manager_kind(name, arguments, project)
    else:
        kind = tool_kind(name, arguments, project) or interpreter_kind(name, arguments, project)
    if kind is None or kind.void or not kind.categories:
        return None
    return kind.categories[0] if kind.categories[0] != "run" else None


def _taken(words: list[str]) -> list[str]:
    """Return the words of the program that a program such as `uv run` starts."""
    for _ in range(4):
        taker = next((taker for taker in _TAKERS if words[: taker.count(" ") + 1] == taker.split()), None)
        rest = words[taker.count(" ") + 1 :] if taker else []
        while rest and (_ASSIGNED.match(rest[0]) or rest[0] == "--"):
            rest = rest[1:]
        if not rest:
            break
        words = rest
    return words


def test_file_of(text: str) -> str | None:
    """Return the one path or test that a test command names."""
    from mesh.core.claims.paths import bare_path, is_test_file

    named = [
        word
        for word in _own_words(text)[1:]
        if is_test_file(word)
        and not word.startswith("-")
        and ("/" in word or "::" in word or bare_path(word))
    ]
    return named[0] if len(named) == 1 else None
