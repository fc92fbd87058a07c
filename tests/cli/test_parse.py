"""The parser reads a command line as typer does, and says what is wrong with one."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesh.cli.commands import AREAS, every
from mesh.cli.declare import JSON, MESH, PLAIN, SHARED, Args, Command, Param
from mesh.cli.parse import parse
from mesh.cli.typer_app import app
from mesh.cli.usage import Usage

_seen: list[Args] = []
_typer: list[Any] = []


def _by_typer(argv: list[str]) -> Args:
    """Return what the typer app made of the same table reads."""
    if not _typer:
        _typer.append(app(lambda command, args: _seen.append(args) or 0))
    _seen.clear()
    _typer[0](argv, prog_name="mesh", standalone_mode=False)
    return _seen[0]


TEXT = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), max_size=12)
PLAIN_TEXT = TEXT.filter(lambda text: text == "-" or not text.startswith("-"))


def _value(draw: st.DrawFn, param: Param, texts: st.SearchStrategy[str]) -> str:
    low = int(param.low or 0)
    if param.choices:
        return draw(st.sampled_from(param.choices))
    if param.kind == "int":
        return str(draw(st.integers(low, 10**6)))
    if param.kind == "float":
        return repr(draw(st.floats(low, 1e9)))
    return draw(texts)


def _spelled(draw: st.DrawFn, param: Param) -> list[str]:
    """Return an option in one of the ways in which it can be typed."""
    name = draw(st.sampled_from(param.flags))
    if param.is_flag:
        return [name]
    value = _value(draw, param, TEXT)
    if name.startswith("--"):
        return draw(st.sampled_from([[name, value], [f"{name}={value}"]]))
    return [name, value] if not value else draw(st.sampled_from([[name, value], [name + value]]))


@st.composite
def well_formed(draw: st.DrawFn) -> list[str]:
    """A command line that is right, its options anywhere, the last arguments perhaps behind `--`."""
    command = draw(st.sampled_from(list(every())))
    places: list[list[str]] = []
    for param in command.arguments:
        most = 3 if param.many else 1
        count = draw(st.integers(1 if param.required else 0, most))
        places += [[_value(draw, param, PLAIN_TEXT)] for _ in range(count)]
        if count < most:
            break
    split = draw(st.integers(0, len(places)))
    before, after = places[:split], places[split:]
    shared = [param for param in SHARED if command.data or param is not JSON]
    for param in (*command.options, *shared):
        least = 1 if param.required else 0
        for _ in range(draw(st.integers(least, 3 if param.many else least or 1))):
            before.insert(draw(st.integers(0, len(before))), _spelled(draw, param))
    words = [word for place in before for word in place]
    if after:
        behind = [word for place in after for word in place]
        words += ["--", *behind] if draw(st.booleans()) else behind
    return [*command.path, *words]


@settings(max_examples=150, deadline=None)
@given(well_formed())
def test_both_parsers_read_the_same_from_what_is_well_formed(argv: list[str]) -> None:
    call = parse(argv)
    assert call.ask == "run"
    assert vars(call.args) == vars(_by_typer(argv))


@pytest.mark.parametrize(
    "line",
    [
        "send", "send bob text more", "send bob x --nonsense", "send bob x --subject", "log --follow=yes",
        "send bob x --complexity huge", "log --limit many", "log --limit 0", "log -x", "snd bob x",
        "task shw x", "confirm T", "demo --json",
    ],
)  # fmt: skip
def test_both_parsers_refuse_what_is_wrong(line: str) -> None:
    with pytest.raises(Usage):
        parse(line.split())
    with pytest.raises(Exception, match=r".") as caught:
        _by_typer(line.split())
    assert isinstance(caught.value, Usage) or hasattr(caught.value, "format_message")


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("task", ("task", "list")), ("task --all", ("task", "list")), ("agent --json", ("agent", "list")),
        ("task --json show T", ("task", "show")), ("--mesh here task", ("task", "list")),
    ],
)  # fmt: skip
def test_a_group_without_a_command_means_its_list(line: str, path: tuple[str, ...]) -> None:
    call = parse(line.split())
    assert (call.ask, call.path) == ("run", path)


@pytest.mark.parametrize(
    "line",
    [
        "--mesh here --json inbox bob", "inbox --mesh here bob --json", "inbox bob --mesh=here --json",
        "--json inbox --mesh here -- bob",
    ],
)
def test_shared_options_may_stand_anywhere(line: str) -> None:
    args = parse(line.split()).args
    assert (args.mesh, args.json, args.agent) == ("here", True, "bob")


@pytest.mark.parametrize(
    ("line", "wait", "text"),
    [
        ("send bob --wait hello", 0.0, "hello"), ("send bob hello --wait", 0.0, "hello"),
        ("send bob --wait 5 hello", 5.0, "hello"), ("send bob hello --wait=2.5", 2.5, "hello"),
        ("send bob hello", None, "hello"), ("send bob --wait --json hello", 0.0, "hello"),
    ],
)  # fmt: skip
def test_the_seconds_of_wait_may_be_left_out(line: str, wait: float | None, text: str) -> None:
    args = parse(line.split()).args
    assert (args.wait, args.text) == (wait, text)


@pytest.mark.parametrize(
    ("line", "ask", "path"),
    [
        ("", "help", ()), ("--help", "help", ()), ("help", "help", ()), ("send --help", "help", ("send",)),
        ("send -h", "help", ("send",)), ("help task show", "help", ("task", "show")),
        ("task --help", "help", ("task",)), ("detect", "help", ("detect",)), ("--version", "version", ()),
        ("-V", "version", ()), ("--install-completion", "completion", ()),
        ("send --help --nonsense", "help", ("send",)),
    ],
)  # fmt: skip
def test_help_and_version_are_asked_for(line: str, ask: str, path: tuple[str, ...]) -> None:
    call = parse(line.split())
    assert (call.ask, call.path) == (ask, path)


def test_help_after_two_dashes_is_text() -> None:
    assert parse(["send", "bob", "--", "--help"]).args.text == "--help"


def test_several_short_flags_stand_together_with_a_value_last() -> None:
    args = parse(["task", "list", "-an5"]).args
    assert (args.all, args.limit) == (True, 5)


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("sned bob x", "`send`"), ("task lits", "`list`"), ("send bob x --pritority low", "`--priority`"),
        ("send bob x --complexity hihg", "`high`"), ("stauts", "`status`"), ("--jsn agents", "`--json`"),
    ],
)  # fmt: skip
def test_the_nearest_right_word_is_suggested(line: str, near: str) -> None:
    with pytest.raises(Usage) as caught:
        parse(line.split())
    error = caught.value
    assert error.exit == 2
    assert near in error.hint.format(**error.values)


@pytest.mark.parametrize("value", ["nan", "inf", "-1", "five", "1e999", ""])
def test_a_number_of_seconds_is_finite_and_not_negative(value: str) -> None:
    with pytest.raises(Usage):
        parse(["broadcast", "bob", "text", f"--timeout={value}"])


def test_every_declaration_stands_in_the_area_of_its_first_word() -> None:
    from importlib import import_module

    for area in set(AREAS.values()):
        for command in import_module(f"mesh.cli.table.{area}").COMMANDS:
            assert AREAS.get(command.path[0]) == area, command.words


def test_no_command_declares_a_name_or_flag_twice() -> None:
    for command in every():
        params = [*command.params, MESH, JSON, PLAIN]
        names = [param.name for param in params]
        flags = [flag for param in params for flag in param.flags]
        assert len(names) == len(set(names)), command.words
        assert len(flags) == len(set(flags)), command.words


def _targets() -> list[Command]:
    return list(every())


@pytest.mark.parametrize("command", _targets(), ids=lambda command: command.words)
def test_every_command_has_an_implementation_and_examples_that_parse(command: Command) -> None:
    import shlex
    from pkgutil import resolve_name

    assert callable(resolve_name(command.target))
    assert command.example
    for example in command.example:
        name, *argv = shlex.split(example)
        call = parse(argv)
        assert (name, call.ask, call.path) == ("mesh", "run", command.path)
