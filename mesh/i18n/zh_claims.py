"""Chinese for what is wrong with the format of a reply, and for contradictions in it."""

MESSAGES: dict[str, str] = {
    "`complexity` is none of `low`, `medium`, `high`": "`complexity` 不是 `low`、`medium`、`high` 之一",
    "`assertions` is not a list": "`assertions` 不是列表",
    "an assertion is not a mapping of keys to values": "断言不是键值映射",
    "an assertion without `claim`": "断言缺少 `claim`",
    "the `confidence` of an assertion is none of `verified`, `inferred`, `uncertain`": (
        "断言的 `confidence` 不是 `verified`、`inferred`、`uncertain` 之一"
    ),
    "an assertion with the confidence `verified` needs `evidence`": "置信度为 `verified` 的断言需要 `evidence`",
    "an assertion with the confidence `inferred` or `uncertain` needs `reasoning`": (
        "置信度为 `inferred` 或 `uncertain` 的断言需要 `reasoning`"
    ),
    "a value of an assertion is not text": "断言中有一个值不是文本",
    "the front matter is never closed": "前置元数据没有结束标记 `---`",
    "the reply says so, and elsewhere the opposite": "回复在此处如此说，在别处却说了相反的话",
    "one says that it was removed, the other that it is there": "一处说已删除，另一处说它还在",
    "they give different numbers of tests": "两处给出的测试数量不同",
}
