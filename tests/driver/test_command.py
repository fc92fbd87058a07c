"""The driver `command` with real programs: their answers, failures, limits and leftovers."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from driving import Runtime, alive, python, request, turn

from mesh.driver.base import End, Limits
from mesh.driver.command import CommandDriver, parse_settings
from mesh.errors import Malformed

pytestmark = pytest.mark.skipif(os.name == "nt", reason="process groups of POSIX")


def end_of(folder: Path, command: Any, hooks: Runtime | None = None, **rest: Any) -> End:
    settings = {"name": "command", "command": command, **rest.pop("settings", {})}
    return turn(CommandDriver(), request(folder, settings, **rest), hooks)[1]


def test_the_prompt_comes_in_and_the_answer_goes_out_byte_for_byte(tmp_path: Path) -> None:
    prompt = "第一行\r\n---\n`$(touch no)` 🙂 trailing  \n"
    assert end_of(tmp_path, ["cat"], prompt=prompt) == End(ok=True, text=prompt)


def test_a_string_is_split_into_words_and_never_seen_by_a_shell(tmp_path: Path) -> None:
    assert end_of(tmp_path, "printf '%s|' 'a b' $HOME ';' *").text == "a b|$HOME|;|*|"


def test_it_runs_in_the_work_folder_or_below(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    assert end_of(tmp_path, ["pwd"]).text == f"{tmp_path}\n"
    assert end_of(tmp_path, ["pwd"], settings={"cwd": "sub"}).text == f"{tmp_path}/sub\n"


def test_a_folder_that_is_not_there_is_the_reason(tmp_path: Path) -> None:
    assert "no such folder" in end_of(tmp_path, ["pwd"], settings={"cwd": "gone"}).reason


def test_a_long_prompt_that_is_not_read_holds_nothing_up(tmp_path: Path) -> None:
    assert end_of(tmp_path, ["true"], prompt="x" * 3_000_000) == End(ok=True)


def test_a_long_prompt_and_a_long_answer_pass_each_other(tmp_path: Path) -> None:
    prompt = "é" * 400_000
    assert end_of(tmp_path, ["cat"], prompt=prompt).text == prompt


def test_bytes_that_are_no_utf8_stay_visible(tmp_path: Path) -> None:
    assert end_of(tmp_path, ["printf", r"a\377b"]).text == "a\N{REPLACEMENT CHARACTER}b"


def test_blank_output_is_no_answer(tmp_path: Path) -> None:
    assert end_of(tmp_path, ["printf", r" \n"]) == End(ok=True)


def test_too_long_an_answer_fails_and_says_so(tmp_path: Path) -> None:
    assert "more than 900 KiB" in end_of(tmp_path, ["yes"]).reason
    assert end_of(tmp_path, python("print('x' * (900 * 1024 - 1))")).ok


def test_a_failure_shows_the_status_and_the_end_of_standard_error(tmp_path: Path) -> None:
    code = "import sys; sys.stderr.write('起点' + 'm' * 5000 + '错在这里\\n'); print('half'); sys.exit(3)"
    end = end_of(tmp_path, python(code))
    assert not end.ok and end.text == ""
    assert "exit status 3" in end.reason and end.reason.endswith("错在这里") and "起点" not in end.reason
    assert end.reason.count("m") > 1900


def test_a_signal_is_named(tmp_path: Path) -> None:
    assert "SIGSEGV" in end_of(tmp_path, ["sh", "-c", "kill -SEGV $$"]).reason


def test_a_program_that_is_not_there_is_a_clear_failure(tmp_path: Path) -> None:
    assert "`no-such-program-xyz` is not found" in end_of(tmp_path, ["no-such-program-xyz"]).reason


def test_a_program_that_may_not_be_executed_is_a_clear_failure(tmp_path: Path) -> None:
    (tmp_path / "tool.sh").write_text("#!/bin/sh\n")
    assert "Permission denied" in end_of(tmp_path, ["./tool.sh"]).reason


def test_a_program_with_a_folder_is_looked_for_in_the_work_folder_then_at_home(tmp_path: Path) -> None:
    home = tmp_path / "home" / "tool.sh"
    home.parent.mkdir()
    home.write_text("#!/bin/sh\necho from home\n")
    home.chmod(0o755)
    assert end_of(tmp_path, ["./tool.sh"]).text == "from home\n"


class TestEnvironment:
    @pytest.fixture(autouse=True)
    def _caller(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("ANTHROPIC_API_KEY", "MESH_AGENT", "SSH_AUTH_SOCK", "MY_FLAG", "OTHER_FLAG"):
            monkeypatch.setenv(name, "from the caller")
        monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def seen(self, folder: Path, **settings: Any) -> dict[str, str]:
        end = end_of(folder, ["env"], settings=settings, environment={"MESH_AGENT": "bob", "MESH_DIR": "/m"})
        return dict(line.split("=", 1) for line in end.text.splitlines())

    def test_no_key_and_no_identity_of_the_caller_gets_through(self, tmp_path: Path) -> None:
        seen = self.seen(tmp_path)
        assert not {"ANTHROPIC_API_KEY", "SSH_AUTH_SOCK", "MY_FLAG"} & set(seen)
        assert seen["MESH_AGENT"] == "bob" and seen["MESH_DIR"] == "/m"
        assert seen["LC_ALL"] == "C.UTF-8" and seen["PATH"] == os.environ["PATH"]

    def test_named_variables_pass(self, tmp_path: Path) -> None:
        seen = self.seen(tmp_path, env=["MY_FLAG", "NOT_SET_ANYWHERE"])
        assert seen["MY_FLAG"] == "from the caller"
        assert "OTHER_FLAG" not in seen and "NOT_SET_ANYWHERE" not in seen

    def test_an_identity_cannot_be_passed_on(self) -> None:
        with pytest.raises(Malformed, match="MESH_"):
            parse_settings({"command": ["env"], "env": ["MESH_AGENT"]})


class TestLimits:
    def test_the_time_limit_of_the_card_ends_it_and_says_how_to_raise_it(self, tmp_path: Path) -> None:
        end = end_of(tmp_path, ["sleep", "60"], settings={"timeout": 0.2})
        assert not end.ok and "0.2 s" in end.reason and "`timeout`" in end.reason and not end.interrupted

    def test_the_time_limit_of_the_workspace_holds_too(self, tmp_path: Path) -> None:
        limits = Limits(wall_s=0.2, grace_s=0.1)
        end = end_of(tmp_path, ["sleep", "60"], limits=limits, settings={"timeout": 90})
        assert "`guards.wall_s`" in end.reason

    def test_it_is_asked_politely_first(self, tmp_path: Path) -> None:
        script = "trap 'echo cleaned up > note; exit 0' TERM; sleep 60 & wait"
        end_of(tmp_path, ["sh", "-c", script], settings={"timeout": 0.3})
        assert (tmp_path / "note").read_text() == "cleaned up\n"

    def test_one_that_will_not_hear_is_killed(self, tmp_path: Path) -> None:
        hooks = Runtime()
        script = "trap '' TERM; echo $$ > pid; while :; do sleep 60; done"
        assert not end_of(tmp_path, ["sh", "-c", script], hooks, settings={"timeout": 0.3}).ok
        assert not alive(int((tmp_path / "pid").read_text())) and hooks.groups

    def test_a_stop_interrupts_it(self, tmp_path: Path) -> None:
        end = end_of(tmp_path, ["sleep", "60"], Runtime(stop_when_started=True))
        assert end.interrupted and not end.ok

    def test_the_group_is_told_to_the_runtime(self, tmp_path: Path) -> None:
        hooks = Runtime()
        end = end_of(tmp_path, ["sh", "-c", "ps -o pgid= -p $$"], hooks)
        assert hooks.groups == [int(end.text)]


class TestLeftovers:
    def test_a_background_child_neither_holds_the_answer_up_nor_lives_on(self, tmp_path: Path) -> None:
        end = end_of(tmp_path, ["sh", "-c", "sleep 60 & echo $!"])
        assert end.ok and not alive(int(end.text))

    def test_one_in_a_group_of_its_own_holds_nothing_up(self, tmp_path: Path) -> None:
        code = (
            "import os, sys, time\n"
            "if os.fork() == 0:\n    os.setsid(); time.sleep(5); os._exit(0)\n"
            "print('answered', flush=True)"
        )
        done = end_of(tmp_path, [sys.executable, "-S", "-c", code])
        assert done == End(ok=True, text="answered\n")


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({}, "command"),
        ({"command": []}, "command"),
        ({"command": 7}, "command"),
        ({"command": "echo 'open"}, "command"),
        ({"command": ["a\0b"]}, "command"),
        ({"command": ["a"], "env": ["1X"]}, "env"),
        ({"command": ["a"], "timeout": -1}, "timeout"),
        ({"command": ["a"], "timeout": "soon"}, "timeout"),
        ({"command": ["a"], "comand": ["b"]}, "comand"),
    ],
)
def test_wrong_settings_name_their_key(settings: dict[str, Any], named: str) -> None:
    with pytest.raises(Malformed) as caught:
        parse_settings(settings)
    assert caught.value.values["field"] == named
    assert f"`{named}`" in (CommandDriver().missing(settings) or "")


def test_missing_says_that_the_program_is_not_there(tmp_path: Path) -> None:
    driver = CommandDriver()
    assert driver.missing({"command": ["no-such-program-xyz"]}) == (
        "`no-such-program-xyz` is not found or cannot be executed"
    )
    assert driver.missing({"command": [str(tmp_path / "gone")]})
    assert driver.missing({"command": ["sh"]}) is None
    assert driver.missing({"command": ["./known-only-in-a-turn.sh"]}) is None
