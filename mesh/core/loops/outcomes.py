"""What a call came to, with the noise of clocks, ids and colours left out; reads text and decides nothing.

Two outcomes are equal when a person who waits for progress would call them the same.
"""

from __future__ import annotations

import re

from mesh.model.detection import ToolCall

_UNIT = r"(?:ms|µs|us|ns|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|毫秒|秒钟?|分钟?|小时|天)"
# The look-behind lets a match begin only where a number does: a long run of digits costs no more than itself.
_PART = rf"\d{{1,12}}(?:\.\d{{1,12}})?[ ]?{_UNIT}"
_DURATION = rf"(?<![\w.]){_PART}(?:[ ]?{_PART})*(?![\w%/])"
_CLOCK = r"(?<![\w.:/-])(?:\d+-)?\d{1,3}(?::[0-5]\d){1,2}(?:[.,]\d+)?(?![\w:/])"
_MOVING = r"running|in[ _-]?progress|building|copying|eta|remaining|left|运行中|进行中|剩余|还剩|预计"

_COLOUR = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[@-_]")
# How long a thing that moves has run, or still needs, is progress and stays as it is.
_KEPT = (
    rf"(?P<kept>\b(?:{_MOVING})\b[^\n\d]{{0,20}}(?:{_CLOCK}|{_DURATION})"
    rf"|(?:{_DURATION})[ ](?:left|remaining))"
)
_DATE = (
    r"\d{4}[-/]\d\d[-/]\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?[ ]?(?:Z|UTC|[+-]\d\d:?\d\d)?)?"
    r"|\b[A-Z][a-z]{2}[ ]+\d{1,2}[ ]\d\d:\d\d:\d\d(?:[ ][A-Z]{3,4})?(?:[ ]\d{4})?"
)
_IDENTITY = (
    r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b0x[0-9a-f]{4,}"
    r"|\b(?:pid|process|thread|worker|进程)[ :=#]{1,2}\d+|/tmp/[\w./-]+|/var/folders/[\w./+-]+"
)
_ATTEMPT = (
    r"\b(?:attempt|retry|retrying|try|tries|poll)[ :=#(]{1,3}\d+(?:[ ]?(?:/|of)[ ]?\d+)?|第[ ]?\d+[ ]?次"
)
_NOISE = re.compile("|".join((_KEPT, _DATE, _CLOCK, _DURATION, _IDENTITY, _ATTEMPT)), re.IGNORECASE)
_SPACE = re.compile(r"\s+")


def outcome_of(call: ToolCall) -> tuple[int | None, str | None]:
    """Return the exit code and the output without its noise; what is unknown stays None."""
    return call.exit_code, None if call.output is None else quiet(call.output)


def quiet(output: str) -> str:
    """Return an output without colours, times, durations, process and retry numbers; linear in its length."""
    text = _NOISE.sub(_blank, _COLOUR.sub("", output))
    return _SPACE.sub(" ", text).strip()


def _blank(match: re.Match[str]) -> str:
    return match.group() if match.lastgroup == "kept" else "~"
