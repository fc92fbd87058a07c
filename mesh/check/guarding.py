"""Puts the guards of the runners into a check: variables that arm them, and programs that keep them armed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
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
        environment["MESH_NODE"] = _NODE
        environment["PYTHONPATH"] = _PYTHON
        environment["NODE_OPTIONS"] = f"--require={_NODE}/guard.cjs"
        environment["GOFLAGS"] = "-json"
        environment[f"CARGO_TARGET_{target_triple()}_RUNNER"] = os.path.join(FOLDER, "rust", "run.py")
        return replace(order, environment=environment, shown=(*order.shown, FOLDER))

    return prepare


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
