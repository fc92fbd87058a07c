"""Says what kind of run a command is, by its program and options; runs nothing, reads no file."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mesh.core.runs.catalog import READS_DOCUMENTS, TOOLS, VOID, Tool
from mesh.core.runs.environment import asks_for_nothing, value_objection
from mesh.core.runs.places import Project
from mesh.core.runs.syntax import Word, names
from mesh.core.runs.targets import category_of
from mesh.model.annotation import Category

_LONGEST_REASON = 100
_ASSIGNMENT = re.compile(r"([A-Za-z_][\w.]*)[:+?]?=(.*)\Z", re.DOTALL)
# Many programs take an option by the beginning of its name.
_ABBREVIATED = names(
    "--version --help --collect-only --dry-run --exit-zero --setup-plan --setup-only --no-run"
    " --just-print --recon --question --touch --ignore-errors --fixtures --markers --listenvs"
    " --showconfig --notest --listTests"
)
_FOLDER_OPTIONS = names(
    "-C --directory --prefix --rootdir --manifest-path --project --cwd --dir --project-dir --working-directory"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What a command is: its categories, or in `void` why it proves nothing all the same.

    `opaque` says that a file of the project decides what runs. `documents` that it reads documents.
    """

    categories: tuple[Category, ...]
    void: str = ""
    opaque: bool = False
    script: bool = False
    documents: bool = False


def voided(kind: Kind, why: str) -> Kind:
    """Return a kind that proves nothing for a reason."""
    return Kind(categories=kind.categories, void=kind.void or why, opaque=kind.opaque, documents=kind.documents)


def may_hide_options(words: tuple[Word, ...]) -> bool:
    """Say whether an expansion in the words could stand for an option."""
    return any(
        not word.fixed and (word.splits or not word.text or (word.text.startswith("-") and "=" not in word.text))
        for word in words
    )


def tool_kind(name: str, arguments: tuple[str, ...], project: Project) -> Kind | None:
    """Return the kind of a run of a program of the catalog, None for what is no run."""
    tool = TOOLS.get(name)
    if tool is None:
        return None
    words = arguments[1:] if name in ("cargo", "cross") and arguments[:1] and arguments[0][0] == "+" else arguments
    sub, kind = _categories(name, tool, words)
    if kind is None:
        return None
    why = _void(tool, words) or _special(name, sub, words) or _elsewhere(tool, words, project)
    return voided(kind, why) if why else kind


def _categories(name: str, tool: Tool, words: tuple[str, ...]) -> tuple[str, Kind | None]:
    """Return the subcommand and the kind as far as names tell it."""
    plain = positionals(words, tool.valued, tool.taking)
    turned = next((tool.turns[word] for word in words if word in tool.turns), None)
    documents = name in READS_DOCUMENTS or any("doctest" in word for word in words)
    sub = plain[0] if plain and tool.subs else ""
    categories = tool.subs.get(sub, tool.alone)
    if tool.targets:
        categories = _of_targets(name, tool, words, plain)
    elif turned is not None:
        categories = turned
    if tool.wants and not set(tool.wants.split()) & set(words):
        categories = ()
    if tool.files and not any(word.endswith(tuple(tool.files.split())) for word in plain):
        categories = ()
    kind = Kind(categories=categories, opaque=tool.opaque, documents=documents)
    return sub, kind if categories else None


def positionals(words: tuple[str, ...], valued: str, taking: str = "") -> tuple[str, ...]:
    """Return the words that are no options and no values of these; after `--` all are."""
    found: list[str] = []
    options = valued.split()
    at = 0
    while at < len(words):
        word = words[at]
        if word == "--":
            break
        if not word.startswith("-") or word == "-":
            found.append(word)
        elif word in options or (len(word) == 2 and word[1] in taking):
            at += 1
        at += 1
    return tuple(found)


def _of_targets(name: str, tool: Tool, words: tuple[str, ...], plain: tuple[str, ...]) -> tuple[Category, ...]:
    from mesh.core.runs.tasks import names_of_tasks

    names = names_of_tasks(name, words, tuple(word for word in plain if not _ASSIGNMENT.match(word)))
    if not names:
        return tool.alone
    found = [category for task in names for category in _of_task(name, task)]
    return tuple(dict.fromkeys(found))


def _of_task(name: str, task: str) -> tuple[Category, ...]:
    from mesh.core.runs.tasks import categories_of_goal

    known = categories_of_goal(name, task)
    if known is not None:
        return known
    category = category_of(task)
    return (category,) if category else ()


def _void(tool: Tool, words: tuple[str, ...]) -> str:
    """Return the option by which a program does not do its work, as a reason; empty if there is none."""
    void = (VOID - set(tool.harmless.split())) | set(tool.void.split())
    for word in words:
        name, sign, _ = word.partition("=")
        if word in void or (sign and name in void):
            return f"`{name}`"
        if len(name) > 4 and any(option.startswith(name) for option in void & _ABBREVIATED):
            return f"`{name}`"
        if word.startswith("@") or (("=" in word or " " in word) and asks_for_nothing(word)):
            return f"`{word}`"
        assigned = _ASSIGNMENT.match(word)
        if assigned and (why := value_objection(assigned[1], assigned[2])):
            return why
        if tool.letters and (why := _letter(word, tool)):
            return why
    return ""


def _letter(word: str, tool: Tool) -> str:
    if not word.startswith("-") or word.startswith("--"):
        return ""
    for letter in word[1:]:
        if letter in tool.taking:
            return ""
        if letter in tool.letters:
            return f"`-{letter}`"
    return ""


# What formats writes unless it is told to check, and then finds nothing out.
_CHECKS: dict[tuple[str, str], tuple[str, ...]] = {
    ("ruff", "format"): ("--check", "--diff"),
    ("cargo", "fmt"): ("--check",),
    ("deno", "fmt"): ("--check",),
    ("hatch", "fmt"): ("--check",),
    ("dotnet", "format"): ("--verify-no-changes",),
    ("mix", "format"): ("--check-formatted",),
    ("php-cs-fixer", "fix"): ("--dry-run",),
    ("cargo", "nextest"): ("run", "r"),
}
_NO_GO_TEST = re.compile(r"\^?\$\^?|x{3,}|none|no_?tests?|nothing|a\^|-|\^\Z", re.IGNORECASE)


def _special(name: str, sub: str, words: tuple[str, ...]) -> str:
    """Return what one program alone knows to spoil a run."""
    checks = _CHECKS.get((name, sub))
    if checks and not set(checks) & set(words):
        return f"`{sub}` does not check"
    if name == "go" and sub == "test":
        pattern = _option(words, ("-run", "--run", "-test.run"))
        if pattern is not None and _NO_GO_TEST.fullmatch(pattern):
            return "`-run` matches no test"
        if _option(words, ("-skip", "--skip")) in (".", ".*", "^", "Test", "^Test"):
            return "`-skip` leaves no test"
    if name in ("mvn", "mvnw", "mvnd", "gradle", "gradlew"):
        return _skips_tests(words)
    if name in ("cargo", "cross") and "runner" in (_option(words, ("--config",)) or ""):
        return "`--config` sets the runner"
    return ""


def _option(words: tuple[str, ...], names: tuple[str, ...]) -> str | None:
    for at, word in enumerate(words):
        name, sign, value = word.partition("=")
        if name in names:
            return value if sign else (words[at + 1] if at + 1 < len(words) else "")
    return None


def _skips_tests(words: tuple[str, ...]) -> str:
    off = ("-DskipTests=false", "-Dmaven.test.skip=false")
    skips = [word for word in words if re.match(r"-D(?:skipTests|maven\.test\.skip)", word) and word not in off]
    pairs = list(zip(("", *words), words, strict=False))
    left_out = [word for before, word in pairs if before in ("-x", "--exclude-task")]
    named = {word.rpartition(":")[2] for before, word in pairs if before not in ("-x", "--exclude-task")}
    tests = {"test", "verify", "integration-test", "check"} & named
    if tests and (skips or set(left_out) & {"test", "check", *tests}):
        return f"`{skips[0]}`" if skips else f"`-x {left_out[0]}`"
    return ""


def _elsewhere(tool: Tool, words: tuple[str, ...], project: Project) -> str:
    """Return why a run is of another folder than the project, empty if it is not."""
    if not project.root:
        return ""
    folder = next((word.partition("=")[2] for word in words if word.partition("=")[0] in _FOLDER_OPTIONS), "")
    for before, word in zip(("", *words), words, strict=False):
        valued = before.startswith("--") or (len(before) == 2 and before[0] == "-" and before[1] in tool.taking)
        if word.startswith("/") and (before in _FOLDER_OPTIONS or not valued):
            folder = folder or (word if project.inside(word) is None and not word.startswith("/dev/") else "")
        if before in _FOLDER_OPTIONS and project.inside(word) is None:
            folder = word
    return "outside the project" if folder and project.inside(folder) is None else ""
