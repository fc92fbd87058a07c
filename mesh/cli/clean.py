"""Make text that others wrote fit for a terminal: what would act on it is shown, not sent; drops nothing.

Escape sequences, control, direction-changing and invisible characters become visible (`⟨U+001B⟩`).
What the runtime did not write cannot pass for its annotation: a bracket that reads like one becomes
round, and in one line (a headline, a subject) every check mark becomes `(v)`. What is stored, and what
`--json` prints, stays as it was written.
"""

from __future__ import annotations

_MARKS = dict.fromkeys(map(ord, "✓✔✅☑🗸🗹"), "(v)")
_BREAKS = {ord("\n"): "␊", ord("\r"): "␍", ord("\t"): "␉"}
_LABEL = r"[\[［【〔〖⟦]([^\[\]［］【】〔〕〖〗⟦⟧\n]{1,200})[\]］】〕〗⟧]"
_TIERS = ("verified", "refuted", "validated", "验证", "驗證")
_LOOKALIKES = str.maketrans("аеіїорсуѕԁһјкмнтвαεικνορτυ", "aeiiopcysdhjkmhtbaeiknoptu")


def clean(text: str, *, lines: bool = False, annotation: bool = False) -> str:
    """Return the text as it may be printed; with `lines` it keeps its line breaks and tabs.

    With `annotation` it carries the runtime's own annotation, whose marks and brackets are kept.
    """
    if text.isascii() and text.isprintable() and "[" not in text:
        return text
    from mesh.core.visible import visible

    if not annotation:
        text = _defused(text if lines else text.translate(_MARKS))
    return visible(text.replace("\r\n", "\n") if lines else text.translate(_BREAKS))


def _defused(text: str) -> str:
    """Return a text in which no bracket of its author's reads like the runtime's annotation."""
    import re

    return re.sub(_LABEL, lambda found: _rounded(found[0], found[1]), text)


def _rounded(whole: str, label: str) -> str:
    return f"({label.translate(_MARKS)})" if any(tier in _plain(label) for tier in _TIERS) else whole


def _plain(label: str) -> str:
    """Return a label as the eye reads it: look-alike letters folded, marks and hidden characters gone."""
    from unicodedata import category, normalize

    folded = normalize("NFKD", label).lower().translate(_LOOKALIKES)
    return "".join(char for char in folded if category(char) not in ("Mn", "Cf", "Cc"))
