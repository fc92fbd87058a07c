# mypy: ignore-errors
"""Puts tests that must fail among the project's own: where one does not, results are being forced."""

import os
import sys

_SOURCE = '''"""Tests that must fail; written by the runtime into its scratch copy."""
import unittest

import pytest


def test_plain_{0}():
    assert 1 + 1 == 3


def test_raised_{0}():
    raise AssertionError("as it must be")


def test_expected_{0}():
    with pytest.raises(ValueError):
        pass


class Test{0}(unittest.TestCase):
    def test_equal(self):
        self.assertEqual(1, 2)

    def test_true(self):
        self.assertTrue(False)
'''
_MANY = 12


def run(plugin, item):
    """Run the canaries beside the tests, before the first of them, which keeps what they share set up."""
    try:
        for folder, module in _places(plugin, item):
            _run_in(plugin, item, folder, module)
    except Exception as error:
        plugin.voice.say("note", m="no canary: {!r}".format(error))
    _ask_classes(plugin)


def _places(plugin, first):
    """Return one module for each folder with a conftest of its own, and that of the first test."""
    import pytest

    found = {}
    for item in [first, *plugin.collected]:
        module = item.getparent(pytest.Module)
        if module is None:
            continue
        folder = os.path.dirname(str(module.path if hasattr(module, "path") else module.fspath))
        if folder not in found and (not found or os.path.exists(os.path.join(folder, "conftest.py"))):
            found[folder] = module
        if len(found) >= _MANY:
            break
    return list(found.items())


def _run_in(plugin, first, folder, module):
    import pytest

    word = os.urandom(4).hex()
    path = os.path.join(folder, "test_{}.py".format(word))
    with open(path, "w") as handle:
        handle.write(_SOURCE.format(word))
    before = set(sys.modules)
    try:
        if hasattr(module, "path"):
            node = pytest.Module.from_parent(module.parent, path=type(module.path)(path))
        else:
            node = pytest.Module.from_parent(module.parent, fspath=type(module.fspath)(path))
        children = list(_items(node))
        for child, following in zip(children, [*children[1:], first]):
            reports = plugin.run_apart(child, following)
            called = [report for report in reports if report.when == "call"]
            if called and not any(report.failed for report in reports):
                plugin.voice.say(
                    "forced", m="a test that must fail did not, in `{}`".format(plugin.voice.relative(folder))
                )
                return
    finally:
        os.unlink(path)
        for name in set(sys.modules) - before:
            if word in name:
                del sys.modules[name]


def _items(node):
    import pytest

    for child in node.collect():
        if isinstance(child, pytest.Item):
            yield child
        else:
            for inner in _items(child):
                yield inner


def _ask_classes(plugin):
    from mesh_guard.asking import broken_assertions

    seen = set()
    for item in plugin.collected:
        cls = getattr(item, "cls", None)
        if cls is None or cls in seen:
            continue
        seen.add(cls)
        for name in broken_assertions(cls):
            plugin.voice.say("forced", m="`{}.{}` accepts what it must refuse".format(cls.__name__, name))
