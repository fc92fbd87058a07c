#!/usr/bin/env python3
# mypy: ignore-errors
"""Runs a test binary in the place of cargo, and tells of each of its tests.

The binary is asked which tests it has before it runs them; only those count, each once, and only if the
binary came to its own end. A binary with a harness of its own is run as it is, and not counted.
"""

import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "python"))
from mesh_guard.voice import open_voice

_OWN_FORMAT = ("--format", "--nocapture", "--no-capture", "--show-output", "--list", "--bench", "--logfile")


def main(words):
    setting = os.environ.pop("MESH_GUARD", "")
    binary, arguments = words[0], words[1:]
    environment = dict(os.environ)
    for name in ("NODE_OPTIONS", "PYTHONPATH", "MESH_SHIMS"):
        environment.pop(name, None)
    names, can_log = _names(binary, arguments, environment, ["--logfile", os.devnull]), True
    if names is None:  # the option is deprecated, and may be gone one day
        names, can_log = _names(binary, arguments, environment, []), False
    if not setting or names is None or any(word.startswith(("--list", "--bench")) for word in arguments):
        os.execve(binary, words, environment)
    voice = open_voice(setting)
    voice.say("start", runner="cargo test", version="", python=sys.executable, target=os.path.basename(binary))
    status = _run(binary, arguments, environment, names, voice, can_log)
    voice.say("exit", status=status)
    return status


def _names(binary, arguments, environment, log):
    """Return the tests that the binary says it has, None if it is no ordinary test binary."""
    environment = dict(environment, RUST_BACKTRACE="0")
    listed = subprocess.run(
        [binary, *_kept(arguments), *log, "--list", "--format", "terse"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env=environment,
    )  # fmt: skip
    lines = listed.stdout.decode("utf-8", "replace").splitlines()
    if listed.returncode or any(line and not line.endswith((": test", ": benchmark")) for line in lines):
        return None
    return [line[: -len(": test")] for line in lines if line.endswith(": test")]


def _kept(arguments):
    return [word for word in arguments if not word.startswith(_OWN_FORMAT)]


def _run(binary, arguments, environment, names, voice, can_log):
    handle, log = tempfile.mkstemp(prefix="tests")
    os.close(handle)
    command = [binary, *_kept(arguments), "-Zunstable-options", "--format=json"]
    command += ["--logfile=" + log] if can_log else []
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=dict(environment, RUSTC_BOOTSTRAP="1"))
    events, over = {}, None
    for line in process.stdout:
        event = _event(line)
        if event is None:
            sys.stdout.buffer.write(line)
        elif event.get("type") == "suite":
            over = event if event.get("event") in ("ok", "failed") else over
        elif event.get("type") == "test" and event.get("event") != "started":
            events.setdefault(event.get("name"), []).append(event)
    status = process.wait()
    logged = _logged(log) if can_log else None
    os.unlink(log)
    _tell(voice, names, events, over, logged)
    print("test result: {} tests, exit {}".format(len(names), status), flush=True)
    return status if status >= 0 else 101


def _event(line):
    if not line.startswith(b"{"):
        return None
    try:
        event = json.loads(line)
    except ValueError:
        return None
    return event if isinstance(event, dict) and event.get("type") in ("suite", "test", "report", "bench") else None


def _logged(path):
    """Return what the binary wrote into its own log: the last word on each test."""
    found = {}
    with open(path, encoding="utf-8", errors="replace") as handle:
        for line in handle:
            outcome, _, name = line.rstrip("\n").partition(" ")
            found[name.partition(" <")[0]] = outcome
    return found


def _tell(voice, names, events, over, logged):
    for name in names:
        told = events.get(name, [])
        kinds = {event.get("event") for event in told}
        if not told:
            continue
        if len(told) > 1 or len(kinds) > 1:
            voice.say("forced", m="`{}` was reported more than once".format(name))
        kind = told[-1].get("event")
        if logged is not None and kind == "ok" and logged.get(name) != "ok":
            voice.say("forced", m="`{}` was reported as passed and not logged so".format(name))
        outcome = {"ok": "passed", "ignored": "skipped"}.get(kind, "failed")
        voice.say("test", id=name, o=outcome, m=str(told[-1].get("stdout", ""))[-400:], ran=outcome != "skipped")
    strangers = set(events) - set(names)
    if strangers:
        first = sorted(strangers)[0]
        voice.say("forced", m="tests were reported that the binary does not have, such as `{}`".format(first))
    if over is not None and len(events) >= len(names):
        voice.say("end", collected=len(names), selected=len(names), ran=len(events), m="", only="")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
