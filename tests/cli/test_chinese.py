"""Everything that the command line says can be said in Chinese, with the same values in it."""

from __future__ import annotations

import ast
from collections import defaultdict
from importlib import import_module
from pathlib import Path
from string import Formatter

import pytest

from mesh.cli.commands import AREAS, every, group
from mesh.cli.declare import HELP, JSON, MESH, PLAIN
from mesh.i18n import say

PACKAGE = Path(__file__).parent.parent.parent / "mesh"
MODULES = sorted((PACKAGE / "cli").glob("*.py"))
AREA_FILES = sorted((PACKAGE / "i18n").glob("zh_*.py"))
FREE = {"{what}"}  # is nothing but its value

Names = dict[str, list[str]]


def is_translated(template: str) -> bool:
    return template in FREE or say(template, "zh") != template or template == "agent"


def texts(node: ast.expr | None, names: Names) -> list[str]:
    """Return the strings that an expression can be: constants, choices between them, and names of them."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=one, orelse=other):
            return texts(one, names) + texts(other, names)
        case ast.Name(id=name):
            return names.get(name, [])
        case ast.Tuple(elts=items) | ast.List(elts=items):
            return [text for item in items for text in texts(item, names)]
    return []


def named(tree: ast.AST) -> Names:
    """Return the strings that each name of a module stands for."""
    found: Names = defaultdict(list)
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found[name] += texts(value, {})
            case ast.comprehension(target=ast.Name(id=name), iter=value):
                found[name] += texts(value, {})
    return found


def said(path: Path) -> list[str]:
    """Return the templates that a module gives to `words`, `say` and the errors it raises."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = named(tree)
    found: list[str] = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", None) or getattr(node.func, "attr", "")
        if name in ("words", "_title") and len(node.args) > 1:
            found += texts(node.args[1], names)
        elif name in ("say", "translate") and len(node.args) > 1:
            found += texts(node.args[0], names)
        elif name in ("BadInput", "Malformed", "NotFound", "Refused", "TimedOut", "Usage", "Unprintable"):
            found += texts(node.args[0], names) if node.args else []
            hints = [word.value for word in node.keywords if word.arg == "hint"]
            found += [text for hint in hints for text in texts(hint, names)]
    return [text for text in found if text]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_what_a_module_says_is_said_in_chinese(path: Path) -> None:
    assert [text for text in dict.fromkeys(said(path)) if not is_translated(text)] == []


def test_the_help_is_there_in_chinese() -> None:
    texts = [param.help for param in (JSON, MESH, PLAIN, HELP)]
    texts += [found.help for found in map(group, AREAS) if found]
    for command in every():
        texts += [command.help, command.about, *(param.help for param in command.params)]
    assert [text for text in dict.fromkeys(texts) if text and not is_translated(text)] == []


@pytest.mark.parametrize("path", AREA_FILES, ids=lambda path: path.stem)
def test_a_translation_fills_in_no_value_that_its_template_does_not_have(path: Path) -> None:
    for template, chinese in import_module(f"mesh.i18n.{path.stem}").MESSAGES.items():
        if fields(template):
            assert fields(chinese) <= fields(template), template


def fields(template: str) -> set[str]:
    try:
        return {name for _, name, _, _ in Formatter().parse(template) if name is not None}
    except ValueError:
        return set()
