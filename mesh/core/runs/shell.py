"""Parses a shell command with bashlex into the shapes of `syntax`; whatever is not certain is refused.

bashlex is a port of bash's own parser and knows most of the grammar. What it gets wrong was found by
running it against bash: the delimiter of a here-document keeps its quotes, `((…))` passes for two
subshells, `time` and `[[` are not implemented. Each of these is put right or refused here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Any

from mesh.core.runs.syntax import (
    Chain,
    For,
    Group,
    If,
    Loop,
    Node,
    Pipeline,
    Redirect,
    Sequence,
    Simple,
    Unclear,
    names,
)
from mesh.core.runs.words import read_word

_LOCK = RLock()
_LONGEST = 100_000
_MOST_COMMANDS = 500
_GAP = re.compile(r"(?:[ \t\n]|\\\n|#[^\n]*)*")
_END_OF_LINE = re.compile(r"(?:[ \t]|\\\n)*(?:#[^\n]*)?(?=\n|\Z)")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)\+?=", re.ASCII)
_SUBSCRIPT = re.compile(r"\$\{[^}]*\[[^\]]*=")
_UNARY = re.compile(r"-[a-zA-Z]\Z")
_BINARY = names("= == != -eq -ne -lt -gt -le -ge -nt -ot -ef")
_OPERAND = re.compile(r"""(?:-[a-zA-Z]+|!?=|==|"[\w./$?{}:@%+, -]*"|'[\w./:@%+, -]*'|[\w./$?{}:@%+,*-]+)\Z""", re.ASCII)


@contextmanager
def _bashlex() -> Iterator[Any]:
    """Give bashlex's parser, made to read `time` and `[[` as commands and quoted delimiters as bash does.

    It is as it was afterwards: others use it too.
    """
    from bashlex import heredoc, parser, tokenizer

    with _LOCK:
        keywords, original = tokenizer.valid_reserved_first_command, heredoc.makeheredoc

        def makeheredoc(tokens: Any, node: Any, line: int, strip: bool) -> Any:
            node.output.word = read_word(node.output.word).text
            return original(tokens, node, line, strip)

        tokenizer.valid_reserved_first_command = {
            word: kind for word, kind in keywords.items() if word not in ("time", "[[")
        }
        heredoc.makeheredoc = makeheredoc
        try:
            yield parser
        finally:
            tokenizer.valid_reserved_first_command, heredoc.makeheredoc = keywords, original


def parse(source: str) -> Sequence:
    """Return the commands of a script; raises Unclear for what cannot be told for certain."""
    if len(source) > _LONGEST or _CONTROL.search(source) or _SUBSCRIPT.search(source):
        raise Unclear("too long or with control characters")
    try:
        with _bashlex() as bashlex:
            return _Reader(source, bashlex).script()
    except Unclear:
        raise
    except RecursionError:
        raise Unclear("nested too deeply") from None
    except Exception as error:  # bashlex raises all kinds: assertions, attribute and index errors too
        raise Unclear(f"not understood: {type(error).__name__}") from None


class _Reader:
    """Turns the nodes of bashlex into ours, by their places in the source."""

    def __init__(self, source: str, bashlex: Any) -> None:
        self.source = source
        self.bashlex = bashlex
        self.start = 0

    def script(self) -> Sequence:
        parts: list[Node] = []
        at = _gap(self.source, 0)
        while at < len(self.source):
            if len(parts) > _MOST_COMMANDS:
                raise Unclear("too many commands")
            self.start = at
            tree = self.bashlex.parsesingle(self.source[at:])
            parts.append(self.node(tree))
            at = self._end(tree)
        if not parts:
            raise Unclear("nothing to run")
        return Sequence(parts=tuple(parts), background=(False,) * len(parts))

    def _end(self, tree: Any) -> int:
        """Return where the next command begins; nothing but comments may be passed over."""
        end = _line_end(self.source, self.start + tree.pos[1])
        here = sorted(_heredocs(tree), key=lambda node: int(node.output.pos[0]))
        body_end = 0
        for node in here:
            start, stop = self.start + node.heredoc.pos[0], self.start + node.heredoc.pos[1]
            operator = self.start + node.output.pos[1]
            # bashlex looks for the text one line too late where the command goes on: within `{`, say
            right = body_end + 1 if operator < body_end else self.source.find("\n", operator) + 1
            if start != right or "\\\n" in self.source[start:stop]:
                raise Unclear("a here-document that cannot be followed")
            body_end = stop
        if body_end > end:
            if end + 1 != self.start + here[0].heredoc.pos[0]:
                raise Unclear("a here-document out of place")
            end = _line_end(self.source, body_end)
        return _gap(self.source, end)

    def text(self, node: Any) -> str:
        return self.source[self.start + node.pos[0] : self.start + node.pos[1]]

    def node(self, node: Any) -> Node:
        match node.kind:
            case "command":
                return self._simple(node)
            case "pipeline":
                inverted = sum(part.kind == "reservedword" for part in node.parts) % 2 == 1
                kinds = ("reservedword", "pipe")
                parts = tuple(self.node(part) for part in node.parts if part.kind not in kinds)
                return Pipeline(parts=parts, inverted=inverted)
            case "list":
                return self._list(node)
            case "compound":
                return self._compound(node)
        raise Unclear(f"a {node.kind}")

    def _simple(self, node: Any) -> Simple:
        words, assigned, redirects, heredoc = [], [], [], ""
        for part in node.parts:
            if part.kind == "redirect":
                redirects.append(self._redirect(part))
                heredoc += part.heredoc.value if part.heredoc else ""
                continue
            raw = self.text(part)
            if part.kind == "assignment":
                name = _ASSIGNMENT.match(raw)
                if name is None:
                    raise Unclear("an assignment to something odd")
                assigned.append((name[1], read_word(raw[name.end() :])))
            else:
                words.append(read_word(raw))
        _check_condition([word.raw for word in words], redirects)
        return Simple(
            words=tuple(words), assigned=tuple(assigned), redirects=tuple(redirects), heredoc=heredoc,
            at=self.start + node.pos[0],
        )  # fmt: skip

    def _redirect(self, node: Any) -> Redirect:
        if getattr(node.output, "kind", None) == "word" and node.heredoc is None:
            return Redirect(sign=node.type, target=read_word(self.text(node.output)))
        return Redirect(sign=node.type)

    def _list(self, node: Any) -> Node:
        """Split a flat list at `;`, `&` and line ends, each piece at `&&` and `||`."""
        parts: list[Node] = []
        background: list[bool] = []
        chain: list[Node] = []
        signs: list[str] = []
        for part in node.parts:
            if part.kind != "operator":
                chain.append(self.node(part))
            elif part.op in ("&&", "||"):
                signs.append(part.op)
            else:
                parts.append(_chain(chain, signs))
                background.append(part.op == "&")
                chain, signs = [], []
        if chain:
            parts.append(_chain(chain, signs))
            background.append(False)
        return Sequence(parts=tuple(parts), background=tuple(background))

    def _compound(self, node: Any) -> Node:
        redirects = tuple(self._redirect(redirect) for redirect in node.redirects)
        first = node.list[0]
        if first.kind == "reservedword":
            if self.text(node).startswith("(("):
                raise Unclear("arithmetic")
            return Group(body=self.node(node.list[1]), subshell=first.word == "(", redirects=redirects)
        inner = [part for part in first.parts if part.kind != "reservedword"]
        match first.kind:
            case "if":
                return self._if(first, inner, redirects)
            case "while" | "until":
                condition, body = (self.node(part) for part in inner)
                until = first.kind == "until"
                return Loop(condition=condition, body=body, until=until, redirects=redirects)
            case "for":
                items = [read_word(self.text(part)) for part in inner[1:-1]]
                certain = any(item.fixed or item.text for item in items)
                name = self.text(inner[0])
                return For(name=name, certain=certain, body=self.node(inner[-1]), redirects=redirects)
        raise Unclear(f"a {first.kind}")

    def _if(self, node: Any, inner: list[Any], redirects: tuple[Redirect, ...]) -> If:
        parts = [self.node(part) for part in inner]
        has_else = any(part.kind == "reservedword" and part.word == "else" for part in node.parts)
        otherwise = parts.pop() if has_else else None
        if len(parts) % 2:
            raise Unclear("an `if` with odd branches")
        branches = tuple(zip(parts[::2], parts[1::2], strict=True))
        return If(branches=branches, otherwise=otherwise, redirects=redirects)


def _check_condition(raws: list[str], redirects: list[Redirect]) -> None:
    """Refuse all but the plainest `[[ … ]]`: within it `&&`, `<` and `(` mean something else."""
    if not raws or (raws[0] != "[[" and "]]" not in raws):
        return
    inner = raws[1:-1][1:] if raws[1:2] == ["!"] else raws[1:-1]
    unary = len(inner) == 2 and _UNARY.match(inner[0])
    binary = len(inner) == 3 and inner[1] in _BINARY
    if (raws[0], raws[-1]) != ("[[", "]]") or redirects or not (unary or binary):
        raise Unclear("a condition")
    if not all(_OPERAND.match(raw) for raw in inner):
        raise Unclear("a condition")


def _chain(parts: list[Node], signs: list[str]) -> Node:
    if len(parts) != len(signs) + 1:
        raise Unclear("a list with a gap")
    return parts[0] if len(parts) == 1 else Chain(parts=tuple(parts), signs=tuple(signs))


def _gap(source: str, at: int) -> int:
    match = _GAP.match(source, at)
    return match.end() if match else at


def _line_end(source: str, at: int) -> int:
    match = _END_OF_LINE.match(source, at)
    if match is None:
        raise Unclear("something left out")
    return match.end()


def _heredocs(tree: Any) -> list[Any]:
    """Return the redirections of a tree of bashlex that have a here-document, those within words apart."""
    found: list[Any] = []
    queue = [tree]
    while queue:
        node = queue.pop()
        if getattr(node, "heredoc", None) is not None:
            found.append(node)
        if node.kind not in ("word", "assignment"):
            queue.extend(child for name in ("parts", "list", "redirects") for child in getattr(node, name, ()))
    return found
