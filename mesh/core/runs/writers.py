"""What programs change files and which of their words name them; rules as data, nothing is run."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from mesh.core.runs.syntax import names

Words = tuple[str, ...]
Paths = tuple[str | None, ...]  # None: files that cannot be named

_SOMETHING: Paths = (None,)
_GIT_VALUED = ("-C", "-c", "--git-dir", "--work-tree", "--namespace")
_WRITING_CODE = re.compile(
    r"open\([^)]*,\s*(?:mode\s*=\s*)?['\"][rbt]*[wax+]|write_text|write_bytes|\.write\("
    r"|writeFile|appendFile|createWriteStream"
    r"|unlink|rmtree|os\.(?:remove|rename|replace|truncate)|shutil\.|renameSync|rmSync|copyFile|cpSync"
    r"|File\.(?:write|open|delete)"
    r"|\.touch\(|file_put_contents|FileUtils|>\s*\$?\w+\s*;",
)
_CODE_PATH = re.compile(r"(?:open|Path|writeFile(?:Sync)?|appendFile(?:Sync)?|File\.write)\(\s*['\"]([^'\"\n]+)['\"]")
_PATCHED = re.compile(r"^\*\*\* (?:Update|Add|Delete) File: (.+?)\s*$|^\*\*\* Move to: (.+?)\s*$", re.MULTILINE)


def plain(words: Words, valued: Words = ()) -> Words:
    """Return the words that are no options and no values of the given ones."""
    found: list[str] = []
    skip = False
    for word in words:
        if skip or (word.startswith("-") and word != "-"):
            skip = not skip and word in valued
            continue
        found.append(word)
    return tuple(found)


def _all(*valued: str) -> Callable[[Words], Paths]:
    return lambda words: plain(words, valued)


def _after(skip: int) -> Callable[[Words], Paths]:
    return lambda words: plain(words)[skip:]


def _last(words: Words) -> Paths:
    return plain(words)[-1:]


def _in_place(words: Words) -> Paths:
    """Return the files that `sed -i` and its like change; without the option they only print."""
    if not any(re.match(r"-[a-zA-Z]*i|--in-place|--inplace", word) and not word.startswith("--i18n") for word in words):
        return ()
    scripts = any(word in ("-e", "-f", "--expression", "--file") for word in words)
    files = plain(words, ("-e", "-f", "--expression", "--file"))
    return (files if scripts else files[1:]) or _SOMETHING


def _flagged(*flags: str) -> Callable[[Words], Paths]:
    """Return a rule for programs that change files only with one of the options."""
    return lambda words: _SOMETHING if any(word.partition("=")[0] in flags for word in words) else ()


def _unless(*flags: str) -> Callable[[Words], Paths]:
    return lambda words: () if any(word.partition("=")[0] in flags for word in words) else _SOMETHING


def _downloads(words: Words) -> Paths:
    named = [
        words[at + 1] for at, word in enumerate(words[:-1]) if word in ("-o", "--output", "-O", "--output-document")
    ]
    return tuple(named) or (_SOMETHING if "-O" in words or "--remote-name" in words else ())


def _find(words: Words) -> Paths:
    if "-delete" in words:
        return _SOMETHING
    at = next((at for at, word in enumerate(words) if word in ("-exec", "-execdir", "-ok")), None)
    return () if at is None else (_SOMETHING if paths_of(words[at + 1 : at + 2], words[at + 2 :], "") else ())


def _xargs(words: Words) -> Paths:
    rest = words
    while rest and rest[0].startswith("-"):
        rest = rest[2:] if rest[0] in ("-n", "-I", "-P", "-L", "-d", "-s", "-a") else rest[1:]
    if not rest:
        return ()
    return _SOMETHING if paths_of(rest[:1], (*rest[1:], "x"), "") else ()


_GIT_WRITES = names("merge rebase pull cherry-pick revert am submodule sparse-checkout lfs")
# What follows these asks for a look only.
_GIT_LOOKS = {
    "stash": names("list show create drop clear"),
    "apply": names("--check --stat --numstat --summary"),
    "clean": names("-n --dry-run"),
    "rm": names("--cached"),
}


def _git(words: Words) -> Paths:
    sub = next(iter(plain(words, _GIT_VALUED)), "")
    rest = words[words.index(sub) + 1 :] if sub else ()
    if sub in ("checkout", "restore", "switch"):
        return _checkout(sub, rest)
    if sub == "reset":
        return _SOMETHING if set(rest) & {"--hard", "--merge", "--keep"} else ()
    if sub in _GIT_LOOKS:
        if set(rest) & _GIT_LOOKS[sub]:
            return ()
        return plain(rest) if sub == "rm" else _SOMETHING
    if sub == "mv":
        return plain(rest)
    return _SOMETHING if sub in _GIT_WRITES else ()


def _checkout(sub: str, rest: Words) -> Paths:
    if "--" in rest:
        return rest[rest.index("--") + 1 :]
    if set(rest) & {"-b", "-B", "-c", "-C", "--orphan"} and len(plain(rest)) <= 1:
        return ()
    return plain(rest, ("-s", "--source")) if sub == "restore" else _SOMETHING


_ALWAYS = names("add remove uninstall update upgrade up require version init lock tidy")
_IF_NAMED = names("install i rm")


def _package(words: Words) -> Paths:
    """Return what a package manager changes: its manifest, when packages are named."""
    given = plain(words, ("--prefix", "-C", "-w", "--filter", "--group", "-G", "--dev-group"))
    if not given:
        return ()
    return _SOMETHING if given[0] in _ALWAYS or (given[0] in _IF_NAMED and len(given) > 1) else ()


def _cargo(words: Words) -> Paths:
    sub = plain(words)[:1]
    if sub == ("fmt",):
        return () if "--check" in words else _SOMETHING
    if sub in (("fix",), ("add",), ("remove",), ("update",), ("init",)):
        return _SOMETHING
    return _SOMETHING if "--fix" in words else ()


def _go(words: Words) -> Paths:
    sub = plain(words)[:2]
    return (
        _SOMETHING
        if sub[:1] in (("fmt",), ("generate",), ("get",)) or sub in (("mod", "tidy"), ("mod", "edit"))
        else ()
    )


def _ruff(words: Words) -> Paths:
    if words[:1] == ("format",):
        return () if set(words) & {"--check", "--diff"} else _SOMETHING
    return _SOMETHING if set(words) & {"--fix", "--unsafe-fixes", "--add-noqa", "--fix-only"} else ()


def _same(programs: str, rule: Callable[[Words], Paths]) -> dict[str, Callable[[Words], Paths]]:
    """Return a table in which several programs are alike."""
    return dict.fromkeys(programs.split(), rule)


WRITERS: dict[str, Callable[[Words], Paths]] = {
    **_same("rm unlink shred tee sponge vim vi nvim nano emacs ed ex", _all()),
    "touch": _all("-d", "-t", "-r", "--date", "--reference"),
    "truncate": _all("-s", "--size", "-r"),
    **_same("chmod chown chgrp", _after(1)),
    **_same("cp ln install rsync scp", _last),
    **_same("mv rename", _all()),
    **_same("sed gsed perl ruby yq awk gawk", _in_place),
    "dd": lambda words: tuple(word[3:] for word in words if word.startswith("of=")),
    "patch": _unless("--dry-run", "-C"),
    **_same("unzip gunzip gzip bunzip2 xz unxz 7z", _unless("-l", "-t", "-c", "--stdout", "-p")),
    "tar": lambda words: _SOMETHING if words and re.match(r"-?[a-zA-Z]*x|--extract", words[0]) else (),
    **_same("curl wget", _downloads),
    "find": _find,
    "xargs": _xargs,
    "git": _git,
    **_same("npm pnpm yarn bun uv poetry pdm rye composer bundle", _package),
    "cargo": _cargo,
    "go": _go,
    "ruff": _ruff,
    **_same("black isort yapf autopep8", _unless("--check", "--check-only", "-c", "--diff", "-d", "--version")),
    **_same("gofmt goimports gofumpt shfmt", _flagged("-w", "--write")),
    **_same(
        "eslint stylelint biome oxlint markdownlint",
        _flagged("--fix", "--write", "--apply", "--apply-unsafe"),
    ),
    "prettier": _flagged("--write", "-w"),
    "rubocop": _flagged("-a", "-A", "--autocorrect", "--autocorrect-all"),
    "clang-format": _flagged("-i"),
    "rustfmt": _unless("--check"),
}
_INLINE = re.compile(r"(?:python|pypy)[\d.]*\Z|(?:node|deno|bun|perl|ruby|php)\Z")


def paths_of(name: Words, words: Words, heredoc: str) -> Paths:
    """Return the files that a program changes; None stands for some that cannot be named."""
    program = name[0] if name else ""
    if program in ("apply_patch", "applypatch"):
        return patched("\n".join((*words, heredoc))) or _SOMETHING
    found = WRITERS[program](words) if program in WRITERS else ()
    if not found and _INLINE.match(program):
        given = (after for word, after in pairwise(words) if word in ("-c", "-e", "--eval"))
        code = "\n".join((heredoc, *given))
        if _WRITING_CODE.search(code):
            return tuple(_CODE_PATH.findall(code)) or _SOMETHING
    return found


def patched(text: str) -> Paths:
    """Return the files that a patch in the form of `apply_patch` names."""
    return tuple(match[1] or match[2] for match in _PATCHED.finditer(text))
