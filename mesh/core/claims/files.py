"""Turns statements on files into claims: that one is there, was changed, was removed; looks at no disk."""

from __future__ import annotations

from collections.abc import Iterator

from mesh.core.claims.drafts import FILES, Draft, Maker
from mesh.core.claims.paths import is_folder
from mesh.model.evidence import Kind

KINDS: dict[str, Kind] = {
    "exists": "file_exists",
    "modified": "file_modified",
    "modified2": "file_modified",
    "removed": "file_removed",
}
_BEFORE_PATHS = frozenset("IN INZ OF FROM FORZ FOR BA".split())
_BEHIND_PATHS = frozenset("IN INZ TO TOZ FROM FORZ AS ARROW FOR BY".split())


class FileMaker(Maker):
    """Makes one claim a path; the text of each reaches from the verb to its path."""

    def drafts(self) -> Iterator[Draft]:
        base = self._base()
        for name, (start, end) in self.statement.groups.items():
            kind = KINDS.get(name)
            if kind is None:
                continue
            for at in range(start, end):
                if self.tokens[at].cls in FILES:
                    target, folder = self._target(at, name, base)
                    if not (folder and kind == "file_modified"):
                        yield Draft(kind, *self._span(at, start, end), target=target, folder=folder, at=at)

    def _target(self, at: int, name: str, base: str) -> tuple[str, bool]:
        """Return the path that is claimed of, and whether it is a folder."""
        target = self.data(at)
        folder = is_folder(target) or self._is_called_folder(at)
        if name == "exists" and folder and "removed" in self.statement.groups:
            source = self.data(self.statement.groups["removed"][0])  # moved into a folder
            if not is_folder(source):
                return f"{target.rstrip('/')}/{source.rpartition('/')[2]}", False
        if base and "/" not in target.rstrip("/"):
            target = f"{base.rstrip('/')}/{target}"
        return target, folder

    def _span(self, at: int, start: int, end: int) -> tuple[int, int]:
        """Return the span of the words: paths lead ("`a` was made"), or the verb does ("made `a`")."""
        statement, token = self.statement, self.tokens[at]
        before = self.tokens[statement.start].cls in _BEFORE_PATHS
        if start - statement.start <= before:
            return token.start, self.end
        named = statement.groups.keys()
        ends_in_verb = statement.end > end and self.tokens[end].cls not in _BEHIND_PATHS  # 把 `a` 删除了
        if ends_in_verb and "base" not in named and not {"removed", "modified2"} <= named:
            return self.start, max(token.end, self.end)
        return self.start, token.end

    def _base(self) -> str:
        """Return the folder that the paths are said to be in."""
        span = self.statement.groups.get("base", (0, 0))
        path = next((self.data(at) for at in range(*span) if self.tokens[at].cls in FILES), "")
        return path if is_folder(path) or "." not in path.rpartition("/")[2] else ""

    def _is_called_folder(self, at: int) -> bool:
        before = [token.cls for token in self.tokens[max(0, at - 2) : at]]
        after = [token.cls for token in self.tokens[at + 1 : at + 3]]
        called = before[-1:] == ["DIRN"] or before in (["DIRN", "AS"], ["DIRN", "COLON"])
        return called or after[:1] == ["DIRN"] or after == ["DE", "DIRN"]
