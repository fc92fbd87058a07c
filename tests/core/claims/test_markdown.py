"""Only the author's own prose claims: code, quotations, comments and what is struck out do not."""

from __future__ import annotations

import pytest

from tests.core.claims.finding import briefs

SAID = "The tests pass."


@pytest.mark.parametrize(
    "text",
    [
        f"```\n{SAID}\n```",
        f"````text\n```\n{SAID}\n```\n````",
        f"~~~\n{SAID}\n~~~",
        f"```\n{SAID}",
        f"Text.\n\n    {SAID}\n\nText.",
        f"Text.\n\n\t{SAID}",
        f"- item\n\n  ```\n  {SAID}\n  ```",
        f"- item\n\n      {SAID}",
        f"> {SAID}",
        f"> quoted\n{SAID}",
        f"- > {SAID}",
        f"<!-- {SAID} -->",
        f"<!--\n{SAID}\n-->",
        f"Text <!-- {SAID} --> text.",
        f"<!-- {SAID}",
        f"~~{SAID}~~",
        f"<del>{SAID}</del>",
        f"<pre>\n{SAID}\n</pre>",
        f"<blockquote>\n{SAID}\n</blockquote>",
        f'"{SAID}"',
        f"“{SAID}”",
        f"「{SAID}」",
        f"`{SAID}`",
        f"- [ ] {SAID}",
        f"- [ ] later\n  - {SAID}",
        f"[1]: https://example.com '{SAID}'",
    ],
)
def test_what_is_not_the_authors_own_prose_claims_nothing(text: str) -> None:
    assert briefs(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        f"# {SAID}",
        f"{SAID}\n===",
        f"**{SAID}**",
        f"- {SAID}",
        f"1. {SAID}",
        f"2、{SAID}",
        f"（1）{SAID}",
        f"- [x] {SAID}",
        f"- item\n\n  {SAID}",
        f"- item\n    - {SAID}",
        f"> quoted\n\n{SAID}",
        f"```\ncode\n```\n{SAID}",
        f"- item\n  ```\n  code\n{SAID}",
        f"<!-- note -->{SAID}",
        f"<!-- note --> {SAID} <!-- note -->",
        f"<details>\n<summary>More</summary>\n\n{SAID}\n</details>",
        f"Use `<!--` for notes. {SAID}",
        f"[{SAID[:-1]}](https://example.com/run/5).",
        f"***\n{SAID}\n***",
        "| Check | Result |\n|:--|--:|\n| Tests | pass |",
        "Check | Result\n--- | ---\nTests | pass",
        "The tests\npass.",
    ],
)
def test_the_authors_own_prose_claims_wherever_it_stands(text: str) -> None:
    assert briefs(text) == {"tests_pass"}


@pytest.mark.parametrize(
    "lead",
    [
        "Created:",
        "I created the following files:",
        "### New files",
        "**Files created**:",
        "新增文件：",
        "## 新增文件",
        "已创建以下文件：",
        "- Created:",
    ],
)
def test_a_list_under_a_line_that_says_what_was_done_claims_it_of_each_path(lead: str) -> None:
    indent = "  " if lead.startswith("- ") else ""
    text = f"{lead}\n\n{indent}- `a.py` - the parser\n{indent}- **b.py**\n{indent}- [c](src/c.py): more\n"
    assert briefs(text) == {"file_exists a.py", "file_exists b.py", "file_exists src/c.py"}


@pytest.mark.parametrize(
    "lead",
    [
        "Files to create:",
        "Next steps:",
        "## Plan",
        "I will create:",
        "待创建的文件：",
        "下一步：",
        "## 计划",
        "Not created:",
    ],
)
def test_a_list_under_a_plan_claims_nothing(lead: str) -> None:
    assert briefs(f"{lead}\n\n- `a.py`\n- `b.py` created\n- all tests pass\n") == set()


def test_a_plan_ends_where_the_next_heading_begins() -> None:
    assert briefs(
        "## Plan\n\n- tests pass\n\n### Details\n\nTests pass.\n\n## Done\n\nTests pass.\n"
    ) == {"tests_pass"}
    assert briefs("## Plan\n\nTests pass.\n\n### Sub\n\nTests pass.\n") == set()


def test_a_struck_or_quoted_word_leaves_the_rest_of_the_sentence() -> None:
    assert briefs("~~Nothing~~ `a.py` was created.") == {"file_exists a.py"}
