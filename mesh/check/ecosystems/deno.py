"""Deno: its own test runner with a JUnit report, its linter, formatter and type check."""

from __future__ import annotations

from mesh.check.folder import Folder
from mesh.check.plan import REPORT, Kind, Named, Plan

FILES = ("deno.json", "deno.jsonc")
TOOLS = frozenset({"deno"})
_WORDS: dict[Kind, tuple[str, ...]] = {
    "build": ("check", "."), "test": ("test", "-A"), "lint": ("lint",), "typecheck": ("check", "."),
}  # fmt: skip


def is_here(folder: Folder) -> bool:
    return folder.has(*FILES)


def plan(folder: Folder, kind: Kind, named: Named) -> Plan | None:
    """Return the deno command for a claim."""
    words = _WORDS[kind]
    if kind == "test":
        words = (*words, *named.files, *(("--filter", named.test) if named.test else ()))
    label = " ".join(("deno", *words))
    program = folder.which("deno")
    if program is None:
        return Plan(kind=kind, label=label, argv=(), missing="deno", language="deno")
    counted = kind == "test"
    more = ("--no-prompt", "--cached-only", f"--junit-path={REPORT}") if counted else ()
    return Plan(
        kind=kind, label=label, argv=(program, *words[:1], *more, *words[1:]), counting="files" if counted else "none",
        tools=("deno",), native=True, narrowed=counted and named.narrow, reports=(REPORT,) if counted else (),
        language="deno",
    )  # fmt: skip
