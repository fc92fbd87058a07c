"""The fence around what others wrote: text within it can pose as nothing else.

Three things hold it, none of which needs a list of bad words: the fence carries a token of 128 random bits
that the writer could not know, every line within begins with `| `, and hidden characters are spelled out.
What resembles a fence, the wrappers of chat models or an annotation is marked besides.
"""

from __future__ import annotations

import re

from mesh.core.visible import one_line, visible

_LIKE_A_FENCE = re.compile(r"={2,}(?=[ \t\u3000]*(?:DATA|END)\b)", re.IGNORECASE)
_WRAPPER = re.compile(
    r"<(?=[/|]?\s*(?:system|antml:|function_|tool_|invoke\b|parameter\b|im_(?:start|end)|endof|start_of|\|))"
    r"|<(?=<\s*/?\s*SYS\s*>)|\[(?=/?INST\])",
    re.IGNORECASE,
)
_MARKS = re.compile("[✓✔✅☑🗸✗✘❌☒√]\ufe0f?")


def fenced(text: str, *, fence: str, label: str, language: str) -> str:
    """Return the text as a data block of the fence `fence`; `label` says what it is and whose.

    The text is defused (annotation), made visible and quoted line by line, whole.
    """
    head = f"=== DATA {fence} ({one_line(label, 200)}) ==="
    lines = tame(defused(text, language), fence).split("\n")
    return "\n".join([head, *(f"| {line}" if line else "|" for line in lines), f"=== END {fence} ==="])


def tame(text: str, fence: str) -> str:
    """Return the text without anything hidden, without the fence's token, its look-alikes unmade."""
    text = visible(text.replace("\r\n", "\n"))
    if fence:
        text = re.sub(re.escape(fence), "⟨fence⟩", text, flags=re.IGNORECASE)
    text = _LIKE_A_FENCE.sub(lambda found: "⟨" + found.group() + "⟩", text)
    return _WRAPPER.sub(lambda found: "‹" if found.group() == "<" else "⟦", text)


def defused(text: str, language: str) -> str:
    """Return the text with lines that look like the runtime's annotation marked as the author's."""
    try:
        from mesh.core.annotation import defuse  # type: ignore[attr-defined,unused-ignore]
    except ImportError:  # the quoting of every line still keeps it from standing as one
        return text
    return str(defuse(text, language))


def headline(text: str, limit: int = 120) -> str:
    """Return an agent's own words about itself in one line, without a tick that could pass for ours."""
    return one_line(_MARKS.sub("·", text), limit)
