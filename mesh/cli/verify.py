"""The commands `verify` and `annotate`: what verify.md says they take, print and exit with."""

from __future__ import annotations

import os
import re
import sys

from mesh.app.verifying import Options
from mesh.app.verifying import verify as check
from mesh.cli import output as out
from mesh.cli import report
from mesh.cli.common import words
from mesh.cli.declare import Args
from mesh.errors import BadInput
from mesh.model.evidence import Claim

MAX_REPLY = 16 * 1024 * 1024  # bytes


def verify(args: Args) -> int:
    """Check what a reply claims."""
    form = "json" if args.json else args.format or "text"
    if args.json and args.format not in (None, "json"):
        raise BadInput("`--json` and `--format {form}` exclude each other", form=args.format, hint="give one")
    text = _reply(args.reply)
    with out.progress(args) as progress:

        def show(claim: Claim, status: str) -> None:
            progress(words(args, "checking: {claim} … {status}", claim=claim.text, status=status))

        found = check(text, _options(args, levels=_levels(args.levels), progress=show))
    if form == "json":
        out.as_json(found.to_json(args.reply))
    else:
        for line in report.RENDERERS[form](args, found, args.reply):
            out.say(line)
    for note in found.notes:
        out.tell(words(args, note))
    return found.exit_code(strict=args.strict)


def annotate(args: Args) -> int:
    """Print a reply with its annotation."""
    from mesh.app.annotating import Language, annotate_reply
    from mesh.core.runs import parse_runs

    text = _reply(args.reply)
    runs = parse_runs(_text(args.observed, "observations")) if args.observed else ()
    language: Language = args.language_ or "auto"
    found, _ = annotate_reply(
        text, _options(args), observed=runs, language=language, check=not args.no_verify
    )
    if args.json:
        out.as_json({**found.to_dict(), "text": found.text})
    else:
        out.flush()
        sys.stdout.buffer.write(found.text.encode("utf-8", "surrogatepass"))
        if not found.text.endswith("\n"):
            sys.stdout.buffer.write(b"\n")
        sys.stdout.buffer.flush()
    return 0


def _options(args: Args, *, levels: tuple[int, ...] | None = None, progress: object = None) -> Options:
    return Options(
        cwd=os.path.abspath(args.cwd or os.getcwd()),
        base=args.base,
        complexity=getattr(args, "complexity", None),
        levels=levels,
        timeout=args.timeout,
        allow_commands=args.allow_commands,
        sandbox=not args.no_sandbox,
        on_progress=progress,  # type: ignore[arg-type]
    )


def _levels(text: str | None) -> tuple[int, ...] | None:
    """Return the levels that `1-3`, `3` or `1,3` name."""
    if not text:
        return None
    found: set[int] = set()
    for part in text.split(","):
        span = re.fullmatch(r"\s*([1-5])\s*(?:-\s*([1-5]))?\s*", part)
        if not span or (span.group(2) and int(span.group(2)) < int(span.group(1))):
            raise BadInput("`{levels}` names no levels", levels=text[:40], hint="say 1-3, 3, or 1,3")
        found |= set(range(int(span.group(1)), int(span.group(2) or span.group(1)) + 1))
    return tuple(sorted(found))


def _reply(path: str) -> str:
    """Return a reply as it is, line ends and all; raises BadInput for one that cannot be read."""
    return _text(path, "reply")


def _text(path: str, what: str) -> str:
    try:
        if path == "-":
            data = sys.stdin.buffer.read(MAX_REPLY + 1)
        else:
            with open(path, "rb") as handle:
                data = handle.read(MAX_REPLY + 1)
    except OSError as error:
        why = error.strerror or str(error)
        raise BadInput("cannot read `{path}`: {why}", path=path, why=why, hint="check the path") from None
    if len(data) > MAX_REPLY:
        raise BadInput("`{path}` has more than {limit} bytes", path=path, limit=MAX_REPLY, hint="shorten it")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput(
            "`{path}` is not valid UTF-8 (line {at})", path=path, at=line, hint=f"save the {what} as UTF-8"
        ) from None
