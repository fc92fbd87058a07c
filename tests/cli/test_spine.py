"""The command line as a whole: exit statuses, errors in words and as JSON, odd terminals, no traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from calling import Shell

from mesh import __version__
from mesh.cli.declare import command
from mesh.cli.table import setup

HEAVY = ("typer", "git", "rich", "watchfiles", "anthropic", "claude_agent_sdk", "argparse", "click")


def run(*argv: str | bytes, **more: object) -> subprocess.CompletedProcess[bytes]:
    """Run `mesh` as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "mesh", *argv], capture_output=True, check=False, **more  # type: ignore[call-overload]
    )


def test_the_version_is_told(mesh: Shell) -> None:
    assert mesh("--version") == 0
    assert mesh.out == f"mesh {__version__}\n"
    assert mesh.json("--version") == {"schema": 1, "version": __version__}


def test_without_a_command_the_help_is_shown(mesh: Shell) -> None:
    assert mesh() == 0
    assert "Commands:" in mesh.out
    assert mesh.err == ""


def test_the_process_ends_with_the_exit_status_of_the_command(tmp_path: Path) -> None:
    assert run("agents", cwd=tmp_path).returncode == 3
    assert run("agnts", cwd=tmp_path).returncode == 2


def test_a_command_line_that_is_wrong_exits_with_2_and_a_hint(mesh: Shell) -> None:
    assert mesh("sned", "bob", "hello") == 2
    assert mesh.out == ""
    assert mesh.err == "mesh: no command `sned`\nhint: did you mean `send`?\n"


def test_outside_of_a_workspace_commands_exit_with_3(mesh: Shell) -> None:
    assert mesh("agents") == 3
    assert "mesh init" in mesh.err


@pytest.mark.parametrize("argv", [["--json", "agents"], ["agents", "--json"], ["agents", "--jso", "--json"]])
def test_with_json_an_error_is_a_document_with_the_same_exit_status(mesh: Shell, argv: list[str]) -> None:
    status = mesh(*argv)
    document = json.loads(mesh.out)
    assert document["schema"] == 1
    assert set(document["error"]) == {"code", "message", "hint"}
    assert (status, document["error"]["code"]) in [(3, "not_found"), (2, "usage")]
    assert mesh.err == ""


def test_json_behind_two_dashes_is_no_option(mesh: Shell) -> None:
    assert mesh("send", "bob", "--", "--json") == 3
    assert mesh.out == ""


def test_errors_are_told_in_the_users_language(mesh: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MESH_LANG", "zh")
    assert mesh("sned") == 2
    assert "没有命令 `sned`" in mesh.err
    assert "`send`" in mesh.err


def test_the_workspace_sets_the_language(mesh: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MESH_LANG")
    mesh("init")
    Path(".mesh/mesh.yaml").write_text("mesh: 1\nlanguage: zh\n", encoding="utf-8")
    mesh("card", "nobody-here")
    assert "提示：" in mesh.err
    mesh("task", "--help")
    assert "用法：" in mesh.out


BROKEN = '''
def run(args):
    raise KeyError("a fault\\nof two lines")


def interrupted(args):
    raise KeyboardInterrupt


def recursive(args):
    return recursive(args)
'''


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put commands into the table that go wrong."""
    (tmp_path / "broken_command.py").write_text(BROKEN, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    faulty = [
        command("init", "broken_command:run", "breaks"),
        command("stop", "broken_command:interrupted", "is interrupted"),
        command("watch", "broken_command:recursive", "never ends"),
    ]
    monkeypatch.setattr(setup, "COMMANDS", tuple(faulty))


@pytest.mark.usefixtures("broken")
def test_a_bug_is_one_line_and_its_traceback_a_file(mesh: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", os.getcwd())
    monkeypatch.setattr("tempfile.tempdir", None)
    assert mesh("init") == 70
    assert "Traceback" not in mesh.err
    first, hint = mesh.err.splitlines()
    assert first.startswith("mesh: a bug: KeyError:")
    assert hint.startswith("hint: ")
    trace = Path(first.split("`")[1]).read_text(encoding="utf-8")
    assert "Traceback" in trace
    assert "broken_command.py" in trace


@pytest.mark.usefixtures("broken")
def test_the_traceback_of_a_bug_is_kept_in_the_workspace(mesh: Shell, tmp_path: Path) -> None:
    (tmp_path / ".mesh").mkdir()
    (tmp_path / ".mesh" / "mesh.yaml").write_text("mesh: 1\n", encoding="utf-8")
    document = mesh.json("init")
    assert document["error"]["code"] == "bug"
    assert list((tmp_path / ".mesh" / ".run" / "logs").iterdir())


@pytest.mark.usefixtures("broken")
def test_endless_recursion_is_a_bug_like_any_other(mesh: Shell, tmp_path: Path) -> None:
    (tmp_path / ".mesh").mkdir()
    (tmp_path / ".mesh" / "mesh.yaml").write_text("mesh: 1\n", encoding="utf-8")
    assert mesh("watch") == 70
    assert mesh.err.startswith("mesh: a bug: RecursionError")


@pytest.mark.usefixtures("broken")
def test_an_interrupt_exits_with_130_and_says_nothing(mesh: Shell) -> None:
    assert mesh("stop") == 130
    assert (mesh.out, mesh.err) == ("", "")


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "mesh", "--help"], stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("argv", [["--help"], ["--version", "--json"]])
def test_output_that_cannot_be_written_is_told(argv: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "mesh", *argv], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 4
    assert b"cannot write the output" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "locale", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "POSIX", "PYTHONUTF8": "0"}]
)
def test_any_locale_gets_utf8(tmp_path: Path, locale: dict[str, str]) -> None:
    done = run("--help", cwd=tmp_path, env={**os.environ, **locale, "MESH_LANG": "zh"})
    assert done.returncode == 0
    assert "用法：" in done.stdout.decode("utf-8")


@pytest.mark.skipif(os.name == "nt", reason="arguments are text there")
def test_an_argument_that_is_no_utf8_is_refused_by_its_number(tmp_path: Path) -> None:
    done = run("send", "bob", b"caf\xe9", cwd=tmp_path, env={**os.environ, "MESH_LANG": "en"})
    assert done.returncode == 2
    assert done.stderr.decode("utf-8").startswith("mesh: argument 3 is not valid UTF-8: `caf�`\n")


def test_no_stream_at_all_is_no_error(tmp_path: Path) -> None:
    code = "import sys; sys.stdout = sys.stderr = None; from mesh.cli.main import main; main(['nope'])"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize("argv", [["--version"], ["--help"], ["send", "--help"], ["sned"], ["agents"]])
def test_what_is_asked_often_loads_no_heavy_library(tmp_path: Path, argv: list[str]) -> None:
    code = (
        "import sys; from mesh.cli.main import main; main(sys.argv[2:]);"
        " print(*[m for m in sys.argv[1].split() if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, " ".join(HEAVY), *argv],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stderr.splitlines()[-1].strip() == ""
