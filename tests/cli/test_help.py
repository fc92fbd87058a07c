"""The help and docs/cli.md are made from the table, in both languages, and fit the screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from calling import Shell

from mesh.cli import reference
from mesh.cli.commands import AREAS, every, group
from mesh.cli.declare import Command
from mesh.cli.help import page
from mesh.cli.width import cells

DOCS = Path(__file__).parent.parent.parent / "docs"
PATHS = [(), *((word,) for word in AREAS if group(word)), *(command.path for command in every())]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("command", list(every()), ids=lambda command: command.words)
def test_the_help_of_a_command_names_all_that_it_takes(command: Command, language: str) -> None:
    shown = page(command.path, language, 100)
    for param in command.params:
        assert param.shown in shown
    for example in command.example:
        assert example in shown


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_the_prose_of_the_help_fits_a_narrow_screen(path: tuple[str, ...], language: str) -> None:
    examples = {line for command in every() for line in command.example}
    for line in page(path, language, 60).splitlines():
        assert cells(line) <= 60 or line.strip() in examples or "--help`" in line or " mesh " in line, line


def test_the_help_lists_every_command_once(mesh: Shell) -> None:
    mesh("--help")
    listed = [line.split()[0] for line in mesh.out.splitlines() if line.startswith("  ")][1:]
    assert listed[: len(AREAS)] == list(AREAS)


def test_the_help_of_a_group_marks_the_default(mesh: Shell) -> None:
    mesh("task", "--help")
    marked = [line for line in mesh.out.splitlines() if "no command is named" in line]
    assert len(marked) == 1
    assert marked[0].split()[0] == "list"


@pytest.mark.parametrize(("language", "name"), list(reference.NAMES.items()))
def test_the_reference_in_the_docs_is_fresh(language: str, name: str) -> None:
    written = (DOCS / name).read_text(encoding="utf-8")
    assert written == reference.page(language), "run `python -m mesh.cli.reference docs`"
