"""Says what each simple command of a script comes down to: its own words, or a script within it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from mesh.core.runs.environment import objection
from mesh.core.runs.prefixes import program, unwrap
from mesh.core.runs.shell import parse
from mesh.core.runs.syntax import Sequence, Simple, Unclear, Word, names, simples

# After these a name, a word or an exit status may mean something else than it says.
_TREACHEROUS = names(
    "alias unalias trap enable hash declare typeset local coproc return setopt unsetopt emulate autoload"
    " bind suspend logout fc history complete compopt"
)
CONTROLS = frozenset({"exit", "break", "continue", "set", "shopt", "eval", "source", ".", *_TREACHEROUS})
_HARMLESS_SHOPT = frozenset({"globstar", "nullglob", "failglob", "dotglob", "nocaseglob"})
_SHELLS = frozenset({"bash", "sh", "zsh", "dash", "ksh", "ash"})
_SHELL_LETTERS = frozenset("ceiluxvpfhC")
_ACTIVATE = re.compile(
    r"(?:[\w./~-]*/)?(?:\.?venv|env)/bin/activate\Z|~/\.(?:cargo/env|nvm/nvm\.sh|ghcup/env|sdkman/bin/\S+\.sh)\Z"
)
_SET_UP = re.compile(r'"\$\((?:pyenv|rbenv|nodenv|fnm|mise|opam|brew|direnv|conda)( [\w=.-]+)*\)"\Z')
_CAPTURE = re.compile(r'("?)\$\((?!\()(.*)\)\1\Z', re.DOTALL)
_OWN_PROGRAM = re.compile(r'"[^"`]*/[\w.-]+"\Z')
_DEEPEST = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What a simple command comes down to.

    `script` is what it hands to a shell, `place` which: a `new` one, a `sub`shell or the `same`.
    `replaces` says that the shell ends with it (`exec`), `taken` what prefixes there were, `trouble` what
    makes the whole script unsure.
    """

    words: tuple[Word, ...] = ()
    script: Sequence | None = None
    place: Literal["new", "sub", "same"] = "new"
    errexit: bool = False
    pipefail: bool = False
    replaces: bool = False
    taken: tuple[str, ...] = ()
    trouble: str = ""

    @property
    def name(self) -> str:
        """Return the program's name, empty where it cannot be known."""
        return program(self.words[0].text) if self.words and self.words[0].fixed else ""


class Meanings:
    """The calls of a script and of the scripts within it; `trouble` says why none of them proves anything."""

    def __init__(self, source: str) -> None:
        self.script = parse(source)
        self.trouble = ""
        self._calls: dict[Simple, Call] = {}
        self._find(self.script, 0)

    def call(self, simple: Simple) -> Call:
        return self._calls[simple]

    def __iter__(self) -> Iterator[tuple[Simple, Call]]:
        """Yield all simple commands that could run, in the order of the source."""
        return iter(self._calls.items())

    def _find(self, script: Sequence, depth: int) -> None:
        if depth > _DEEPEST:
            raise Unclear("scripts within scripts")
        for simple in simples(script):
            call, assigned = _call(simple)
            self._calls[simple] = call
            self.trouble = self.trouble or call.trouble or _doubt(simple)
            for name, value in (*simple.assigned, *assigned):
                self.trouble = self.trouble or objection(name, value)
            if call.script is not None:
                self._find(call.script, depth + 1)


def _doubt(simple: Simple) -> str:
    """Return why a command's words are doubtful: a here-document within one is beyond the parser."""
    targets = (redirect.target for redirect in simple.redirects if redirect.target is not None)
    words = (*simple.words, *(value for _, value in simple.assigned), *targets)
    return "a here-document within a word" if any("<<" in word.raw and not word.fixed for word in words) else ""


def _call(simple: Simple) -> tuple[Call, tuple[tuple[str, Word], ...]]:
    """Return a command's meaning, and the variables that its words set."""
    if not simple.words:
        return _capture(simple), ()
    unwrapped = unwrap(simple.words)
    if unwrapped is None:
        bare = simple.words[0].text == "exec" and len(simple.words) == 1  # redirections alone
        return Call(words=simple.words, trouble="" if bare else _unknown(simple.words)), ()
    words, taken = unwrapped.words, unwrapped.taken
    call = Call(words=words, replaces="exec" in taken, taken=taken, trouble=_unknown(words))
    if call.name in CONTROLS:
        return (_control(words) if set(taken) <= {"command", "builtin"} else Call(trouble="a hidden builtin")), ()
    if call.name == "export":
        return call, _exported(words)
    return _shell(call) or call, unwrapped.assigned


def _unknown(words: tuple[Word, ...]) -> str:
    """Return why a command's name cannot be trusted: an expansion could make it any builtin."""
    first = words[0]
    bare = first.raw.translate({ord(char): None for char in "\\'\""})
    if first.fixed and not (set(bare) & set("*?") or ("[" in bare and bare not in ("[", "[["))):
        return ""
    return "" if _OWN_PROGRAM.match(first.raw) else "a command that is not known"


def _capture(simple: Simple) -> Call:
    """Return the meaning of assignments alone: their status is that of a substitution, if there is one."""
    match = _CAPTURE.match(simple.assigned[0][1].raw) if len(simple.assigned) == 1 else None
    if match is None or "<<" in match[2] or "`" in match[2]:
        return Call()
    try:
        return Call(script=parse(match[2]), place="sub")
    except Unclear:
        return Call()


def _control(words: tuple[Word, ...]) -> Call:
    """Return the meaning of a builtin that changes how the shell goes on."""
    name, rest = words[0].text, words[1:]
    if name == "eval":
        if len(rest) == 1 and rest[0].fixed:
            return Call(words=words, script=parse(rest[0].text), place="same")
        known = len(rest) == 1 and _SET_UP.match(rest[0].raw) is not None
        return Call(words=words[:0] if known else words, trouble="" if known else "an `eval` of something unknown")
    if name in ("source", "."):
        known = bool(rest) and rest[0].fixed and _ACTIVATE.match(rest[0].text) is not None
        return Call(trouble="" if known else "a sourced file")
    if name == "shopt":
        known = all(word.fixed and (word.text in _HARMLESS_SHOPT or word.text in ("-s", "-u", "-q")) for word in rest)
        return Call(trouble="" if known else "changed shell options")
    return Call(words=words, trouble=f"`{name}`" if name in _TREACHEROUS else "")


def _exported(words: tuple[Word, ...]) -> tuple[tuple[str, Word], ...]:
    found = []
    for word in words[1:]:
        name, sign, value = word.raw.partition("=")
        if sign:
            text = word.text.partition("=")[2]
            found.append((name.rstrip("+"), Word(raw=value, text=text, fixed=word.fixed, splits=word.splits)))
    return tuple(found)


def _shell(call: Call) -> Call | None:
    """Return the meaning of `bash -c '…'`: a script of its own; None for other commands."""
    if call.name not in _SHELLS:
        return None
    errexit = pipefail = wants = False
    words = iter(call.words[1:])
    for word in words:
        if not word.fixed:
            return None
        if wants and not word.text.startswith(("-", "+")):
            return Call(
                words=call.words,
                script=parse(word.text),
                place="new",
                errexit=errexit,
                pipefail=pipefail,
                replaces=call.replaces,
            )
        if word.text in ("--login", "--norc", "--noprofile", "--posix", "--"):
            continue
        if not word.text.startswith("-") or word.text.startswith("--"):
            return None
        letters = set(word.text[1:])
        option = next(words, None) if "o" in letters else None
        if letters - _SHELL_LETTERS - {"o"} or (
            option is not None and option.text not in ("pipefail", "errexit", "nounset")
        ):
            return None
        errexit = errexit or "e" in letters or (option is not None and option.text == "errexit")
        pipefail = pipefail or (option is not None and option.text == "pipefail")
        wants = wants or "c" in letters
    return None
