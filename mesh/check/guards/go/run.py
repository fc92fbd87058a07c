# mypy: ignore-errors
"""Runs `go test` with its machine-readable report and tells of each test; prints what go would print."""

import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "python"))
from mesh_guard.voice import open_voice

_NOT_A_RUN = ("-c", "-list", "-n", "-json", "--list", "-h", "-help", "-exec", "-toolexec", "-overlay")
_OUTCOMES = {"pass": "passed", "fail": "failed", "skip": "skipped"}


def main(words):
    setting = os.environ.pop("MESH_GUARD", "")
    go, arguments = words[0], words[1:]
    if not setting or any(word.split("=")[0] in _NOT_A_RUN for word in arguments):
        os.execv(go, [go, "test", *arguments])
    voice = open_voice(setting)
    voice.say("start", runner="go test", version="", python="")
    process = subprocess.Popen([go, "test", "-json", "-count=1", *arguments], stdout=subprocess.PIPE)
    state = _State(voice)
    for line in process.stdout:
        state.take(line)
    status = process.wait()
    state.over()
    voice.say("exit", status=status)
    return status


class _State(object):
    def __init__(self, voice):
        self._voice = voice
        self._open, self._failed, self._output = set(), set(), {}
        self._packages = set()

    def take(self, line):
        try:
            event = json.loads(line)
        except ValueError:
            sys.stdout.buffer.write(line)
            return
        action, package, test = event.get("Action"), event.get("Package", ""), event.get("Test")
        name = "{}::{}".format(package, test)
        if action == "output" or action == "build-output":
            text = event.get("Output", "")
            sys.stdout.write(text)
            self._output[name] = (self._output.get(name, "") + text)[-400:]
        elif test and action == "run":
            self._open.add(name)
        elif test and action in _OUTCOMES:
            self._open.discard(name)
            self._failed.update([package] if action == "fail" else [])
            self._voice.say("test", id=name, o=_OUTCOMES[action], m=self._output.get(name, ""), ran=action != "skip")
        elif not test and action == "fail" and package not in self._failed:
            self._voice.say("test", id=package, o="failed", m=self._output.get(name, ""))
        if not test and action in _OUTCOMES:
            self._packages.add(package)

    def over(self):
        if self._open:
            self._voice.say("forced", m="`{}` never ended".format(sorted(self._open)[0]))
        self._voice.say("end", m="", only="")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
