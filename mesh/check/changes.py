"""Which of the changes since the base decide what a test run says; reads names, not contents."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NAMES = frozenset({
    "conftest.py", "pytest.ini", ".pytest.ini", "pyproject.toml", "setup.cfg", "setup.py", "tox.ini", "noxfile.py",
    "Makefile", "makefile", "GNUmakefile", "package.json", "Cargo.toml", "build.rs", "mesh.yaml", ".mocharc.json",
    ".mocharc.yml", ".mocharc.yaml", ".mocharc.js", ".mocharc.cjs", ".rspec", "Rakefile", "Gemfile", "go.mod",
    "pom.xml", "build.gradle", "build.gradle.kts", "settings.gradle", "CMakeLists.txt", "CTestTestfile.cmake",
    "deno.json", "deno.jsonc", "Justfile", "justfile", "Taskfile.yml", ".coveragerc", "bunfig.toml", ".npmrc",
    "sitecustomize.py", "usercustomize.py", "rust-toolchain.toml", "rust-toolchain", "nx.json", "turbo.json",
    ".env.test", "junit-platform.properties", "Directory.Build.props", "meson.build", "tsconfig.json",
    ".python-version", ".pyenv-version", ".nvmrc", ".tool-versions",
})  # fmt: skip
_PATTERN = re.compile(
    r"(?:^|/)(?:test_[^/]*|[^/]*_test|[^/]*[._-](?:test|spec)|[^/]*Tests?|[^/]*_spec)\.\w+\Z"
    r"|(?:^|/)(?:tests?|specs?|__tests__|testing|testdata|fixtures|__snapshots__|e2e|t)/"
    r"|(?:^|/)(?:jest|vitest|vite|karma|cypress|playwright|ava|babel)\.(?:config|setup)[^/]*\Z"
    r"|(?:^|/)\.cargo/config(?:\.toml)?\Z|(?:^|/)tests?\.(?:py|rs|js|ts|sh)\Z|\.(?:pth|snap|mk)\Z|(?:^|/)run_?tests?[^/]*\Z"
)


def decides_tests(path: str) -> bool:
    """Say whether a file decides which tests run, how, or what they expect."""
    return path.rpartition("/")[2] in _NAMES or _PATTERN.search(path) is not None


def tests_changed(changed: Iterable[str]) -> tuple[str, ...]:
    """Return those of the changed files that decide what a test run says."""
    return tuple(path for path in changed if decides_tests(path))
