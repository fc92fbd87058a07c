"""Decides whether exit status 0 of a script proves that a command in it ran and succeeded; runs nothing.

Every command but a few builtins may succeed or fail. All ways through the script are followed at once,
as a set of states, for one command: it is proven when on every way that ends with 0 it ran and never
failed. The rules of `errexit` and `pipefail` are those of the bash manual (`set`, "Pipelines").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from mesh.core.runs.builtins import Memory, known_status, options_set, remembered, status_word
from mesh.core.runs.meaning import Call, Meanings
from mesh.core.runs.syntax import Chain, For, Group, If, Loop, Node, Pipeline, Sequence, Simple, Unclear

_MOST_STEPS = 10_000

Flow = Literal["on", "exit", "break", "continue"]


class State(NamedTuple):
    """What is known at a point: the last status (0 or 1), the options, how the watched command fared.

    `first` is the status of the first command of the last pipeline, None if it is not known.
    """

    status: int = 0
    errexit: bool = False
    pipefail: bool = False
    watched: Literal["not run", "succeeded", "failed"] = "not run"
    first: int | None = None
    memory: Memory = frozenset()


Ways = set[tuple[Flow, State]]


def proves(meanings: Meanings, watched: Simple) -> bool:
    """Say whether status 0 of the script means that the watched command ran and succeeded each time.

    Raises Unclear for a script that cannot be followed.
    """
    if meanings.trouble:
        raise Unclear(meanings.trouble)
    ways = _Walk(meanings, watched).node(meanings.script, State(), quiet=False)
    good = [state.watched == "succeeded" for _, state in ways if state.status == 0]
    return bool(good) and all(good)


class _Walk:
    def __init__(self, meanings: Meanings, watched: Simple) -> None:
        self.meanings = meanings
        self.watched = watched
        self.steps = 0
        self.loops = 0

    def node(self, node: Node, state: State, *, quiet: bool) -> Ways:
        """Follow a node; `quiet` says that `errexit` does not look at its status."""
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise Unclear("too many ways through")
        ways = self._run(node, state, quiet=quiet)
        if node is not self.watched and _may_not_start(node):
            ways = ways | _settle({("on", state._replace(status=1, first=None))}, quiet=quiet)
        return ways

    def _run(self, node: Node, state: State, *, quiet: bool) -> Ways:
        match node:
            case Simple():
                return _settle(self._simple(node, state, quiet=quiet), quiet=quiet)
            case Pipeline():
                return self._pipeline(node, state, quiet=quiet)
            case Chain():
                return self._chain(node, state, quiet=quiet)
            case Sequence():
                return self._sequence(node, state, quiet=quiet)
            case Group(subshell=True):
                return _settle(self._subshell(node.body, state, quiet=quiet), quiet=quiet)
            case Group():
                return _blurred(self.node(node.body, state, quiet=quiet))
            case If():
                return _blurred(self._if(node, state, quiet=quiet))
            case Loop() | For():
                return _blurred(self._loop(node, state, quiet=quiet))

    # -- one after the other

    def _then(self, ways: Ways, follow: Callable[[State], Ways]) -> Ways:
        """Go on where the shell goes on."""
        out: Ways = {(flow, state) for flow, state in ways if flow != "on"}
        for flow, state in ways:
            if flow == "on":
                out |= follow(state)
        return out

    def _sequence(self, node: Sequence, state: State, *, quiet: bool) -> Ways:
        ways: Ways = {("on", state)}
        for part, background in zip(node.parts, node.background, strict=True):
            step = self._background if background else self.node
            ways = self._then(ways, lambda now, part=part, step=step: step(part, now, quiet=quiet))  # type: ignore[misc]
        return ways

    def _background(self, node: Node, state: State, *, quiet: bool) -> Ways:
        """A command in the background has no status yet; what it does is seen by nobody."""
        fates = {way.watched for _, way in self._subshell(node, state, quiet=True)}
        return {("on", state._replace(status=0, first=0, watched=fate)) for fate in fates}

    def _chain(self, node: Chain, state: State, *, quiet: bool) -> Ways:
        last = len(node.parts) - 1
        ways = self.node(node.parts[0], state, quiet=True)
        for at, (sign, part) in enumerate(zip(node.signs, node.parts[1:], strict=True), 1):

            def follow(now: State, sign: str = sign, part: Node = part, at: int = at) -> Ways:
                if (now.status == 0) != (sign == "&&"):
                    return {("on", now)}
                return self.node(part, now, quiet=quiet or at < last)

            ways = self._then(ways, follow)
        return ways

    def _pipeline(self, node: Pipeline, state: State, *, quiet: bool) -> Ways:
        if len(node.parts) == 1:
            ways = self.node(node.parts[0], state, quiet=quiet or node.inverted)
        else:
            ways = self._piped(node, state, quiet=quiet or node.inverted)
            ways = _settle(ways, quiet=quiet or node.inverted)
        if not node.inverted:
            return ways
        return {(flow, now._replace(status=1 - now.status) if flow == "on" else now) for flow, now in ways}

    def _piped(self, node: Pipeline, state: State, *, quiet: bool) -> Ways:
        """Follow commands joined by pipes: each in a subshell, the status by `pipefail`."""
        partial = {(0, None, state.watched)}  # the status so far, that of the first, how the watched one fared
        for part in node.parts:
            later = set()
            for status, first, fate in partial:
                for _, way in self._subshell(part, state._replace(watched=fate), quiet=quiet):
                    joined = max(status, way.status) if state.pipefail else way.status
                    later.add((joined, way.status if first is None else first, way.watched))
            partial = later  # type: ignore[assignment]
        return {("on", state._replace(status=status, first=first, watched=fate)) for status, first, fate in partial}

    def _subshell(self, node: Node, state: State, *, quiet: bool) -> Ways:
        """Follow a node in a shell of its own: only its status comes back."""
        inner = self.node(node, state, quiet=quiet)
        if any(flow in ("break", "continue") for flow, _ in inner):
            raise Unclear("a loop left from within a subshell")
        return {("on", state._replace(status=way.status, first=way.status, watched=way.watched)) for _, way in inner}

    # -- branches and loops

    def _if(self, node: If, state: State, *, quiet: bool) -> Ways:
        def otherwise(now: State) -> Ways:
            if node.otherwise is None:
                return {("on", now._replace(status=0))}
            return self.node(node.otherwise, now, quiet=quiet)

        follow: Callable[[State], Ways] = otherwise
        for condition, body in reversed(node.branches):
            follow = self._branch(condition, body, follow, quiet=quiet)
        return follow(state)

    def _branch(
        self, condition: Node, body: Node, otherwise: Callable[[State], Ways], *, quiet: bool
    ) -> Callable[[State], Ways]:
        def follow(state: State) -> Ways:
            return self._then(
                self.node(condition, state, quiet=True),
                lambda now: self.node(body, now, quiet=quiet) if now.status == 0 else otherwise(now),
            )

        return follow

    def _loop(self, node: Loop | For, state: State, *, quiet: bool) -> Ways:
        """Follow a loop until no new state comes up."""
        self.loops += 1
        try:
            return self._turns(node, state, quiet=quiet)
        finally:
            self.loops -= 1

    def _turns(self, node: Loop | For, state: State, *, quiet: bool) -> Ways:
        out: Ways = set()
        seen: set[tuple[State, int]] = set()
        # each state at the top of the loop, with the status of the body before it
        todo = [(state, 0)] if isinstance(node, Loop) or not node.certain else []
        if isinstance(node, For) and node.certain:
            self._turn(node, state, quiet=quiet, out=out, todo=todo)
        while todo:
            top, before = todo.pop()
            if (top, before) in seen:
                continue
            seen.add((top, before))
            if isinstance(node, For):
                out.add(("on", top._replace(status=before)))
                self._turn(node, top, quiet=quiet, out=out, todo=todo)
                continue
            for flow, now in self.node(node.condition, top, quiet=True):
                if flow != "on":
                    _leave(flow, now, out=out, todo=todo)
                elif (now.status == 0) == node.until:
                    out.add(("on", now._replace(status=before)))
                else:
                    self._turn(node, now, quiet=quiet, out=out, todo=todo)
        return out

    def _turn(self, node: Loop | For, state: State, *, quiet: bool, out: Ways, todo: list[tuple[State, int]]) -> None:
        """Run the body of a loop once."""
        if isinstance(node, For):
            state = state._replace(memory=remembered(state.memory, node.name, None))
        for flow, now in self.node(node.body, state, quiet=quiet):
            if flow == "on":
                todo.append((now, now.status))
            else:
                _leave(flow, now, out=out, todo=todo)

    # -- simple commands

    def _simple(self, node: Simple, state: State, *, quiet: bool) -> Ways:
        call = self.meanings.call(node)
        if node is self.watched:
            flow: Flow = "exit" if call.replaces else "on"
            good = "failed" if state.watched == "failed" else "succeeded"
            failed = state._replace(status=1, first=1, watched="failed")
            ways: Ways = {
                (flow, state._replace(status=0, first=0, watched=good)),  # type: ignore[arg-type]
                (flow, failed),
            }
            return ways | {("on", failed)} if _may_not_start(node) else ways
        if call.script is not None:
            return self._script(call, node, state, quiet=quiet)
        if not call.words:
            return self._assign(node, state)
        ways = self._builtin(call, state)
        if call.replaces:
            return {("exit", now) for _, now in ways}
        return ways

    def _script(self, call: Call, node: Simple, state: State, *, quiet: bool) -> Ways:
        assert call.script is not None
        if call.place == "same":
            return self.node(call.script, state, quiet=quiet)
        start = state._replace(errexit=False)
        if call.place == "new":
            start = State(watched=state.watched, errexit=call.errexit, pipefail=call.pipefail)
        ends = self._subshell(call.script, start, quiet=False)
        names = [name for name, _ in node.assigned] if not node.words else []
        memory = state.memory
        for name in names:
            memory = remembered(memory, name, None)
        flow: Flow = "exit" if call.replaces else "on"
        return {
            (flow, state._replace(status=end.status, first=end.status, watched=end.watched, memory=memory))
            for _, end in ends
        }

    def _assign(self, node: Simple, state: State) -> Ways:
        """Follow assignments alone; a status kept in a variable is remembered."""
        memory = state.memory
        for name, value in node.assigned:
            memory = remembered(memory, name, status_word(value, state.status, state.first, memory))
        plain = all(value.fixed or ("(" not in value.raw and "`" not in value.raw) for _, value in node.assigned)
        statuses = (0,) if plain and not node.redirects else (0, 1)
        return {("on", state._replace(status=status, first=status, memory=memory)) for status in statuses}

    def _builtin(self, call: Call, state: State) -> Ways:
        name, arguments = call.words[0].text, call.words[1:]
        if name == "exit":
            code = state.status if not arguments else None
            if len(arguments) == 1:
                code = status_word(arguments[0], state.status, state.first, state.memory)
            return {("exit", state._replace(status=status)) for status in ((0, 1) if code is None else (code,))}
        if name in ("break", "continue"):
            if arguments or not self.loops:
                raise Unclear("a loop left by number, or none at all")
            return {("break" if name == "break" else "continue", state)}
        if name == "set":
            errexit, pipefail = options_set(arguments, state.errexit, state.pipefail)
            return {("on", state._replace(status=0, first=0, errexit=errexit, pipefail=pipefail))}
        status, memory = known_status(call.words, state.status, state.first, state.memory)
        statuses: Iterable[int] = (0, 1) if status is None else (status,)
        return {("on", state._replace(status=one, first=one, memory=memory)) for one in statuses}


def _may_not_start(node: Node) -> bool:
    """Say whether a redirection could fail before a command runs."""
    redirects = getattr(node, "redirects", ())
    return any(redirect.target is not None for redirect in redirects)


def _settle(ways: Ways, *, quiet: bool) -> Ways:
    """Let `errexit` end the shell where a command failed."""
    if quiet:
        return ways
    return {("exit" if flow == "on" and now.status and now.errexit else flow, now) for flow, now in ways}


def _blurred(ways: Ways) -> Ways:
    """Forget PIPESTATUS: after a compound command it is not what it seems."""
    return {(flow, now._replace(first=None)) for flow, now in ways}


def _leave(flow: Flow, state: State, *, out: Ways, todo: list[tuple[State, int]]) -> None:
    """Leave a loop, or go to its top."""
    if flow == "exit":
        out.add((flow, state))
    elif flow == "break":
        out.update(("on", state._replace(status=status)) for status in (0, 1))
    else:
        todo.extend((state, status) for status in (0, 1))
