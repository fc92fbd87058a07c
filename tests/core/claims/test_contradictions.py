"""Two claims that say opposite things of one target contradict each other; stories of what was do not."""

from __future__ import annotations

import pytest

from mesh.core.claims import find_contradictions
from tests.core.claims.finding import claims_of


@pytest.mark.parametrize(
    "text",
    [
        "I created `a.py`. I deleted `a.py`.",
        "I deleted `x.txt`. `x.txt` was updated.",
        "已创建 `a.py`。已删除 `./a.py`。",
        "All 5 tests pass. Summary: all 7 tests pass.",
        "共 5 个测试，全部通过。\n\n所有 8 个测试通过。",
    ],
)
def test_two_claims_that_exclude_each_other_are_paired(text: str) -> None:
    (found,) = find_contradictions(claims_of(text))
    assert (found.first, found.second) == (1, 2)


@pytest.mark.parametrize(
    "text",
    [
        "All tests pass. The tests do not pass.",
        "All tests pass.\n\nNote: the tests fail on my machine.",
        "`a.py` was created.\n\n`a.py` does not exist.",
        "I updated `b.py`.\n\n`b.py` was not changed.",
        "I modified `a.py`. I left `a.py` unchanged.",
        "The build succeeds. The build is broken.",
        "The code compiles. The code does not compile.",
        "`test_x` passes. `test_x` fails.",
        "测试全部通过。\n\n测试未通过。",
        "`a.py` 已修改。\n\n`a.py` 没有修改。",
        "编译通过。但是编译失败。",
    ],
)
def test_a_claim_that_is_denied_elsewhere_is_paired_with_itself(text: str) -> None:
    claims = claims_of(text)
    (found,) = find_contradictions(claims)
    assert found.first == found.second == claims[0].id
    assert claims[0].detail["denied"] in text


@pytest.mark.parametrize(
    "text",
    [
        "The tests failed before. Now all tests pass.",
        "The tests fail without the fix and pass with it.",
        "`test_x` failed at first; now all tests pass.",
        "之前编译失败，现在编译通过。",
        "All 12 unit tests pass. All 5 integration tests pass.",
        "If the build fails, clean it. The build passes.",
        "The tests pass. Tell me if the tests fail on your side.",
        "I created `a.py` and deleted `b.py`.",
        "I renamed `a.py` to `b.py`. `b.py` exists.",
        "I saw that the tests fail. I fixed the import. All tests pass.",
        "`a.py` was missing, so I created `a.py`.",
        "`a.py` did not exist; I created `a.py`.",
        "5 passed\n\nAll 5 tests pass.",
    ],
)
def test_what_was_once_so_or_is_said_of_something_else_is_no_contradiction(text: str) -> None:
    assert find_contradictions(claims_of(text)) == ()


def test_what_is_wrong_is_said_in_chinese_too() -> None:
    from mesh.core.claims import contradictions, reading
    from mesh.i18n.zh_claims import MESSAGES

    texts = {
        value
        for module in (contradictions, reading)
        for name, value in vars(module).items()
        if name.isupper() and not name.startswith("_") and isinstance(value, str)
    }
    assert texts == set(MESSAGES)
