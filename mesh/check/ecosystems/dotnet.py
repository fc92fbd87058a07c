""".NET: `dotnet build` and `dotnet test`, without restoring; tests counted from the report of the test host."""

from __future__ import annotations

from mesh.check.folder import Folder
from mesh.check.plan import Kind, Named, Plan

FILES: tuple[str, ...] = ()
TOOLS = frozenset({"dotnet", "msbuild"})
_WORDS: dict[Kind, tuple[str, ...]] = {
    "build": ("build",), "test": ("test",), "lint": ("format", "--verify-no-changes"), "typecheck": ("build",),
}  # fmt: skip


def is_here(folder: Folder) -> bool:
    return any("/" not in path and path.endswith((".sln", ".slnx", ".csproj", ".fsproj")) for path in folder.files)


def plan(folder: Folder, kind: Kind, named: Named) -> Plan | None:
    """Return the dotnet command for a claim."""
    words = _WORDS[kind]
    label = " ".join(("dotnet", *words))
    program = folder.which("dotnet")
    if program is None:
        return Plan(kind=kind, label=label, argv=(), missing="dotnet", language="dotnet")
    chosen = ("--filter", f"FullyQualifiedName~{named.test}") if kind == "test" and named.test else ()
    more = ("--logger", "trx") if kind == "test" else ()
    return Plan(
        kind=kind, label=label, argv=(program, *words, *chosen, *more), counting="files" if kind == "test" else "none",
        tools=("dotnet",), native=True, narrowed=bool(chosen), language="dotnet",
        reports=("**/TestResults/*.trx",) if kind == "test" else (),
    )  # fmt: skip
