"""A shell for the tests of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from calling import Shell


@pytest.fixture
def mesh(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """The command line, in an empty folder, in English."""
    monkeypatch.setenv("MESH_LANG", "en")
    monkeypatch.chdir(tmp_path)
    return Shell(capsys)
