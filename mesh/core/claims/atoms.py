"""Says what a span in backticks, in quotes or between spaces is: a path, a command, a name; judges no claim."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mesh.core.claims import paths
from mesh.core.claims.commands import PROGRAMS, category, is_command

# A command line of a known category reads like the thing it checks.
_OF_CATEGORY = {"tests": "CTEST", "build": "CBUILD", "lint": "CLINT", "typecheck": "CTYPES"}
_HASH = re.compile(
    r"(?=[0-9a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{7,40}\Z|[0-9a-f]{40}\Z|[0-9]{7,9}\Z", re.IGNORECASE
)
_TEST_NAME = re.compile(
    r"(?:.{0,200}::)?"
    r"(?:test_\w+|\w+_test|Test\w*(?:::|\.|#)\w[\w.:]*|test[A-Z]\w*|Test[A-Z]\w*)"
    r"(?:\[[^\]]{1,80}\]|\(\))?\Z"
)
_NUMBER = re.compile(r"\d+(?:\.\d+)*\Z")
_FRACTION = re.compile(r"\d{1,7}(?:/\d{1,7}|\.\d{1,4})\Z")
_DOTTED = re.compile(r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+\Z")
_FUNCTION_WORDS = frozenset(
    """the a an to of in on for and or not if that with by is are was were be been as from at into but so then when i
    we my our its will should must can could would may might no all this these those than has have had
    do does did""".split()
)
_ENDED = re.compile(r"[.!?。！？；;:：]$|\s\s$|\\$")
_GOES_ON = re.compile(r"[,，、(（\-—/]$")


@dataclass(frozen=True, slots=True)
class Atom:
    """A thing in the text: its class in the rules and the text it stands for.

    `data` is the path, command or name; `command` says that a path may be run as well, `test` holds the id
    of a test inside a file.
    """

    cls: str
    data: str = ""
    test: str = ""


ABBREVIATIONS = {
    **dict.fromkeys("e.g. e.g ex. i.a.".split(), Atom("EXAMPLE")),
    **dict.fromkeys("i.e. i.e etc. vs. cf. approx. ca. a.m. p.m. resp. incl. fig. w.r.t.".split(), Atom("WORD")),
}


def of_path(path: str, strength: str) -> Atom:
    """Return the atom of a path, known as one or only by the words around it."""
    if strength == "weak":
        return Atom("WEAK", path)
    file = paths.file_of(path)
    if paths.is_test_file(file) and not paths.is_folder(file):
        return Atom("PTEST", file, path if "::" in path else "")
    runs = file.startswith(("./", ".\\")) or file.endswith((".sh", ".bat", ".ps1")) or " " in file
    return Atom("PCMD" if runs else "PATH", file)


def of_code(content: str) -> Atom:
    """Return the atom of what stands in backticks."""
    if _HASH.match(content):
        return Atom("HASH", content)
    command = is_command(content)
    kind = _OF_CATEGORY.get(category(content) or "") if command or content.isalpha() else None
    if kind:
        return Atom(kind, content)
    if command and " " in content and not _spaced_name(content):
        return Atom("CMD", content)
    if _TEST_NAME.match(content):
        return (
            Atom("PTEST", paths.file_of(content), content)
            if re.match(r".+\.\w+::", content)
            else Atom("KTEST", content)
        )
    strength = paths.quoted_path(content)
    if strength and not (strength == "weak" and command):
        return of_path(content, strength)
    return Atom("CMD" if command else "KCODE", content)


def _spaced_name(content: str) -> bool:
    """Say whether a text with spaces is rather the name of a file than a command line."""
    first = content.split()[0].rpartition("/")[2]
    return paths.quoted_path(content) == "path" and first not in PROGRAMS


def of_quotation(content: str) -> Atom:
    """Return the atom of what stands in quotation marks: a path, or what somebody said."""
    bare = content.strip().strip("`*").strip()
    if bare and paths.quoted_path(bare) == "path" and "`" not in bare:
        return of_path(bare, "path")
    if _TEST_NAME.match(bare):
        return Atom("KTEST", bare)
    return Atom("QUOTE", content.strip())


def of_token(token: str) -> Atom | None:
    """Return the atom of a word with dots or slashes, None for text that is read as it stands."""
    if _FRACTION.match(token):
        return None if "/" in token or token.count(".") != 1 else Atom("WORD", token)
    if token.lower().startswith("www."):
        return Atom("URL", token)
    if paths.bare_path(token):
        return of_path(token, "path")
    if re.match(r"[\w-]+@[\w-]+\.", token):
        return Atom("URL", token)
    if _NUMBER.match(token) or _DOTTED.match(token) or re.match(r"v?\d+\.\d", token):
        return Atom("WORD", token)
    if "::" in token and _TEST_NAME.match(token):
        return Atom("KTEST", token)
    if "/" in token and re.match(r"[\w-]+(?:\.[\w-]+)+/", token):
        return Atom("URL", token)
    return None


def ends_line(before: str, after: str) -> bool:
    """Say whether a statement ends with a line of a paragraph that goes on."""
    line = before.rpartition("\n")[2]
    plain, following = line.rstrip(), after.lstrip().lstrip("*_[<")
    if not following or _ENDED.search(line) or not plain:
        return True
    last = re.search(r"[A-Za-z']+$", plain)
    if _GOES_ON.search(plain) or (last and last[0].lower() in _FUNCTION_WORDS):
        return False
    first = following[0]
    if first.isupper() or first in "✅✔✓❌✗☑🟢🔴→•":
        return len(plain) < 60
    return first > "\u2fff" and (plain[-1] > "\u2fff" or plain[-1] in "`*\"'") and len(plain) < 60
