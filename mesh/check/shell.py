"""Says why a shell command cannot fail, so that its success proves nothing; parses it, and never runs it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from mesh.check.constant import fixed_python, fixed_script

Reader = Callable[[str], str]
_CONSTANT = "it cannot fail"
_UNCLEAR = "its exit status cannot be followed"
# What ends with 0 whatever the project is like.
_ALWAYS = frozenset({
    "true", ":", "echo", "printf", "pwd", "date", "whoami", "hostname", "uname", "env", "printenv", "sleep", "seq",
    "clear", "set", "unset", "export", "alias", "shopt", "umask", "declare", "local", "readonly", "typeset", "trap",
    "id", "tty", "nproc", "uptime", "yes",
})  # fmt: skip
# What ends with 0 as the end of a pipe, whatever comes in.
_FILTERS = frozenset({
    "cat", "tee", "head", "tail", "sort", "uniq", "wc", "tr", "cut", "sed", "nl", "fold", "column", "less", "more",
    "rev", "tac", "xargs", "awk",
})  # fmt: skip
_QUIET = frozenset({"--version", "--help", "-V", "-h", "version", "help"})
_SURE_PATHS = frozenset({"/", ".", "..", "/tmp", "/etc", "/dev/null", "/bin", "/usr"})  # noqa: S108
_SHELLS = frozenset({"sh", "bash", "dash", "zsh", "ksh"})
_WRAPPERS = frozenset({"time", "nice", "nohup", "command", "exec", "sudo", "builtin"})
_DEPTH = 6


def _no_file(path: str) -> str:
    return ""


def cannot_fail(command: str, read: Reader = _no_file) -> str | None:
    """Return why the status of a command proves nothing, None if it may fail.

    `read` returns the text of a file of the project, for a script is as good as what stands in it.
    """
    return _Follow(read).command(command, 0)


class _Follow:
    """Follows which of a command's parts decides its status. Each method returns None for what may fail."""

    def __init__(self, read: Reader) -> None:
        self._read = read
        self._pipefail = False
        self._strict = False

    def command(self, text: str, depth: int) -> str | None:
        if depth > _DEPTH:
            return None
        if not text.strip() or all(
            not line.strip() or line.lstrip().startswith("#") for line in text.splitlines()
        ):
            return _CONSTANT
        import bashlex
        from bashlex import errors

        try:
            parts = bashlex.parse(text)
        except (
            errors.ParsingError,
            NotImplementedError,
            ValueError,
            IndexError,
            AttributeError,
            RecursionError,
            AssertionError,
            TypeError,
            KeyError,
        ):
            return _UNCLEAR if re.search(r"[|;&\n]", text.strip()) else None
        strict = re.search(r"(?:^|[;\n&])\s*set\s+-\w*e", text) is not None
        self._pipefail = (
            self._pipefail or re.search(r"(?:^|[;\n&])\s*set\s+-\w*o\s+pipefail", text) is not None
        )
        self._strict = strict
        found = [self._node(part, depth) for part in parts]
        if strict and any(reason is None for reason in found):
            return None
        return found[-1] if found else _CONSTANT

    def _node(self, node: Any, depth: int) -> str | None:
        kind = node.kind
        if kind == "command":
            return self._simple(node, depth)
        if kind == "list":
            return self._list(node.parts, depth)
        if kind == "pipeline":
            return self._pipeline(node.parts, depth)
        if kind == "compound":
            return self._compound(node, depth)
        if kind == "function":
            return _CONSTANT
        return _UNCLEAR

    def _list(self, parts: list[Any], depth: int) -> str | None:
        """Follow `a && b || c; d &`: the status is that of the part that ran last."""
        result: str | None = _CONSTANT
        join = ";"
        for part in parts:
            if part.kind == "operator":
                join = part.op
                if join == "&":
                    result = "it is started in the background, and its status is not waited for"
                continue
            own = self._node(part, depth)
            if join == "&&":
                result = None if own is None or result is None else own
            elif join == "||":
                result = None if own is None and result is None else (own or result)
                if result:
                    result = "its failure is hidden by `||`"
            elif not (self._strict and result is None):
                result = own
        return result

    def _pipeline(self, parts: list[Any], depth: int) -> str | None:
        commands = [part for part in parts if part.kind not in ("pipe", "reservedword")]
        if not commands:
            return _UNCLEAR
        last, before = commands[-1], commands[:-1]
        if before and self._pipefail:
            found = [self._node(command, depth) for command in commands]
            return None if any(reason is None for reason in found) else found[-1]
        name = (_words(last) or [""])[0] if last.kind == "command" else ""
        if before and name in _FILTERS:
            return "its failure is hidden by the pipe"
        if (
            before
            and name in ("grep", "egrep", "fgrep", "rg")
            and all(self._node(part, depth) for part in before)
        ):
            return _CONSTANT
        return self._node(last, depth)

    def _compound(self, node: Any, depth: int) -> str | None:
        inner = node.list[0] if node.list else None
        if inner is None:
            return _UNCLEAR
        if inner.kind == "if":
            return self._branches(inner, depth)
        if inner.kind in ("for", "while", "until"):
            body = [part for part in inner.parts if part.kind in ("list", "command", "pipeline", "compound")]
            return self._node(body[-1], depth) if body else _UNCLEAR
        lists = [part for part in node.list if part.kind not in ("reservedword",)]
        return self._node(lists[-1], depth) if lists else _UNCLEAR

    def _branches(self, node: Any, depth: int) -> str | None:
        """Follow the branches of an `if`; its conditions do not decide the status."""
        found, word = [], "if"
        for part in node.parts:
            if part.kind == "reservedword":
                word = part.word
            elif word in ("then", "else"):
                found.append(self._node(part, depth))
        return None if any(reason is None for reason in found) else _CONSTANT

    def _simple(self, node: Any, depth: int) -> str | None:
        words = _words(node)
        while words and (words[0] in _WRAPPERS or (len(words) > 2 and words[0] in ("timeout", "env"))):
            taken = words.pop(0)
            while words and taken in ("timeout", "env") and re.match(r"-|\d|\w+=", words[0]):
                words.pop(0)
        if not words:
            return _CONSTANT
        name, rest = words[0].rpartition("/")[2], words[1:]
        if name in ("exit", "return"):
            return _CONSTANT if not rest or rest[0] == "0" else None
        if name in _ALWAYS or (
            name == "ls" and all(word.startswith("-") or word in _SURE_PATHS for word in rest)
        ):
            return _CONSTANT
        if name in ("test", "[", "[["):
            return _CONSTANT if _is_settled([word for word in rest if word not in ("]", "]]")]) else None
        if words[0].startswith("$("):
            return self.command(words[0][2:-1], depth + 1)
        if name == "cat" and not rest:
            return _CONSTANT
        if rest and all(word in _QUIET for word in rest):
            return "it only tells a version or help"
        return self._program(name, words, depth)

    def _program(self, name: str, words: list[str], depth: int) -> str | None:
        """Look into what an interpreter or a script runner is given."""
        rest = words[1:]
        if name in _SHELLS:
            if "-c" in rest and rest.index("-c") + 1 < len(rest):
                return self.command(rest[rest.index("-c") + 1], depth + 1)
            files = [word for word in rest if not word.startswith("-")]
            return self._script(files[0], depth) if files else None
        if re.fullmatch(r"python[\d.]*|py|pypy3?", name):
            return self._python(rest)
        if name in ("node", "deno", "bun", "ruby", "perl", "php"):
            text = _after(rest, ("-e", "--eval", "-p", "--print", "-r"))
            if text is None and rest and not rest[0].startswith("-"):
                text = self._read(rest[0]) or None
            return _CONSTANT if text is not None and fixed_script(text) else None
        if "/" in words[0] or words[0].endswith(".sh"):
            return self._script(words[0], depth)
        if name in ("source", ".") and rest:
            return self._script(rest[0], depth)
        return None

    def _python(self, rest: list[str]) -> str | None:
        text = _after(rest, ("-c",))
        if text is None and rest and not rest[0].startswith("-"):
            text = self._read(rest[0]) or None
        return _CONSTANT if text is not None and fixed_python(text) else None

    def _script(self, path: str, depth: int) -> str | None:
        text = self._read(path)
        if not text:
            return None
        first = text.split("\n", 1)[0]
        if first.startswith("#!") and "python" in first:
            return _CONSTANT if fixed_python(text) else None
        if first.startswith("#!") and not any(first.rstrip().endswith(shell) for shell in _SHELLS):
            return None
        return self.command(text, depth + 1)


def _words(node: Any) -> list[str]:
    return [part.word for part in node.parts if part.kind == "word"]


def _after(words: list[str], options: tuple[str, ...]) -> str | None:
    for option in options:
        if option in words and words.index(option) + 1 < len(words):
            return words[words.index(option) + 1]
    return None


def _is_settled(words: list[str]) -> bool:
    """Say whether a test compares only what is written in it, or asks for a path that is everywhere."""
    if any("$" in word or "`" in word for word in words):
        return False
    if len(words) == 2 and words[0].startswith("-") and words[0] not in ("-n", "-z"):
        return words[1] in _SURE_PATHS
    return not any(word in ("-nt", "-ot", "-ef") for word in words)
