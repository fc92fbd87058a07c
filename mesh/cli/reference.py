"""Write docs/cli.md and its Chinese twin from the table of commands: `python -m mesh.cli.reference docs`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from mesh.cli.commands import every
from mesh.cli.declare import HELP, JSON, MESH, PLAIN, Command, Param
from mesh.cli.help import spelled, told, usage
from mesh.i18n import say

NAMES = {"en": "cli.md", "zh": "cli.zh.md"}
_HEADS = {
    "en": """\
# The command line

<!-- Made by `python -m mesh.cli.reference docs`; a test keeps it fresh. -->

Data goes to standard output, everything else to standard error. `--json` prints one JSON document, or one
a line where a command streams, always with `"schema": 1`. Colour appears on a terminal only, and never with
`NO_COLOR` or `--no-color`. `mesh --install-completion` lets the shell complete commands, options, agents,
tasks and ids. The language is that of `MESH_LANG` (`en`, `zh`), else of the workspace, else of the terminal.

**The workspace** is the nearest `.mesh` upwards, else that of `--mesh DIR` or `MESH_DIR`. **Who speaks:**
`--from`, else `MESH_AGENT`, else `user`; within a turn nobody can speak as anyone else.

**Long texts:** wherever a text is taken, `@file` reads it from a file and `-` from standard input, byte for
byte; `@@x` is the text `@x`. `--` ends the options, so that a text may begin with `-`.

**Texts of others** are shown so that they cannot act on the terminal or pass for something else: control,
direction-changing and invisible characters appear as `⟨U+202E⟩`, a bracket that reads like the runtime's
annotation becomes round, and in headlines and subjects a check mark becomes `(v)`. The stored text and
`--json` keep every byte.

| exit | meaning |
|---|---|
| 0 | done |
| 1 | the answer is no: refuted, failed task, problems found |
| 2 | bad usage or malformed input |
| 3 | no such workspace, agent, group, task or envelope |
| 4 | refused by a policy, a limit or the handshake; nothing can be written |
| 5 | timed out |
| 70 | a bug: one line, and where the full traceback was written |
| 130, 141 | interrupted; nobody reads the output any more |

With `--json` an error is `{"schema": 1, "error": {"code", "message", "hint"}}` on standard output, with the
same exit status.
""",
    "zh": """\
# 命令行

<!-- 由 `python -m mesh.cli.reference docs` 生成；有测试保证其最新。 -->

数据写到标准输出，其余一切写到标准错误。`--json` 输出一个 JSON 文档（持续输出的命令则每行一个），
总是带有 `"schema": 1`。只在终端上使用颜色；设置了 `NO_COLOR` 或给出 `--no-color` 时从不使用。
`mesh --install-completion` 让 shell 补全命令、选项、agent、任务和编号。
语言取自 `MESH_LANG`（`en`、`zh`），否则取自工作区，再否则取自终端。

**工作区**是从当前目录向上最近的 `.mesh`，或由 `--mesh DIR`、`MESH_DIR` 指定。**谁在说话：**`--from`，否则
`MESH_AGENT`，再否则是 `user`；在一轮之内谁也不能以他人的身份说话。

**长文本：**凡是接受文本之处，`@文件` 从文件读取，`-` 从标准输入读取，逐字节保留；
`@@x` 表示文本 `@x`。`--` 结束选项，其后的文本可以以 `-` 开头。

**他人的文本**在显示时既不能操纵终端，也不能冒充别的东西：控制字符、改变方向的字符和不可见字符
显示为 `⟨U+202E⟩`，看起来像运行时标注的方括号变成圆括号，标题和主题中的对勾变成 `(v)`。
存储的文本和 `--json` 保留每个字节。

| 退出码 | 含义 |
|---|---|
| 0 | 完成 |
| 1 | 答案是否定的：已证伪、任务失败、发现问题 |
| 2 | 用法错误或输入格式错误 |
| 3 | 没有这样的工作区、agent、组、任务或信封 |
| 4 | 被策略、限额或握手拒绝；或无法写入 |
| 5 | 超时 |
| 70 | 程序缺陷：一行说明，以及完整回溯写到了哪里 |
| 130、141 | 被中断；输出已无人读取 |

使用 `--json` 时，错误以 `{"schema": 1, "error": {"code", "message", "hint"}}` 写到标准输出，退出码不变。
""",
}
_SHARED = {"en": "Every command also takes", "zh": "每个命令还接受"}


def page(language: str) -> str:
    """Return the page in a language."""
    shared = ", ".join(
        f"`{spelled(param)}` ({say(param.help, language)})" for param in (JSON, MESH, PLAIN, HELP)
    )
    parts = [_HEADS[language], f"{_SHARED[language]} {shared}.\n"]
    parts += [_section(command, language) for command in every()]
    return "\n".join(parts)


def _section(command: Command, language: str) -> str:
    lines = [f"## {command.words}", "", say(command.help, language), ""]
    if command.about:
        lines += [say(command.about, language), ""]
    lines += ["```sh", usage(command), "```", ""]
    if command.params:
        lines += ["| | |", "|---|---|", *_rows(command.params, language), ""]
    return "\n".join([*lines, "```sh", *command.example, "```", ""])


def _rows(params: Sequence[Param], language: str) -> list[str]:
    return [f"| `{spelled(param)}` | {told(param, language)} |" for param in params]


def write(folder: str) -> None:
    """Write both pages into a folder."""
    from mesh import files

    for language, name in NAMES.items():
        files.write(os.path.join(folder, name), page(language).encode("utf-8"))


if __name__ == "__main__":
    write(sys.argv[1])
