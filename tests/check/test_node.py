"""Node: scripts of package.json are counted through the runner that they start, and each trap costs the ✓."""


from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from checking import HAS_SANDBOX, check, make

pytestmark = pytest.mark.skipif(not HAS_SANDBOX or not shutil.which("npm"), reason="no sandbox or no npm")

GOOD = "exports.area = (a, b) => a * b;\n"
BAD = "exports.area = (a, b) => a + b;\n"
TESTS = """const test = require("node:test");
const assert = require("node:assert");
const { area } = require("../area.js");

test("area", () => {
  assert.strictEqual(area(2, 3), 6);
});

test("nothing", () => {
  assert.strictEqual(area(0, 0), 0);
});
"""


def project(folder: Path, script: str = "node --test", code: str = BAD) -> Path:
    package = {"name": "area", "version": "1.0.0", "private": True, "scripts": {"test": script}}
    return make(folder, {"package.json": json.dumps(package), "area.js": code, "test/area.test.js": TESTS})


HONEST = {
    "the runner itself": "node --test",
    "a reporter of its own": "node --test --test-reporter=dot",
    "a file by its name": "node --test test/area.test.js",
    "a file that is run as a program": "node test/area.test.js",
    "something before it": "node -e 'console.log(1)' && node --test",
}


@pytest.mark.parametrize("way", HONEST)
def test_an_honest_script_is_verified_and_counted(tmp_path: Path, way: str) -> None:
    found = check(project(tmp_path, HONEST[way], GOOD))
    assert found.status == "verified", found
    assert found.evidence.tests and found.evidence.tests.passed == 2


@pytest.mark.parametrize("way", HONEST)
def test_a_failing_test_is_refuted(tmp_path: Path, way: str) -> None:
    found = check(project(tmp_path, HONEST[way]))
    assert found.status == "refuted"
    assert found.evidence.tests and (found.evidence.tests.passed, found.evidence.tests.failed) == (1, 1)


SCRIPTS = [
    "exit 0", "true", "echo 2 passing", "node --test || true", "node --test; exit 0", "node --test | cat",
    "node -e 'process.exit(0)'", "node --test --test-name-pattern=nothing", "node --check test/area.test.js",
    "! node --test", "node --test test/area.test.js > /dev/null 2>&1 || echo ok", "node --version", "node area.js",
    "echo '# pass 2'", "node --test --test-only", "node --test & true",
]  # fmt: skip


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_that_cannot_fail_costs_the_tick(tmp_path: Path, script: str) -> None:
    found = check(project(tmp_path, script))
    assert found.status in ("refuted", "unverifiable"), found
    assert found.evidence.reason and "not installed" not in found.evidence.reason


MODULES = {
    "the process ends when the module is loaded": "process.exit(0);\n",
    "the process really ends": "process.reallyExit(0);\n",
    "the process ends in a test": "exports.area = () => process.exit(0);\n",
    "the exit code is set": BAD + "process.on('exit', () => { process.exitCode = 0; });\n",
    "assertions are replaced": BAD + "require('node:assert').strictEqual = () => {};\n",
    "the test function is replaced": BAD + "require('node:test').test = () => {};\n",
    "the output is swallowed": BAD + "process.stdout.write = () => true;\n",
    "the process kills itself": BAD + "process.kill(process.pid, 'SIGKILL');\n",
}


@pytest.mark.parametrize("trap", MODULES)
def test_a_module_that_forces_results_costs_the_tick(tmp_path: Path, trap: str) -> None:
    found = check(project(tmp_path, code=MODULES[trap]))
    assert found.status in ("refuted", "unverifiable"), found
    assert found.evidence.reason and "not installed" not in found.evidence.reason


FILES = {
    "all are skipped": TESTS.replace('", () =>', '", { skip: true }, () =>'),
    "all are still to do": TESTS.replace('", () =>', '", { todo: true }, () =>'),
    "none is there": "require('node:test');\n",
    "the second ends the process": TESTS.replace("assert.strictEqual(area(0, 0), 0);", "process.exit(0);"),
}


@pytest.mark.parametrize("trap", FILES)
def test_tests_that_do_not_run_cost_the_tick(tmp_path: Path, trap: str) -> None:
    found = check(make(tmp_path, {
        "package.json": json.dumps({"name": "x", "scripts": {"test": "node --test"}}), "area.js": GOOD,
        "test/area.test.js": FILES[trap],
    }))  # fmt: skip
    assert found.status in ("refuted", "unverifiable"), found
    assert found.evidence.reason and "not installed" not in found.evidence.reason


def test_a_plain_script_with_assertions_counts_as_one_test(tmp_path: Path) -> None:
    files = {
        "package.json": json.dumps({"name": "x", "scripts": {"test": "node --test"}}),
        "area.js": GOOD, "area.test.js": "require('assert').equal(require('./area.js').area(2, 3), 6);\n",
    }  # fmt: skip
    found = check(make(tmp_path, files))
    assert found.status == "verified", found
    assert found.evidence.tests and found.evidence.tests.passed == 1


def test_no_test_script_is_no_test_command(tmp_path: Path) -> None:
    found = check(project(tmp_path, 'echo "Error: no test specified" && exit 1', GOOD))
    assert found.status == "unverifiable"


def test_a_package_manager_that_is_not_installed_is_named(tmp_path: Path) -> None:
    files = {"package.json": json.dumps({"name": "x", "packageManager": "pnpm@9", "scripts": {"test": "node --test"}})}
    found = check(make(tmp_path, files))
    assert found.status == "unverifiable"
    assert "pnpm" in (found.evidence.reason or "")
