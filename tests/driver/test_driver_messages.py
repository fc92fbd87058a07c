"""What the drivers say to a person has its Chinese."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import mesh.driver
from mesh.driver.steps import Kind
from mesh.i18n.zh_driver import MESSAGES

SOURCES = sorted(Path(mesh.driver.__file__).parent.glob("*.py"))
TELLING = {"say", "BadInput", "NotFound", "CannotStart", "Malformed"}


def templates(source: Path) -> set[str]:
    """Return the literal templates of a module's messages and hints."""
    found = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in TELLING:
            values = [*node.args[:1], *(word.value for word in node.keywords if word.arg == "hint")]
            found |= {value.value for value in values if isinstance(value, ast.Constant)}
    return found


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_every_message_of_a_driver_has_its_chinese(source: Path) -> None:
    outside = {"`{path}` is no path", "`{path}` leads out of the work folder"}  # for the agent, not a person
    assert templates(source) - outside <= set(MESSAGES)


def test_every_refusal_of_a_script_has_its_chinese() -> None:
    assert {"{file}: {place}: " + kind.value for kind in Kind} <= set(MESSAGES)


def test_the_chinese_fills_in_what_the_english_does() -> None:
    from string import Formatter

    def names(template: str) -> set[str | None]:
        return {name for _, name, _, _ in Formatter().parse(template) if name}

    assert [english for english, chinese in MESSAGES.items() if names(english) != names(chinese)] == []
