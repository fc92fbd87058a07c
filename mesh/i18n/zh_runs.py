"""The Chinese for the messages about observed runs and annotations."""

from __future__ import annotations

MESSAGES: dict[str, str] = {
    "an observed run is not JSON": "观察记录不是 JSON",
    "an observed run is not a JSON object": "观察记录不是 JSON 对象",
    "observed run: `{field}` {why}": "观察记录：`{field}` {why}",
    "one JSON object a line: `at`, `tool`, and `command` or `path`, `exit_code`, `output`":
        "每行一个 JSON 对象：`at`、`tool`，以及 `command` 或 `path`、`exit_code`、`output`",
    "the command could not be understood": "无法解析该命令",
    "no exit status was reported": "没有报告退出码",
    "its exit status is not that of the command": "退出码不是该命令自己的",
    "its exit status cannot be told for certain": "无法确定退出码来自该命令",
    "its output shows failures": "输出中有失败",
    "its output shows an error": "输出中有错误",
    "what it runs checks nothing": "它实际运行的命令什么也没检查",
    "its output shows no test that passed": "输出中没有通过的测试",
    "its output shows no test": "输出中看不到测试",
    "a name in it was given another meaning before": "其中的名称此前被赋予了别的含义",
    "a later run of the same kind failed": "之后同类的运行失败了",
    "it does not do the work: {what}": "它并没有做这项工作：{what}",
}  # fmt: skip
