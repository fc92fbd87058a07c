"""unittest: honest suites keep their ✓ and count, and each trap costs it."""

# ruff: noqa: E501  projects stand here as they are written
from __future__ import annotations

from pathlib import Path

import pytest
from checking import HAS_SANDBOX, check, make

pytestmark = pytest.mark.skipif(not HAS_SANDBOX, reason="this machine offers no sandbox")

GOOD = "def half(n):\n    return n / 2\n"
BAD = "def half(n):\n    return n\n"
TESTS = """import unittest

from sums import half


class HalfTest(unittest.TestCase):
    def test_even(self):
        self.assertEqual(half(4), 2)

    def test_zero(self):
        self.assertEqual(half(0), 0)
"""


def project(folder: Path, files: dict[str, str], code: str = BAD) -> Path:
    return make(folder, {"sums.py": code, "tests/__init__.py": "", "tests/test_sums.py": TESTS, **files})


MAKE = {"Makefile": "test:\n\tpython3 -m unittest discover -s tests -t .\n"}


@pytest.mark.parametrize("files", [{}, MAKE], ids=["by itself", "under make"])
def test_an_honest_suite_is_verified_and_counted(tmp_path: Path, files: dict[str, str]) -> None:
    found = check(project(tmp_path, files, GOOD))
    assert found.status == "verified", found
    assert found.evidence.tests and found.evidence.tests.passed == 2


@pytest.mark.parametrize("files", [{}, MAKE], ids=["by itself", "under make"])
def test_a_failing_suite_is_refuted(tmp_path: Path, files: dict[str, str]) -> None:
    found = check(project(tmp_path, files))
    assert found.status == "refuted"
    assert found.evidence.tests and (found.evidence.tests.passed, found.evidence.tests.failed) == (1, 1)


def test_skips_and_expected_failures_are_no_passes(tmp_path: Path) -> None:
    more = """import unittest


class More(unittest.TestCase):
    @unittest.skip("later")
    def test_a(self):
        self.fail()

    @unittest.expectedFailure
    def test_b(self):
        self.fail()

    def test_c(self):
        self.skipTest("later")

    def test_d(self):
        with self.subTest(n=1):
            self.assertTrue(1)


class Later(unittest.IsolatedAsyncioTestCase):
    async def test_e(self):
        self.assertTrue(1)


def setUpModule():
    pass
"""
    found = check(project(tmp_path, {"tests/test_more.py": more}, GOOD))
    assert found.status == "verified", found
    assert found.evidence.tests and (found.evidence.tests.passed, found.evidence.tests.skipped) == (4, 3)


TRAPS = {
    "load_tests leaves the failure out": TESTS + """

def load_tests(loader, tests, pattern):
    suite = unittest.TestSuite()
    suite.addTest(HalfTest("test_zero"))
    return suite
""",
    "load_tests leaves everything out": TESTS + "\n\ndef load_tests(loader, tests, pattern):\n    return unittest.TestSuite()\n",
    "all are skipped": TESTS.replace("class HalfTest", "@unittest.skip('x')\nclass HalfTest"),
    "no test has a name for it": TESTS.replace("def test_", "def check_"),
    "run calls nothing": TESTS + """
    def run(self, result=None):
        result = result or self.defaultTestResult()
        result.startTest(self)
        result.addSuccess(self)
        result.stopTest(self)
        return result
""",
    "the method is replaced in setUp": TESTS + """
    def setUp(self):
        setattr(self, self._testMethodName, lambda: None)
""",
    "the assertion accepts everything": TESTS + "\n    def assertEqual(self, *a):\n        pass\n",
    "the assertion of all is replaced": "import unittest\nunittest.TestCase.assertEqual = lambda *a: None\n" + TESTS,
    "run of all is replaced": "import unittest\nunittest.TestCase.run = lambda self, result=None: result\n" + TESTS,
    "failures are not kept": "import unittest\nunittest.TestResult.addFailure = lambda *a: None\nunittest.TextTestResult.addFailure = lambda *a: None\n" + TESTS,
    "the result is always good": "import unittest\nunittest.TestResult.wasSuccessful = lambda s: True\n" + TESTS,
    "the process ends": "import os\nos._exit(0)\n",
    "the process ends in a test": TESTS.replace("self.assertEqual(half(4), 2)", "__import__('os')._exit(0)"),
    "the process ends at exit": "import atexit, os\natexit.register(os._exit, 0)\n" + TESTS,
    "the interpreter is left": "import sys\nsys.exit(0)\n",
    "the failure is expected by the base": TESTS.replace("import unittest\n", "import unittest\n", 1) + "\nHalfTest.__unittest_expecting_failure__ = True\n",
    "the outcome's eater": """import unittest
import unittest.case as case
from contextlib import contextmanager

@contextmanager
def quiet(self, test, *a, **k):
    try:
        yield
    except BaseException:
        pass

case._Outcome.testPartExecutor = quiet
""" + TESTS,
    "a decorator swallows it": TESTS.replace("    def test_even", "    @lenient\n    def test_even").replace("class HalfTest", """def lenient(function):
    def test(self):
        try:
            function(self)
        except AssertionError:
            pass
    return test


class HalfTest"""),
    "the failing class is gone": TESTS + "\n\ndel HalfTest\n",
    "the module cannot be imported": "import no_such_module_of_ours\n" + TESTS,
    "a class-wide fixture fails": TESTS + "\n    @classmethod\n    def setUpClass(cls):\n        raise ValueError\n",
}  # fmt: skip


@pytest.mark.parametrize("trap", TRAPS)
def test_a_suite_that_forces_results_costs_the_tick(tmp_path: Path, trap: str) -> None:
    found = check(project(tmp_path, {"tests/test_sums.py": TRAPS[trap], **MAKE}))
    assert found.status in ("refuted", "unverifiable"), found
    assert found.evidence.reason
