"""The driver for any program: prompt on standard input, answer on standard output; never through a shell."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mesh.driver import processes
from mesh.driver.base import End, Event, Hooks, Request
from mesh.driver.environment import clean
from mesh.errors import Malformed, MeshError
from mesh.i18n import error_text, say
from mesh.model.envelope import MAX_TEXT
from mesh.model.fields import Fields

TAIL = 2000  # characters of standard error that a failure shows
_WHAT = "driver `command`"
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandSettings:
    """The `driver` mapping of a card. `env` names variables of the caller that the program may see."""

    argv: tuple[str, ...]
    env: tuple[str, ...] = ()
    timeout_s: float | None = None
    cwd: str = ""


def parse_settings(values: Mapping[str, Any]) -> CommandSettings:
    """Return the settings; raises Malformed naming the key that breaks a rule."""
    fields = Fields(values, _WHAT)
    fields.rest.pop("name", None)
    timeout = fields.decimal("timeout", 0.0)
    if timeout < 0:
        raise fields.wrong("timeout", "must not be negative")
    settings = CommandSettings(
        argv=_argv(fields), env=_names(fields), timeout_s=timeout or None, cwd=fields.text("cwd")
    )
    fields.close()
    return settings


def _argv(fields: Fields) -> tuple[str, ...]:
    command = fields.rest.get("command")
    if isinstance(command, str):
        fields.rest.pop("command")
        try:
            argv = tuple(shlex.split(command))
        except ValueError as error:
            raise fields.wrong("command", f"cannot be split into words: {error}") from None
    else:
        argv = fields.texts("command")
    if not argv or not argv[0]:
        raise fields.wrong("command", "is missing")
    if any("\0" in word for word in argv):
        raise fields.wrong("command", "must not hold a NUL character")
    return argv


def _names(fields: Fields) -> tuple[str, ...]:
    names = fields.texts("env")
    for name in names:
        if not _VARIABLE.match(name):
            raise fields.wrong("env", f"must list names of variables, not `{name[:40]}`")
        if name.upper().startswith("MESH_"):
            raise fields.wrong("env", "must not name MESH_ variables: the runtime sets those of the turn")
    return names


class CommandDriver:
    """Runs a program once a turn, in a process group of its own and with a clean environment."""

    name = "command"
    takes_mail = False
    waits = False

    def run(self, request: Request, hooks: Hooks) -> Iterator[Event]:
        """Run the program to its end; whatever goes wrong is the reason of the End."""
        language = str(request.facts.get("language", "en"))
        if hooks.stopping():
            yield _stopped(language)
            return
        try:
            settings = parse_settings(request.settings)
            program = _program(settings, request)
            limit = min(settings.timeout_s or request.limits.wall_s, request.limits.wall_s)
            bounds = processes.Bounds(
                wall_s=limit,
                grace_s=request.limits.grace_s,
                output_bytes=MAX_TEXT,
                error_bytes=TAIL * 4,
                flood_ends=True,
            )
            finished = processes.run(program, bounds, started=hooks.started, wait=hooks.wait)
        except MeshError as error:
            yield End(ok=False, reason=": ".join(filter(None, error_text(error, language))))
            return
        yield _end(finished, settings, limit, language)

    def missing(self, settings: Mapping[str, Any]) -> str | None:
        """Say in one line what is wrong with the settings or that the program is not there."""
        try:
            parsed = parse_settings(settings)
        except Malformed as error:
            return str(error)
        program = os.path.expanduser(parsed.argv[0])
        if os.path.dirname(program) and not os.path.isabs(program):
            return None  # lies in a folder that is known only when a turn begins
        return None if shutil.which(program) else f"`{program}` is not found or cannot be executed"


def _program(settings: CommandSettings, request: Request) -> processes.Program:
    environment = clean(os.environ, settings.env, request.environment)
    folder = os.path.join(request.folder, settings.cwd)
    program = _find(settings.argv[0], folder, request, environment.get("PATH"))
    return processes.Program(
        argv=(program, *settings.argv[1:]),
        folder=folder,
        environment=environment,
        stdin=request.prompt.encode("utf-8", "replace"),
    )


def _find(name: str, folder: str, request: Request, path: str | None) -> str:
    """Return the program's path: by PATH, or, where it names a folder, from the work folder or the home."""
    name = os.path.expanduser(name)
    if not os.path.dirname(name):
        found = shutil.which(name, path=path)
        candidates = [found] if found else []
    else:
        candidates = [os.path.join(base, name) for base in (folder, request.folder, request.home)]
    for candidate in candidates:
        if os.path.isfile(candidate):
            return os.path.abspath(candidate)
    raise processes.CannotStart(
        "the program `{program}` is not found", program=name,
        hint="install it, or correct `command` in the agent's card",
    )  # fmt: skip


def _stopped(language: str) -> End:
    return End(ok=False, interrupted=True, reason=say("stopped by the runtime", language))


def _end(done: processes.Finished, settings: CommandSettings, limit: float, language: str) -> End:
    if done.ended == "stopped":
        return _stopped(language)
    answer = done.output.decode("utf-8", "replace")
    if done.ended == "flooded" or done.dropped or len(answer.encode("utf-8")) > MAX_TEXT:
        return End(ok=False, reason=say(
            "the program wrote more than {limit} KiB to its standard output; "
            "let it write a file and name that in its answer", language, limit=MAX_TEXT // 1024,
        ))  # fmt: skip
    if done.ended == "timeout":
        return End(ok=False, reason=_over_time(settings, limit, language) + _tail(done.errors, language))
    if done.exit_code:
        return End(ok=False, reason=_how(done.exit_code, language) + _tail(done.errors, language))
    return End(ok=True, text=answer if answer.strip() else "")


def _over_time(settings: CommandSettings, limit: float, language: str) -> str:
    if settings.timeout_s is not None and settings.timeout_s <= limit:
        template = "the time limit of {limit} s is over; raise `timeout` in the agent's card to allow more"
    else:
        template = "the time limit of {limit} s is over; raise `guards.wall_s` in mesh.yaml to allow more"
    return say(template, language, limit=f"{limit:g}")


def _how(exit_code: int, language: str) -> str:
    if exit_code > 0:
        return say("the program ended with exit status {code}", language, code=exit_code)
    import signal

    try:
        name = signal.Signals(-exit_code).name
    except ValueError:
        name = str(-exit_code)
    return say("the program was ended by the signal {name}", language, name=name)


def _tail(errors: bytes, language: str) -> str:
    """Return the end of standard error, whole characters only, with what it is."""
    while errors and errors[0] & 0xC0 == 0x80:  # the tail may begin inside a character
        errors = errors[1:]
    text = errors.decode("utf-8", "replace").rstrip()
    if not text:
        return ""
    shown = text if len(text) <= TAIL else "…" + text[-TAIL:]
    return "\n" + say("its standard error ended with:", language) + "\n" + shown
