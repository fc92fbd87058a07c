"""A whole conversation in Chinese, of all types, over three agents that are shell scripts."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the agents are shell scripts")

PLANNER = """#!/bin/sh
case "$MESH_TYPE" in
task_request)
    mesh send coder "把 计算.py 里的除法改成会报错的除法：除数为零时给出中文提示。" \\
        --complexity high >/dev/null ;;
intent_confirmation)
    echo "更正：提示里要写出被除数。" ;;
reply)
    mesh notify team "除法已经改好，请各位知悉。" >/dev/null
    mesh broadcast coder tester "还有没有遗漏？请用一句完整的话回答。" --complexity low >/dev/null ;;
summary)
    echo "除法改造完成，两位都确认没有遗漏。" ;;
esac
"""
CODER = """#!/bin/sh
case "$MESH_TYPE" in
task_request)
    if grep -q "还有没有遗漏"; then echo "没有遗漏，边界情况都考虑到了。"; exit; fi
    cat <<'END'
## 范围
只改 计算.py 里的除法。
## 方案
先判断除数，再给出提示。
## 假设
- 提示用中文
## 问题
- 要不要写出被除数？
END
    ;;
intent_ack)
    mesh start "$MESH_TASK" --expect "改好的 计算.py" >/dev/null
    mesh send planner --task "$MESH_TASK" "进度：正在修改 ✍️" >/dev/null
    printf 'def 除(a, b):\\n    if b == 0:\\n        raise ValueError(f"{a} 不能除以零")\\n' > 计算.py
    echo "计算.py 已创建，除数为零时会写出被除数。" ;;
esac
"""
TESTER = """#!/bin/sh
case "$MESH_TYPE" in
task_request) echo "没有遗漏，我把零和负数都想过了。" ;;
esac
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "项目"
    folder.mkdir()
    program = tmp_path / "bin" / "mesh"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mesh "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("MESH_LANG", "zh")
    monkeypatch.chdir(folder)
    for name, text in (("planner", PLANNER), ("coder", CODER), ("tester", TESTER)):
        script = folder / f"{name}.sh"
        script.write_text(text, encoding="utf-8")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return folder


def mesh(*words: str, status: int = 0) -> str:
    done = subprocess.run(["mesh", *words], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == status, (words, done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    return done.stdout


def test_a_conversation_of_all_types_is_complete_in_order_and_nothing_is_lost(project: Path) -> None:
    mesh("init")
    for name, headline in (("planner", "拆任务"), ("coder", "写代码"), ("tester", "测一测")):
        mesh("agent", "add", name, "--headline", headline, "--command", f"./{name}.sh", "--group", "team")
    asked = "请把除法做得稳妥。\n第二行 🙂  "
    sent = json.loads(mesh("send", "planner", asked, "--complexity", "low", "--json"))
    dropped = json.loads(mesh("send", "tester", "这件不用做了", "--complexity", "low", "--json"))
    mesh("task", "cancel", dropped["task"], "--reason", "想法变了")

    out = mesh("watch", "--once", "--json")
    assert json.loads(out)["failed"] == 0

    outcome = json.loads(mesh("task", "show", sent["task"], "--json"))
    assert outcome["state"] == "completed"
    assert outcome["history"][0]["text"] == asked
    assert outcome["history"][-1]["text"].startswith("除法改造完成，两位都确认没有遗漏。")
    work = next(
        task
        for task in json.loads(mesh("task", "list", "--all", "--json"))["tasks"]
        if task["from"] == "planner" and task["complexity"]["level"] == "high"
    )
    told = json.loads(mesh("task", "show", work["task"], "--json"))
    assert (told["state"], told["handshake"]) == ("completed", "corrected")
    assert [item["type"] for item in told["history"]] == [
        "task_request", "intent_confirmation", "intent_ack", "execution_start", "message", "reply",
    ]  # fmt: skip
    assert told["history"][1]["understanding"]["questions"] == ["要不要写出被除数？"]
    assert told["history"][2]["corrections"] == ["提示里要写出被除数。"]
    assert "不能除以零" in (project / "计算.py").read_text(encoding="utf-8")

    everything = envelopes(project)
    assert {item["type"] for item in everything} == {
        "task_request", "intent_confirmation", "intent_ack", "execution_start", "message", "reply",
        "status", "notification", "summary",
    }  # fmt: skip
    summary = next(item for item in everything if item["type"] == "summary")
    assert {answer["agent"] for answer in summary["answers"]} == {"coder", "tester"}
    assert all(answer["mark"] is None for answer in summary["answers"])
    nothing_waits_or_is_lost(project)


def envelopes(project: Path) -> list[dict]:
    from mesh import codec

    paths = sorted((project / ".mesh").glob("agents/*/outbox/*/*/*.yaml"))
    return [codec.read(path.read_bytes()) for path in paths]


def nothing_waits_or_is_lost(project: Path) -> None:
    root = project / ".mesh"
    sent = sorted(path.name for path in root.glob("agents/*/outbox/*/*/*.yaml"))
    got = sorted(path.name for path in root.glob("agents/*/inbox/**/*.yaml"))
    assert sent == got
    left = [p for p in root.glob("agents/*/inbox/*/*.yaml") if p.parts[-4] not in ("user",)]
    assert [p for p in left if p.parent.name in ("cur", "dead")] == []
    assert not list((root / "quarantine").glob("*"))
    events = [json.loads(line) for line in mesh("log", "--json").splitlines()]
    told = sorted(f"{event['id']}.yaml" for event in events if event["event"] == "envelope.sent")
    assert told == sent
    status = subprocess.run(
        ["git", "status", "--porcelain"], cwd=root, capture_output=True, text=True, check=True
    )
    assert status.stdout == ""
