"""Puts the guards of the runners into a check: variables that arm them, and programs that keep them armed."""

from __future__ import annotations

import os
import secrets
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace

from mesh.check.ecosystems.rust import target_triple
from mesh.check.plan import REPORT, Plan
from mesh.check.reports import gather
from mesh.check.sandbox import Order, Sandbox
from mesh.check.scratch import Scratch

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "guards")
_PYTHON = os.path.join(FOLDER, "python")
_NODE = os.path.join(FOLDER, "node")
_SHELL = os.path.join(FOLDER, "shell", "sh")
_SHIMMED = ("python", "python3", "pytest", "py.test")
# A makefile that sets PYTHONPATH must not thereby lose the guard: these programs put it back.
_SHIM = """#!/bin/sh
PYTHONPATH={guard}${{PYTHONPATH:+:$PYTHONPATH}} exec {real} "$@"
"""
_GO = """#!/bin/sh
[ "$1" = test ] || exec {real} "$@"
shift
exec {python} -I {guard} {real} "$@"
"""
_CTEST = """#!/bin/sh
for word in "$@"; do case $word in -N|--show-only*|--version|--help|--build*|-S|-D) exec {real} "$@";; esac; done
exec {real} "$@" --output-junit "$MESH_REPORT.$$"
"""
_SPEC = "--test-reporter=spec --test-reporter-destination=stdout"
_RUST = """#!/bin/sh
exec {python} -I {guard} "$@"
"""


class Guards:
    """The guards of one plan; `prepare` and `collect` are for `running.run`."""

    def __init__(self, plan: Plan, sandbox: Sandbox) -> None:
        self._plan, self._sandbox = plan, sandbox
        self._report = secrets.token_hex(8)

    def prepare(self, made: Scratch, order: Order) -> Order:
        """Return the order with the guards armed; writes what stands before the real programs."""
        plan = self._plan
        report = os.path.join(self._sandbox.tmp or made.tmp, self._report)
        environment = dict(order.environment) | dict(plan.environment)
        if plan.wrapper:
            environment |= {"npm_config_script_shell": _SHELL, "MESH_SHELL": plan.shell}
        if plan.counting == "told":
            environment |= self._told(made, environment)
            environment["MESH_REPORT"] = report
            environment["SPEC_OPTS"] = f"--format progress --format json --out {report}.spec"
        shown = (*order.shown, FOLDER, sys.prefix, sys.base_prefix)
        argv = [word.replace(REPORT, report) for word in order.argv]
        return replace(order, argv=argv, environment=environment, shown=shown)

    def _told(self, made: Scratch, environment: Mapping[str, str]) -> dict[str, str]:
        talk = os.path.join(self._sandbox.talk or made.talk, "bin")
        path = environment.get("PATH", "")
        shims = os.path.join(made.talk, "bin")
        os.mkdir(shims)
        _write_shims(shims, path, talk)
        return {
            "PATH": os.pathsep.join((talk, path)), "MESH_SHIMS": talk, "PYTHONPATH": _PYTHON,
            "NODE_OPTIONS": " ".join(_node_options(environment.get("MESH_NODE_REPORTER", ""))),
            f"CARGO_TARGET_{target_triple()}_RUNNER": os.path.join(talk, "mesh-run-tests"),
        }  # fmt: skip

    def collect(self, made: Scratch) -> list[bytes]:
        """Return the reports that the runner has written."""
        own = os.path.join(made.tmp, self._report)
        return gather(self._plan.reports, made=made, inside=self._plan.inside, own=own)


def _node_options(reporter: str) -> Iterator[str]:
    """Yield the options that arm the guard in Node. Each reporter needs a destination, so where the project
    names one of its own and leaves it the standard output, that has to be said."""
    yield f"--require={_NODE}/guard.cjs"
    yield f"--test-reporter={_NODE}/node_reporter.mjs"
    yield "--test-reporter-destination=/dev/null"
    yield "--test-reporter-destination=stdout" if reporter else _SPEC


def _write_shims(folder: str, path: str, own: str) -> None:
    """Write the programs that stand before the real ones and arm the guards."""
    for name in _SHIMMED:
        _write(folder, name, _SHIM, guard=_PYTHON, real=_real(name, path, own))
    go = os.path.join(FOLDER, "go", "run.py")
    _write(folder, "go", _GO, python=sys.executable, guard=go, real=_real("go", path, own))
    _write(folder, "ctest", _CTEST, real=_real("ctest", path, own))
    _write(folder, "mesh-run-tests", _RUST, python=sys.executable, guard=os.path.join(FOLDER, "rust", "run.py"))


def _real(name: str, path: str, own: str) -> str | None:
    found = shutil.which(name, path=path)
    return found if found and os.path.dirname(found) != own else None


def _write(folder: str, name: str, template: str, **values: str | None) -> None:
    """Write one program, unless what it stands for is not installed."""
    if None in values.values():
        return
    target = os.path.join(folder, name)
    with open(target, "w", encoding="utf-8") as handle:
        handle.write(template.format(**{key: _quoted(value or "") for key, value in values.items()}))
    os.chmod(target, 0o755)  # noqa: S103  it is to be run by whoever the check runs as


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
