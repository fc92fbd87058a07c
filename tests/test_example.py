"""The sample workspace: every file in it is held against the validators that the program itself uses."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from mesh import codec
from mesh.cli.main import main
from mesh.core import notes, plans
from mesh.core.handshake import Move, fold, legal_moves, role_of
from mesh.driver import rules
from mesh.driver.registry import load
from mesh.errors import Malformed
from mesh.model.card import parse_card
from mesh.model.envelope import TYPES, Envelope, parse_envelope
from mesh.model.names import parse_agent
from mesh.model.settings import Settings, parse_settings
from mesh.store.layout import Layout, find_sharded, shards_of
from mesh.store.leases import read_lease
from mesh.transport.history import ATTRIBUTES, IGNORE

ROOT = Path(__file__).parent.parent / ".mesh.example"
LAYOUT = Layout(str(ROOT))
RUNTIME = "runtime"
ULID = r"(?P<id>[0-7][0-9A-HJKMNP-TV-Z]{25})"
AGENT = r"agents/(?P<agent>[^/]+)"
SHARD = r"(?P<shard>[^/]+/[^/]+)"

# What each task has come to: (state, handshake), by its subject.
TASKS = {
    "Move the readings to the new table 迁移读数表": ("completed", "corrected"),
    "审查迁移脚本": ("completed", "corrected"),
    "The day of the switch 切换日期": ("completed", "none"),
    "Tomorrow's forecast": ("failed", "none"),
    "首页说明": ("canceled", "none"),
    "Rehearse the switch": ("submitted", "none"),
    "README 中文版": ("submitted", "none"),
}


# -- the validators, by the path of a file


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


@cache
def envelope(path: Path) -> Envelope:
    found = parse_envelope(codec.read(path.read_bytes()))
    assert path.name == f"{found.id}.yaml"
    return found


def is_settings(path: Path, found: re.Match[str]) -> None:
    parse_settings(codec.read(path.read_bytes()))


def is_card(path: Path, found: re.Match[str]) -> None:
    card = parse_card(codec.read(path.read_bytes()))
    assert card.name == parse_agent(found["agent"])
    assert load(card.driver_name).missing(card.driver) is None


def is_context(path: Path, found: re.Match[str]) -> None:
    assert not path.is_symlink()
    assert text_of(path).startswith(f"# {found['agent']}\n")


def is_link_to_context(path: Path, found: re.Match[str]) -> None:
    assert path.is_symlink()
    assert os.readlink(path) == "CLAUDE.md"


def is_program(path: Path, found: re.Match[str]) -> None:
    card = parse_card(codec.read((path.parent / "card.yaml").read_bytes()))
    assert card.driver["command"] == [f"./{path.name}"]
    assert os.access(path, os.X_OK)


def is_rules(path: Path, found: re.Match[str]) -> None:
    rules.parse(path.read_bytes(), path.name)


def is_notes(path: Path, found: re.Match[str]) -> None:
    kept = notes.parse(notes.check_kind(path.stem), text_of(path))
    assert kept
    assert all(note.at and note.author == found["agent"] for note in kept)
    assert path.stem != "memory" or notes.memory_warning(text_of(path)) is None


def is_plan(path: Path, found: re.Match[str]) -> None:
    plan = plans.parse(text_of(path), path.stem)
    assert 0 < plan.done < plan.total
    assert plan.task in {item.task for item in sent()}


def is_sent(path: Path, found: re.Match[str]) -> None:
    """An outbox holds its owner's, in the shard of the id, and the receiver has got each."""
    item = envelope(path)
    assert item.from_ == found["agent"]
    assert found["shard"].replace("/", os.sep) == next(shards_of(item.id))
    assert len(received(item)) == 1


def is_received(path: Path, found: re.Match[str]) -> None:
    """An inbox holds its owner's, with the very bytes of the sender's outbox."""
    item = envelope(path)
    assert item.to == found["agent"]
    original = find_sharded(LAYOUT.outbox(item.from_), item.id)
    assert original is not None
    assert Path(original).read_bytes() == path.read_bytes()


def is_handled(path: Path, found: re.Match[str]) -> None:
    is_received(path, found)
    assert found["shard"].replace("/", os.sep) == next(shards_of(found["id"]))


def is_given_up(path: Path, found: re.Match[str]) -> None:
    is_received(path, found)
    assert path.with_name(f"{found['id']}.why.yaml").exists()


def is_reason_of_giving_up(path: Path, found: re.Match[str]) -> None:
    why = codec.read(path.read_bytes())
    assert why["envelope"] == found["id"]
    assert path.with_name(f"{found['id']}.yaml").exists()
    assert why["attempts"] == len(Settings().retry_s) + 1
    assert isinstance(why["reason"], str)


def is_lease(path: Path, found: re.Match[str]) -> None:
    assert read_lease(str(path.with_suffix(".yaml"))) is not None


def is_attachment(path: Path, found: re.Match[str]) -> None:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert found[1] == f"{digest[:2]}/{digest}"
    size = path.stat().st_size
    assert digest in {one.sha256 for item in sent() for one in item.attachments if one.size == size}


def is_quarantined(path: Path, found: re.Match[str]) -> None:
    """What lies there cannot be read, for the reason that is told."""
    why = codec.read(path.with_name(path.name + ".why.yaml").read_bytes())
    with pytest.raises(Malformed) as error:
        parse_envelope(codec.read(path.read_bytes()))
    assert (why["line"], why["reason"]) == (error.value.line, str(error.value))
    assert why["line"] > 0


def is_reason_of_quarantine(path: Path, found: re.Match[str]) -> None:
    assert path.with_name(path.name.removesuffix(".why.yaml")).exists()


def is_readme(path: Path, found: re.Match[str]) -> None:
    assert "mesh --mesh" in text_of(path)


def is_ignore(path: Path, found: re.Match[str]) -> None:
    assert text_of(path) == IGNORE


def is_attributes(path: Path, found: re.Match[str]) -> None:
    assert text_of(path) == ATTRIBUTES


VALIDATORS: list[tuple[str, Callable[[Path, re.Match[str]], None]]] = [
    (r"README\.md", is_readme),
    (r"\.gitignore", is_ignore),
    (r"\.gitattributes", is_attributes),
    (r"mesh\.yaml", is_settings),
    (rf"{AGENT}/card\.yaml", is_card),
    (rf"{AGENT}/CLAUDE\.md", is_context),
    (rf"{AGENT}/AGENTS\.md", is_link_to_context),
    (rf"{AGENT}/[a-z]+\.sh", is_program),
    (rf"{AGENT}/rules\.yaml", is_rules),
    (rf"{AGENT}/notes/[a-z]+\.md", is_notes),
    (rf"{AGENT}/[a-z-]+\.plan\.md", is_plan),
    (rf"{AGENT}/outbox/{SHARD}/{ULID}\.yaml", is_sent),
    (rf"{AGENT}/inbox/new/{ULID}\.yaml", is_received),
    (rf"{AGENT}/inbox/cur/{ULID}\.yaml", is_received),
    (rf"{AGENT}/inbox/cur/{ULID}\.lease", is_lease),
    (rf"{AGENT}/inbox/done/{SHARD}/{ULID}\.yaml", is_handled),
    (rf"{AGENT}/inbox/dead/{ULID}\.yaml", is_given_up),
    (rf"{AGENT}/inbox/dead/{ULID}\.why\.yaml", is_reason_of_giving_up),
    (r"attachments/([0-9a-f]{2}/[0-9a-f]{64})", is_attachment),
    (r"quarantine/.+(?<!\.why)\.yaml", is_quarantined),
    (r"quarantine/.+\.yaml\.why\.yaml", is_reason_of_quarantine),
]


def check(path: Path, root: Path = ROOT) -> None:
    """Hold a file against the validator of its place; fail for one that has none."""
    relative = path.relative_to(root).as_posix()
    for pattern, validator in VALIDATORS:
        if found := re.fullmatch(pattern, relative):
            return validator(path, found)
    pytest.fail(f"no validator knows `{relative}`")


def files() -> list[Path]:
    """Return all files; `.run/` is left out, for looking at the sample makes one."""
    found = [path for path in ROOT.rglob("*") if path.is_symlink() or not path.is_dir()]
    return sorted(path for path in found if path.relative_to(ROOT).parts[0] != ".run")


@cache
def sent() -> list[Envelope]:
    """Return all envelopes, in the order of their ids."""
    return sorted((envelope(path) for path in ROOT.glob("agents/*/outbox/*/*/*.yaml")), key=lambda e: e.id)


def received(item: Envelope) -> list[Path]:
    return [path for path in ROOT.glob(f"agents/*/inbox/**/{item.id}.yaml") if path.is_file()]


def history(task: str) -> list[Envelope]:
    return [item for item in sent() if item.task == task]


# -- the tests


@pytest.mark.parametrize("path", files(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_file_is_what_its_place_says(path: Path) -> None:
    check(path)


def test_a_file_that_no_validator_knows_is_a_failure(tmp_path: Path) -> None:
    stray = tmp_path / "agents" / "bob" / "diary.txt"
    with pytest.raises(pytest.fail.Exception, match=re.escape("agents/bob/diary.txt")):
        check(stray, tmp_path)


def test_there_are_the_person_and_two_agents_with_all_that_belongs_to_one() -> None:
    assert LAYOUT.agent_names() == ["bob", "lin", "user"]
    for name in ("bob", "lin"):
        home = ROOT / "agents" / name
        assert {"CLAUDE.md", "AGENTS.md"} <= {path.name for path in home.iterdir()}
        assert {path.stem for path in (home / "notes").iterdir()} == set(notes.KINDS)
    cards = [parse_card(codec.read(Path(LAYOUT.card(name)).read_bytes())) for name in ("bob", "lin")]
    assert [card.driver_name for card in cards] == ["command", "script"]


def test_every_type_of_envelope_and_every_box_is_shown() -> None:
    assert {item.type for item in sent()} == set(TYPES)
    boxes = {path.relative_to(ROOT).parts[3] for path in ROOT.glob("agents/*/inbox/**/*.yaml")}
    assert boxes == {"new", "cur", "done", "dead"}
    assert list(ROOT.glob("agents/*/*.plan.md"))
    assert any(item.attachments for item in sent())
    assert list(ROOT.glob("quarantine/*.why.yaml"))


def test_ids_rise_with_time_and_replies_name_what_came_before() -> None:
    known: set[str] = set()
    for before, item in zip([None, *sent()], sent(), strict=False):
        assert before is None or before.sent_at <= item.sent_at
        assert item.reply_to is None or item.reply_to in known
        known.add(item.id)


def test_each_task_folds_to_the_state_that_its_story_tells() -> None:
    policy = parse_settings(codec.read((ROOT / "mesh.yaml").read_bytes())).handshake
    for name in {item.task for item in sent() if item.type == "task_request"}:
        task = fold(history(name), policy)
        assert task is not None
        assert (task.state, task.handshake) == TASKS[task.subject], task.subject
    assert {item.subject for item in sent() if item.type == "task_request"} == set(TASKS)


def test_every_move_in_a_task_was_legal() -> None:
    policy = parse_settings(codec.read((ROOT / "mesh.yaml").read_bytes())).handshake
    for item in sent():
        before = fold([one for one in history(item.task) if one.id < item.id], policy)
        role = role_of(before, item.from_) if before else None
        if before is None or role is None or item.type in ("summary", "notification"):
            continue
        kind = "reply" if item.type == "status" and role == "worker" else item.type
        assert Move(type=kind, status=item.status) in legal_moves(before, role, policy), item.id


def test_a_reply_ends_in_the_lines_that_its_annotation_names() -> None:
    replies = [item for item in sent() if item.type == "reply"]
    assert {item.from_ for item in replies} == {"bob", "lin"}
    for item in replies:
        assert item.annotation["tier"]
        assert item.text.rstrip("\n").endswith("\n".join(item.annotation["lines"]))


def test_the_conversation_is_in_both_languages() -> None:
    chinese = re.compile("[\u4e00-\u9fff]")
    own = [item.text for item in sent() if item.from_ != RUNTIME and item.text]
    for name in ("bob", "lin", "user"):
        assert any(chinese.search(item.text) for item in sent() if item.from_ == name), name
    assert any(not chinese.search(text) for text in own)


# -- a copy of it


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MESH_LANG", "en")
    monkeypatch.chdir(tmp_path)
    skip = shutil.ignore_patterns(".run", ".git")
    return Path(shutil.copytree(ROOT, tmp_path / "station", symlinks=True, ignore=skip))


LOOKS = [
    (["status"], "in quarantine: 1 files"),
    (["agents"], "审查代码"),
    (["card", "lin"], "迁移脚本"),
    (["task", "list", "--all"], "Rehearse the switch"),
    (["timeline", "c-readings"], "intent_confirmation"),
    (["search", "readings"], "迁移读数表"),
    (["search", "审查"], "bob"),
    (["inbox", "bob"], "notification"),
    (["plan", "list", "--agent", "bob"], "3/5"),
    (["note", "list", "--agent", "lin"], "0.1 °C"),
]


@pytest.mark.parametrize(("argv", "shown"), LOOKS, ids=[" ".join(argv) for argv, _ in LOOKS])
def test_a_copy_can_be_looked_at_before_its_history_is_made(
    copy: Path, argv: list[str], shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--mesh", str(copy), *argv]) == 0
    out, err = capsys.readouterr()
    assert shown in out
    assert "git repository" in err


def test_init_completes_a_copy_and_everything_works_on(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
    assert main(["--mesh", str(copy), "init"]) == 0
    assert {path: path.read_bytes() for path in before} == before
    capsys.readouterr()
    for argv in (["status"], ["log"], ["send", "lin", "还有别的吗？", "--complexity", "low"]):
        assert main(["--mesh", str(copy), *argv]) == 0
        assert capsys.readouterr().err == ""
    assert main(["--mesh", str(copy), "task", "list", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["tasks"]) == 3
