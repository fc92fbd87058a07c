"""The error tree: each kind of failure with its exit status; never prints, never decides.

A message is a template of `str.format` with its values beside it, so that the command line can say it
in the user's language. Literals stand in backticks, a sentence has no final full stop.
"""

from __future__ import annotations


class MeshError(Exception):
    """Something went wrong that the user can understand and mend.

    `code` is stable and meant for scripts, `exit` is the status of the process (cli.md), `hint` says
    what to do next. Values are given as keywords and filled into both templates.
    """

    code = "error"
    exit = 1

    def __init__(self, message: str, *, hint: str = "", **values: object) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.values = values

    def __str__(self) -> str:
        return fill(self.message, self.values)


class BadInput(MeshError):
    """Bad usage or malformed input."""

    code = "bad_input"
    exit = 2


class Malformed(BadInput):
    """A file or a document that breaks the rules of its format; `line` counts from 1, 0 if unknown."""

    code = "malformed"

    def __init__(self, message: str, *, line: int = 0, hint: str = "", **values: object) -> None:
        super().__init__(message, hint=hint, line=line, **values)
        self.line = line

    def __str__(self) -> str:
        text = super().__str__()
        return f"line {self.line}: {text}" if self.line else text


class NotFound(MeshError):
    """No such workspace, agent, group, task or envelope."""

    code = "not_found"
    exit = 3


class Refused(MeshError):
    """Refused by a policy, a limit or the handshake."""

    code = "refused"
    exit = 4


class TimedOut(MeshError):
    """The time was over before the answer came."""

    code = "timed_out"
    exit = 5


def fill(template: str, values: dict[str, object]) -> str:
    """Return the template with its values; without values it is taken as it is."""
    return template.format(**values) if values else template
