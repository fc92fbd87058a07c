"""The environment of an agent's program: an allow-list of harmless variables; never the caller's keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

ALLOWED = frozenset({
    "PATH", "HOME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TERM", "USER", "LOGNAME", "SHELL",
    # Windows cannot start most programs without these
    "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "TEMP", "TMP", "USERPROFILE",
    "APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "PROGRAMFILES", "NUMBER_OF_PROCESSORS",
})  # fmt: skip


def clean(
    source: Mapping[str, str], passed: Iterable[str] = (), added: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return what a program may see of `source`: the allowed, those `passed` by name, and `added`.

    The caller's own MESH_ variables never pass, for they would let a turn speak as someone else.
    """
    wanted = set(passed)
    kept = {name: value for name, value in source.items() if _may_pass(name, wanted)}
    return kept | dict(added or {})


def _may_pass(name: str, wanted: set[str]) -> bool:
    if name.upper().startswith("MESH_"):
        return False
    return name in wanted or name in ALLOWED or name.startswith("LC_")
