"""Words that mean the same, and signs of a question or of a vote; only data."""

from __future__ import annotations

# Each line is one meaning: another word of it says nothing new.
SAME = """
day daily days
week weekly weeks
month monthly months
year yearly annual annually years
not no never none nothing without cannot can't don't doesn't didn't isn't aren't wasn't won't 不 没 没有 无 未
fix repair patch resolve correct
start begin launch
server host machine node instance
delete remove drop erase
error failure fault
store stored stores storing save saved saves keep keeps kept hold holds persist
convert converts converted conversion transform translate
client frontend browser
database db
live lives reside located sit sits find found
top based base atop
branch branches
meeting call meet sync
file document doc
folder directory dir
big large huge
quick fast rapid
build compile
config configuration settings
test tests testing
version release
user users customer customers
address location place
price cost costs
finish complete end
open opens opened
close closes closed
begin begins starts
noon midday
offline unavailable
online available up
evening night tonight
send sends mail
need needs require requires required
show shows display displays
make makes create creates
run runs running
use uses used using
move moves moved
change changes changed
update updates updated
return returns returned
fail fails failed
pass passes passed
work works worked working
read reads
write writes
take takes takes
happen happens occur occurs
must shall
tomorrow tmrw tmr
"""

QUESTIONS_EN = r"\b(?:any (?:update|new|objection|idea|preference|volunteer|taker)s\b|who (?:can|wants|will)\b|ok to\b|y/n\b)"
# In the middle of a Chinese clause, these ask.
ASKS_ZH = r"哪(?!里哪里|里的话|儿的话|有哪有|都|也)|多少(?!都|也)|几点|几号|什么时候|啥时候|为什么|为啥|是否|能否|可否"
POLLS_EN = (
    r"\b(?:please vote|vote (?:for|with|by|now)|votes please|cast your|please (?:reply|respond|confirm|acknowledge|react)"
    r"|reply (?:with|yes|ok|all|here)|respond with|react with|answer with|roll call|thumbs up if|sign up|raise your hand"
    r"|show of hands|who(?:'s| is| can| wants| will| would)|everyone (?:ok|okay|fine)|any objections?|each of you"
    r"|(?:you|must|to) confirm (?:by|with|your|receipt|when)|one by one|sound off|report in|stations?, report)\b"
)
POLLS_ZH = (
    r"请回复|回复收到|收到请回|收到回|收到扣|请确认|确认一下|都确认|逐个确认|逐项|(?:扣|回)个?\s*\d\s*(?:$|[,，。.!！])|接龙|报数|投票"
    r"|投个|举手|签到|点名|报名|表态|选一个|选哪|二选一|谁(?!也|都|说|知道|跟谁|让)|有没有人|哪位|各位意见|大家觉得|大家意见|过一下"
    r"|挨个|每台|每人|回一个|报一下|报下|报状态"
)
QUESTIONS_ZH = (
    r"(?:吗|么|呢|不|没|否|没有|行不行|好不好|可不可以|能不能|要不要|是不是|对不对|有没有|怎么样|如何|几点|几个|多少|哪个|哪里|哪儿"
    r"|哪天|什么时候|什么|为什么|怎么|怎么办|谁|啥|咋|行不|好不|能不|在不)\s*[。!~…]*$"
)
CHOICE = r"\bor\b|还是"
