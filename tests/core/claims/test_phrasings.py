"""Each way to say a thing, with each word for it; each doubt, with each thing it can be about."""

from __future__ import annotations

from itertools import product

import pytest

from tests.core.claims.finding import briefs, uncounted


def said(frames: str, words: str) -> list[str]:
    """Return every frame with every word in the place of `…`; a frame that begins with it gets a capital."""
    lines = [line.strip() for line in frames.strip().splitlines()]
    filled = []
    for frame, word in product(lines, (word.strip() for word in words.split(","))):
        text = frame.replace("…", word)
        filled.append(text[0].upper() + text[1:] if frame.startswith("…") else text)
    return filled


CREATED = said(
    """I … `a.py`.
    I've now … `a.py`.
    `a.py` was ….
    `a.py` has been successfully ….
    … `a.py`.
    The file `a.py` got ….
    - … `a.py`
    **…:** `a.py`
    `a.py`: …
    I … a script, `a.py`.
    As requested, I … a new module `a.py`.""",
    "created, generated, added, produced, introduced, set up",
) + said(
    """已… `a.py`。
    我…了 `a.py`。
    `a.py` 已经…。
    `a.py` …完成。
    成功…了 `a.py`。
    已为您… `a.py`。
    完成了 `a.py` 的…。
    1. …了 `a.py`
    首先，我…了文件 `a.py`。""",
    "创建, 新建, 新增, 添加, 生成",
)
WRITTEN = said(
    "The parser was … to `a.py`.\nI … the parser to `a.py`.\n`a.py` was ….",
    "written, saved, exported",
) + said(
    "结果已… `a.py`。\n已将结果… `a.py`。\n数据…了 `a.py`。",
    "写入, 保存到, 导出到, 输出到, 存到, 保存至",
)
MODIFIED = said(
    """I … `a.py`.
    `a.py` has been ….
    `a.py` is now ….
    The bug in `a.py` is ….
    I … the bug in `a.py`.
    … the header of `a.py`.
    `a.py`: … the loop
    Then I also … `a.py` accordingly.""",
    "modified, changed, edited, updated, fixed, refactored, rewritten, adjusted, improved, cleaned up, patched",
) + said(
    """已… `a.py`。
    `a.py` 已…。
    …了 `a.py` 中的逻辑。
    `a.py` 中的问题已…。
    对 `a.py` 进行了…。
    已将 `a.py` …。
    我把 `a.py` …了一下。
    `a.py` 的错误已…。""",
    "修改, 更新, 修复, 重构, 优化, 调整, 完善",
)
REMOVED = said(
    "I … `a.py`.\n`a.py` was ….\n… the old file `a.py`.\n**…:** `a.py`\nWe finally … `a.py`.",
    "removed, deleted, dropped, erased, eliminated",
) + said(
    "已… `a.py`。\n`a.py` 被…了。\n已将 `a.py` …。\n把 `a.py` …了。\n…了无用的 `a.py`。",
    "删除, 移除, 删掉, 清除, 去掉",
)
TESTS = (
    said(
        "The tests ….\nAll unit tests ….\nTests ….\nI ran the tests and they ….\nAll the existing tests ….",
        """pass, all pass, are passing, are all green, passed, have passed, succeed, run green, now pass, pass again,
    passed successfully, completed successfully, went through, run without failures, still pass, pass locally,
    pass on Linux, pass with Python 3.12, are green, finished without failures, all succeeded""",
    )
    + said(
        "The test suite ….\nThe whole suite ….\n`pytest` ….\n`npm test` ….\nI ran the test suite; it ….",
        """passes, is green, is passing, passed, has passed, succeeds, ran green, now passes, passed successfully,
    came back green, finished successfully, passes without errors""",
    )
    + said(
        "测试…。\n所有测试…。\n单元测试…。\n全部测试用例…。\n跑了测试，…。\n`pytest` …。",
        """通过, 全部通过, 均通过, 都通过了, 均已通过, 已全部通过, 全部成功, 全绿, 全部跑通, 没有失败, 没有报错,
    都没问题, 也都通过, 执行成功, 运行正常, 顺利通过, 一次通过, 现在全部通过, 全过了, 均为绿色""",
    )
)
BUILDS = (
    said(
        "The build ….\nThe release build ….\n`cargo build` ….\nCompilation ….",
        """passes, is green, succeeds, is clean, completed successfully, completes without errors, works, went through,
    finished without warnings, was successful""",
    )
    + said(
        "The project ….\nThe code ….\nIt ….\nEverything ….\nThe crate now ….",
        "builds, compiles, builds cleanly, compiles without errors, builds successfully, compiled successfully",
    )
    + said(
        "…。\n项目…。\n现在…。\n整个项目…。",
        "编译通过, 构建成功, 编译无错误, 编译没有报错, 可以正常编译, 能编译通过, 打包成功, 构建完成且无报错",
    )
    + said(
        "… passes.\n… is clean.\n… reports no errors.",
        "The type check, mypy, `mypy .`, pyright, tsc",
    )
)
LINTS = said(
    "… passes.\n… is clean.\n… reports no errors.\n… finds no issues.\n… is happy.\nI ran …; no issues.",
    "The linter, Lint, ruff, eslint, `ruff check .`, `npm run lint`, clippy, The lint check, flake8",
) + said(
    "…通过。\n…没有问题。\n…无警告。\n…已全部通过。",
    "lint, 代码检查, `ruff check`, eslint, 代码风格检查, 静态检查",
)
COMMANDS = said(
    "`python a.py -x` ….",
    """prints hi, prints `hi`, outputs hi, works, runs, runs fine, runs without errors, succeeds, exits with 0,
    returns 0, ran successfully, works as expected, finishes without errors, runs cleanly""",
) + said(
    "`python a.py -x` …。\n运行 `python a.py -x` …。",
    "输出 `hi`, 打印 hi, 运行成功, 可以正常运行, 没有报错, 返回 0, 退出码为 0",
)
COMMITS = said(
    "….",
    """Committed as `abc1234`, The change is committed as abc1234, Commit: abc1234, Changes committed: abc1234,
    Committed the fix in `abc1234`, Everything is in commit abc1234, Pushed as abc1234, Committed (abc1234),
    Created commit abc1234, Commit hash: `abc1234`, 已提交为 `abc1234`, 提交号：abc1234, 已提交（abc1234）,
    提交哈希为 `abc1234`, 代码已提交并推送 commit：abc1234, 已提交 `abc1234`""",
)  # fmt: skip
BRANCHES = said(
    "….",
    """Committed on branch `f/x`, Pushed to branch `f/x`, The work is on branch `f/x`, I created the branch `f/x`,
    已提交到分支 `f/x`, 提交在 `f/x` 分支上, 代码已推送至 `f/x` 分支, 已创建分支 `f/x`, 改动在分支 `f/x` 上""",
)  # fmt: skip

WAYS = {
    "file_exists a.py": CREATED + WRITTEN,
    "file_modified a.py": MODIFIED,
    "file_removed a.py": REMOVED,
    "tests_pass": TESTS,
    "build_passes": BUILDS,
    "lint_passes": LINTS,
    "command_succeeds python a.py -x": COMMANDS,
    "commit_exists abc1234": COMMITS,
    "commit_exists f/x": BRANCHES,
}


@pytest.mark.parametrize("expected", WAYS)
def test_a_thing_can_be_said_in_many_ways(expected: str) -> None:
    missed = {text: found for text in WAYS[expected] if (found := uncounted(text)) != {expected}}
    assert missed == {}


THINGS = (
    "the tests pass, all tests pass, `a.py` was created, `a.py` is deleted, the build succeeds, the linter is clean,"
    " mypy passes, `python x.py` works, the project compiles, `a.py` exists"
)
DOUBTS = """I hope …
I think …
Hopefully …
Probably …
If …, tell me
Unless …, stop
Once …, deploy
When …, deploy
As soon as …, deploy
Until …, wait
Deploy after …
Only deploy if …
Make sure …
Please make sure …
Check whether …
Verify that …
I wonder whether …
Bob says …
Bob said that …
Alice claims that …
According to Bob, …
The README states that …
The ticket requires that …
The reviewer asked whether …
You said …
They report that …
I was told that …
Suppose …
Assuming …, deploy
The goal is that …
We need to ensure that …
I want to see that …
It is not true that …
I doubt that …
I cannot confirm that …
It is unclear whether …
Is it true that …?
Could you confirm that …?
Tell me when …
I expect that …
I assume …
It looks like …
It seems that …
Apparently …
In theory …
Ideally, …
My plan: …
Expected: …
Requirement: …
Next step: …
Previously, …
Yesterday …
For example: …
Imagine …
In case …, deploy
There is a chance that …
I have no evidence that …
Presumably …"""
THINGS_ZH = "测试通过, 测试全部通过, `a.py` 已创建, `a.py` 已删除, 构建成功, lint 通过, 类型检查通过, `a.py` 存在"
DOUBTS_ZH = """希望…
我认为…
应该…
可能…
估计…
预计…
如果…，请告诉我
请确保…
需要确保…
不确定…
小李说…
据小李说，…
用户说…
README 中写着…
一旦…，就部署
等…再部署
只有…才能部署
除非…，否则停止
假设…
目标是…
要求…
是否…？
…了吗？
能否确认…？
计划：…
预期：…
下一步：…
之前…
听说…
例如：…
理论上…
似乎…
并不是…
无法确认…
争取…
务必…
待…后部署
…后再部署
…的话就部署
当…时部署
即使…也不行
你说过…
看看…没有
怀疑…"""


@pytest.mark.parametrize("doubt", [*DOUBTS.splitlines(), *DOUBTS_ZH.splitlines()])
def test_what_is_doubted_planned_asked_or_told_by_others_is_no_claim(doubt: str) -> None:
    things = (
        THINGS if doubt.isascii() or "…" in doubt and doubt in DOUBTS.splitlines() else THINGS_ZH
    )
    claimed = {text: found for text in said(doubt, things) if (found := briefs(text))}
    assert claimed == {}
