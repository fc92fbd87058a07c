"""The cookbook: every recipe runs as it is printed, in a fresh project, and prints what stands below it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

COOKBOOK = Path(__file__).parent.parent / "docs" / "cookbook.md"
_RECIPE = re.compile(r"^## (\d+)\. (.+?)$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def recipes() -> list[tuple[str, str, str]]:
    """Return each recipe's number with its commands and the lines that they print."""
    found = []
    for number, _, body in _RECIPE.findall(COOKBOOK.read_text(encoding="utf-8")):
        blocks = _BLOCK.findall(body)
        assert [kind for kind, _ in blocks] == ["sh", "text"], f"recipe {number}"
        found.append((number, blocks[0][1], blocks[1][1]))
    return found


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project under git with two files, a workspace, and `mesh` on the path."""
    program = tmp_path / "bin" / "mesh"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mesh "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=":")
    monkeypatch.setenv("MESH_LANG", "en")
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "README.md").write_text("# A parser\n", encoding="utf-8")
    (folder / "parser.py").write_text("TABS = 8\n", encoding="utf-8")
    who = ["-c", "user.name=A person", "-c", "user.email=person@example.com"]
    for argv in (["init", "-q"], ["add", "."], [*who, "commit", "-q", "-m", "A parser"]):
        subprocess.run(["git", *argv], cwd=folder, check=True)
    subprocess.run(["mesh", "init"], cwd=folder, check=True, capture_output=True)
    return folder


@pytest.mark.skipif(os.name == "nt", reason="the recipes are for a POSIX shell")
@pytest.mark.parametrize(("number", "commands", "printed"), recipes(), ids=lambda value: value.split("\n")[0][:24])
def test_a_recipe_runs_as_it_is_printed(project: Path, number: str, commands: str, printed: str) -> None:
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands], cwd=project, capture_output=True, text=True, timeout=120,
        check=False,
    )  # fmt: skip
    told = f"{done.stdout}\n{done.stderr}"
    assert done.returncode == 0, told
    assert "Traceback" not in told
    at, lines = 0, done.stdout.split("\n")
    for wanted in printed.strip("\n").split("\n"):
        pattern = re.compile(".*".join(re.escape(part.strip()) for part in wanted.split("…")))
        at = next((number for number in range(at, len(lines)) if pattern.search(lines[number])), len(lines)) + 1
        assert at <= len(lines), f"`{wanted}` is not printed, or not in this place:\n{told}"


def test_the_cookbook_has_its_recipes_numbered_in_both_languages() -> None:
    text = COOKBOOK.read_text(encoding="utf-8")
    numbers = [int(number) for number, _, _ in _RECIPE.findall(text)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 10
    assert re.search("[\u4e00-\u9fff]", text)
