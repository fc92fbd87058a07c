"""Puts the guards of the runners into a check: variables that arm them, and programs that keep them armed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace

from mesh.check.ecosystems.rust import target_triple
from mesh.check.plan import Plan
from mesh.check.sandbox import Order, Sandbox
from mesh.check.scratch import Scratch

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "guards")
_PYTHON = os.path.join(FOLDER, "python")
_NODE = os.path.join(FOLDER, "node")
_SHIMMED = ("python", "python3", "pytest", "py.test")
# A makefile that sets PYTHONPATH must not thereby lose the guard: these programs put it back.
_SHIM = """#!/bin/sh
PYTHONPATH={guard}${{PYTHONPATH:+:$PYTHONPATH}} exec {real} "$@"
"""


def arm(plan: Plan, sandbox: Sandbox) -> Callable[[Scratch, Order], Order]:
    """Return what arms the guards of a plan, for `running.run`."""

    def prepare(made: Scratch, order: Order) -> Order:
        if plan.counting != "told":
            return replace(order, shown=(*order.shown, FOLDER))
        environment = dict(order.environment) | dict(plan.environment)
        talk = sandbox.talk or made.talk
        shims = os.path.join(made.talk, "bin")
        os.mkdir(shims)
        _write_shims(shims, environment.get("PATH", ""), os.path.join(talk, "bin"))
        environment["PATH"] = os.pathsep.join((os.path.join(talk, "bin"), environment.get("PATH", "")))
        environment["MESH_SHIMS"] = os.path.join(talk, "bin")
        environment["PYTHONPATH"] = _PYTHON
        environment["NODE_OPTIONS"] = " ".join(_node_options(environment.pop("MESH_NODE_REPORTER", "")))
        environment[f"CARGO_TARGET_{target_triple()}_RUNNER"] = os.path.join(FOLDER, "rust", "run.py")
        return replace(order, environment=environment, shown=(*order.shown, FOLDER))

    return prepare


def _node_options(reporter: str) -> Iterator[str]:
    """Yield the options that arm the guard in Node. Each reporter needs a destination, so where the project
    names one of its own and leaves it the standard output, that has to be said."""
    yield f"--require={_NODE}/guard.cjs"
    yield f"--test-reporter={_NODE}/node_reporter.mjs"
    yield "--test-reporter-destination=/dev/null"
    yield "--test-reporter-destination=stdout" if reporter else "--test-reporter=spec --test-reporter-destination=stdout"


def _write_shims(folder: str, path: str, own: str) -> None:
    for name in _SHIMMED:
        real = shutil.which(name, path=path)
        if real is None or os.path.dirname(real) == own:
            continue
        target = os.path.join(folder, name)
        with open(target, "w", encoding="utf-8") as handle:
            handle.write(_SHIM.format(guard=_quoted(_PYTHON), real=_quoted(real)))
        os.chmod(target, 0o755)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
