"""The Chinese of what the detectors of chatter and of loops say; only data."""

from __future__ import annotations

MESSAGES: dict[str, str] = {
    "{count} messages in a row add nothing": "连续 {count} 条消息没有任何新内容",
    "no {count} messages in a row add nothing": "没有连续 {count} 条空洞的消息",
    "no call or small circle of calls was repeated without progress": "没有毫无进展的重复调用",
    "`{tool}` was called {rounds} times with the same outcome and no progress in between": (
        "`{tool}` 调用了 {rounds} 次，结果相同，其间毫无进展"
    ),
    "a circle of {size} calls around `{tool}` went round {rounds} times with the same outcome": (
        "围绕 `{tool}` 的 {size} 个调用循环了 {rounds} 轮，结果相同"
    ),
    "the document is not a JSON object": "文档不是 JSON 对象",
    "`{place}` is not an object": "`{place}` 不是对象",
    "`{place}` is not a list": "`{place}` 不是列表",
    "`{place}` is missing": "缺少 `{place}`",
    "`{place}` is empty": "`{place}` 为空",
    "`{place}` is not text": "`{place}` 不是文本",
    "`{place}` is not a number": "`{place}` 不是数字",
    "`{place}` is not a number of seconds from 0": "`{place}` 不是从 0 起的秒数",
    "`{place}` is not a whole number": "`{place}` 不是整数",
    'expected {{"messages": [{{"from": "…", "text": "…", "gap_s": 0}}]}}': (
        '应为 {{"messages": [{{"from": "…", "text": "…", "gap_s": 0}}]}}'
    ),
    'expected {{"calls": [{{"tool": "…", "input": {{}}, "exit_code": 0, "output": "…"}}]}}': (
        '应为 {{"calls": [{{"tool": "…", "input": {{}}, "exit_code": 0, "output": "…"}}]}}'
    ),
}
