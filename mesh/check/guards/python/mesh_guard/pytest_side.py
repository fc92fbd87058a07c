# mypy: ignore-errors
"""The guard of a pytest run: a plugin registered before any other, which compares what tests did with what is said."""

import os
import sys
import traceback

from mesh_guard.bodies import Bodies, hook_compiler
from mesh_guard.integrity import Snapshot

_ESSENTIAL = ("runner", "python", "main", "fixtures", "mark", "skipping", "assertion", "unittest")


def arm(module, guard):
    """Register the guard with the first configuration that this process makes."""
    original = module.get_config

    def get_config(*args, **options):
        config = original(*args, **options)
        if guard.take("pytest"):
            try:
                _register(config, guard)
            except Exception:
                guard.voice().say("broken", m=traceback.format_exc()[-500:])
        return config

    module.get_config = get_config


def _register(config, guard):
    import pytest

    from mesh_guard.pytest_plugin import Plugin

    voice = guard.voice()
    bodies = Bodies(voice)
    snapshot = Snapshot(voice)
    plugin = Plugin(voice, bodies, snapshot)
    _hook_rewriting(plugin, bodies, voice)
    _hook_calls(plugin)
    snapshot.take(*_deciders())
    snapshot.take_builtins("AssertionError", "compile", "exec", "isinstance", "BaseException", "Exception")
    config.pluginmanager.register(plugin, "mesh-guard")
    sys.stdout.flush()
    voice.say(
        "start", runner="pytest", version=pytest.__version__, at=os.path.realpath(pytest.__file__),
        mine=voice.is_mine(pytest.__file__), optimize=sys.flags.optimize, python=sys.executable,
    )  # fmt: skip
    plugin.release = guard.leave_children_alone


def _deciders():
    """Return the modules whose functions decide what a test's result is."""
    import unittest.case
    import unittest.loader
    import unittest.result
    import unittest.suite

    import pytest

    names = (
        "runner", "reports", "python", "main", "skipping", "outcomes", "python_api", "raises", "raises_group",
        "unittest", "assertion.rewrite", "assertion.util", "nodes", "fixtures", "debugging",
    )  # fmt: skip
    found = [pytest, unittest, unittest.case, unittest.loader, unittest.result, unittest.suite]
    for package, parts in (("_pytest", names), ("pluggy", ("_callers", "_manager", "_hooks", "_result"))):
        for part in parts:
            module = _module(package + "." + part)
            if module is not None:
                found.append(module)
    return found


def _module(name):
    try:
        return __import__(name, fromlist=["x"])
    except ImportError:
        return None


def _hook_rewriting(plugin, bodies, voice):
    """Let modules that pytest rewrites tell how their functions end, and those that are imported as usual too."""
    rewrite = _module("_pytest.assertion.rewrite")
    original = rewrite.rewrite_asserts

    def rewrite_asserts(mod, source, module_path=None, config=None):
        if module_path and voice.is_mine(module_path):
            try:
                bodies.instrument(mod, module_path, source, plugin.is_wanted)
            except (ValueError, RecursionError, AttributeError):
                voice.say("note", m="not observed: {}".format(module_path))
        return original(mod, source, module_path, config)

    rewrite.rewrite_asserts = rewrite_asserts
    hook_compiler(bodies, voice, plugin.is_wanted)


def _hook_calls(plugin):
    """Learn what each phase of a test really raised, before any plugin can say something else."""
    from _pytest import runner

    original = runner.CallInfo.from_call.__func__

    def from_call(cls, func, when, reraise=None):
        call = original(cls, func, when, reraise)
        plugin.saw(when, call.excinfo.value if call.excinfo is not None else None)
        return call

    runner.CallInfo.from_call = classmethod(from_call)
