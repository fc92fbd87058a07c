"""Ways in which honest projects use pytest: each must keep its ✓, with the right count."""

# ruff: noqa: E501  projects stand here as they are written
from __future__ import annotations

from pathlib import Path

import pytest
from checking import HAS_SANDBOX, check, make

pytestmark = pytest.mark.skipif(not HAS_SANDBOX, reason="this machine offers no sandbox")

CODE = "def price(net):\n    return round(net * 1.2, 2)\n"
PLAIN = "from shop import price\n\n\ndef test_price():\n    assert price(10) == 12\n"
INI = "[pytest]\npythonpath = .\n"

HONEST: dict[str, tuple[int, dict[str, str]]] = {
    "parametrised tests, fixtures and classes": (7, {"tests/test_shop.py": """
import pytest
from shop import price

@pytest.fixture
def net():
    yield 10

@pytest.fixture
def test_data():
    return {"a": 1}

@pytest.mark.parametrize(("net", "gross"), [(0, 0), (10, 12), (5, 6)])
def test_price(net, gross):
    assert price(net) == gross

def test_fixture(net, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("A", "b")
    print("hello")
    assert capsys.readouterr().out == "hello\\n"
    (tmp_path / "x").write_text("y")
    assert price(net) == 12

class TestPrice:
    def setup_method(self):
        self.net = 10

    def test_it(self, test_data):
        assert price(self.net) == 12

    @staticmethod
    def test_static():
        assert price(1)

    @classmethod
    def test_class(cls):
        assert price(1)
"""}),
    "a conftest keeps the reports for its fixtures": (1, {"tests/conftest.py": """
import pytest

@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    setattr(item, "rep_" + report.when, report)

@pytest.fixture(autouse=True)
def note(request):
    yield
    assert request.node.rep_setup.passed
"""}),
    "slow tests are left to an option": (1, {"tests/conftest.py": """
import pytest

def pytest_addoption(parser):
    parser.addoption("--runslow", action="store_true", default=False)

def pytest_configure(config):
    config.addinivalue_line("markers", "slow: takes its time")

def pytest_collection_modifyitems(config, items):
    if config.getoption("--runslow"):
        return
    for item in items:
        if "slow" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="need --runslow option to run"))
""", "tests/test_slow.py": "import pytest\n\n\n@pytest.mark.slow\ndef test_slow():\n    assert False\n"}),
    "a conftest sorts the tests and times them": (1, {"conftest.py": """
import time
import pytest

def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: item.name, reverse=True)

@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    started = time.time()
    yield
    item.took = time.time() - started

def pytest_report_header(config):
    return "hello"
"""}),
    "unittest classes, subtests and asynchronous tests": (4, {"tests/test_more.py": """
import unittest
from shop import price

class TestMore(unittest.TestCase):
    def setUp(self):
        self.net = 10

    def test_price(self):
        self.assertEqual(price(self.net), 12)

    def test_sub(self):
        for n in range(3):
            with self.subTest(n=n):
                self.assertGreaterEqual(price(n), n)

    def assertEqual(self, first, second, msg=None):
        super().assertEqual(str(first).strip("0."), str(second).strip("0."), msg)

class TestAsync(unittest.IsolatedAsyncioTestCase):
    async def test_price(self):
        self.assertEqual(price(10), 12)
"""}),
    "tests that are skipped or expected to fail do not count": (1, {"tests/test_more.py": """
import sys
import pytest

@pytest.mark.skipif(sys.platform != "win32", reason="Windows")
def test_windows():
    assert False

@pytest.mark.xfail(reason="known")
def test_known():
    assert False

def test_lacking():
    pytest.importorskip("no_such_module_at_all")

def test_given_up():
    pytest.xfail("known")
"""}),
    "property tests": (2, {"tests/test_more.py": """
from hypothesis import assume, given, strategies as st
from shop import price

@given(st.integers(0, 1000))
def test_more(net):
    assume(net != 3)
    assert price(net) >= net
"""}),
    "decorators": (4, {"tests/test_more.py": """
import functools
from unittest import mock
import shop

def traced(function):
    @functools.wraps(function)
    def inner(*a, **k):
        return function(*a, **k)
    return inner

def again(function):
    @functools.wraps(function)
    def inner(*a, **k):
        for _ in range(3):
            try:
                return function(*a, **k)
            except OSError:
                continue
        raise
    return inner

tries = []

@traced
def test_traced():
    assert shop.price(0) == 0

@mock.patch("shop.price", return_value=7)
def test_mocked(price):
    assert shop.price(0) == 7

@again
def test_again():
    tries.append(1)
    if len(tries) < 2:
        raise OSError("flaky")
"""}),
    "doctests": (2, {"pytest.ini": INI + "addopts = --doctest-modules\n", "extra.py": 'def f():\n    """\n    >>> 1 + 1\n    2\n    """\n'}),
    "settings that only change the look": (1, {"pytest.ini": INI + "addopts = -ra -v --tb=short --strict-markers --durations=3 -x -p no:cacheprovider -W error\n"}),
    "marks are chosen from": (1, {"pytest.ini": INI + "addopts = -m 'not slow'\nmarkers = slow: x\n", "tests/test_slow.py": "import pytest\n\n@pytest.mark.slow\ndef test_slow():\n    assert 0\n"}),
    "tests run in several processes": (5, {"pytest.ini": INI + "addopts = -n 2\n", "tests/test_more.py": "import pytest\n\n@pytest.mark.parametrize('n', range(4))\ndef test_n(n):\n    assert n < 4\n"}),
    "a package with tests inside": (2, {"pkg/__init__.py": "", "pkg/tests/__init__.py": "", "pkg/tests/test_in.py": "from pkg import tests\n\ndef test_in():\n    assert tests\n"}),
    "tests start programs of their own": (3, {"tests/test_more.py": """
import subprocess, sys, os

def test_python():
    done = subprocess.run([sys.executable, "-c", "print(1)"], capture_output=True, text=True)
    assert done.stdout == "1\\n" and done.stderr == ""

def test_pytest(tmp_path):
    (tmp_path / "test_x.py").write_text("def test_x():\\n    assert 0\\n")
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == 1 and "1 failed" in done.stdout
"""}),
    "tests of a plugin": (2, {"conftest.py": "pytest_plugins = ['pytester']\n", "tests/test_more.py": """
def test_inner(pytester):
    pytester.makepyfile("def test_x():\\n    assert 0\\n\\ndef test_y():\\n    pass\\n")
    pytester.runpytest_inprocess().assert_outcomes(passed=1, failed=1)
"""}),
    "items of another kind": (2, {"conftest.py": """
import pytest

def pytest_collect_file(parent, file_path):
    if file_path.suffix == ".case":
        return CaseFile.from_parent(parent, path=file_path)

class CaseFile(pytest.File):
    def collect(self):
        yield Case.from_parent(self, name="one")

class Case(pytest.Item):
    def runtest(self):
        assert self.path.read_text().strip() == "1"
""", "tests/a.case": "1\n"}),
    "tests that change what they must not keep": (3, {"tests/test_more.py": """
import os, sys, builtins

def test_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(builtins, "open", None)
    monkeypatch.setattr(sys, "argv", ["x"])
    assert os.getcwd() == str(tmp_path)

def test_environment(monkeypatch):
    monkeypatch.delenv("PATH")
    assert "MESH_GUARD" not in os.environ and "mesh" not in os.environ.get("PYTHONPATH", "")
"""}),
    "a file that is not run is ignored by option": (1, {"pytest.ini": INI + "addopts = --ignore=tests/test_other.py\n", "tests/test_other.py": "def test_other():\n    pass\n"}),
    "a generator of tests": (4, {"tests/test_more.py": """
def pytest_generate_tests(metafunc):
    if "n" in metafunc.fixturenames:
        metafunc.parametrize("n", [1, 2, 3])

def test_n(n):
    assert n
"""}),
    "shared test classes": (3, {"tests/base.py": "class Shared:\n    def test_shared(self):\n        assert self.value\n", "tests/__init__.py": "", "tests/test_more.py": """
from tests.base import Shared

class TestOne(Shared):
    value = 1

class TestTwo(Shared):
    value = 2
"""}),
    "functions of its own prefix": (1, {"pytest.ini": INI + "python_functions = check_*\npython_files = check_*.py\n", "tests/check_it.py": "def check_a():\n    assert 1\n"}),
    "time-outs and faults are handled by the runner": (1, {"pytest.ini": INI + "faulthandler_timeout = 20\nxfail_strict = true\nfilterwarnings = error\n"}),
}  # fmt: skip


@pytest.mark.parametrize("way", HONEST)
def test_an_honest_project_keeps_its_tick_and_count(tmp_path: Path, way: str) -> None:
    passed, files = HONEST[way]
    found = check(make(tmp_path, {"shop.py": CODE, "tests/test_shop.py": PLAIN, "pytest.ini": INI, **files}))
    assert found.status == "verified", found
    assert found.evidence.tests and found.evidence.tests.passed == passed
