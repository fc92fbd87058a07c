"""Cuts a message into words, characters, figures and names in one form for every script; judges nothing.

Chinese, Japanese and Korean come character by character, other scripts word by word. Emoji, kaomoji and
stickers are dropped, but for signs that state something. Linear in the text, total on any text.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise
from typing import NamedTuple

from mesh.core.rules import words

WORD, CHARACTER, NUMBER, NAME, END, QUESTION = "word", "character", "number", "name", "end", "question"

_CJK = r"\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
_SIGNS = "❌✖⛔🚫🔴🟢🟡🟠🔵⚠🚨🆘🅰🅱⬆⬇➡⬅❎🟥🟩🟨"
_SPACED = re.compile(rf"(?<=[{_CJK}])[^\S\n]+(?=[{_CJK}])")
_MENTION = re.compile(rf"(?<![\w.])@(?:[A-Za-z0-9_-]{{1,40}}|[{_CJK}]{{1,6}}(?=[\s,:]))")
_FACE = re.compile(r"[m٩ლᕦ]?[^\s\w,.!?;:]?\(([^()\n]{1,14})\)[ノﾉヽヾбдo╯وゞグブm♪☆✧੭ง۶ᕤლ]{0,3}")
_EMOTICON = re.compile(
    r"(?<![\w/])(?:[:;=]['-]?[)(DPpOo*|\]\[]{1,8}|<3{1,8}|\^[_.-]{0,2}\^|[TQ][_A.][TQ]|[Xx]D{1,8}|orz|OTZ|o[_.]O"
    r"|>[_.]<|-[_.]-|\\o/)(?!\w)"
)
_TOKEN = re.compile(
    rf"""
      (?P<url>https?://\S{{1,2000}})
    | (?P<code>`[^`\n]{{1,200}}`)
    | (?P<sticker>\[[^\[\]\n\d]{{1,8}}\])
    | (?P<slack>(?<![\w:]):(?:[a-z]|\+1|-1)[a-z0-9_+-]{{0,40}}:)
    | (?P<ascii>[A-Za-z0-9_~/.$@\#%+&=<>'’\\:-]+)
    | (?P<character>[{_CJK}])
    | (?P<word>[^\W\d_]+)
    | (?P<digits>\d+)
    | (?P<question>\?)
    | (?P<end>[,!;。、…—–()\n"“”«»|]+)
    | (?P<sign>[{_SIGNS}])
    """,
    re.VERBOSE,
)
_DOCUMENTS = words("图片 文件 视频 链接 语音 位置 附件 image file video link")
_NUMBER = re.compile(r"[+$#-]?(\d{1,15}(?:[.,]\d{1,15}){0,3})([A-Za-z%]{0,4})\Z")
_TIME = re.compile(r"(\d{1,2}):(\d\d)\Z")
_UNITS = words("px s ms mb gb kb tb min mins h hr hrs m d am pm x % kg g km cm mm w")
_LAUGH = re.compile(r"(?:a?(?:ha|he|hi|ja|xi){2,40}h?|l(?:ol)+|lmf?ao+)\Z")
_RUN = re.compile(r"(.)\1{2,}")
_ZH_DIGITS = {digit: value for value, digit in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_ZH_UNITS = {"十": 10, "百": 100, "千": 1000, "万": 10000}
_EN_NUMBERS = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14", "fifteen": "15",
    "twenty": "20", "thirty": "30",
}  # fmt: skip
_STOPS = {ord(wide): f"{narrow} " for wide, narrow in zip("，：；！？", ",:;!?", strict=True)}


class Token(NamedTuple):
    """One piece of a message: its kind, its key for comparing, and whether it began with a capital."""

    kind: str
    key: str
    capital: bool = False


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a message in order."""
    plain = unicodedata.normalize("NFKC", text.translate(_STOPS))
    plain = plain.replace("(ツ)", " ")
    plain = _EMOTICON.sub(" ", _FACE.sub(_without_face, plain))
    plain = _SPACED.sub("。", _MENTION.sub(" ", plain))
    found: list[Token] = []
    for match in _TOKEN.finditer(plain):
        kind = match.lastgroup or ""
        piece = match.group()
        if kind == "ascii":
            found.extend(_ascii(piece))
        elif kind == "sticker":
            found.extend(_sticker(piece[1:-1]))
        elif kind != "slack" and not _is_ornament(kind, piece):
            found.append(_other(kind, piece))
    return found


def number_of(characters: str) -> str | None:
    """Return the figure that Chinese numerals spell, such as `23` for 二十三; None if they spell none."""
    total = current = 0
    if not any(character in _ZH_UNITS for character in characters):
        digits = [_ZH_DIGITS.get(character) for character in characters]
        return None if None in digits or not digits else "".join(str(digit) for digit in digits)
    for character in characters:
        if character in _ZH_DIGITS:
            current = _ZH_DIGITS[character]
        elif character in _ZH_UNITS:
            total += (current or 1) * _ZH_UNITS[character]
            current = 0
        else:
            return None
    return str(total + current)


def is_numeral(character: str) -> bool:
    """Say whether a character can be part of a number written in Chinese."""
    return character in _ZH_DIGITS or character in _ZH_UNITS


def _without_face(match: re.Match[str]) -> str:
    """Drop a face such as (´▽`)ノ; what stands in brackets otherwise is text."""
    inside = match.group(1)
    letters = sum(character.isalnum() for character in inside)
    marks = sum(not character.isalnum() and not character.isspace() for character in inside)
    digits = any(character.isdigit() for character in inside)
    return " " if marks >= 2 and letters <= 2 and not digits else match.group()


def _is_ornament(kind: str, piece: str) -> bool:
    """Say whether a single letter of a rare script is part of a face such as ʕ•ᴥ•ʔ."""
    return kind == "word" and len(piece) == 1 and not piece.isascii()


def _other(kind: str, piece: str) -> Token:
    if kind in ("url", "code", "sign"):
        return Token(NAME, piece.strip("`").casefold())
    if kind == "word":
        return Token(WORD, piece.casefold(), piece[:1].isupper())
    if kind == "digits":
        return Token(NUMBER, piece)
    return Token(kind, piece)


def _sticker(name: str) -> list[Token]:
    if name.casefold() in _DOCUMENTS:
        return [Token(NAME, name.casefold())]
    if name.isalpha() and (not name.isascii() or name.casefold() in ("ok", "doge", "yeah")):
        return []
    return [Token(END, "["), *_ascii(name), Token(END, "]")] if name.isascii() else []


def _ascii(piece: str) -> list[Token]:
    """Classify a run of ASCII: words, figures with units, or the name of something."""
    core = piece.strip(".:'’-~<>=&\\_")
    if not any(character.isalnum() for character in core):
        core = ""
    if not core:
        return [Token(END, ".")] if "." in piece or ":" in piece else []
    tail = [Token(END, ".")] if piece[-1] in ".:" else []
    return [*_core(core), *tail]


def _core(core: str) -> list[Token]:
    figures = _figures(core)
    if figures is not None:
        return figures
    letters = core.replace("’", "'")
    if all(part.isalpha() for part in letters.replace("-", "'").split("'")):
        return _words(letters)
    parts = core.split(".")
    if all(len(part) == 1 and part.isalpha() for part in parts):
        return [Token(WORD, "".join(parts).casefold())]
    if len(parts) == 2 and all(part.isalpha() for part in parts) and parts[1][0].isupper():
        return [*_words(parts[0]), Token(END, "."), *_words(parts[1])]
    return [Token(NAME, core.strip("#").casefold())]


def _words(text: str) -> list[Token]:
    if "-" not in text and any(a.islower() and b.isupper() for a, b in pairwise(text)):
        return [Token(NAME, text.casefold())]
    if len(text) == 1 and text.isupper() and text not in "IKUA":
        return [Token(NAME, text.casefold())]
    return [_word(part) for part in text.split("-") if part]


def _word(text: str) -> Token:
    key = text.casefold()
    if key in _EN_NUMBERS:
        return Token(NUMBER, _EN_NUMBERS[key])
    if _LAUGH.match(key):
        key = "haha"
    return Token(WORD, _RUN.sub(r"\1", key), text[0].isupper() and len(text) > 1)


def _figures(core: str) -> list[Token] | None:
    """Return the figures of `22:00-23:00`, `40px` or `20%`; None if it is no figure."""
    found: list[Token] = []
    for part in re.split(r"[-~]", core.lstrip("+-")):
        time = _TIME.match(part)
        number = _NUMBER.match(part)
        if time:
            found.append(Token(NUMBER, str(int(time[1])) if time[2] == "00" else f"{int(time[1])}:{time[2]}"))
        elif number and (not number[2] or number[2].casefold() in _UNITS):
            found.append(Token(NUMBER, number[1].replace(",", "")))
            found.append(Token(WORD, number[2].casefold())) if number[2] else None
        else:
            return None
    if core.startswith("+") and core[1:].isdigit():
        return [Token(WORD, core)]
    return found
