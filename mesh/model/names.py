"""Names that become paths: normalised, then taken or refused with the reason; nothing is guessed."""

from __future__ import annotations

import re
import unicodedata

from mesh.errors import BadInput

USER = "user"

_PART = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}\Z")
_DEVICES = {"con", "prn", "aux", "nul", "conin$", "conout$"} | {
    f"{port}{number}" for port in ("com", "lpt") for number in range(10)
}
_AUTHORITY = {
    "system", "sys", "mesh", "runtime", "root", "admin", "admins", "administrator", "human", "humans",
    "overseer", "supervisor", "superuser", "sudo", "su", "owner", "operator", "moderator", "sysadmin",
    "sysop", "all", "everyone", "everybody", "anyone", "nobody", "daemon", "kernel", "agentmesh",
    "authority", "god", "official", "trusted", "verified", "postmaster", "mailerdaemon",
}  # fmt: skip
_FILLERS = {"the", "a", "an", "bot", "agent", "ai", "real", "true", "account", "user", "team", "staff", ""}
_LEET = str.maketrans("013457@$", "oleastas")


def normalise(name: str) -> str:
    """Return the name as it is compared: NFKC, lower case, trimmed."""
    return unicodedata.normalize("NFKC", name).strip().lower()


def parse_name(name: str, what: str = "name") -> str:
    """Return the normalised name; raises BadInput with the reason if it cannot be a name."""
    normal = normalise(name)
    parts = normal.split("@")
    shown = _shown(name)
    if not normal:
        raise BadInput("an empty {what}", what=what, hint="use letters a-z, digits, `.`, `_` and `-`")
    if len(parts) > 2 or not all(_PART.match(part) for part in parts):
        raise BadInput(
            "`{name}` cannot be a {what}: {why}",
            name=shown, what=what, why=_why(normal),
            hint="use a-z and 0-9 first, then also `.`, `_` and `-`, 64 characters at most",
        )  # fmt: skip
    for part in parts:
        if ".." in part or part.endswith(".") or part.split(".")[0] in _DEVICES:
            raise BadInput(
                "`{name}` cannot be a {what}: it is special to file systems",
                name=shown, what=what, hint="choose another name",
            )  # fmt: skip
    return normal


def parse_agent(name: str) -> str:
    """Return the normalised name of an agent; names that sound like authority are refused too."""
    normal = parse_name(name, "agent name")
    if sounds_like_authority(normal):
        raise BadInput(
            "`{name}` is reserved: no agent can take a name that sounds like authority",
            name=normal, hint="choose a name that says what the agent does, such as `reviewer`",
        )  # fmt: skip
    return normal


def sounds_like_authority(name: str) -> bool:
    """Say whether a normalised name reads as the system, the runtime, a superuser or everybody."""
    for spelling in (name, name.translate(_LEET), name.replace("1", "i").translate(_LEET)):
        local = spelling.split("@")[0]
        joined = re.sub(r"[._-]", "", local).strip("0123456789")
        words = [word.strip("0123456789") for word in re.split(r"[._-]", local)]
        telling = [word for word in words if word not in _FILLERS]
        if joined in _AUTHORITY or (telling and all(word in _AUTHORITY for word in telling)):
            return True
    return False


def nearest(name: str, known: list[str], limit: int = 3) -> list[str]:
    """Return the known names closest to a mistyped one, best first."""
    from difflib import get_close_matches

    return get_close_matches(normalise(name), known, n=limit, cutoff=0.5)


def _shown(name: str) -> str:
    """Return a name fit for a message: no control or direction characters, not endless."""
    clean = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in name)
    return clean if len(clean) <= 80 else clean[:80] + "…"


def _why(name: str) -> str:
    if len(name) > 64:
        return "too long"
    if not name[0].isascii() or not name[0].isalnum():
        return f"it begins with `{_shown(name[0])}`"
    for char in name:
        if not (char.isascii() and (char.isalnum() or char in "._-@")):
            return f"`{_shown(char)}` is not allowed" if char.strip() else "white space is not allowed"
    return "its form is wrong"
