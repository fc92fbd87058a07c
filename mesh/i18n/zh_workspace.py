"""The Chinese of what is said about a workspace's own files."""

from __future__ import annotations

MESSAGES: dict[str, str] = {
    "must be `{wanted}`, the name of the folder": "必须是文件夹的名字 `{wanted}`",
}
