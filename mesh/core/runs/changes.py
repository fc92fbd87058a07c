"""Finds which files observed tool calls changed, in a command by its place in it; looks at no disk."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mesh.core.runs.meaning import Meanings
from mesh.core.runs.places import Project, is_document
from mesh.core.runs.syntax import Node, Pipeline, Simple, children
from mesh.core.runs.writers import Paths, patched, paths_of
from mesh.model.evidence import Run

_READERS = re.compile(
    r"read|view|list|get|search|glob|grep|find|\bls\b|open|fetch|show|cat|stat|tree|diff|todo|web|task|lsp",
    re.I,
)
_WRITERS = re.compile(r"writ|edit|patch|creat|replac|insert|updat|delet|remov|mov|renam|sav|append|copy", re.I)
_WRITING_SIGNS = frozenset({">", ">>", ">|", "&>", "&>>", "<>", ">&"})
_ROUGH = re.compile(
    r"(?<![\d&>=-])>{1,2}\|?\s*([^\s&|;<>()'\"]+)|\b(?:sed\s+-i|tee|mv|cp|rm|apply_patch|git\s+(?:checkout|stash|restore|reset|apply))\b"
)
_LOGS = frozenset({"log", "txt", "out", "xml", "json", "html", "md", "tap", "csv", "err", "lcov"})
_WHOLE_TREE = frozenset({"format", "fmt", "fix", "generate", "gen", "codegen", "write", "autofix"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change of a file; `path` is None where it cannot be named.

    `at` is its place in the command, `log` that it only keeps what the commands beside it print.
    """

    path: str | None
    at: int = 0
    log: bool = False
    removed: bool = False

    def matters(self, *, documents: bool, words: str) -> bool:
        """Say whether a run could come out otherwise for it; a document that the run names or reads does."""
        if self.path is None or self.removed or documents or not is_document(self.path):
            return True
        return self.path in words or self.path.rpartition("/")[2] in words


def changes_of_tool(run: Run, project: Project) -> tuple[Change, ...]:
    """Return what a tool that is no shell changed."""
    if run.exit_code not in (0, None):
        return ()
    paths: Paths = patched(run.command or "")
    if run.path is not None and (_WRITERS.search(run.tool) or not _READERS.search(run.tool)):
        paths = (*paths, run.path)
    return tuple(_inside(paths, project))


def changes_of_command(meanings: Meanings, project: Project) -> tuple[Change, ...]:
    """Return what a shell command changed, as far as its words tell."""
    found: list[Change] = []
    folder: str = ""
    starts = starts_of(meanings)
    for simple, call in meanings:
        name = call.name
        words = tuple(word.text for word in call.words[1:])
        if name in ("cd", "pushd") and len(words) == 1:
            folder = project.inside(words[0], folder) or folder
        at = starts[simple]
        for redirect in simple.redirects:
            if redirect.sign in _WRITING_SIGNS and redirect.target is not None:
                target = (redirect.target.text if redirect.target.fixed else None,)
                found.extend(_inside(target, project, folder, at=at, log=_is_log(target[0])))
        paths = _tasks(name, words) or paths_of((name,), words, simple.heredoc)
        log = name == "tee" and all(_is_log(path) for path in paths)
        found.extend(_inside(paths, project, folder, at=at, log=log, removed=name in ("rm", "unlink", "git", "mv")))
    return tuple(found)


def rough_changes(command: str, project: Project) -> tuple[Change, ...]:
    """Return what a command that could not be parsed may have changed."""
    paths = [match[1] for match in _ROUGH.finditer(command)]
    return tuple(_inside(tuple(paths), project))


def starts_of(meanings: Meanings) -> dict[Simple, int]:
    """Return for each command the place from which it runs: what is joined by pipes runs at once."""
    starts: dict[Simple, int] = {}

    def visit(node: Node, start: int | None) -> None:
        if isinstance(node, Simple):
            starts[node] = node.at if start is None else start
            script = meanings.call(node).script
            if script is not None:
                visit(script, starts[node])
            return
        if isinstance(node, Pipeline) and len(node.parts) > 1 and start is None:
            start = _first(node)
        for child in children(node):
            visit(child, start)

    visit(meanings.script, None)
    return starts


def _first(node: Node) -> int:
    while not isinstance(node, Simple):
        node = children(node)[0]
    return node.at


def _tasks(name: str, words: tuple[str, ...]) -> Paths:
    """Return (None,) for a task of the project's own that is named after writing."""
    if name in ("make", "just", "task", "npm", "pnpm", "yarn", "bun", "rake", "mix", "dotnet", "mage"):
        writing = any(set(re.split(r"[^a-z]+", word)) & _WHOLE_TREE and "check" not in word for word in words)
        return (None,) if writing and not set(words) & {"--check", "--verify-no-changes", "--check-formatted"} else ()
    return ()


def _is_log(path: str | None) -> bool:
    return path is not None and path.rpartition(".")[2].lower() in _LOGS


def _inside(
    paths: Paths, project: Project, folder: str = "", *, at: int = 0, log: bool = False, removed: bool = False
) -> list[Change]:
    """Return the changes of paths that lie in the project and are not ignored."""
    found = []
    for path in paths:
        if path is None:
            found.append(Change(path=None, at=at))
            continue
        inside = project.changed(path, folder) if path not in ("", "-") else None
        if inside is not None and project.tracked(inside):
            found.append(Change(path=inside, at=at, log=log, removed=removed))
    return found
