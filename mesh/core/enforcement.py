"""Whether a tool call may run before the handshake is passed: reading and asking may, changing may not."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

READING_TOOLS = frozenset({"Read", "Glob", "Grep", "LS", "NotebookRead", "WebFetch", "WebSearch", "TodoRead"})
ASKING_TOOLS = frozenset(
    {
        "mesh_whoami", "mesh_list_friends", "mesh_list_groups", "mesh_get_roster", "mesh_get_agent_card",
        "mesh_send_message", "mesh_confirm_understanding", "mesh_acknowledge", "mesh_get_timeline",
        "mesh_note", "mesh_reply", "mesh_set_task_status",
    }
)  # fmt: skip
_READERS = frozenset(
    {
        "ls", "cat", "head", "tail", "wc", "pwd", "grep", "rg", "stat", "du", "df", "cut",
        "diff", "cmp", "which", "whoami", "basename", "dirname", "realpath", "readlink",
        "true", "test", "nl", "od", "hexdump", "md5sum", "sha256sum", "jq",
    }
)  # fmt: skip
_GIT_READERS = frozenset({"status", "log", "diff", "show", "blame", "ls-files", "rev-parse", "shortlog"})
_SHELL_SIGNS = frozenset("|&;<>()$`\\\n\r{}*?!#~")
_WRITING_OPTIONS = ("--output", "-o", "-O", "--exec", "--ext-diff", "--textconv", "--open-files", "--pre")


def refusal(tool: str, values: Mapping[str, Any], task: str) -> str | None:
    """Return why a tool may not run before the requester has confirmed, None if it may.

    In doubt it may not: a shell command passes only if it is one plain command known to read.
    """
    if tool in READING_TOOLS or tool in ASKING_TOOLS:
        return None
    if tool == "Bash" and reads_only(str(values.get("command", ""))):
        return None
    return (
        f"refused: task {task} is not confirmed yet. Say what you understood with"
        " mesh_confirm_understanding (or `mesh confirm`) and end the turn; you may read until then."
    )


def reads_only(command: str) -> bool:
    """Say whether a shell command is one plain command that reads and changes nothing."""
    if _SHELL_SIGNS & set(command):
        return False
    try:
        words = shlex.split(command)
    except ValueError:
        return False
    if not words or "=" in words[0]:
        return False
    if any(word.startswith(_WRITING_OPTIONS) for word in words[1:]):
        return False
    if words[0] == "git":
        return len(words) > 1 and words[1] in _GIT_READERS
    return words[0] in _READERS
