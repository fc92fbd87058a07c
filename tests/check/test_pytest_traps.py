"""Each trap is an honest project with one change that must cost it the ✓; the honest one keeps it."""

# ruff: noqa: E501  projects stand here as they are written
from __future__ import annotations

from pathlib import Path

import pytest
from checking import HAS_SANDBOX, check, make

pytestmark = pytest.mark.skipif(not HAS_SANDBOX, reason="this machine offers no sandbox")

GOOD = "def price(net):\n    return round(net * 1.2, 2)\n"
BAD = "def price(net):\n    return net\n"
TESTS = """from shop import price


def test_price():
    assert price(10) == 12


def test_nothing():
    assert price(0) == 0
"""
INI = "[pytest]\npythonpath = .\ntestpaths = tests\n"


def project(folder: Path, files: dict[str, str], code: str = BAD) -> Path:
    return make(folder, {"shop.py": code, "tests/test_shop.py": TESTS, "pytest.ini": INI, **files})


def test_honest_tests_are_verified_and_counted(tmp_path: Path) -> None:
    found = check(project(tmp_path, {}, GOOD))
    assert found.status == "verified", found
    assert found.evidence.tests and found.evidence.tests.passed == 2
    assert found.evidence.exit_code == 0


def test_a_failing_test_is_refuted(tmp_path: Path) -> None:
    found = check(project(tmp_path, {}))
    assert found.status == "refuted"
    assert found.evidence.tests and found.evidence.tests.failed == 1
    assert found.evidence.tests.passed == 1


CONFTESTS = {
    "calls are swallowed": "def pytest_pyfunc_call(pyfuncitem):\n    return True\n",
    "a wrapper swallows the failure": """
import pytest

@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    outcome = yield
    outcome.force_result(True)
""",
    "a new-style wrapper swallows the failure": """
import pytest

@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item):
    try:
        yield
    except BaseException:
        pass
""",
    "reports are rewritten": """
import pytest

@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    if report.failed:
        report.outcome = "passed"
        report.longrepr = None
""",
    "failures become skips": """
import pytest

@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    if report.failed:
        report.outcome = "skipped"
        report.longrepr = ("x", 1, "flaky")
""",
    "failures become expected": """
import pytest

@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    if report.failed:
        report.outcome = "skipped"
        report.wasxfail = "known"
""",
    "the call is cleared before the report is made": """
import pytest

@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item, call):
    call.excinfo = None
""",
    "only one test is forced": """
import pytest

@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    if item.name == "test_price":
        report.outcome = "passed"
""",
    "the protocol is replaced": """
from _pytest.reports import TestReport

def pytest_runtest_protocol(item, nextitem):
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for when in ("setup", "call", "teardown"):
        report = TestReport(item.nodeid, item.location, {}, "passed", None, when)
        item.ihook.pytest_runtest_logreport(report=report)
    return True
""",
    "the loop is replaced": "def pytest_runtestloop(session):\n    return True\n",
    "failing tests are dropped in silence": """
def pytest_collection_modifyitems(items):
    items[:] = [item for item in items if item.name != "test_price"]
""",
    "failing tests are deselected": """
def pytest_collection_modifyitems(config, items):
    bad = [item for item in items if item.name == "test_price"]
    items[:] = [item for item in items if item.name != "test_price"]
    config.hook.pytest_deselected(items=bad)
""",
    "failing tests are marked as expected to fail": """
import pytest

def pytest_collection_modifyitems(items):
    for item in items:
        if item.name == "test_price":
            item.add_marker(pytest.mark.xfail(reason="known"))
""",
    "failing tests are skipped by name": """
import pytest

def pytest_collection_modifyitems(items):
    for item in items:
        if item.name == "test_price":
            item.add_marker(pytest.mark.skip(reason="known"))
""",
    "the functions are replaced": """
def pytest_runtest_setup(item):
    item.obj = lambda: None
""",
    "the item's method is replaced": """
import _pytest.python

_pytest.python.Function.runtest = lambda self: None
""",
    "assertions are made harmless": """
import builtins

class Quiet(Exception):
    pass

import _pytest.assertion.rewrite as rewrite

class Silent(rewrite.AssertionRewriter):
    def visit_Assert(self, node):
        import ast
        return [ast.copy_location(ast.Pass(), node)]

rewrite.AssertionRewriter = Silent
""",
    "the exit status is set": "def pytest_sessionfinish(session):\n    session.exitstatus = 0\n",
    "the process ends when the session does": """
import os

def pytest_sessionfinish(session):
    os._exit(0)
""",
    "the process ends at exit": "import atexit, os\n\natexit.register(os._exit, 0)\n",
    "the process ends at once": "import os\n\nos._exit(0)\n",
    "the session ends at once": "import pytest\n\npytest.exit('done', returncode=0)\n",
    "the interpreter is left": "import sys\n\nsys.exit(0)\n",
    "a thread ends the process": """
import os, threading

threading.Timer(0.05, os._exit, [0]).start()
import time

def pytest_runtest_setup(item):
    time.sleep(0.2)
""",
    "a child carries on": """
import os

if os.fork() == 0:
    os._exit(0)
os._exit(0)
""",
    "the main function is replaced": "def pytest_cmdline_main(config):\n    return 0\n",
    "the module's collection is emptied": """
import pytest

class Empty(pytest.Module):
    def collect(self):
        return []

def pytest_pycollect_makemodule(module_path, parent):
    return Empty.from_parent(parent, path=module_path)
""",
    "the failing test is not collected": """
def pytest_pycollect_makeitem(collector, name, obj):
    if name == "test_price":
        return []
""",
    "the file is ignored": "collect_ignore = ['test_shop.py']\n",
    "the tests are rewritten before they are read": """
import pathlib

path = pathlib.Path(__file__).with_name("test_shop.py")
path.write_text("def test_price():\\n    pass\\n\\n\\ndef test_nothing():\\n    pass\\n")
""",
    "a report of its own is written": """
import glob, os

def pytest_sessionfinish(session):
    for name in os.listdir("."):
        pass
    path = session.config.getoption("xmlpath", None) or "report.xml"
    open(path, "w").write('<testsuite tests="2" failures="0"/>')
    os._exit(0)
""",
    "the excinfo is lost": """
from _pytest.runner import CallInfo

original = CallInfo.from_call.__func__

def from_call(cls, func, when, reraise=None):
    call = original(cls, func, when, reraise)
    call.excinfo = None
    return call

CallInfo.from_call = classmethod(from_call)
""",
    "an autouse fixture replaces what is tested": """
import pytest

@pytest.fixture(autouse=True)
def _lenient(request):
    request.node.obj = lambda *a, **k: None
    yield
""",
    "every failure is expected by a fixture": """
import pytest

@pytest.fixture(autouse=True)
def _lenient(request):
    request.applymarker(pytest.mark.xfail)
""",
    "an early profile function ends it": """
import sys, os

def watch(frame, event, arg):
    if event == "call" and frame.f_code.co_name == "test_price":
        os._exit(0)

sys.setprofile(watch)
""",
}


@pytest.mark.parametrize("trap", CONFTESTS)
def test_a_conftest_that_forces_results_costs_the_tick(tmp_path: Path, trap: str) -> None:
    found = check(project(tmp_path, {"tests/conftest.py": CONFTESTS[trap]}))
    assert found.status in ("refuted", "unverifiable"), found
    assert found.evidence.reason


ALSO_WHEN_GOOD = [
    "calls are swallowed", "a wrapper swallows the failure", "the protocol is replaced", "the loop is replaced",
    "the functions are replaced", "the item's method is replaced", "assertions are made harmless",
    "the process ends at once", "the main function is replaced", "the excinfo is lost",
]  # fmt: skip


@pytest.mark.parametrize("trap", ALSO_WHEN_GOOD)
def test_what_forces_results_is_not_believed_where_the_tests_would_pass_either(tmp_path: Path, trap: str) -> None:
    found = check(project(tmp_path, {"tests/conftest.py": CONFTESTS[trap]}, GOOD))
    assert found.status == "refuted", found


OPTIONS = [
    "--setup-plan", "--collect-only", "--co", "-k nothing_of_this", "--version", "--fixtures", "--markers",
    "--deselect tests/test_shop.py::test_price", "-k 'not test_price'", "--ignore=tests/test_shop.py",
    "-p no:python", "--setup-only", "--cache-show", "--help", "-p no:runner", "--ignore-glob='*shop*'", "-p no:skipping -p no:main",
]  # fmt: skip


@pytest.mark.parametrize("options", OPTIONS)
def test_settings_that_run_nothing_or_leave_the_failure_out_cost_the_tick(tmp_path: Path, options: str) -> None:
    found = check(project(tmp_path, {"pytest.ini": f"{INI}addopts = {options}\n"}))
    assert found.status in ("refuted", "unverifiable"), found
    assert found.evidence.reason


MODULES = {
    "it ends the process when imported": "import os\nos._exit(0)\n",
    "it leaves the interpreter when imported": "import sys\nsys.exit(0)\n",
    "it ends the process when called": "import os\n\ndef price(net):\n    os._exit(0)\n",
    "it leaves the session when called": "import pytest\n\ndef price(net):\n    pytest.exit('x', returncode=0)\n",
    "it ends the process at exit": BAD + "import atexit, os\natexit.register(lambda: os._exit(0))\n",
    "it skips the test": "import pytest\n\ndef price(net):\n    pytest.skip('later')\n",
    "it replaces the runner's report": BAD + """
import _pytest.reports

original = _pytest.reports.TestReport.from_item_and_call.__func__

def forced(cls, item, call):
    report = original(cls, item, call)
    report.outcome = "passed"
    return report

_pytest.reports.TestReport.from_item_and_call = classmethod(forced)
""",
    "it replaces the body of the runner's function": BAD + """
import _pytest.runner

def quiet(item):
    return None

_pytest.runner.pytest_runtest_call.__code__ = quiet.__code__
""",
    "it replaces the caller of hooks": BAD + """
import pluggy._callers as callers
import pluggy._manager as manager

original = callers._multicall

def quiet(hook_name, *rest):
    if hook_name == "pytest_runtest_call":
        return []
    return original(hook_name, *rest)

callers._multicall = quiet
manager._multicall = quiet
import pluggy._hooks
""",
    "it kills the runner": "import os, signal\n\ndef price(net):\n    os.kill(os.getpid(), signal.SIGKILL)\n",
    "it execs something else": "import os\n\ndef price(net):\n    os.execv('/bin/true', ['true'])\n",
}  # fmt: skip


@pytest.mark.parametrize("trap", MODULES)
def test_a_module_under_test_that_forces_results_costs_the_tick(tmp_path: Path, trap: str) -> None:
    found = check(project(tmp_path, {}, MODULES[trap]))
    assert found.status in ("refuted", "unverifiable"), found
    assert found.evidence.reason or (found.evidence.tests and found.evidence.tests.failed)


TEST_FILES = {
    "no test is collected": "def check_price():\n    pass\n",
    "all are skipped": "import pytest\npytestmark = pytest.mark.skip\n\n\ndef test_a():\n    assert 0\n",
    "all are expected to fail": "import pytest\n\n\n@pytest.mark.xfail\ndef test_a():\n    assert 0\n",
    "all are expected to fail and pass": "import pytest\n\n\n@pytest.mark.xfail\ndef test_a():\n    assert 1\n",
    "a decorator swallows the failure": """
def lenient(function):
    def inner(*a, **k):
        try:
            function(*a, **k)
        except AssertionError:
            pass
    import functools
    return functools.wraps(function)(inner)


@lenient
def test_a():
    assert 0
""",
    "the second of a name hides the first": "def test_a():\n    assert 0\n\n\ndef test_a():\n    pass\n",
    "the module is skipped": "import pytest\npytest.skip('no', allow_module_level=True)\n\ndef test_a():\n    assert 0\n",
    "the raises of the runner is replaced": """
import contextlib
import pytest

pytest.raises = lambda *a, **k: contextlib.suppress(BaseException)


def test_a():
    with pytest.raises(ValueError):
        pass
""",
    "the assertions of the class accept everything": """
import unittest


class Base(unittest.TestCase):
    def assertEqual(self, *a, **k):
        pass


class TestA(Base):
    def test_a(self):
        self.assertEqual(1, 2)
""",
    "the assertions of unittest are replaced": """
import unittest

unittest.TestCase.assertEqual = lambda *a, **k: None


class TestA(unittest.TestCase):
    def test_a(self):
        self.assertEqual(1, 2)
""",
    "the class runs nothing": """
import unittest


class TestA(unittest.TestCase):
    def run(self, result=None):
        return result

    def test_a(self):
        self.assertEqual(1, 2)
""",
}


@pytest.mark.parametrize("trap", TEST_FILES)
def test_tests_that_cannot_fail_cost_the_tick(tmp_path: Path, trap: str) -> None:
    found = check(project(tmp_path, {"tests/test_shop.py": TEST_FILES[trap]}, GOOD))
    assert found.status in ("refuted", "unverifiable"), found
    assert found.evidence.reason
