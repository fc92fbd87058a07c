"""A hermetic place for every test: no real HOME, no settings of the user, no keys."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_KEPT = ("PATH", "LANG", "LC_ALL", "TMPDIR", "TERM", "PYTHONPATH", "VIRTUAL_ENV", "SYSTEMROOT", "CI")
_TOOLCHAINS = ("RUSTUP_HOME", "CARGO_HOME", "PYENV_ROOT")


@pytest.fixture(autouse=True)
def hermetic(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the test an empty HOME and an environment without secrets or mesh variables."""
    home = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name not in (*_KEPT, *_TOOLCHAINS) and not name.startswith("PYTEST_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "cache"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("LANG", "C.UTF-8")


@pytest.fixture
def workspace(tmp_path: Path):
    """A workspace in a plain folder, with the agents alice, bob and carol."""
    from mesh.app import roster
    from mesh.app.starting import init

    made, _ = init(str(tmp_path / "project" / ".mesh"))
    for name in ("alice", "bob", "carol"):
        roster.add(made, name, {"headline": f"{name} works"})
    yield made
    made.index.close()
