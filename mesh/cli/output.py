"""Print: data on standard output, everything else on standard error; the only module that does.

Colour and cutting to the width of the screen happen on a terminal alone, colour never with `NO_COLOR`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from mesh.cli.clean import clean as clean
from mesh.cli.declare import Args
from mesh.cli.width import cells, cut, pad
from mesh.errors import BadInput, Refused

_colour = True


class Unprintable(Refused):
    """Standard output cannot take what was printed; said on standard error, whatever was asked for."""

    code = "unprintable"


def prepare() -> None:
    """Let both streams take any text, whatever the locale says of it."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def colour(wanted: bool) -> None:
    """Allow colour, or not (`--no-color`)."""
    global _colour
    _colour = wanted


def is_terminal() -> bool:
    """Say whether a person reads standard output."""
    return sys.stdout is not None and sys.stdout.isatty()


def width() -> int:
    """Return the width of the screen in cells: COLUMNS, else the terminal's own, else 80."""
    try:
        return max(20, int(os.environ["COLUMNS"]))
    except (KeyError, ValueError):
        pass
    try:
        return max(20, os.get_terminal_size().columns or 80)
    except (OSError, ValueError):
        return 80


def say(text: str) -> None:
    """Print a line of data. Raises Unprintable if it cannot be written, BrokenPipeError if nobody reads."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.write(text + "\n")
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _unwritable(error) from error


def flush() -> None:
    """Hand over to the reader what was said so far."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _unwritable(error) from error


def _unwritable(error: OSError) -> Unprintable:
    discard_output()
    return Unprintable("cannot write the output: {why}", why=error.strerror or str(error))


def discard_output() -> None:
    """Give up standard output, so that the end of the program does not stumble over what is left in it."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        return


def tell(text: str) -> None:
    """Print a line that is not data, on standard error; one that nobody can take is dropped."""
    if sys.stderr is None:
        return
    try:
        if sys.stdout is not None and sys.stdout.isatty():
            sys.stdout.flush()
        sys.stderr.write(text + "\n")
        sys.stderr.flush()
    except OSError:
        return


def as_json(values: Mapping[str, Any], *, line: bool = False) -> None:
    """Print a document as JSON: indented, or on one line where a command streams them."""
    import json

    say(json.dumps(values, ensure_ascii=False, indent=None if line else 2))


def bold(text: str) -> str:
    return _styled(text, "1")


def dim(text: str) -> str:
    return _styled(text, "2")


def _styled(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if text and _is_coloured() else text


def _is_coloured() -> bool:
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return _colour and not plain and is_terminal()


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows under their heads; on a terminal cut to its width, in a pipe whole."""
    shown = [[clean(cell) for cell in row] for row in rows]
    widths = [max(map(cells, column)) for column in zip(heads, *shown, strict=True)]
    if is_terminal():
        widths = _fitted(widths, [cells(head) for head in heads], width() - 2 * (len(heads) - 1))
    say(bold(_row(heads, widths)))
    for row in shown:
        say(_row(row, widths))


def _row(row: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(pad(cut(cell, size), size) for cell, size in zip(row, widths, strict=True)).rstrip()


def _fitted(widths: list[int], least: list[int], room: int) -> list[int]:
    """Take from the widest columns until all fit; a column keeps its head, unless even those are too many."""
    while sum(widths) > room:
        spare = [size - max(low, 4) for size, low in zip(widths, least, strict=True)]
        if max(spare) <= 0:
            spare = [size - 2 for size in widths]
            if max(spare) <= 0:
                break
        widest = max(range(len(widths)), key=lambda place: (spare[place] > 0, widths[place]))
        widths[widest] -= 1
    return widths


@contextmanager
def progress(args: Args) -> Iterator[Callable[[str], None]]:
    """Yield a function that shows one living line on a terminal; elsewhere it shows nothing."""
    if args.json or sys.stderr is None or not sys.stderr.isatty():
        yield lambda line: None
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(stderr=True, no_color=None if _colour else True)
    with console.status("") as status:
        yield lambda line: status.update(Text(clean(line), overflow="ellipsis", no_wrap=True))


def read_text(value: str) -> str:
    """Return a text that is given as it is, as `@file`, or as `-` for standard input; byte for byte.

    `@@` at the beginning stands for a single `@`.
    """
    if value == "-":
        data, name = _standard_input(), "standard input"
    elif value.startswith("@@"):
        return value[1:]
    elif value.startswith("@"):
        data, name = _file(value[1:]), value[1:]
    else:
        return value
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput(
            "`{name}` is not UTF-8: line {line}", name=name, line=line,
            hint="convert it, for example with `iconv -t utf-8`",
        ) from None  # fmt: skip


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise BadInput("there is no standard input", hint="give the text in quotes or as `@file`")
    return sys.stdin.buffer.read()


def _file(path: str) -> bytes:
    try:
        with open(path, "rb") as handle:
            return handle.read()
    except OSError as error:
        raise BadInput(
            "cannot read `{path}`: {why}", path=path, why=error.strerror or str(error),
            hint="check the name; a text that begins with `@` is written `@@…`",
        ) from None  # fmt: skip
    except ValueError:
        raise BadInput("`{path}` cannot be the name of a file", path=path) from None
