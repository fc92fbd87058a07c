"""What a claim about tests, a build or a linter names: files, a test, a program and its target."""

from __future__ import annotations

import os
import re
import shlex

from mesh.check.folder import Folder
from mesh.check.outcome import Outcome, refuted
from mesh.check.paths import locate
from mesh.check.plan import Named
from mesh.model.evidence import Claim

_TAKERS = {
    ("uv", "run"), ("poetry", "run"), ("pdm", "run"), ("hatch", "run"), ("pipenv", "run"), ("bundle", "exec"),
    ("python", "-m"), ("python3", "-m"), ("npm", "exec"), ("pnpm", "exec"), ("yarn", "exec"), ("rye", "run"),
}  # fmt: skip
_TAKER = frozenset({"npx", "bunx", "uvx", "time", "env", "sudo", "nice", "xvfb-run"})
_SCRIPT_RUNNERS = frozenset({"npm", "pnpm", "yarn", "bun", "make", "gmake", "just", "task"})
_ASSIGNED = re.compile(r"[A-Za-z_]\w*=")
_NAME = re.compile(r"[A-Za-z_]\w*(?:(?:::|\.)[A-Za-z_]\w*)*\Z")
_SOURCE = re.compile(r"\.(?:py|js|ts|jsx|tsx|mjs|cjs|rs|go|java|rb|c|cpp|cc|cs|kt)\Z")
_TEST = re.compile(
    r"(?:^|[/._-])(?:tests?|specs?|__tests__)(?:[/._-]|\Z)|(?:Test|Tests|Spec)\.\w+\Z|(?:^|/)test_"
)


def named_by(claim: Claim, folder: Folder) -> Named | Outcome:
    """Return what a claim names, or that it is refuted because what it names is not there."""
    tool, target, words = _command(claim.detail.get("command") or claim.detail.get("tool") or "")
    if claim.kind != "tests_pass":
        return Named(tool=tool, target=target)
    files: list[str] = []
    test: str | None = None
    for word in (claim.target, *words):
        if not word:
            continue
        found = _file_or_test(word, folder)
        if isinstance(found, Outcome):
            return found
        file, name = found
        if file and file not in files:
            files.append(file)
        test = test or name
    return Named(files=tuple(files), test=test, tool=tool, target=target)


def _command(text: str) -> tuple[str | None, str | None, list[str]]:
    """Return the program of a command, its target or script, and what else it names."""
    try:
        words = shlex.split(text)
    except ValueError:
        words = text.split()
    while words:
        if _ASSIGNED.match(words[0]) or words[0] in _TAKER or words[0] == "$":
            words = words[1:]
        elif tuple(words[:2]) in _TAKERS:
            words = words[2:]
        else:
            break
    if not words:
        return None, None, []
    tool, rest = words[0].rpartition("/")[2], [word for word in words[1:] if not word.startswith("-")]
    if tool in _SCRIPT_RUNNERS:
        rest = rest[1:] if rest[:1] == ["run"] else rest
        return tool, (rest[0] if rest else None), []
    if tool == "cargo":
        return tool, None, []
    return tool, None, [word for word in rest if "/" in word or "::" in word or _SOURCE.search(word)]


def _file_or_test(word: str, folder: Folder) -> tuple[str | None, str | None] | Outcome:
    """Return the file and the test that a word names; refuted if it names a file that is not there."""
    path, _, name = word.partition("::")
    place = locate(path, folder.project.root, folder.place)
    there = place.absolute is not None and os.path.exists(place.absolute)
    if there and place.absolute:
        relative = os.path.relpath(place.absolute, folder.place).replace(os.sep, "/")
        if relative in (".", "./"):
            return None, name or None
        if os.path.isdir(place.absolute) or _TEST.search(relative) or name:
            return relative, name or None
        return _tests_of(relative, folder), None
    if "/" in path or _SOURCE.search(path):
        beside = _by_last_name(path, folder)
        return (beside, name or None) if beside else refuted(f"there is no `{path}`")
    return (None, word) if _NAME.match(word) and not word.isupper() else (None, None)


def _by_last_name(path: str, folder: Folder) -> str | None:
    """Return the one file below the folder that has a bare name."""
    if "/" in path:
        return None
    found = [file for file in folder.files if file.rpartition("/")[2] == path]
    return found[0] if len(found) == 1 else None


def _tests_of(source: str, folder: Folder) -> str | None:
    """Return the test file of a source file, None if it has none of its name."""
    stem, dot, ending = source.rpartition("/")[2].rpartition(".")
    names = {
        f"test_{stem}{dot}{ending}",
        f"{stem}_test{dot}{ending}",
        f"{stem}.test{dot}{ending}",
        f"{stem}.spec{dot}{ending}",
    }
    found = [file for file in folder.files if file.rpartition("/")[2] in names]
    return found[0] if len(found) == 1 else None
