"""A hermetic place for git: no settings of a person, no repository around it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from gitting import change

from mesh.transport.history import History


@pytest.fixture(autouse=True)
def hermetic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in os.environ:
        if name.startswith("GIT_"):
            monkeypatch.delenv(name)
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "project" / ".mesh"


@pytest.fixture
def history(root: Path) -> History:
    """An empty trail with the workspace's own two files committed."""
    history = History(str(root))
    history.commit([change("workspace.created", *history.create(), title="user made the workspace")])
    assert history.settle()
    return history
