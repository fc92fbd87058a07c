"""Turn the texts of a command line into values; refuses what does not fit, naming what would."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from mesh.cli import usage
from mesh.cli.declare import Command, Param


def convert(command: Command, param: Param, given: Sequence[str]) -> Any:
    """Return the value of a parameter: of several the last, all of them where it may be repeated."""
    if param.is_flag:
        return bool(given)
    values = [_one(command, param, text) for text in given]
    if param.many:
        return tuple(values)
    return values[-1] if values else None


def _one(command: Command, param: Param, text: str) -> Any:
    if param.choices and text not in param.choices:
        raise usage.no_choice(command, param, text)
    if param.kind == "text":
        return text
    try:
        value = int(text) if param.kind == "int" else float(text)
        fits = isfinite(value)
    except (ValueError, OverflowError):
        fits = False
    if not fits:
        raise usage.no_number(command, param, text)
    if param.low is not None and value < param.low:
        raise usage.too_low(command, param, text)
    return value


def is_number(text: str) -> bool:
    """Say whether a text reads as a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True
