"""The four stages (request, understanding, correction, reply) by hand from the command line, and by scripts."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

TEXTS = {
    "en": {
        "ask": "Split the importer into a reader and a writer.",
        "scope": "The importer only; the command line stays.",
        "approach": "Cut at the parsed rows, then move the tests.",
        "assume": "No caller uses the private helpers.",
        "question": "May the module be renamed?",
        "correct": "The module keeps its name.",
        "expect": "Two modules.",
        "answer": "reader.txt was created.",
    },
    "zh": {
        "ask": "把导入器拆成读取和写入两部分。",
        "scope": "只动导入器，命令行不变。",
        "approach": "从解析出的行切开，再搬测试。",
        "assume": "没有人调用私有函数。",
        "question": "模块可以改名吗？",
        "correct": "模块名保持不变。",
        "expect": "两个模块。",
        "answer": "reader.txt 已创建。",
    },
}
STAGES = ["task_request", "intent_confirmation", "intent_ack", "execution_start", "reply"]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    mesh("init")
    return tmp_path


def mesh(*words: str, status: int = 0) -> dict:
    command = [sys.executable, "-m", "mesh", *words, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == status, (words, done.stdout, done.stderr)
    return json.loads(done.stdout)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("level", ["medium", "high"])
def test_by_hand(project: Path, monkeypatch: pytest.MonkeyPatch, level: str, language: str) -> None:
    say = TEXTS[language]
    monkeypatch.setenv("MESH_LANG", language)
    mesh("agent", "add", "bob", "--headline", "works")
    task = mesh("send", "bob", say["ask"], "--complexity", level)["task"]
    early = mesh("reply", task, say["answer"], "--from", "bob", status=4) if level == "high" else None
    if early:
        assert "mesh confirm" in early["error"]["hint"]
    asked = mesh(
        "confirm", task, "--from", "bob", "--scope", say["scope"], "--approach", say["approach"],
        "--assume", say["assume"], "--ask", say["question"],
    )  # fmt: skip
    assert (asked["state"], asked["handshake"]) == ("input-required", "asked")
    mesh("ack", task, "--from", "bob", status=4)
    agreed = mesh("ack", task, "--correct", say["correct"])
    assert (agreed["state"], agreed["handshake"]) == ("submitted", "corrected")
    mesh("start", task, "--from", "bob", "--expect", say["expect"])
    (project / "reader.txt").write_text("rows\n")
    done = mesh("reply", task, say["answer"], "--from", "bob")
    assert done["state"] == "completed"
    assert done["annotation"]["tier"] == "independently_verified"
    shown = mesh("task", "show", task)
    assert [item["type"] for item in shown["history"]] == STAGES
    assert shown["history"][1]["understanding"]["questions"] == [say["question"]]
    assert shown["history"][2]["corrections"] == [say["correct"]]
    assert shown["next"] is None


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("level", ["medium", "high"])
def test_by_script_agents(project: Path, level: str, language: str) -> None:
    from mesh import codec

    say = TEXTS[language]
    rules = {
        "alice": [{"when": {"type": "intent_confirmation"}, "do": [{"correct": say["correct"]}]}],
        "bob": [
            {
                "when": {"type": "task_request"},
                "do": [{"confirm": {"scope": say["scope"], "approach": say["approach"], "questions": say["question"]}}],
            },
            {
                "when": {"type": "intent_ack"},
                "do": [
                    {"start": say["expect"]},
                    {"write": {"path": "reader.txt", "text": "rows\n"}},
                    {"reply": say["answer"]},
                ],
            },
        ],
    }
    for name, steps in rules.items():
        (project / f"{name}.yaml").write_bytes(codec.write({"rules": steps}))
        mesh("agent", "add", name, "--script", f"{name}.yaml")
    task = mesh("send", "bob", say["ask"], "--from", "alice", "--complexity", level)["task"]
    assert mesh("watch", "--once", "--quiet")["failed"] == 0
    shown = mesh("task", "show", task)
    assert [item["type"] for item in shown["history"]] == STAGES
    assert (shown["state"], shown["handshake"]) == ("completed", "corrected")
    assert "✓" in shown["history"][-1]["text"]
