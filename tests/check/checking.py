"""What the tests of the checkers share: projects made of a dict, and a claim checked against them."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from mesh.check.checker import Checker
from mesh.check.outcome import Outcome
from mesh.check.project import Project
from mesh.check.sandbox import Bounds, choose
from mesh.check.settings import find_settings
from mesh.model.evidence import Claim

HAS_SANDBOX = choose() is not None
_PATH = os.pathsep.join((os.path.dirname(sys.executable), "/usr/local/bin", "/usr/bin", "/bin"))


def environment(**added: str) -> dict[str, str]:
    """Return the caller's environment: programs, toolchains, and no more."""
    own = pwd.getpwuid(os.getuid()).pw_dir
    kept = {name: os.path.join(own, folder) for name, folder in (("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup"))}
    cargo = os.path.dirname(shutil.which("cargo") or "/usr/bin/cargo")
    return {"PATH": os.pathsep.join((_PATH, cargo)), "HOME": os.environ.get("HOME", "/"), **kept, **os_names(), **added}


def os_names() -> dict[str, str]:
    return {name: os.environ[name] for name in ("CARGO_HOME", "RUSTUP_HOME") if name in os.environ}


def git(folder: Path, *words: str) -> str:
    env = {
        "PATH": _PATH, "HOME": str(folder), "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@b", "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
        "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
    }  # fmt: skip
    done = subprocess.run(["git", *words], cwd=folder, env=env, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def make(folder: Path, files: dict[str, str], *, then: dict[str, str] | None = None) -> Path:
    """Make a repository of the files; `then` is laid over it uncommitted."""
    folder.mkdir(parents=True, exist_ok=True)
    write(folder, files)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", "base")
    write(folder, then or {})
    return folder


def claim(kind: str, target: str | None = None, **more: Any) -> Claim:
    return Claim(id=1, kind=kind, text="…", start=0, end=1, target=target, **more)  # type: ignore[arg-type]


def checker(
    folder: Path, *, base: str | None = None, path: str | None = None, seconds: float = 60, **more: Any
) -> Checker:
    project = Project(str(folder), base=base)
    env = environment(**({"PATH": path} if path else {}))
    return Checker(
        project=project, settings=find_settings(project, None), environment=env,
        bounds=Bounds(wall_s=seconds), sandboxed=more.pop("sandboxed", HAS_SANDBOX),
    )  # fmt: skip


def check(folder: Path, kind: str = "tests_pass", target: str | None = None, **more: Any) -> Outcome:
    """Check one claim of a kind that needs a command."""
    said = {name: more.pop(name) for name in ("count", "detail") if name in more}
    return checker(folder, **more).check(claim(kind, target, **said))
