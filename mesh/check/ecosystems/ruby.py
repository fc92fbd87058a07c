"""Ruby: RSpec with its JUnit or JSON report, Minitest through rake, and RuboCop."""

from __future__ import annotations

from mesh.check.folder import Folder
from mesh.check.plan import REPORT, Kind, Named, Plan

FILES = ("Gemfile", "Rakefile", ".rspec")
TOOLS = frozenset({"ruby", "rspec", "rake", "bundle", "rubocop", "minitest"})


def is_here(folder: Folder) -> bool:
    return folder.has(*FILES)


def plan(folder: Folder, kind: Kind, named: Named) -> Plan | None:
    """Return RSpec where there are specs, else the test task; RuboCop where it is configured."""
    bundled = ("bundle", "exec") if folder.has("Gemfile") else ()
    if kind == "lint":
        return _plan(folder, kind, (*bundled, "rubocop")) if folder.has(".rubocop.yml") else None
    if kind != "test":
        return None
    specs = any(path.startswith("spec/") and path.endswith("_spec.rb") for path in folder.files)
    if specs or named.tool == "rspec":
        only = ("-e", named.test) if named.test else ()
        words = (*bundled, "rspec", *named.files, *only)
        report = ("--format", "progress", "--format", "json", "--out", REPORT)
        return _plan(folder, kind, words, report, (REPORT,), narrowed=named.narrow)
    if not folder.has("Rakefile") or named.narrow:
        return None
    return _plan(folder, kind, (*bundled, "rake", "test"))


def _plan(
    folder: Folder, kind: Kind, words: tuple[str, ...], more: tuple[str, ...] = (), reports: tuple[str, ...] = (),
    *, narrowed: bool = False,
) -> Plan:  # fmt: skip
    label = " ".join(words)
    missing = next((name for name in words if name in TOOLS and name != "minitest" and not folder.which(name)), None)
    if missing:
        return Plan(kind=kind, label=label, argv=(), missing=missing, language="ruby")
    return Plan(
        kind=kind, label=label, argv=("/bin/sh", "-c", 'exec "$@"', "mesh", *words, *more), reports=reports,
        counting="files" if reports else "none", tools=(*words[:3], "ruby"), native=bool(reports), narrowed=narrowed,
        language="ruby",
    )  # fmt: skip
