"""C and C++ under CMake: configured and built in a folder apart, tests counted from CTest's own report."""

from __future__ import annotations

import re

from mesh.check.folder import Folder
from mesh.check.plan import REPORT, Kind, Named, Plan

FILES = ("CMakeLists.txt",)
TOOLS = frozenset({"cmake", "ctest", "gcc", "g++", "clang", "clang++", "cc", "ninja", "meson"})
_BUILD = 'cmake -S . -B "$TMPDIR/cmake-build" && cmake --build "$TMPDIR/cmake-build"'
_TEST = f'{_BUILD} && ctest --test-dir "$TMPDIR/cmake-build" --output-on-failure --no-tests=error'


def is_here(folder: Folder) -> bool:
    return folder.has(*FILES)


def plan(folder: Folder, kind: Kind, named: Named) -> Plan | None:
    """Return the build, or the build and the tests."""
    if kind in ("lint", "typecheck"):
        return None
    label = "cmake --build build" if kind == "build" else "ctest"
    needed = ("cmake", "ctest") if kind == "test" else ("cmake",)
    missing = next((name for name in needed if not folder.which(name)), None)
    if missing:
        return Plan(kind=kind, label=label, argv=(), missing=missing, language="c")
    if kind == "build":
        argv, tools = ("/bin/sh", "-c", _BUILD), ("cmake", "make", "cc", "gcc")
        return Plan(kind=kind, label=label, argv=argv, tools=tools, native=True, language="c")
    chosen = f" -R '^{re.escape(named.test)}$'" if named.test and re.fullmatch(r"[\w.:-]+", named.test) else ""
    return Plan(
        kind=kind, label=label + chosen, argv=("/bin/sh", "-c", f'{_TEST}{chosen} --output-junit "{REPORT}"'),
        counting="files", tools=("cmake", "ctest", "make", "cc", "gcc"), native=True, narrowed=bool(chosen),
        reports=(REPORT,), language="c",
    )  # fmt: skip
