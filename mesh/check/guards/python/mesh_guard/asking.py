# mypy: ignore-errors
"""Asks test classes with assertions of their own whether these still refuse what is false."""

import unittest

_QUESTIONS = {
    "assertEqual": (1, 2), "assertNotEqual": (1, 1), "assertTrue": (False,), "assertFalse": (True,),
    "assertIs": (1, 2), "assertIn": (1, []), "assertNotIn": (1, [1]), "assertIsNone": (1,),
    "assertIsNotNone": (None,), "assertGreater": (1, 2), "assertLess": (2, 1), "assertListEqual": ([1], [2]),
    "assertDictEqual": ({1: 1}, {1: 2}), "assertAlmostEqual": (1.0, 2.0), "assertIsInstance": (1, str),
    "fail": ("as it must be",),
}  # fmt: skip


def broken_assertions(cls):
    """Return the assertions that a class of the workspace overrides and that refuse nothing."""
    if not isinstance(cls, type) or not issubclass(cls, unittest.TestCase):
        return []
    found = []
    for name, arguments in _QUESTIONS.items():
        own = getattr(cls, name, None)
        if own is None or getattr(own, "__code__", own) is getattr(
            getattr(unittest.TestCase, name), "__code__", None
        ):
            continue
        if _accepts(cls, name, arguments):
            found.append(name)
    return found


def _accepts(cls, name, arguments):
    try:
        asked = cls.__new__(cls)
        unittest.TestCase.__init__(asked, "run")
        getattr(asked, name)(*arguments)
    except AssertionError:
        return False
    except Exception:
        return False
    return True
