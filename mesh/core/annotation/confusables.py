"""Letters of other scripts that pass for the letters of an annotation; data only.

From the table of Unicode Technical Standard 39 (confusables.txt), cut down to the letters that occur in a
tag, with look-alikes that it leaves out (Cyrillic `п` for `n`, `ғ` for `f`).
"""

from __future__ import annotations

# `l` stands with `i`: upper case I, lower case l and 1 are one shape in many fonts.
LOOK_ALIKES: dict[str, str] = {
    "a": "ɑΑΔΛαλАаᎪᗅ∆⍺ꓮ𐊠𖽀",
    "d": "đδԁժᎠᏧᑯᗞᗪꓒꓓ",
    "e": "əΕέεЄЕеєҽӗᎬ€℮⋿ⴹꓰꬲ𐊆𑢦𑢮",
    "f": "ſƒϜҒғքᖴẝꓝꞘꞙꬵ𐊇𐊥𐔥𑢢𑣂𝈓",
    "g": "ƍɡԌցᏀᏳᶃꓖ",
    "i": "¡ıƖǀɩɪ˛ͺΙιІіӀӏ۱ᎥᏞᒪᛁι∣⍳⏽│ⲒⳐⵏꓡꓲꙇꭵ￨𐊊𐌉𐌠𐐛𐔦𑢣𑢲𑣃𖼖𖼨𝈪",
    "n": "ΝήηИЙПийпոռⲚꓠ𐔓",
    "p": "ΡρϱРрᏢᑭ⍴Ⲣⲣꓑ𐊕",
    "r": "ƦЯгяᎡᏒᖇᴦⲅꓣꭇꭈꮁ𐒴𖼵𝈖",
    "s": "ƽЅѕՏᏕᏚꓢꜱꮪ𐊖𐐠𐑈𑣁𖼺",
    "t": "ΤτТтᎢ†⊤⟙Ⲧꓔ𐊗𐊱𐌕𑢼𖼊🝨",
    "u": "µūʋμυцՍսሀᑌᴜ∪⋃ꓴꞟꭎꭒ𐓎𐓶𑢸𑣘𖽂",
    "v": "νѴѵ۷Ꮩᐯᴠ∨⋁ⴸꓦꛟꮩ𐔝𑜆𑢠𑣀𖼈𝈍",
    "y": "¥ɣʏΥγϒУуўҮүყᎩᎽᶌỿℽⲨꓬꭚ𐊲𑢤𑣜𖽃",
}
# Signs and digits that are read as letters where letters are expected (`ver1fied`, `ag3nt`, `vǃa`).
SIGNS: dict[str, str] = {"i": "1!|¡ǃ│", "e": "3€", "a": "4@", "s": "5$", "t": "7†+", "g": "69", "o": "0"}
HAN: dict[str, str] = {
    "独": "獨",
    "立": "竝",
    "验": "驗騐験",
    "证": "證証",
    "已": "己巳",
    "未": "末",
    "过": "過",
    "期": "朞",
}
