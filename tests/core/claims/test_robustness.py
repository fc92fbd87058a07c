"""Any text can be read: no error, no time beyond linear, no claim out of nothing."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesh.core.claims import find_claims, find_contradictions, read_reply
from mesh.errors import Malformed
from tests.core.claims.finding import claims_of

WORDS = st.sampled_from(
    """the tests pass `a.py` created . , : ; ? ( ) [ ] { } < > | * ** _ ~~ ` `` ``` " ' “ ” 「 」 # - 1. > \n \n\n
    \t --- +++ 测试 通过 已 了 创建 。 ， ： ？ 如果 not will if [a](b.py) ![ ](< http://x.y/z <!-- --> <pre> </pre>
    abc1234 42/42 100% \ue000 \ue001 \u200b \x00 😀 assertions: claim: complexity:""".split(" ")
)


@given(st.text(max_size=300))
def test_no_text_is_too_strange(text: str) -> None:
    try:
        claims = find_claims(read_reply(text))
    except Malformed:
        return
    find_contradictions(claims)


@given(st.lists(WORDS, max_size=60), st.sampled_from(["", " "]))
def test_no_mixture_of_marks_and_words_is_too_strange(words: list[str], joint: str) -> None:
    text = joint.join(words)
    try:
        claims = find_claims(read_reply(text))
    except Malformed:
        return
    for claim in claims:
        assert claim.source == "assertion" or text[claim.start : claim.end] == claim.text


HOSTILE = [
    " ",
    "`",
    "` `` ",
    "[",
    "[a](",
    "(",
    '"',
    "“",
    "*",
    "*.",
    "_a",
    "-_a",
    ".",
    "a.",
    "/",
    "a/",
    "\\",
    "<",
    "<a ",
    "<!--",
    "~~a",
    "测",
    "测试",
    "tests pass ",
    "created `a.py` ",
    "`a.py`, ",
    "and ",
    "if ",
    "a, ",
    ">\n",
    "- a\n",
    "|",
    "| a ",
    "# a\n",
    "1",
    "a1",
    ":",
    "a:",
    "http://a ",
    "'",
    "a' '",
    "```\n",
    "| `a.py` | created |\n",
    "tests, ",
    "the tests and ",
    "\u200b",
    "\t",
    "✅",
    "1 of ",
    "updated x in ",
    "a",
    "\\_",
    "(a",
    "已",
    "了",
    "，",
    "[x][",
    "&",
    "{",
    "a.py:1 ",
    "::",
    "$",
    "一百",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_time_grows_no_faster_than_the_text(piece: str) -> None:
    def seconds(size: int) -> float:
        text = piece * (size // len(piece))
        best = 9.0
        for _ in range(2):
            begin = time.process_time()
            find_claims(read_reply(text))
            best = min(best, time.process_time() - begin)
        return best

    small, large = seconds(2_000), seconds(16_000)
    assert large < 8 * 3 * max(small, 0.002)  # eight times the text: far below the square


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Hello.",
        "Thanks, that is clear.",
        "好的，明白。",
        "I looked into it.",
        "你好，请问有什么可以帮忙？",
        "OK",
        "Done.",
        "完成。",
    ],
)
def test_small_talk_claims_nothing(text: str) -> None:
    assert claims_of(text) == ()
