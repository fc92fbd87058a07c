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
    | (?:const|let|var|public|private|static|func|fn|import|return)\ .{0,200}[;{(]\s*$ | \#include | [\w./-]+:\d+(?::\d+)?[:\s]
    | diff\ --git | index\ [0-9a-f]{7} | [0-9a-f]{7,40}\s )""",
    re.VERBOSE,
)
_FENCE = "```"


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """A text in two parts: `spoken` is what the sender says, `pasted` what stands there as material."""

    spoken: str
    pasted: str


def separate(text: str) -> Material:
    """Part a folded text. A fence or a quotation that is never closed is no fence."""
    spoken: list[str] = []
    pasted: list[str] = []
    pieces = text.split(_FENCE)
    if len(pieces) % 2 == 0:  # the last fence stays open
        pieces[-2:] = [pieces[-2] + "\n" + pieces[-1]]
    for index, piece in enumerate(pieces):
        if index % 2:
            pasted.append(piece)
            spoken.append("\n")
        else:
            _paragraphs(piece, spoken, pasted)
    return Material(spoken="\n".join(spoken), pasted="\n".join(pasted))


def _paragraphs(text: str, spoken: list[str], pasted: list[str]) -> None:
    block: list[str] = []
    for line in [*text.split("\n"), ""]:
        if line.strip():
            block.append(line)
        elif block:
            _block(block, spoken, pasted)
            spoken.append("")
            block = []


def _block(lines: list[str], spoken: list[str], pasted: list[str]) -> None:
    """Sort the lines of one paragraph: in one that is mostly a program's output, only other lines are spoken."""
    logged = [_LOG.match(line) is not None for line in lines]
    machine = sum(logged) * 2 >= len(lines) and (len(lines) > 1 or bool(spoken))
    for line, is_log in zip(lines, logged, strict=True):
        if line.lstrip().startswith(">") or (machine and is_log):
            pasted.append(line)
        else:
            spoken.append(line)
