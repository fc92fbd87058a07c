"""Declared here: checking a reply and annotating it (verify.md)."""

from __future__ import annotations

from mesh.cli.declare import Command, Param, arg, command, flag, opt
from mesh.cli.table.shared import LEVELS

REPLY = arg("reply", "the reply: a Markdown file, or `-` for standard input", complete="file")
CHECKS: tuple[Param, ...] = (
    opt("--cwd", "DIR", "the project, instead of the current folder", complete="file"),
    opt("--base", "REV", "the commit since which the agent worked"),
    opt("--timeout", "SECONDS", "time for each check", kind="float", low=0),
    flag("--allow-commands", "run commands that only the reply names"),
    flag("--no-sandbox", "run the checks even where there is no sandbox; the evidence says so"),
)

COMMANDS: tuple[Command, ...] = (
    command(
        "verify", "mesh.cli.verify:verify", "check what a reply claims; 1 if a claim is refuted",
        REPLY, *CHECKS,
        opt("--complexity", "LEVEL", "which levels of checks by default", choices=LEVELS),
        opt("--levels", "N-M", "1 format, 2 consistency, 3 anchors, 4 another agent, 5 a person"),
        flag("--strict", "1 unless everything is verified"),
        opt(
            "--format", "FORMAT", "how the result is printed",
            choices=("text", "json", "junit", "github", "markdown"),
        ),
        example="mesh verify reply.md\nmesh verify reply.md --base main --strict --format github",
    ),
    command(
        "annotate", "mesh.cli.verify:annotate", "print a reply with the annotation of what was checked",
        REPLY, *CHECKS,
        opt("--observed", "FILE", "what a hook saw the agent do, as JSON lines", complete="file"),
        flag("--no-verify", "check nothing: only what was observed counts"),
        opt("--language", "LANG", "the language of the annotation", choices=("en", "zh", "auto")),
        example="mesh annotate reply.md\nmesh annotate reply.md --observed runs.jsonl --json",
    ),
)  # fmt: skip
