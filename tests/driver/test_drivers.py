"""What every driver promises, and how drivers are found by name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from driving import Runtime, python, request, turn

from mesh.driver import registry
from mesh.driver.base import Driver, End, Request
from mesh.errors import BadInput

RULES = "rules:\n- when: {type: task_request}\n  do:\n  - say: hello\n  - sleep: 0.001\n"


class Contract:
    """Every driver passes these; a new one adds a class with its name and settings that work."""

    name = ""

    def settings(self, folder: Path) -> dict[str, object]:
        raise NotImplementedError

    @pytest.fixture
    def driver(self) -> Driver:
        return registry.load(self.name)

    @pytest.fixture
    def asked(self, tmp_path: Path) -> Request:
        return request(tmp_path, {"name": self.name, **self.settings(tmp_path)})

    def test_it_is_found_under_its_own_name(self, driver: Driver) -> None:
        assert driver.name == self.name and self.name in registry.names()

    def test_it_says_whether_it_takes_mail_during_a_turn(self, driver: Driver) -> None:
        assert driver.takes_mail in (True, False)

    def test_a_turn_ends_with_exactly_one_end(self, driver: Driver, asked: Request) -> None:
        _, end = turn(driver, asked)
        assert end.ok or end.reason

    def test_nothing_is_missing_with_settings_that_work(self, driver: Driver, asked: Request) -> None:
        assert driver.missing(asked.settings) is None

    def test_a_turn_that_is_stopped_before_it_begins_runs_nothing(
        self, driver: Driver, asked: Request
    ) -> None:
        hooks = Runtime()
        hooks.stop.set()
        _, end = turn(driver, asked, hooks)
        assert not end.ok and not hooks.seen and not hooks.groups

    def test_settings_that_make_no_sense_end_the_turn_with_a_reason(
        self, driver: Driver, tmp_path: Path
    ) -> None:
        _, end = turn(driver, request(tmp_path, {"name": self.name, "colour": "green"}))
        assert not end.ok and end.reason

    def test_the_callers_environment_stays_as_it_was(self, driver: Driver, asked: Request) -> None:
        before = (dict(os.environ), os.getcwd())
        turn(driver, asked)
        assert (dict(os.environ), os.getcwd()) == before


class TestCommandDriver(Contract):
    name = "command"

    def settings(self, folder: Path) -> dict[str, object]:
        return {"command": python("print('hello')")}


class TestScriptDriver(Contract):
    name = "script"

    def settings(self, folder: Path) -> dict[str, object]:
        (folder / "rules.yaml").write_text(RULES, encoding="utf-8")
        return {"script": str(folder / "rules.yaml")}


class TestHumanDriver(Contract):
    name = "human"

    def settings(self, folder: Path) -> dict[str, object]:
        return {}

    def test_it_waits_for_a_person(self, driver: Driver) -> None:
        assert registry.waits(driver)

    def test_a_turn_of_it_is_never_an_empty_success(self, driver: Driver, asked: Request) -> None:
        assert turn(driver, asked)[1] == End(
            ok=False, reason="`bob` is a person: the answer comes by `mesh reply`"
        )


def test_an_unknown_driver_names_the_nearest() -> None:
    with pytest.raises(BadInput) as caught:
        registry.load("comand")
    assert caught.value.values["near"] == "`command`"


def test_a_driver_that_is_like_none_names_them_all() -> None:
    with pytest.raises(BadInput) as caught:
        registry.load("zzz")
    assert "command" in str(caught.value.values["known"]) and caught.value.hint == "there are: {known}"


def test_only_the_person_waits() -> None:
    assert [name for name in registry.DRIVERS if registry.waits(registry.load(name))] == ["human"]


class TestForeignDrivers:
    """Drivers that other packages bring as entry points."""

    @pytest.fixture(autouse=True)
    def _installed(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "parrot_mod.py").write_text(
            "class Parrot:\n    name = 'parrot'\n    takes_mail = False\n"
            "    def run(self, request, hooks):\n        return iter(())\n"
            "    def missing(self, settings):\n        return None\n"
            "class Stone:\n    pass\n",
            encoding="utf-8",
        )
        metadata = tmp_path / "parrot-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: parrot\nVersion: 1.0\n")
        (metadata / "entry_points.txt").write_text(
            "[agent_mesh.drivers]\nparrot = parrot_mod:Parrot\nstone = parrot_mod:Stone\n"
            "broken = no_such_module_here:Driver\ncommand = parrot_mod:Parrot\n"
        )
        monkeypatch.syspath_prepend(str(tmp_path))

    def test_one_is_found_by_its_name(self) -> None:
        assert registry.load("parrot").name == "parrot" and "parrot" in registry.names()

    def test_one_that_cannot_be_imported_says_why(self) -> None:
        with pytest.raises(BadInput, match="no_such_module_here"):
            registry.load("broken")

    def test_something_that_is_no_driver_is_refused(self) -> None:
        with pytest.raises(BadInput, match="lacks `run` or `missing`"):
            registry.load("stone")

    def test_one_cannot_take_the_place_of_our_own(self) -> None:
        assert type(registry.load("command")).__module__ == "mesh.driver.command"
