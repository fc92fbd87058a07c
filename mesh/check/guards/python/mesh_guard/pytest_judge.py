# mypy: ignore-errors
"""Decides what one test of a pytest run really came to; compares, and never runs anything."""

import inspect
import os
import unittest

import pytest
from _pytest.outcomes import Exit, Failed, Skipped

from mesh_guard import bodies

ESSENTIAL = ("runner", "python", "main", "fixtures", "mark", "skipping", "assertion", "unittest")
_BUILTIN_MARKS = {
    "parametrize",
    "skip",
    "skipif",
    "xfail",
    "usefixtures",
    "filterwarnings",
    "asyncio",
    "tryfirst",
    "trylast",
}
_SKIPS = (Skipped, unittest.SkipTest)


def vanished(plugin):
    """Return the tests that a file spells out and that were gone when it had been imported."""
    found, seen = [], set()
    for item in plugin.collected:
        module = item.getparent(pytest.Module)
        if module is None or module in seen:
            continue
        seen.add(module)
        for name in plugin.bodies.top.get(os.path.realpath(str(getattr(module, "path", None) or module.fspath)), ()):
            if plugin.is_wanted(name) and not callable(getattr(module.obj, name, None)):
                found.append("`{}::{}`".format(module.nodeid, name))
    return found


def marker_names(item):
    return {marker.name for marker in item.iter_markers()}


def code_of(item):
    """Return the code of a test's function behind its decorators, None where there is none."""
    try:
        return bodies.code_of(_function(item))
    except Exception:
        return None


def _ends(plugin, item):
    """Return how the body of a test ended each time: by its function, else by its name in its file."""
    found = plugin.bodies.ends_of(_function(item))
    if found is None and isinstance(item, pytest.Function):
        name = getattr(item, "originalname", None) or item.name.partition("[")[0]
        found = plugin.bodies.ends_of_name(str(getattr(item, "path", None) or item.fspath), name)
    return found


def judge(plugin, item):
    """Return the outcome `o` of a test, with `ran`, and `forced` or `doubt` where it is not what it seems."""
    said, expected = _said(plugin.reports)
    ends = _ends(plugin, item)
    before = plugin.functions_of.get(item)
    if said == "passed" and before is not None and code_of(item) is not before:
        return {"o": "unrun", "forced": "its function was replaced before it ran"}
    found = {"o": said, "ran": said in ("passed", "failed", "xpassed", "xfailed")}
    if said == "failed":
        found["m"] = _message(plugin.reports)
        found["error"] = _kinds(plugin.phases)
    elif said == "passed":
        found.update(_passed(plugin, item, ends))
    elif said == "skipped":
        found.update(_skipped(plugin, item, ends))
    elif expected:
        found.update(_expected(item, said))
    return found


def _function(item):
    return getattr(item, "function", None) or getattr(item, "obj", None)


def _said(reports):
    """Return what the reports say, and whether a failure was said to be expected."""
    attempts = [r for r in reports if getattr(r, "outcome", "") != "rerun"]
    if any(r.outcome == "failed" for r in _last_attempt(attempts)):
        return "failed", False
    call = [r for r in attempts if r.when == "call"]
    expected = any(hasattr(r, "wasxfail") for r in attempts)
    if call:
        outcome = call[-1].outcome
        if expected:
            return ("xfailed" if outcome == "skipped" else "xpassed"), True
        return outcome, False
    if any(r.outcome == "skipped" for r in attempts):
        return ("xfailed" if expected else "skipped"), expected
    return "unrun", False


def _last_attempt(reports):
    starts = [index for index, report in enumerate(reports) if report.when == "setup"]
    return reports[starts[-1] :] if starts else reports


def _is_signal(error):
    """Say whether an exception is a library's way to steer a test, not a failure of it."""
    module = type(error).__module__.split(".")[0]
    return module == "hypothesis" or isinstance(error, (Exit, GeneratorExit, StopIteration))


def _passed(plugin, item, ends):
    for when in ("setup", "call", "teardown"):
        error = plugin.phases.get(when)
        if error is not None:
            return {"o": "failed", "forced": "it failed and was reported as passed", "m": _short(error)}
    if ends is None:
        return {}
    if not ends:
        return {"o": "unrun", "ran": False, "forced": "it was reported as passed without having been run"}
    errors = [end for end in ends if isinstance(end, BaseException) and not _is_signal(end)]
    if True in ends and (not errors or ends[-1] is True):
        return {}
    if not errors:
        return {}
    if isinstance(errors[-1], _SKIPS):
        return {"o": "skipped", "doubt": "it was skipped and reported as passed"}
    if isinstance(errors[-1], (AssertionError, Failed)):
        return {"o": "failed", "forced": "it failed and was reported as passed", "m": _short(errors[-1])}
    return {"o": "unclear", "doubt": "its body ended with {}".format(_short(errors[-1]))}


def _skipped(plugin, item, ends):
    error = plugin.phases.get("call") or plugin.phases.get("setup")
    raised = [end for end in ends or () if isinstance(end, BaseException) and not isinstance(end, _SKIPS)]
    if (error is not None and not isinstance(error, _SKIPS)) or (raised and not _is_signal(raised[-1])):
        return {
            "o": "failed",
            "forced": "it failed and was reported as skipped",
            "m": _short(error or raised[-1]),
        }
    if error is None and ends:
        return {"doubt": "it ran and was reported as skipped"}
    return _who_skips(plugin, item)


def _who_skips(plugin, item):
    """Doubt a skip of which nothing in the test's own file speaks, unless the test bears a mark for it."""
    if "skip" in _source(item):
        return {}
    if plugin.markers.get(item, marker_names(item)) - _BUILTIN_MARKS:
        return {"by": "conftest"}
    return {"doubt": "it is skipped, though nothing in its file says so"}


def _expected(item, said):
    if "xfail" in _source(item) or "expectedFailure" in _source(item):
        return {}
    if said == "xfailed":
        return {"o": "failed", "forced": "its failure is called expected, though nothing in its file says so"}
    return {}


def _source(item):
    try:
        path = inspect.getsourcefile(inspect.unwrap(_function(item)))
        with open(path, encoding="utf-8", errors="replace") as handle:
            return handle.read()
    except (TypeError, OSError, ValueError):
        return "skip xfail"


def _message(reports):
    for report in reports:
        if report.outcome == "failed":
            crash = getattr(getattr(report, "longrepr", None), "reprcrash", None)
            return str(getattr(crash, "message", None) or report.longrepr or "")[:400]
    return ""


def _kinds(phases):
    """Return the names of the exceptions that a test raised, with those they came from."""
    found = []
    for error in phases.values():
        while error is not None and len(found) < 12:
            found.append(type(error).__name__)
            error = error.__cause__ or error.__context__
    return found


def _short(error):
    return "{}: {}".format(type(error).__name__, error)[:300]
