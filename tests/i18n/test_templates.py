"""Every message of the program below the command line is there in Chinese, and fills in the same values."""

from __future__ import annotations

import ast
from pathlib import Path
from string import Formatter

import pytest

from mesh import codec
from mesh.errors import MeshError
from mesh.i18n import error_text, say
from mesh.i18n.zh_app import MESSAGES
from mesh.model.names import parse_agent
from mesh.model.settings import parse_settings

PACKAGE = Path(__file__).parent.parent.parent / "mesh"
MODULES = sorted(
    path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).parts[0] not in ("cli", "i18n")
)
ERRORS = (
    "MeshError", "BadInput", "Malformed", "NotFound", "Refused", "TimedOut", "CannotStart", "Unwritable",
)  # fmt: skip
LITERAL_ONLY = {"{why}", "one of "}


def constants(node: ast.expr | None) -> list[str]:
    """Return the texts that an expression can be, those of a choice both."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=one, orelse=other):
            return constants(one) + constants(other)
    return []


def templates(path: Path) -> list[str]:
    """Return the templates that a module gives to its errors, to `say` and to what is wrong with a field."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", None) or getattr(node.func, "attr", "")
        if name in ERRORS:
            found += constants(node.args[0]) if node.args else []
            found += [text for word in node.keywords if word.arg == "hint" for text in constants(word.value)]
        elif name == "say" and len(node.args) > 1:
            found += constants(node.args[0])
        elif name == "wrong" and len(node.args) > 1 and "driver" not in path.parts:
            found += constants(node.args[1])
    return [text for text in dict.fromkeys(found) if text and text not in LITERAL_ONLY]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_every_message_of_a_module_is_there_in_chinese(path: Path) -> None:
    assert [text for text in templates(path) if say(text, "zh") == text] == []


@pytest.mark.parametrize("template", MESSAGES)
def test_the_chinese_fills_in_no_value_that_the_english_lacks(template: str) -> None:
    def names(text: str) -> set[str | None]:
        return {name for _, name, _, _ in Formatter().parse(text) if name}

    assert names(MESSAGES[template]) <= names(template)


def chinese(error: MeshError) -> str:
    return "\n".join(error_text(error, "zh"))


def test_what_is_wrong_with_a_setting_is_said_wholly_in_chinese() -> None:
    with pytest.raises(MeshError) as caught:
        parse_settings({"jobs": 0})
    assert chinese(caught.value).startswith("mesh.yaml：`jobs` 必须在 1 与 256 之间")
    with pytest.raises(MeshError) as caught:
        parse_settings({"jobs": "many"})
    assert chinese(caught.value).startswith("mesh.yaml：`jobs` 必须是整数")
    with pytest.raises(MeshError) as caught:
        parse_settings({"nonsense": 1})
    assert chinese(caught.value).startswith("mesh.yaml：`nonsense` 不是已知的键")


def test_what_is_wrong_with_a_name_is_said_wholly_in_chinese() -> None:
    with pytest.raises(MeshError) as caught:
        parse_agent("a" * 65)
    assert "不能用作agent 名：太长" in chinese(caught.value)


def test_a_file_and_its_line_come_before_the_message_in_chinese_too() -> None:
    with pytest.raises(MeshError) as caught:
        codec.read(b"a: 1\na: 2\n")
    caught.value.values["path"] = "x.yaml"
    caught.value.message = "`{path}`: " + caught.value.message
    told = chinese(caught.value)
    assert "2" in told
    assert told.strip().endswith("`x.yaml`：键 `a` 出现了两次")
