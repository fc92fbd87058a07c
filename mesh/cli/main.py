"""Run the command line: parse, call the command, and turn whatever goes wrong into one clear line.

The one place that catches broadly: no traceback ever reaches a user.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise
from typing import NoReturn

from mesh.cli import output as out
from mesh.cli import place
from mesh.cli.declare import Args
from mesh.cli.parse import Call, parse
from mesh.errors import BadInput, MeshError
from mesh.i18n import error_text, language_of
from mesh.i18n import say as translate

BUG = 70
INTERRUPTED = 130
NOBODY_READS = 141
_COMPLETION = "_MESH_COMPLETE"


def entry() -> NoReturn:
    """Run the command line of this process and end it with the exit status.

    Garbage is looked for less often, and not at the end: most of what a start makes stays, and looking
    through it costs a fifth of a short command.
    """
    gc.set_threshold(20_000, 20, 20)
    status = main(sys.argv[1:])
    gc.freeze()  # the end of the process frees all of it at once
    sys.exit(status)


def main(argv: Sequence[str]) -> int:
    """Run a command line; returns the exit status (cli.md) and never raises."""
    try:
        out.prepare()
        out.colour("--no-color" not in argv)
        return _finished(argv, _guarded(argv))
    except KeyboardInterrupt:
        return INTERRUPTED


def _guarded(argv: Sequence[str]) -> int:
    try:
        return _run(argv)
    except MeshError as error:
        return _failed(argv, error)
    except BrokenPipeError:
        out.discard_output()
        return NOBODY_READS
    except Exception as error:
        return _bug(argv, error)


def _finished(argv: Sequence[str], status: int) -> int:
    """Hand over what was printed; that nobody reads it any more is no fault, that it is lost is one."""
    try:
        out.flush()
    except BrokenPipeError:
        out.discard_output()
        return NOBODY_READS
    except MeshError as error:
        return _failed(argv, error)
    return status


def _run(argv: Sequence[str]) -> int:
    if _COMPLETION in os.environ:
        return _completion(argv)
    _check_bytes(argv)
    call = parse(argv)
    call.args.language = _language(call.args.mesh)
    if call.ask == "run" and call.command:
        module, _, name = call.command.target.partition(":")
        return int(getattr(import_module(module), name)(call.args))
    return _answer(call, argv)


def _answer(call: Call, argv: Sequence[str]) -> int:
    if call.ask == "completion":
        return _completion(argv)
    if call.ask == "version":
        from mesh import __version__

        if call.args.json:
            out.as_json({"schema": 1, "version": __version__})
        else:
            out.say(f"mesh {__version__}")
        return 0
    from mesh.cli.help import page

    out.say(page(call.path, call.args.language, out.width() if out.is_terminal() else 100))
    return 0


def _completion(argv: Sequence[str]) -> int:
    from mesh.cli.typer_app import complete

    return complete(argv, _language(None))


def _check_bytes(argv: Sequence[str]) -> None:
    """Refuse an argument that is no text: what its bytes mean nobody can know."""
    for number, text in enumerate(argv, start=1):
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            shown = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            raise BadInput(
                "argument {number} is not valid UTF-8: `{text}`", number=number, text=shown[:80],
                hint="check the encoding of the terminal, or give the text as `@file`",
            ) from None  # fmt: skip


def _language(chosen: str | None) -> str:
    """Return the user's language; the workspace is asked only if MESH_LANG does not say."""
    setting = None if os.environ.get("MESH_LANG") else place.language(chosen)
    return language_of(os.environ, setting)


def _options(argv: Sequence[str]) -> Args:
    """Return what matters for an error, whether or not the command line could be parsed."""
    words = list(argv[: argv.index("--")]) if "--" in argv else list(argv)
    pairs = [word.partition("=")[2] for word in words if word.startswith("--mesh=")]
    pairs += [value for word, value in pairwise(words) if word == "--mesh"]
    chosen = pairs[-1] if pairs else None
    return Args(json="--json" in words, mesh=chosen, language=_language(chosen))


def _failed(argv: Sequence[str], error: MeshError) -> int:
    args = _options(argv)
    args.json = args.json and not isinstance(error, out.Unprintable)
    message, hint = error_text(error, args.language)
    return _report(args, error.code, message, hint, error.exit)


def _report(args: Args, code: str, message: str, hint: str, status: int) -> int:
    """Tell of an error: as JSON on standard output, else in words on standard error."""
    try:
        if args.json:
            out.as_json({"schema": 1, "error": {"code": code, "message": message, "hint": hint}})
            out.flush()
            return status
    except (OSError, MeshError):
        pass
    out.tell(f"mesh: {out.clean(message, lines=True)}")
    if hint:
        out.tell(translate("hint: {hint}", args.language, hint=out.clean(hint, lines=True)))
    return status


def _bug(argv: Sequence[str], error: Exception) -> int:
    """Tell of a fault of the program in one line, and keep the traceback where it can be found."""
    args = _options(argv)
    what = f"{type(error).__name__}: {error}".splitlines()[0][:200]
    path = _keep_trace(args.mesh, argv, error)
    template = "a bug: {what}; the traceback is in `{path}`" if path else "a bug: {what}"
    hint = translate("please report it with that file", args.language) if path else ""
    return _report(args, "bug", translate(template, args.language, what=what, path=path), hint, BUG)


def _keep_trace(chosen: str | None, argv: Sequence[str], error: Exception) -> str:
    import traceback

    from mesh import __version__, files

    lines = [f"mesh {__version__}, python {sys.version}\n", f"arguments: {list(argv)!r}\n\n"]
    data = "".join([*lines, *traceback.format_exception(error)]).encode("utf-8", "backslashreplace")
    name = f"bug-{os.getpid()}-{os.urandom(4).hex()}.txt"
    try:
        path = os.path.join(place.logs(chosen), name)
        files.note(path, data)
    except (OSError, MeshError):
        return ""
    return path
