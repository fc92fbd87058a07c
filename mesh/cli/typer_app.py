"""The same commands as a typer app, made from the table: shell completion comes from here.

It takes what mesh.cli.parse takes but for the two things that typer does not know: the default command of
a group, and an option whose value may be left out.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from mesh.cli.candidates import candidates
from mesh.cli.commands import AREAS, every, group
from mesh.cli.declare import JSON, MESH, SHARED, Args, Command, Param
from mesh.cli.usage import Usage
from mesh.cli.values import convert
from mesh.errors import MeshError
from mesh.i18n import say

Handler = Callable[[Command, Args], int]


def complete(argv: Sequence[str], language: str) -> int:
    """Answer a shell that completes, or install completion; returns the exit status."""
    made = app(lambda command, args: 0, language)
    try:
        return int(made(list(argv), prog_name="mesh", standalone_mode=False) or 0)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    except MeshError:
        raise
    except Exception as error:
        told = getattr(error, "format_message", None)
        if told is None:
            raise
        raise Usage("{what}", what=told(), hint="`mesh --help` shows what there is") from None


def app(handle: Handler, language: str = "en") -> Any:
    """Return the typer app; a command that is called gives `handle` its arguments."""
    import typer

    settings = {"help_option_names": ["-h", "--help"]}
    root = typer.Typer(context_settings=settings, pretty_exceptions_enable=False, no_args_is_help=True)
    root.callback()(_function((MESH, JSON), lambda **given: None, language))
    groups: dict[str, Any] = {}
    for found in filter(None, map(group, AREAS)):
        groups[found.name] = typer.Typer(context_settings=settings, no_args_is_help=True)
        root.add_typer(groups[found.name], name=found.name, help=say(found.help, language))
    for command in every():
        above = groups[command.path[0]] if len(command.path) > 1 else root
        shared = tuple(param for param in SHARED if command.data or param is not JSON)
        function = _function((*command.params, *shared), _caller(command, handle), language)
        above.command(command.path[-1], help=say(command.help, language))(function)
    return root


def _caller(command: Command, handle: Handler) -> Callable[..., int]:
    def call(**given: Any) -> int:
        args = Args(language="en", json=False)
        for param in (*command.params, *SHARED):
            value = given.get(param.name)
            setattr(args, param.name, convert(command, param, _texts(param, value)))
        return handle(command, args)

    return call


def _texts(param: Param, value: Any) -> list[str]:
    """Return a value that typer found as the texts that were typed."""
    if param.is_flag:
        return [""] if value else []
    if param.many:
        return list(value or ())
    return [] if value is None else [value]


def _function(params: Sequence[Param], call: Callable[..., Any], language: str) -> Callable[..., Any]:
    """Return a function with the signature that typer reads the parameters from."""
    found = [_parameter(param, language) for param in params]

    def function(**given: Any) -> Any:
        return call(**given)

    function.__signature__ = inspect.Signature(found)  # type: ignore[attr-defined]
    function.__annotations__ = {item.name: item.annotation for item in found}
    return function


def _parameter(param: Param, language: str) -> inspect.Parameter:
    import typer

    told = say(param.help, language)
    annotation: Any = bool if param.is_flag else (list[str] if param.many else str)
    needed = ... if param.required else (False if param.is_flag else None)
    if param.is_flag:
        made = typer.Option(needed, *param.flags, help=told)
    else:
        make = typer.Option if param.flags else typer.Argument
        made = make(
            needed, *param.flags, help=told, metavar=param.metavar, autocompletion=_completer(param)
        )
        annotation = annotation if param.required else annotation | None
    return inspect.Parameter(param.name, inspect.Parameter.KEYWORD_ONLY, default=made, annotation=annotation)


def _completer(param: Param) -> Callable[..., Any]:
    def completer(ctx, incomplete):  # type: ignore[no-untyped-def]  # typer knows them by name
        chosen = next((c.params.get("mesh") for c in _upwards(ctx) if c.params.get("mesh")), None)
        found = [(choice, "") for choice in param.choices] or candidates(param.complete, chosen)
        return [(value, told) for value, told in found if value.lower().startswith(incomplete.lower())]

    return completer


def _upwards(context: Any) -> list[Any]:
    return [context, *_upwards(context.parent)] if context is not None else []
