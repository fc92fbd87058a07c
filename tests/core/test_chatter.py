"""The detector of chatter: three messages in a row that add nothing, in English, Chinese and both."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesh.core.chatter import adds_nothing, detect_chatter
from mesh.errors import Malformed
from mesh.i18n import error_text
from mesh.model.detection import Detection, Message, parse_messages

DATA = Path(__file__).parent.parent / "data" / "chatter.jsonl"


def talk(*turns: tuple[str, str]) -> list[Message]:
    return [Message(from_=sender, text=text) for sender, text in turns]


def dialogue(*texts: str) -> list[Message]:
    return [Message(from_="ab"[index % 2], text=text) for index, text in enumerate(texts)]


def cases() -> list[dict]:
    return [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


def test_the_kept_conversations_are_judged_at_least_95_percent_right_with_hardly_a_false_alarm() -> None:
    right = found = false = chatter = 0
    for case in cases():
        answer = detect_chatter(parse_messages({"messages": case["messages"]}))
        right += answer.start == case["chatter_from"]
        chatter += case["chatter_from"] is not None
        found += answer.found and case["chatter_from"] is not None
        false += answer.found and case["chatter_from"] is None
    assert right >= 0.95 * len(cases())
    assert found >= 0.95 * chatter
    assert false <= 0.02 * found


@pytest.mark.parametrize(
    "texts",
    [
        ("Moved the files to /srv/in.", "Seen, 14 files.", "Thanks a lot!", "My pleasure!", "🙂"),
        ("文件挪到 /srv/in 了", "看到 14 个", "谢谢啦", "客气", "🙂"),
        ("文件挪到 /srv/in", "14 个 file 都在", "收到 thanks", "np 😊", "noted"),
        ("ＯＫ了吗？", "好了，端口 81", "谢谢！！！", "不客气～", "好的，再见！"),
    ],
)
def test_courtesies_after_the_result_are_chatter_from_the_first_of_them(texts: tuple[str, ...]) -> None:
    assert detect_chatter(dialogue(*texts)).start == 2


def test_the_same_answer_in_other_words_is_chatter() -> None:
    found = detect_chatter(
        talk(
            ("a", "who may restart the gateway?"),
            ("b", "Only the night shift, with ticket GW-9."),
            ("b", "With ticket GW-9 the night shift may restart it, nobody else."),
            ("b", "So: gateway restarts by the night shift only, ticket GW-9."),
            ("b", "Again, night shift, ticket GW-9."),
        )
    )
    assert (found.found, found.start) == (True, 2)


def test_a_figure_that_moves_is_no_chatter() -> None:
    assert not detect_chatter(dialogue("copy at 12 %", "copy at 48 %", "copy at 90 %", "all copied")).found


def test_two_courtesies_in_a_row_are_none() -> None:
    assert not detect_chatter(dialogue("Lamp is up.", "Thanks!", "Sure!", "The switch is upside down.")).found


def test_votes_are_answers_even_when_they_agree() -> None:
    votes = talk(("h", "Red 🔴 or blue 🔵?"), ("a", "🔵"), ("b", "🔵"), ("c", "🔵"))
    assert not detect_chatter(votes).found


def test_a_receipt_that_was_asked_for_is_an_answer() -> None:
    roll = talk(("h", "看到请回复"), ("a", "收到"), ("b", "收到"), ("c", "收到"))
    assert not detect_chatter(roll).found


@pytest.mark.parametrize(
    ("text", "earlier"),
    [
        ("LGTM, merging now", ["the branch is ready"]),
        ("no", ["I would drop the old format"]),
        ("no!", ["thanks", "you're welcome"]),
        ("42", ["let me count"]),
        ("etc/hosts.d/lan", ["one moment"]),
        ("ok", ["shall I merge it?"]),
        ("👍", ["ok to ship?"]),
        ("行", ["可以上线吗"]),
        ("done", ["please restart it"]),
        ("改好了", ["把标题改成红色"]),
        ("thanks, but the date is wrong", ["here is the flyer"]),
        ("收到，钥匙没找着", ["去开门"]),
        ("谢谢！第 3 页少一行", ["稿子发你了"]),
        ("not ok", ["all ok"]),
        ("不正常", ["正常"]),
        ("does it start at nine?", ["thanks", "welcome"]),
        ("stop", ["deploying"]),
    ],
)
def test_a_short_message_that_matters_adds_something(text: str, earlier: list[str]) -> None:
    assert not adds_nothing(text, earlier)


@pytest.mark.parametrize(
    ("text", "earlier"),
    [
        ("thanks!", ["the branch is ready"]),
        ("thaaanks sooo much!!!", ["the branch is ready"]),
        ("ok", ["I merged it"]),
        ("收到", ["明天九点开会"]),
        ("辛苦了[玫瑰]", ["表填完了"]),
        ("お疲れさまです (´▽`)ノ", ["v2.pdf を置きました"]),
        ("ʕ•ᴥ•ʔ", ["done"]),
        ("still waiting, no news", ["waiting for the lab"]),
        ("还没出结果", ["等结果"]),
        ("thanks for fixing the import so quickly", ["fixed it"]),
        ("", []),
        ("👏👏👏", ["第二名"]),
        ("Noted, port 8443.", ["use port 8443"]),
    ],
)
def test_thanks_receipts_signs_of_life_and_echoes_add_nothing(text: str, earlier: list[str]) -> None:
    assert adds_nothing(text, earlier)


def test_the_reason_speaks_the_language_asked_for() -> None:
    found = detect_chatter(dialogue("hi", "hello", "hi there"), "zh")
    assert found.reason == "连续 3 条消息没有任何新内容"


def test_the_answer_has_the_form_of_the_contract() -> None:
    assert Detection(found=False, reason="r").to_json() == {
        "schema": 1, "found": False, "from": None, "reason": "r",
    }  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text(max_size=60), max_size=6))
def test_any_text_is_judged_without_an_error(texts: list[str]) -> None:
    found = detect_chatter(dialogue(*texts))
    assert found.found == (found.start is not None)
    assert isinstance(adds_nothing("\ud800 " + "".join(texts), texts), bool)


@given(st.lists(st.sampled_from(["ok", "thanks", "v 7", "why?", "嗯"]), max_size=12))
def test_what_comes_later_never_moves_the_first_finding(texts: list[str]) -> None:
    found = detect_chatter(dialogue(*texts))
    if found.start is not None:
        assert detect_chatter(dialogue(*texts[: found.start + 3])).start == found.start


HOSTILE = ("请 ", "thank you ", "了", "and i ", "没", "( ", "1", ":a", "谁 ", "[a", "`", "呀 ")


@pytest.mark.parametrize("unit", HOSTILE)
def test_a_hostile_text_costs_time_in_proportion_to_its_length(unit: str) -> None:
    def seconds(length: int) -> float:
        text = unit * (length // len(unit))
        begin = time.process_time()
        adds_nothing(text, [text[:100]])
        return time.process_time() - begin

    seconds(100)  # the word lists are read once
    assert seconds(40_000) < 12 * seconds(5_000) + 1.0


@pytest.mark.parametrize(
    ("document", "place"),
    [
        ([], "not a JSON object"),
        ({}, "`messages` is missing"),
        ({"messages": {}}, "`messages` is not a list"),
        ({"messages": [3]}, "`messages[0]` is not an object"),
        ({"messages": [{"from": "a", "text": "x"}, {"from": "b"}]}, "`messages[1].text` is missing"),
        ({"messages": [{"from": 1, "text": "x"}]}, "`messages[0].from` is not text"),
        ({"messages": [{"from": "a", "text": "x", "gap_s": True}]}, "`messages[0].gap_s` is not a number"),
        ({"messages": [{"from": "a", "text": "x", "gap_s": -1}]}, "`messages[0].gap_s`"),
    ],
)
def test_a_malformed_document_is_refused_with_the_place(document: object, place: str) -> None:
    with pytest.raises(Malformed) as caught:
        parse_messages(document)
    assert place in str(caught.value)
    assert '{"messages": [' in error_text(caught.value, "zh")[1]
