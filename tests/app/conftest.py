"""A place where agents run, and that is left without any process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.running import Place


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    if sys.platform == "win32":
        pytest.skip("the agents are shell scripts")
    program = tmp_path / "bin" / "mesh"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mesh "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=":")
    made = Place(tmp_path / "project")
    yield made
    made.end()
