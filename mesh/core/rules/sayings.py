"""Signs of a question and of a vote, as patterns; only data."""

from __future__ import annotations

QUESTIONS_EN = (
    r"\b(?:any (?:update|new|objection|idea|preference|volunteer|taker)s\b"
    r"|who (?:can|wants|will)\b|ok to\b|y/n\b)"
)
# In the middle of a Chinese clause, these ask.
ASKS_ZH = (
    r"哪(?!里哪里|里的话|儿的话|有哪有|都|也)|多少(?!都|也)|几点|几号|什么时候|啥时候"
    r"|为什么|为啥|是否|能否|可否"
)
POLLS_EN = (
    r"\b(?:please vote|vote (?:for|with|by|now)|votes please|cast your|answer with|roll call|thumbs up if"
    r"|please sign up|raise your hand|show of hands|everyone (?:ok|okay|fine)|any objections?|each of you"
    r"|one by one|sound off|stations?, report)\b|(?:^|[.?!:]\s*)who(?:'s| is| can| wants| will| would)\b"
)
POLLS_ZH = (
    r"(?:请|来|开始|大家|都)[^。,，]{0,6}(?:投票|签到|点名|报名|报数|接龙|表态)"
    r"|(?:投票|签到|点名|报名|报数|接龙|表态)(?:一下|吧|[:：])|的接龙|投个|举手|选一个|选哪|二选一|有没有人|哪位"
    r"|各位意见|谁(?!也|都|说|知道|跟谁|让)|大家觉得|大家意见|过一下|挨个|逐项|每台|每人回|报一下|报下|报状态"
)

# These ask for a sign of receipt, so that even a receipt is an answer.
RECEIPTS_WANTED = (
    r"\b(?:please (?:reply|respond|confirm|acknowledge|react)|reply (?:with|yes|ok|all|here)|respond with"
    r"|react with|(?:you|must|to) confirm (?:by|with|your|receipt|when))\b"
    r"|请回复|回复收到|收到请回|收到回|收到扣|请确认|确认一下|都确认|逐个确认|回一个|(?:扣|回)个?\s*\d\s*(?:$|[,，。.!！])"
)
QUESTIONS_ZH = (
    r"(?:吗|么|(?<![了着还])呢|不|没|否|没有|行不行|好不好|可不可以|能不能|要不要|是不是|对不对|有没有"
    r"|怎么样|如何|几点|几个|多少|哪个|哪里|哪儿|哪天|什么时候|什么|为什么|怎么|怎么办|谁|啥|咋|行不|好不"
    r"|能不|在不)$"
)
CHOICE = r"\bor\b|还是"

# Praise by its form, unless the adjective complains: 太慢了 is a finding.
DEGREE = (
    r"(?:太|真是?|超级|超(?=[好棒赞强快香美帅甜])|特别|非常|多么|这么|那么|可真|好生)"
    r"(?![慢大小贵暗亮长短高低重轻多少挤吵热冷远近晚早难乱差厚薄窄宽糟烂脏旧坏错假慌急紧险累痛苦饿困怪奇复杂麻忙卡不没])"
    r"[\u4e00-\u9fff]{1,3}(?:[了啦啊呀哦呢吧哇的咯]{0,2})$"
)
