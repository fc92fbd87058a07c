"""Brings a shell command to one spelling, and tells when two differ only in how hard they try; runs nothing.

The spelling is a key for comparing, not a command: options are sorted, wrappers, quotes and pauses are gone.
"""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from mesh.core.rules import calls as rules

_LONGEST = 4000  # beyond this a command is a script: its text is its spelling
_QUIETENED = re.compile(r"\s*(?:\d?>&\d|&?\d?>{1,2}\s*/dev/null)")
_HERE = re.compile(r"\$PWD/|\$\{PWD\}/|\$\(pwd\)/")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
_OPERATOR = re.compile(r"[;&|()<>]+\Z")
_ENDS = frozenset({";", "&&", "||", "&", "|", "|&"})


class Spelling(NamedTuple):
    """A command's key, and the words of its parts for a closer look; none when it could not be read."""

    key: str
    parts: tuple[tuple[str, ...], ...] = ()

    @property
    def program(self) -> str:
        return self.parts[0][0] if self.parts else self.key

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(word for part in self.parts for word in (*part, ";"))


def spell(command: str) -> Spelling:
    """Return the one spelling of a command; a pause alone is `sleep`."""
    plain = " ".join(command.split())
    if len(plain) > _LONGEST:
        return Spelling(plain)
    try:
        lexer = shlex.shlex(_HERE.sub("", _QUIETENED.sub("", plain)), posix=True, punctuation_chars=True)
        lexer.whitespace_split = True
        lexer.commenters = ""
        tokens = list(lexer)
    except ValueError:  # an open quote: no shell would run it, and its text is key enough
        return Spelling(plain)
    parts = _kept(_segments(tokens))
    if not parts:
        return Spelling("sleep" if "sleep" in tokens else plain)
    rest = "".join(f" {operator} {_key(words)}" for operator, words in parts[1:])
    key = _key(parts[0][1]) + rest
    return Spelling(key, tuple(tuple(words) for _, words in parts))


def tries_harder(before: Sequence[str], now: Sequence[str]) -> bool:
    """Say whether two commands of one program differ only by added or removed options.

    An option that got another value, or another operand, makes another command.
    """
    first, second = Counter(before), Counter(now)
    added, removed = second - first, first - second
    if added and removed:
        names = {_name(word) for word in added}, {_name(word) for word in removed}
        return not names[0] & names[1] and all(name in rules.EFFORT for name in names[0] | names[1])
    return _only_options(now, added) and _only_options(before, removed)


def _only_options(words: Sequence[str], changed: Counter[str]) -> bool:
    previous = ""
    for word in words:
        if word in changed and not (_is_option(word) or (_is_option(previous) and previous in changed)):
            return False
        previous = word
    return True


def _is_option(word: str) -> bool:
    return word.startswith("-") or _ASSIGNMENT.match(word) is not None


def _name(word: str) -> str:
    return word.partition("=")[0]


def _segments(tokens: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Cut at the operators; each command comes with the operator before it."""
    parts: list[tuple[str, list[str]]] = [("", [])]
    for token in tokens:
        if token in _ENDS:
            parts.append((token, []))
        else:
            parts[-1][1].append(token)
    return [(operator, _unwrapped(words)) for operator, words in parts if words]


def _unwrapped(words: list[str]) -> list[str]:
    """Take off `sudo`, `timeout 60` and their like; variables set for the command stay, at its end."""
    settings: list[str] = []
    start = 0
    while start < len(words):
        word = words[start]
        name = word.rsplit("/", 1)[-1]
        if _ASSIGNMENT.match(word):
            settings.append(word)
        elif name in rules.WRAPPERS:
            start += rules.WRAPPERS[name]
            while start + 1 < len(words) and words[start + 1].startswith("-"):
                start += 1
        else:
            break
        start += 1
    return _spelled(words[start:]) + settings


def _spelled(words: list[str]) -> list[str]:
    if not words:
        return []
    program = words[0].rsplit("/", 1)[-1]
    words = [*rules.PROGRAMS.get(program, program).split(), *words[1:]]
    for length in (3, 2, 1):
        short = rules.STARTS.get(tuple(words[:length]))
        if short is not None and len(words) > length - (1 if short else 0):
            words = [*short, *words[length:]]
            break
    if not words:
        return []
    program = words[0].rsplit("/", 1)[-1]
    return [rules.PROGRAMS.get(program, program), *_options(program, words[1:])]


def _options(program: str, words: Sequence[str]) -> list[str]:
    spelled: list[str] = []
    for word in words:
        if word == "--":
            continue
        word = rules.LONG_OPTIONS.get(word, word)
        if program in rules.CLUSTERED and re.fullmatch(r"-[A-Za-z0-9]{2,8}", word) and not word[1:].isdigit():
            spelled.extend("-" + letter for letter in word[1:])
        elif word.startswith("-"):
            spelled.append(word)
        else:
            spelled.append(clean_path(word))
    if program == "search":
        spelled = [word for word in spelled if _name(word) not in rules.SEARCH_SHOWS and word != "."]
    return spelled


def clean_path(word: str) -> str:
    """Return a path without `./` in front and `/` behind; other words come back as they are."""
    while word.startswith("./") and len(word) > 2:
        word = word[2:]
    return word.rstrip("/") if len(word) > 1 and not word.endswith("://") else word


def _kept(parts: list[tuple[str, list[str]]]) -> list[tuple[str, list[str]]]:
    """Leave out pauses, echoes and cuts of the output that stand beside a command."""
    kept: list[tuple[str, list[str]]] = []
    for operator, words in parts:
        if not words or words[0] == "sleep":
            continue
        if operator == "|" and kept and _only_shows(kept[-1][1][0], words):
            continue
        if operator and kept and words[0] in rules.TRIVIAL_PROGRAMS and not {">", ">>"} & set(words):
            continue
        kept.append((operator, words))
    return kept


def _only_shows(source: str, words: Sequence[str]) -> bool:
    if words[0] in ("head", "tail"):
        return source in rules.BUILDERS
    return words[0] in ("cat", "less", "more", "tee")


def _key(words: Sequence[str]) -> str:
    """Join the words, options sorted before the rest; a long option keeps the value that follows it."""
    options: list[str] = []
    rest: list[str] = []
    holder = False
    for word in words[1:]:
        if word.startswith("-"):
            options.append(word)
        elif holder:
            options[-1] += " " + word
        else:
            rest.append(word)
        holder = word.startswith("--") and "=" not in word
    return " ".join([words[0], *sorted(options), *rest])
