"""What the shell's own commands do to its options and to a status kept for later; runs nothing."""

from __future__ import annotations

import re

from mesh.core.runs.syntax import Unclear, Word, names

Memory = frozenset[tuple[str, int]]

_FIRST = frozenset({"${PIPESTATUS[0]}", "$PIPESTATUS", "${PIPESTATUS}"})
_VARIABLE = re.compile(r"\$(?:(\w+)|\{(\w+)\})\Z", re.ASCII)
_SETTERS = names("read getopts mapfile readarray printf let export readonly unset")
_TAME_LETTERS = frozenset("uxvfaBCEhTbHmP")
_TAME_OPTIONS = frozenset({"nounset", "xtrace", "verbose", "noglob", "allexport", "noclobber", "errtrace", "functrace"})


def remembered(memory: Memory, name: str, status: int | None) -> Memory:
    """Return the memory with a variable set to a status, or to something unknown."""
    rest = frozenset(item for item in memory if item[0] != name)
    return rest if status is None else rest | {(name, status)}


def status_word(word: Word, status: int, first: int | None, memory: Memory) -> int | None:
    """Return the status (0 or 1 for any failure) that a word stands for, None if it is not known."""
    if word.fixed:
        return int(int(word.text) % 256 != 0) if re.fullmatch(r"\d{1,9}", word.text, re.ASCII) else None
    raw = word.raw.removeprefix('"').removesuffix('"')
    if raw in ("$?", "${?}"):
        return status
    if raw in _FIRST:
        return first
    match = _VARIABLE.match(raw)
    return dict(memory).get(match[1] or match[2]) if match else None


def options_set(arguments: tuple[Word, ...], errexit: bool, pipefail: bool) -> tuple[bool, bool]:
    """Return `errexit` and `pipefail` after a `set`; raises Unclear for what else it could do."""
    words = iter(arguments)
    for word in words:
        if not word.fixed:
            raise Unclear("a `set` of something unknown")
        if word.text in ("--", "-") or word.text[:1] not in ("-", "+"):
            break
        on = word.text[0] == "-"
        for letter in word.text[1:]:
            if letter == "e":
                errexit = on
            elif letter == "o":
                option = next(words, None)
                name = option.text if option is not None and option.fixed else ""
                errexit = on if name == "errexit" else errexit
                pipefail = on if name == "pipefail" else pipefail
                if name not in ("errexit", "pipefail") and name not in _TAME_OPTIONS:
                    raise Unclear("an unknown shell option")
            elif letter not in _TAME_LETTERS:
                raise Unclear("an unknown shell option")
    return errexit, pipefail


def known_status(words: tuple[Word, ...], status: int, first: int | None, memory: Memory) -> tuple[int | None, Memory]:
    """Return the status of a builtin where it is certain, and what is still remembered after it."""
    name = words[0].text if words[0].fixed else ""
    if name in _SETTERS:
        memory = frozenset()
    if name in ("true", ":"):
        return 0, memory
    if name == "false":
        return 1, memory
    return _comparison(words, status, first, memory), memory


def _comparison(words: tuple[Word, ...], status: int, first: int | None, memory: Memory) -> int | None:
    """Return the status of `[ $? -eq 0 ]` and its like."""
    name, inner = words[0].text, words[1:]
    if name in ("[", "[["):
        if not inner or inner[-1].text != name.replace("[", "]"):
            return None
        inner = inner[:-1]
    elif name != "test":
        return None
    if len(inner) != 3 or inner[2].text != "0" or not inner[1].fixed or inner[0].fixed:
        return None
    value = status_word(inner[0], status, first, memory)
    if value is None or inner[1].text not in ("-eq", "=", "==", "-ne", "!="):
        return None
    return value if inner[1].text in ("-eq", "=", "==") else 1 - value
