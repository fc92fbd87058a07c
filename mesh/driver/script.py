"""The driver for a file of rules (docs/scripts.md): for demos, tests and CI; no model is ever asked.

The first rule that fits the envelope is played. It keeps nothing in memory between turns: how often a rule
was used travels in the session, which the runtime keeps.
"""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterator, Mapping
from typing import Any

from mesh import files
from mesh.driver import rules, tools
from mesh.driver.base import End, Event, Hooks, Request, Text, ToolCall, ToolResult
from mesh.driver.rules import Condition, Rule, Script, Step
from mesh.driver.words import CALLS, WORK, Words
from mesh.errors import Malformed, MeshError, NotFound
from mesh.i18n import error_text, say
from mesh.model.fields import Fields

_EXPECT_ANSWER = ("task_request", "intent_confirmation")
_Steps = Generator[Event, None, str | None]  # events, and at last why it failed
_SESSION = re.compile(r"(\d{1,6})=(\d{1,9})")


def script_path(settings: Mapping[str, Any], home: str, folder: str) -> str:
    """Return the path of the script: as it is, or from the agent's home, or from the work folder."""
    fields = Fields(settings, "driver `script`")
    fields.rest.pop("name", None)
    name = fields.need_text("script")
    fields.close()
    for base in (home, folder):
        path = os.path.join(base, os.path.expanduser(name))
        if os.path.isfile(path):
            return path
    raise NotFound(
        "the script `{file}` is not found", file=name,
        hint="looked in the agent's home and in the work folder",
    )  # fmt: skip


def load(path: str) -> Script:
    """Return the script of a file; raises Malformed naming rule, step and key, NotFound without a file."""
    data = files.read(path)
    if data is None:
        raise NotFound("the script `{file}` is not found", file=path)
    return rules.parse(data, os.path.basename(path))


class ScriptDriver:
    """Plays the first rule that fits; its work steps pass the hooks as those of any agent do."""

    name = "script"
    takes_mail = True
    waits = False

    def run(self, request: Request, hooks: Hooks) -> Iterator[Event]:
        """Play one turn; a script that is broken or has no rule for a request is the reason of the End."""
        language = str(request.facts.get("language", "en"))
        try:
            path = script_path(request.settings, request.home, request.folder)
            script = load(path)
        except MeshError as error:
            yield End(ok=False, reason=": ".join(filter(None, error_text(error, language))))
            return
        used = _read_session(request.session)
        facts = {"agent": request.agent, "level": request.level, **request.facts}
        rule = rules.choose(script.rules, facts, used)
        if rule is None:
            yield _no_rule(facts, os.path.basename(path), language, request.session)
            return
        yield from _Turn(request, hooks, script, facts, used, language).play(rule)

    def missing(self, settings: Mapping[str, Any]) -> str | None:
        """Say in one line what is wrong with the settings."""
        try:
            path = script_path(settings, os.sep, os.sep)
            load(path)
        except NotFound:
            name = os.path.expanduser(str(settings.get("script")))
            return f"the script `{name}` is not found" if os.path.isabs(name) else None
        except Malformed as error:
            return str(error)
        return None


def _no_rule(facts: Mapping[str, Any], name: str, language: str, session: str | None) -> End:
    """Nothing to do is well where nobody waits for an answer, and a failure where somebody does."""
    if facts.get("type") not in _EXPECT_ANSWER:
        return End(ok=True, session=session)
    shown = ", ".join(f"{key}={facts.get(key)}" for key in ("type", "from", "level", "handshake", "state"))
    reason = say("no rule of `{file}` fits: {facts}", language, file=name, facts=shown)
    return End(ok=False, reason=reason, session=session)


def _read_session(session: str | None) -> dict[int, int]:
    return {int(rule): int(times) for rule, times in _SESSION.findall(session or "")}


class _Over(Exception):
    """The turn ends here."""

    def __init__(self, *, ok: bool, reason: str = "", interrupted: bool = False) -> None:
        super().__init__(reason)
        self.ok, self.reason, self.interrupted = ok, reason, interrupted


class _Turn:
    """One turn under way: what the templates stand for, and which rules have been used."""

    def __init__(
        self,
        request: Request,
        hooks: Hooks,
        script: Script,
        facts: Mapping[str, Any],
        used: dict[int, int],
        language: str,
    ) -> None:
        self._hooks, self._script, self._facts, self._used = hooks, script, facts, used
        self._language, self._session = language, request.session
        self._place = tools.place_of(request, hooks)
        self._values: dict[str, Any] = {name: facts.get(name) for name in rules.FACTS}
        self.words = Words(self._values)
        self._heard: list[str] = []

    def play(self, rule: Rule) -> Iterator[Event]:
        """Play the rule and end."""
        try:
            yield from self._rule(rule)
        except _Over as over:
            yield self._end(over)
        else:
            yield self._end(_Over(ok=True))

    def _end(self, over: _Over) -> End:
        session: str | None = ";".join(f"{rule}={times}" for rule, times in sorted(self._used.items()))
        if over.interrupted:
            session = self._session  # the turn will be played again, from where it began
        return End(ok=over.ok, reason=over.reason, interrupted=over.interrupted, session=session)

    def _rule(self, rule: Rule) -> Iterator[Event]:
        self._used[rule.number] = self._used.get(rule.number, 0) + 1
        for step in rule.do:
            if self._hooks.stopping():
                raise self._interrupted()
            if step.condition is not None and not self._holds(step.condition):
                continue
            yield from self._step(rule, step)
            while self._heard:
                yield from self._answer(self._heard.pop(0))

    def _answer(self, message: str) -> Iterator[Event]:
        """Play the rule for what has just arrived, if there is one."""
        self._values["message"] = message
        found = rules.choose(self._script.on_message, {**self._facts, "text": message}, self._used)
        if found is not None:
            yield from self._rule(found)

    def _holds(self, condition: Condition) -> bool:
        if condition.exit is not None and self._values.get("run.exit") != condition.exit:
            return False
        wanted = condition.contains
        return wanted is None or self.words.fill(wanted) in str(self._values.get("run.output", ""))

    def _step(self, rule: Rule, step: Step) -> Iterator[Event]:
        failed = None
        if step.name in WORK:
            failed = yield from self._work(*WORK[step.name](self.words, step.values))
        elif step.name in CALLS:
            failed = yield from self._call(*CALLS[step.name](self.words, step.values))
        elif step.name == "reply":
            failed = yield from self._reply(step.values)
        elif step.name == "say":
            yield Text(text=self.words.fill(step.values["text"]))
        else:
            self._pause(step)
        if failed is not None and step.must:
            raise _Over(ok=False, reason=say(
                "rule {rule}, step {step} (`{name}`) failed: {why}", self._language,
                rule=rule.number, step=step.number, name=step.name, why=failed[-1000:],
            ))  # fmt: skip

    # -- work, seen and held by the hooks

    def _work(self, tool: str, given: Mapping[str, Any]) -> _Steps:
        """Use a tool unless the runtime refuses; returns why it failed, None if it did not."""
        yield ToolCall(tool=tool, input=given)
        verdict = self._hooks.before_tool(tool, given)
        if verdict.allowed:
            result = tools.use(tool, given, self._place)
            warnings = self._hooks.after_tool(result)
            self._keep(result)
        else:
            result, warnings = ToolResult(tool=tool, input=given, refused=verdict.reason), ()
        yield result
        if tool == "Bash" and self._hooks.stopping():
            raise self._interrupted()
        self._heard += verdict.messages
        for message in (*verdict.messages, *warnings):
            yield Text(text=message)
        if result.refused is not None:
            return result.refused
        return None if result.exit_code == 0 else result.output or f"exit {result.exit_code}"

    def _keep(self, result: ToolResult) -> None:
        if result.tool == "Bash":
            self._values |= {"run.exit": result.exit_code, "run.output": result.output.rstrip("\n")}
        elif result.tool == "Read":
            self._values["read.output"] = result.output

    # -- the mesh tools

    def _call(self, tool: str, given: Mapping[str, Any]) -> _Steps:
        yield ToolCall(tool=tool, input=given)
        outcome = self._hooks.call(tool, given)
        self._values["call.output"] = outcome.text
        yield ToolResult(tool=tool, input=given, exit_code=0 if outcome.ok else 1, output=outcome.text)
        return None if outcome.ok else outcome.text

    def _reply(self, given: Mapping[str, Any]) -> _Steps:
        text = self._from_file(given["file"]) if "file" in given else self.words.fill(given["text"])
        rest = {key: value for key, value in given.items() if key in ("status", "assertions")}
        values = self.words.of_task({"text": text, **self.words.filled(rest)})
        return (yield from self._call("mesh_reply", values))

    def _from_file(self, name: str) -> str:
        try:
            data = files.read(tools.inside(self.words.fill(name), self._place))
            if data is not None:
                return data.decode("utf-8")
        except (MeshError, UnicodeError) as error:
            raise _Over(ok=False, reason=f"{name}: {error}") from None
        raise _Over(ok=False, reason=say("no such file: {file}", self._language, file=name))

    # -- what ends or halts the turn

    def _pause(self, step: Step) -> None:
        given = step.values
        if step.name == "fail":
            raise _Over(ok=False, reason=self.words.fill(given["reason"]))
        if step.name == "stop_unless" and not self._holds(rules.condition(given)):
            raise _Over(ok=True)
        if step.name == "sleep" and self._hooks.wait(given["seconds"]):
            raise self._interrupted()

    def _interrupted(self) -> _Over:
        return _Over(ok=False, interrupted=True, reason=say("stopped by the runtime", self._language))
