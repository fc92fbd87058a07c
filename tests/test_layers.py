"""The layers hold, and the command line starts without the heavy libraries."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "mesh"
LAYERS = {
    "errors": 0, "codec": 0, "files": 0, "machine": 0, "i18n": 0, "demo": 0, "prompts": 0,
    "model": 1,
    "core": 2, "store": 2, "transport": 2, "driver": 2, "check": 2,
    "app": 3,
    "server": 4,
    "cli": 5,
}  # fmt: skip
HEAVY = ("typer", "git", "rich", "watchfiles", "anthropic", "claude_agent_sdk")


def part_of(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in found if name.startswith("mesh.")}


def modules() -> list[Path]:
    return [path for path in sorted(PACKAGE.rglob("*.py")) if path.name not in ("__init__.py", "__main__.py")]


def test_there_are_modules_in_every_layer() -> None:
    parts = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in modules()}
    assert {LAYERS[part] for part in parts} >= {0, 1, 2, 3, 5}


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down_and_never_to_a_sibling_of_layer_two(path: Path) -> None:
    own = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    for name in imports(path):
        other = part_of(name)
        if other not in LAYERS or other == own:
            continue
        assert LAYERS[other] <= LAYERS[own], f"{path} imports {name}, which is above it"
        if LAYERS[own] == 2:
            assert LAYERS[other] != 2, f"{path} imports its sibling {name}"


def test_the_command_line_starts_without_heavy_libraries() -> None:
    code = "import sys, mesh.cli.main; print(*[m for m in sys.argv[1:] if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code, *HEAVY], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []
