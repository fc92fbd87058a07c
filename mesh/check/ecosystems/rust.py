"""Rust: cargo; each test binary is run by the guard, which reads its machine-readable report."""

from __future__ import annotations

import platform
from typing import Any

from mesh.check.folder import Folder
from mesh.check.plan import Kind, Named, Plan

FILES = ("Cargo.toml",)
TOOLS = frozenset({"cargo", "rustc", "clippy", "rustfmt", "cargo-clippy", "cargo-fmt"})
_COMMANDS: dict[Kind, tuple[str, ...]] = {
    "build": ("build",), "test": ("test",), "lint": ("clippy", "--", "-D", "warnings"), "typecheck": ("check",),
}  # fmt: skip


def is_here(folder: Folder) -> bool:
    return folder.has(*FILES)


def plan(folder: Folder, kind: Kind, named: Named) -> Plan | None:
    """Return the cargo command for a claim."""
    words = _COMMANDS[kind]
    if kind == "lint" and named.tool in ("rustfmt", "cargo-fmt"):
        words = ("fmt", "--check")
    if kind == "test" and named.narrow:
        words = ("test", *_narrowed(named))
    elif kind in ("test", "build", "typecheck") and _leaves_members_out(folder):
        words = (*words, "--workspace")
    label = " ".join(("cargo", *words))
    program = folder.which("cargo")
    if program is None:
        return Plan(kind=kind, label=label, argv=(), missing="cargo", language="rust")
    offline = (words[0], "--offline", *words[1:]) if words[0] != "fmt" else words
    return Plan(
        kind=kind, label=label, argv=(program, *offline), counting="told" if kind == "test" else "none",
        tools=("cargo", "rustc"), native=True, narrowed=kind == "test" and named.narrow,
        worthless=_stand_in(folder), language="rust",
    )  # fmt: skip


def _leaves_members_out(folder: Folder) -> bool:
    """Say whether cargo by itself would look at the root package of a workspace alone."""
    values = folder.toml("Cargo.toml")
    workspace = values.get("workspace")
    return "package" in values and isinstance(workspace, dict) and "default-members" not in workspace


def _narrowed(named: Named) -> tuple[str, ...]:
    """Return the options of `cargo test` for a file of `tests/`, a module or a test name."""
    words: list[str] = []
    for path in named.files:
        parts = path.split("/")
        stem = parts[-1].removesuffix(".rs")
        if len(parts) >= 2 and parts[-2] == "tests":
            words += ["--test", stem]
        elif stem not in ("lib", "main", "mod"):
            words.append(stem)
    if named.test:
        words.append(named.test)
    return tuple(words)


def target_triple() -> str:
    """Return the name that cargo has for this machine, as it stands in the names of variables."""
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(
        platform.machine().lower(), platform.machine().lower()
    )
    system = {"Darwin": "apple_darwin", "Windows": "pc_windows_msvc"}.get(
        platform.system(), "unknown_linux_gnu"
    )
    return f"{machine}_{system}".upper()


def uncounted_targets(folder: Folder) -> tuple[str, ...]:
    """Return the test targets that bring a harness of their own, whose word counts for nothing."""
    manifests = [path for path in folder.files if path.rpartition("/")[2] == "Cargo.toml"]
    found: list[str] = []
    for path in manifests:
        values = folder.toml(path)
        for section in ("test", "bench", "example", "bin"):
            entries = values.get(section)
            found += [str(e.get("name", "")) for e in _dicts(entries) if e.get("harness") is False]
        library = values.get("lib")
        if isinstance(library, dict) and library.get("harness") is False:
            package = values.get("package")
            name = library.get("name") or (package.get("name") if isinstance(package, dict) else "")
            found.append(str(name))
    return tuple(found)


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _stand_in(folder: Folder) -> str | None:
    """Return what in the project's settings stands in for the compiler or for what cargo starts."""
    for name in ("rust-toolchain.toml", "rust-toolchain"):
        toolchain = folder.toml(name).get("toolchain")
        if isinstance(toolchain, dict) and "path" in toolchain:
            return f"`{name}` names a toolchain of its own"
    for name in (".cargo/config.toml", ".cargo/config"):
        values = folder.toml(name)
        build = values.get("build")
        if isinstance(build, dict):
            for key in ("rustc", "rustc-wrapper", "rustc-workspace-wrapper", "rustdoc"):
                value = str(build.get(key, ""))
                if "/" in value or value.endswith(".sh"):
                    return f"`{name}` puts `{value}` in the place of the compiler"
    return None
