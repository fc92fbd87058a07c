"""What the sender says, apart from what was pasted beneath it (code, logs, quoted mail); judges neither."""

from __future__ import annotations

import re
from dataclasses import dataclass

# A line as programs write it. Bounded pieces, anchored at the start: nothing here can be made slow.
_LOG = re.compile(
    r"""\s*(?:
      \[?\d{4}[-/]\d\d[-/]\d\d | \[?\d{1,2}:\d\d(?::\d\d|\s) | \[[\w .:/+-]{1,30}\]
    | (?:trace|debug|info|notice|warn|warning|error|err|fatal|critical|panic|note|hint|help|caused\ by|traceback
        |npm|pip|exception|警告|错误|信息|提示|调试|致命|严重|异常)\b\s?(?:[:：\[(]|\w+\s?[:：]|\w+\s\w+)
    | (?:警告|错误|信息|提示|调试|致命|严重|异常)[:：\s]
    | at\ [\w.$<]+ | file\ "[^"]* | in\ <?\w+>?\ *$ | -->|\||\d+\ \|| = \ | [=~^]{2,} | [-+]{3}\s | @@ | [$#%]\ \S | >>>
    | [\w.\[\]-]+\s?[=]\s?\S+\s*$ | \.\.\.\ ?\d | (?:added|found|removed|changed|audited)\ \d
    | (?:collecting|downloading|installing|compiling|building|resolving|fetching|using\ cached|preparing)\ \S
    | [\w.$]+(?:exception|error)\b[:(\s]? | <\/?\w[^>]*> | [{}\[\]()]+[,;]?\s*$ | "\w+"\s*: | \(node:\d+\)
    | (?:select|insert\ into|update|delete\ from|drop|alter|create)\ .{0,300};\s*$ | (?:def|class)\ \w+.{0,200}:\s*$
    | (?:const|let|var|public|private|static|func|fn|import|return)\ .{0,200}[;{(]\s*$ | \#include
    | [\w./-]+:\d+(?::\d+)?[:\s]
    | diff\ --git | index\ [0-9a-f]{7} | [0-9a-f]{7,40}\s )""",
    re.VERBOSE,
)
_FENCE = "```"


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """A text in three parts.

    `spoken` is what the sender says, by paragraph; `pasted` what a program, a fence or a quoted mail says;
    `doubtful` are lines among the pasted ones that do not look like it.
    """

    spoken: tuple[str, ...]
    doubtful: str
    pasted: str


def separate(text: str) -> Material:
    """Part a folded text. A fence that is never closed is no fence."""
    sorter = _Sorter()
    pieces = text.split(_FENCE)
    if len(pieces) % 2 == 0:  # the last fence stays open
        pieces[-2:] = [pieces[-2] + "\n" + pieces[-1]]
    for index, piece in enumerate(pieces):
        if index % 2:
            sorter.pasted.append(piece)
        else:
            sorter.paragraphs(piece)
    return Material(
        spoken=tuple(sorter.spoken), doubtful="\n".join(sorter.doubtful), pasted="\n".join(sorter.pasted)
    )


class _Sorter:
    def __init__(self) -> None:
        self.spoken: list[str] = []
        self.doubtful: list[str] = []
        self.pasted: list[str] = []

    def paragraphs(self, text: str) -> None:
        block: list[str] = []
        for line in [*text.split("\n"), ""]:
            if line.strip():
                block.append(line)
            elif block:
                self._sort(block)
                block = []

    def _sort(self, lines: list[str]) -> None:
        """Sort the lines of one paragraph, which is pasted if most of it is a program's output."""
        said: list[str] = []
        logged = [_LOG.match(line) is not None for line in lines]
        machine = len(lines) > 1 and sum(logged) * 2 >= len(lines)
        for line, is_log in zip(lines, logged, strict=True):
            if line.lstrip().startswith(">") or (machine and is_log):
                self.pasted.append(line)
            elif machine:
                self.doubtful.append(line)
            else:
                said.append(line)
        if said:
            self.spoken.append("\n".join(said))

