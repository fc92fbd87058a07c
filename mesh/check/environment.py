"""The environment of a check: harmless variables, toolchains, a cleaned PATH; never a secret of the caller's."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_PASSED = frozenset({
    "LANG", "LANGUAGE", "TZ", "USER", "LOGNAME", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT",
    "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SDKROOT", "DEVELOPER_DIR", "NUMBER_OF_PROCESSORS",
    "PROGRAMFILES", "PROGRAMDATA",
    # toolchains
    "CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "PYENV_ROOT", "PYENV_VERSION", "VIRTUAL_ENV",
    "CONDA_PREFIX", "NVM_DIR", "NVM_BIN", "VOLTA_HOME", "FNM_DIR", "FNM_MULTISHELL_PATH", "BUN_INSTALL",
    "PNPM_HOME", "DENO_INSTALL", "DENO_DIR", "JAVA_HOME", "M2_HOME", "MAVEN_HOME", "GRADLE_HOME",
    "GRADLE_USER_HOME", "GOROOT", "GOPATH", "GOMODCACHE", "DOTNET_ROOT", "NUGET_PACKAGES", "RBENV_ROOT",
    "RBENV_VERSION", "GEM_HOME", "GEM_PATH", "BUNDLE_PATH", "ASDF_DIR", "ASDF_DATA_DIR", "MISE_DATA_DIR",
    "SDKMAN_DIR", "NIX_PROFILES", "NIX_PATH",
})  # fmt: skip
# Nothing of these is fetched: a tool that would, says so at once instead of waiting for a network.
_OFFLINE = {
    "CARGO_NET_OFFLINE": "true", "npm_config_offline": "true", "npm_config_update_notifier": "false",
    "npm_config_fund": "false", "npm_config_audit": "false", "PIP_NO_INDEX": "1",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1", "UV_OFFLINE": "1", "GOPROXY": "off", "GOTOOLCHAIN": "local",
    "DOTNET_CLI_TELEMETRY_OPTOUT": "1", "DOTNET_NOLOGO": "1",
    "COREPACK_ENABLE_NETWORK": "0", "YARN_ENABLE_NETWORK": "0", "RUSTUP_AUTO_INSTALL": "0",
    "POETRY_VIRTUALENVS_CREATE": "false",
}  # fmt: skip
# Where toolchains live in a HOME, and what of it may be seen: never what holds a password.
TOOLCHAINS = (
    ".cargo/bin", ".cargo/registry", ".cargo/git", ".cargo/env", ".cargo/config.toml", ".rustup", ".pyenv",
    ".nvm", ".volta", ".fnm", ".local/share/fnm", ".bun/bin", ".deno/bin", ".local/bin", ".local/lib",
    ".local/share/uv", ".local/share/mise", ".local/share/pnpm", ".local/pipx", ".local/share/pipx", ".asdf",
    ".rbenv", ".rvm", ".gem/ruby", ".sdkman/candidates", ".m2/repository", ".m2/wrapper", ".gradle/caches",
    ".gradle/wrapper", ".nuget/packages", ".dotnet", "go/pkg/mod", "go/bin", "sdk", ".cache/deno", ".ghcup",
    "miniconda3", "anaconda3", "miniforge3", ".nix-profile", ".npm-global", ".cache/uv", ".npm/_cacache",
)  # fmt: skip
_IN_HOME = {
    "CARGO_HOME": ".cargo", "RUSTUP_HOME": ".rustup", "PYENV_ROOT": ".pyenv", "NVM_DIR": ".nvm",
    "VOLTA_HOME": ".volta", "BUN_INSTALL": ".bun", "RBENV_ROOT": ".rbenv", "ASDF_DATA_DIR": ".asdf",
    "GRADLE_USER_HOME": ".gradle",
}  # fmt: skip
# What a project's own command starts, so that a stand-in for it makes the command's result worthless.
RUNNERS = frozenset({
    "python", "python3", "pytest", "py.test", "tox", "nox", "uv", "poetry", "node", "npm", "npx", "pnpm",
    "yarn", "bun", "deno", "jest", "vitest", "mocha", "tsc", "cargo", "rustc", "go", "mvn", "gradle", "java",
    "javac", "dotnet", "make", "gmake", "cmake", "ctest", "gcc", "cc", "g++", "clang", "ruby", "rspec",
    "rake", "bundle", "ruff", "mypy", "eslint", "sh", "bash", "env", "git",
})  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPath:
    """The folders in which programs are looked for, and the stand-ins that were left out of them."""

    folders: tuple[str, ...]
    stand_ins: tuple[str, ...] = ()


def search_path(value: str, root: str, dependencies: Iterable[str]) -> SearchPath:
    """Return PATH without the folders of the workspace; a dependency folder's own programs stay."""
    kept: list[str] = []
    found: list[str] = []
    allowed = tuple(os.path.join(root, path) + os.sep for path in dependencies)
    real_root = os.path.realpath(root)
    for folder in value.split(os.pathsep):
        if not os.path.isabs(folder) or folder in kept:
            continue
        inside = any(
            _within(place, base) for place in (folder, os.path.realpath(folder)) for base in (root, real_root)
        )
        if not inside or (folder + os.sep).startswith(allowed):
            kept.append(folder)
            continue
        found.extend(os.path.relpath(os.path.join(folder, name), root) for name in _programs(folder))
    return SearchPath(folders=tuple(kept), stand_ins=tuple(found))


def _within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _programs(folder: str) -> list[str]:
    try:
        return sorted(RUNNERS & set(os.listdir(folder)))
    except OSError:
        return []


def caller_home(source: Mapping[str, str]) -> str | None:
    """Return the caller's HOME, None where there is none that could be hidden."""
    home = source.get("HOME") or source.get("USERPROFILE") or ""
    return home.rstrip(os.sep) if os.path.isabs(home) and home.strip(os.sep) else None


def clean(source: Mapping[str, str], *, home: str, tmp: str, path: Iterable[str]) -> dict[str, str]:
    """Return the environment of a check; toolchains keep their places though HOME is another."""
    kept = {n: v for n, v in source.items() if n in _PASSED or (n.startswith("LC_") and n != "LC_ALL")}
    owner = caller_home(source)
    for name, folder in _IN_HOME.items():
        place = os.path.join(owner, folder) if owner else ""
        if name not in kept and place and os.path.isdir(place):
            kept[name] = place
    kept.setdefault("LANG", source.get("LC_ALL") or "C.UTF-8")
    own = {
        "PATH": os.pathsep.join(path), "HOME": home, "TMPDIR": tmp, "TEMP": tmp, "TMP": tmp, "TERM": "dumb",
        "SHELL": "/bin/sh", "LC_MESSAGES": "C", "LANGUAGE": "en", "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip
    return kept | _OFFLINE | own
