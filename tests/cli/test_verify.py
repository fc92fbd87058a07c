"""`mesh verify` and `mesh annotate` as a script sees them: forms, exit statuses, what stands on which stream."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.dom.minidom
from pathlib import Path

import pytest


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "kept.txt").write_text("kept\n")
    git = ["git", "-c", "user.name=p", "-c", "user.email=p@example.com"]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "start"]):
        subprocess.run([*git, *command], cwd=tmp_path, check=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mesh", *words]
    return subprocess.run(command, capture_output=True, text=True, input=given, check=False, timeout=60)


TRUE, FALSE = "`kept.txt` exists.\n", "I created `gone.txt` & <b>.\n"


@pytest.mark.parametrize(
    ("reply", "strict", "status"), [(TRUE, False, 0), (FALSE, False, 1), ("Hello.\n", False, 0), ("Hello.\n", True, 1)]
)
def test_the_exit_status_follows_the_verdict(project: Path, reply: str, strict: bool, status: int) -> None:
    assert run("verify", "-", *(["--strict"] if strict else []), given=reply).returncode == status


def test_a_malformed_reply_is_refused_with_its_line_and_nothing_is_checked(project: Path) -> None:
    done = run("verify", "-", given="---\ncomplexity: high\nassertions: !!python/name:os.system\n---\nok\n")
    assert done.returncode == 2
    assert "line 3" in done.stderr
    assert done.stdout == ""


def test_json_stands_alone_on_standard_output(project: Path) -> None:
    done = run("verify", "-", "--json", given=TRUE)
    found = json.loads(done.stdout)
    assert found["verdict"] == "verified"
    assert [claim["status"] for claim in found["claims"]] == ["verified"]


def test_junit_is_well_formed_and_counts_a_refuted_claim_as_a_failure(project: Path) -> None:
    done = run("verify", "-", "--format", "junit", given=TRUE + FALSE)
    suite = xml.dom.minidom.parseString(done.stdout).getElementsByTagName("testsuite")[0]
    assert (suite.getAttribute("tests"), suite.getAttribute("failures")) == ("2", "1")


def test_a_github_line_cannot_be_broken_by_what_a_reply_says(project: Path) -> None:
    done = run("verify", "-", "--format", "github", given="I created `a%0A::error::b.txt`.\n" + FALSE)
    assert all(line.startswith("::") for line in done.stdout.splitlines())
    assert "::error::b.txt" not in done.stdout.replace("%3A", ":").replace("%25", "%") or "%250A" in done.stdout


def test_markdown_cells_keep_their_table(project: Path) -> None:
    done = run("verify", "-", "--format", "markdown", given=FALSE)
    rows = [line for line in done.stdout.splitlines() if line.startswith("| ")]
    assert rows
    assert "<b>" not in done.stdout


def test_text_is_said_in_chinese_where_that_is_spoken(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MESH_LANG", "zh")
    assert "已验证" in run("verify", "-", given="`kept.txt` 已存在。\n").stdout


def test_annotate_exits_0_whatever_the_tier_and_keeps_the_reply(project: Path) -> None:
    done = run("annotate", "-", given=FALSE)
    assert done.returncode == 0
    assert done.stdout.startswith(FALSE)
    assert "[independently refuted ✗]" in done.stdout


def test_levels_that_are_none_are_refused(project: Path) -> None:
    done = run("verify", "-", "--levels", "3-1", given=TRUE)
    assert done.returncode == 2
    assert "hint" in done.stderr


def test_a_level_that_is_off_leaves_the_claim_open(project: Path) -> None:
    found = json.loads(run("verify", "-", "--json", "--levels", "1-2", given=TRUE).stdout)
    assert found["verdict"] == "unverified"
    assert found["claims"][0]["status"] == "unverifiable"
