"""Arguments and options that several commands have."""

from __future__ import annotations

from mesh.cli.declare import arg, flag, opt

LEVELS = ("low", "medium", "high")
FROM = opt("--from", "AGENT", "who speaks (else MESH_AGENT, else `user`)", complete="agent")
FILE = opt("--file", "FILE", "read the text from a file", complete="file")
TEXT = arg("text", "the text, `@file`, or `-` for standard input", optional=True)
TASK = arg("task", "the task; the beginning of its id will do", complete="task")
LIMIT = opt("-n --limit", "N", "at most so many", kind="int", low=1)
ALL = flag("-a --all", "those that are done too")
