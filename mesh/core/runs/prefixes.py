"""Takes off the programs that only start another one (`timeout 60`, `uv run`, `npx`); rules as data.

An option that is not listed here makes the whole command unknown: its value could be the command.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from mesh.core.runs.syntax import Word

_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=", re.ASCII)


@dataclass(frozen=True, slots=True)
class Prefix:
    """A program that runs the rest of its words and ends with the status of that.

    `flags` stand alone, `valued` take a word, `skip` words of its own follow, then assignments where
    `assigns` says so. `becomes` takes its place (`uv run -m` is `python -m`).
    """

    flags: str = ""
    valued: str = ""
    skip: int = 0
    assigns: bool = False
    becomes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Unwrapped:
    """What is left of a command, what was taken off, and the variables that were set on the way."""

    words: tuple[Word, ...]
    assigned: tuple[tuple[str, Word], ...] = ()
    taken: tuple[str, ...] = ()


_UV_FLAGS = (
    "--frozen --locked --no-sync --isolated --all-extras --no-dev --dev --only-dev --active --quiet"
    " -q --offline --no-project --all-packages --exact --no-editable --verbose -v --no-progress"
    " --no-config --all-groups --no-env-file --managed-python --no-managed-python --refresh --upgrade"
    " -U"
)
_UV_VALUED = (
    "--with --with-requirements --with-editable --extra --group --only-group --no-group --python -p"
    " --package --directory --project --env-file --index-url --index --no-extra --cache-dir"
)
_CONDA = Prefix("--no-capture-output --live-stream -v", "-n --name -p --prefix --cwd")
_DOTENV = Prefix("--no-override --override", "-f --file -e -q")

PREFIXES: dict[tuple[str, ...], Prefix] = {
    ("env",): Prefix("-i --ignore-environment -", "-u --unset -C --chdir", assigns=True),
    ("cross-env",): Prefix(assigns=True),
    ("command",): Prefix("-p"),
    ("builtin",): Prefix(),
    ("exec",): Prefix("-c -l", "-a"),
    ("time",): Prefix("-p -v -l -a --verbose --portability", "-f -o --format --output"),
    ("gtime",): Prefix("-p -v --verbose", "-f -o --format --output"),
    ("timeout",): Prefix("-v --verbose --foreground --preserve-status", "-k --kill-after -s --signal", 1),
    ("gtimeout",): Prefix("-v --verbose --foreground --preserve-status", "-k --kill-after -s --signal", 1),
    ("nice",): Prefix("", "-n --adjustment"),
    ("ionice",): Prefix("-t --ignore", "-c -n --class --classdata"),
    ("nohup",): Prefix(),
    ("stdbuf",): Prefix("", "-i -o -e --input --output --error"),
    ("unbuffer",): Prefix(),
    ("chronic",): Prefix(),
    ("fakeroot",): Prefix(),
    ("catchsegv",): Prefix(),
    ("winpty",): Prefix(),
    ("dbus-run-session",): Prefix(),
    ("xvfb-run",): Prefix("-a --auto-servernum --auto-display -l", "-n -s -e -f -p -w --server-num --server-args"),
    ("caffeinate",): Prefix("-d -i -m -s -u"),
    ("taskset",): Prefix("-c --cpu-list", "", 1),
    ("arch",): Prefix("-x86_64 -arm64"),
    ("faketime",): Prefix("", "", 1),
    ("setsid", "-w"): Prefix(),
    ("setsid", "--wait"): Prefix(),
    ("sudo",): Prefix("-E -H -n --preserve-env", "-u -g --user --group", assigns=True),
    ("doas",): Prefix("-n", "-u"),
    ("flock",): Prefix("-n -x -s --nonblock --exclusive --shared", "-w --wait --timeout", 1),
    ("direnv", "exec"): Prefix("", "", 1),
    ("dotenv",): _DOTENV,
    ("dotenv", "run"): _DOTENV,
    ("dotenvx", "run"): _DOTENV,
    ("env-cmd",): _DOTENV,
    ("doppler", "run"): Prefix(),
    ("op", "run"): Prefix(),
    ("mise", "exec"): Prefix(),
    ("mise", "x"): Prefix(),
    ("asdf", "exec"): Prefix(),
    ("rtx", "exec"): Prefix(),
    ("nix", "develop", "-c"): Prefix(),
    ("nix", "develop", "--command"): Prefix(),
    ("devbox", "run"): Prefix(),
    ("conda", "run"): _CONDA,
    ("mamba", "run"): _CONDA,
    ("micromamba", "run"): _CONDA,
    ("uv", "run"): Prefix(_UV_FLAGS, _UV_VALUED),
    ("uv", "tool", "run"): Prefix("--isolated -q", "--from --with --python -p"),
    ("uvx",): Prefix("--isolated -q", "--from --with --python -p"),
    ("pipx", "run"): Prefix("", "--spec --python --pip-args"),
    ("poetry", "run"): Prefix(),
    ("pipenv", "run"): Prefix(),
    ("rye", "run"): Prefix(),
    ("pdm", "run"): Prefix("-s", "-p --project"),
    ("pixi", "run"): Prefix("--frozen --locked", "-e --environment --manifest-path"),
    ("hatch", "run"): Prefix(),
    ("bundle", "exec"): Prefix(),
    ("rustup", "run"): Prefix("--install", "", 1),
    ("npx",): Prefix("-y --yes --no-install --no -q --quiet", "-p --package"),
    ("bunx",): Prefix("--bun", "-p --package"),
    ("bun", "x"): Prefix("--bun"),
    ("pnpx",): Prefix(),
    ("pnpm", "exec"): Prefix(),
    ("pnpm", "dlx"): Prefix("", "--package"),
    ("yarn", "exec"): Prefix(),
    ("yarn", "dlx"): Prefix("-q", "-p --package"),
    ("npm", "exec"): Prefix("-y --yes --no", "-p --package -w --workspace"),
    ("npm", "x"): Prefix("-y --yes --no", "-p --package -w --workspace"),
    ("coverage", "run"): Prefix(
        "--branch -a --append -p --parallel-mode -L --pylib --timid",
        "--source --omit --include --rcfile --data-file --context --concurrency --save-signal",
        becomes=("python",),
    ),
}
_MODULE_RUNNERS = {("uv", "run"), ("pdm", "run")}
_LONGEST = 3
_TRUSTED = re.compile(
    r"(?:(?:\.|~|/[\w./-]+|[\w-]+)?/)?(?:\.?venv|env|\.tox/[\w.-]+|\.nox/[\w.-]+|node_modules/\.|vendor/)/?bin/"
    r"|(?:/usr|/usr/local|/opt(?:/[\w.-]+)*|/home/linuxbrew/\.linuxbrew)?/s?bin/"
    r"|/usr/local/go/bin/|~/(?:\.cargo|\.local|go|\.bun|\.deno|\.dotnet)/(?:bin/)?"
)


def program(word: str) -> str:
    """Return a program's name without its folder, where that is one of the system or of an environment.

    A runner anywhere else (`./pytest`) may be a stand-in: its path stays, and so it is none.
    """
    match = _TRUSTED.match(word)
    if match and "/" not in word[match.end() :] and "/../" not in word:
        return word[match.end() :]
    return word.removeprefix("./") if word in ("./gradlew", "./mvnw", "./bazel", "./just") else word


def unwrap(words: tuple[Word, ...]) -> Unwrapped | None:
    """Take off every prefix; None for one that is used in a way not known here."""
    assigned: list[tuple[str, Word]] = []
    taken: list[str] = []
    while words:
        key = _key(words)
        if key is None:
            return Unwrapped(words=words, assigned=tuple(assigned), taken=tuple(taken))
        rest = _rest(words[len(key) :], PREFIXES[key], key in _MODULE_RUNNERS)
        if rest is None:
            return None
        taken.append(key[0])
        while PREFIXES[key].assigns and rest and (name := _ASSIGNMENT.match(rest[0].raw)):
            value = rest[0].text[name.end() :]
            assigned.append((name[1], Word(raw=rest[0].raw[name.end() :], text=value, fixed=rest[0].fixed)))
            rest = rest[1:]
        words = (*map(_word, PREFIXES[key].becomes), *rest)
    return None


def _word(text: str) -> Word:
    return Word(raw=text, text=text)


def _key(words: tuple[Word, ...]) -> tuple[str, ...] | None:
    texts = tuple(word.text if word.fixed else "" for word in words[:_LONGEST])
    if not texts[0]:
        return None
    texts = (program(texts[0]), *texts[1:])
    return next((texts[:size] for size in range(len(texts), 0, -1) if texts[:size] in PREFIXES), None)


def _rest(words: tuple[Word, ...], prefix: Prefix, modules: bool) -> tuple[Word, ...] | None:
    """Return the words after a prefix's own options and words; None for an option not known."""
    flags, valued = prefix.flags.split(), prefix.valued.split()
    at = 0
    while at < len(words):
        text = words[at].text
        if text == "--":
            at += 1
            break
        if not text.startswith("-") or not words[at].fixed:
            break
        if modules and text in ("-m", "--module"):
            return (_word("python"), _word("-m"), *words[at + 1 :])
        if prefix.becomes and text == "-m":
            break
        step = _step(text, flags, valued)
        if step == 0:
            return None
        at += step
    if any(not word.fixed or word.text.startswith("-") for word in words[at : at + prefix.skip]):
        return None
    return words[at + prefix.skip :] or None


def _step(text: str, flags: list[str], valued: list[str]) -> int:
    """Return how many words an option takes, 0 for an unknown one."""
    name = text.partition("=")[0]
    if text in flags or (name != text and (name in valued or name in flags)):
        return 1
    if text in valued:
        return 2
    attached = any(len(option) == 2 and text.startswith(option) for option in valued)
    numeric = "-n" in valued and text[1:].isdigit()  # `nice -10`
    return 1 if (attached and not text.startswith("--")) or numeric else 0
