"""Call the command line in this process, as a person or a script would."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mesh.cli.main import main


class Shell:
    """Runs `mesh` and keeps what it printed last."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self.out = ""
        self.err = ""

    def __call__(self, *argv: str) -> int:
        self._capsys.readouterr()
        status = main(argv)
        self.out, self.err = self._capsys.readouterr()
        return status

    def json(self, *argv: str) -> Any:
        """Run a command with `--json` and return the document it printed."""
        self(*argv, "--json")
        return json.loads(self.out)
