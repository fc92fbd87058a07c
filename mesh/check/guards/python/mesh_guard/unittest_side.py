# mypy: ignore-errors
"""The guard of a unittest run: follows each test's own method, whatever a suite, class or result says of it."""

import os
import sys
import traceback

from mesh_guard.asking import broken_assertions
from mesh_guard.bodies import Bodies, hook_compiler
from mesh_guard.integrity import Snapshot


def arm(module, guard):
    """Watch the outermost suite that this process runs, unless another runner is at work."""
    if module.__name__ == "unittest":
        if guard.runner is None and guard.expected != "pytest" and "_pytest" not in sys.modules:
            prepare(guard)
        return
    original = module.TestSuite.run

    def run(self, result, *args, **options):
        if guard.runner == "pytest" or not (guard.take("unittest") or _state.between):
            return original(self, result, *args, **options)
        return _watched(original, self, result, args, options, guard)

    module.TestSuite.run = run


class _State(object):
    between = False
    session = None


_state = _State()


def prepare(guard):
    """Make the session before the workspace's modules are imported, so that their functions can tell."""
    import unittest
    import unittest.case
    import unittest.loader
    import unittest.result
    import unittest.runner
    import unittest.suite

    if _state.session is None:
        _state.session = _Session(guard)
        _state.session.snapshot.take(
            unittest, unittest.case, unittest.loader, unittest.result, unittest.runner, unittest.suite
        )
    return _state.session


def _watched(original, suite, result, args, options, guard):
    _state.between = False
    try:
        session = prepare(guard)
        session.begin(suite)
    except Exception:
        guard.voice().say("broken", m=traceback.format_exc()[-500:])
        return original(suite, result, *args, **options)
    try:
        return original(suite, result, *args, **options)
    finally:
        try:
            session.finish(result)
        except Exception:
            guard.voice().say("broken", m=traceback.format_exc()[-500:])
        _state.between = True


class _Session(object):
    """One run of a suite: the tests in it, and how the method of each ended."""

    def __init__(self, guard):
        self.voice = guard.voice()
        self.bodies = Bodies(self.voice)
        self.snapshot = Snapshot(self.voice)
        hook_compiler(self.bodies, self.voice, lambda name: name.lower().startswith("test"))
        self.ends = {}
        self.tests = []
        self.guard = guard

    def begin(self, suite):
        import unittest

        self.guard.leave_children_alone()
        where = os.path.realpath(unittest.__file__)
        self.voice.say(
            "start", runner="unittest", version=sys.version.split()[0], at=where, mine=self.voice.is_mine(where),
            optimize=sys.flags.optimize, python=sys.executable,
        )  # fmt: skip
        self.tests = list(_tests(suite))
        self.ends = {}
        for test in self.tests:
            self._follow(test)
        self._look()

    def _follow(self, test):
        """Put a watching method before the test's own, on this one object."""
        name = getattr(test, "_testMethodName", None)
        method = getattr(test, name, None) if name else None
        if method is None or type(test).__name__ in ("_FailedTest", "ModuleSkipped"):
            return
        ends = self.ends.setdefault(test, [])
        bodies = self.bodies

        def done(error):
            inner = bodies.ends_of(method)
            if inner is None:
                module = sys.modules.get(type(test).__module__)
                inner = bodies.ends_of_name(getattr(module, "__file__", None) or "", name)
            last = [end for end in inner or () if end is not None][-1:]
            ends.append(last[0] if last and error is True else error)

        test.__dict__[name] = _follower(method, bodies, done)

    def finish(self, result):
        for name in self.snapshot.changes():
            self.voice.say("forced", m="`{}` was replaced by the project's own code".format(name))
        self._canary()
        said = _said(result)
        for test in self.tests:
            self.voice.say("test", id=test.id(), **self._judge(test, said))
        for test, kind, text in _strangers(result, self.tests):
            self.voice.say("test", id=str(test), o=kind, m=text)
        for cls in {type(test) for test in self.tests}:
            for name in broken_assertions(cls):
                self.voice.say("forced", m="`{}.{}` accepts what it must refuse".format(cls.__name__, name))
        self._left_out()
        count = len(self.tests)
        self.voice.say(
            "end", collected=count, selected=count, ran=sum(1 for e in self.ends.values() if e), m="", only=""
        )

    def _look(self):
        for name in self.snapshot.changes():
            self.voice.say("forced", m="`{}` was replaced by the project's own code".format(name))

    def _judge(self, test, said):
        """Return what a test came to, from its method's end and from what the result says."""
        ends = self.ends.get(test)
        kind, text = said.get(id(test), ("passed", ""))
        if ends is None:
            return {"o": kind if kind != "passed" else "unrun", "m": text}
        if not ends:
            if kind in ("failed", "skipped"):
                return {"o": kind, "m": text}
            return {"o": "unrun", "forced": "it was never run"}
        error = ends[-1]
        if _is_skip(error) or kind == "skipped":
            return {"o": "skipped", "m": text} if _is_skip(error) else _doubted(error, text)
        if getattr(test, "__unittest_expecting_failure__", False) or _expects_failure(test):
            return {"o": "xfailed" if error is not True else "xpassed", "ran": True}
        if kind == "failed":
            return {
                "o": "failed",
                "m": text,
                "ran": True,
                "error": [text.strip().split("\n")[-1].split(":")[0]],
            }
        if error is not True:
            return {
                "o": "failed",
                "ran": True,
                "forced": "it failed and was reported as passed",
                "m": repr(error),
            }
        return {"o": "passed", "ran": True}

    def _canary(self):
        """See that tests which must fail do, with the classes as they are now."""
        import unittest

        class Canary(unittest.TestCase):
            def test_equal(self):
                self.assertEqual(1, 2)

            def test_true(self):
                self.assertTrue(False)

            def test_raises(self):
                with self.assertRaises(ValueError):
                    pass

            def test_plain(self):
                raise AssertionError("as it must be")

        for name in ("test_equal", "test_true", "test_raises", "test_plain"):
            result = unittest.TestResult()
            Canary(name).run(result)
            if not result.failures:
                self.voice.say("forced", m="a test that must fail did not")
                return

    def _left_out(self):
        """Run what a `load_tests` of the workspace left out of the suite."""
        import unittest

        known = {test.id() for test in self.tests}
        for module in list(sys.modules.values()):
            path = getattr(module, "__file__", None)
            if not hasattr(module, "load_tests") or not path or not self.voice.is_mine(path):
                continue
            for test in _tests_of(module):
                if test.id() not in known:
                    result = unittest.TestResult()
                    test.run(result)
                    bad = result.failures + result.errors
                    outcome = "failed" if bad else "skipped" if result.skipped else "passed"
                    by = "load_tests of {}".format(self.voice.relative(path))
                    self.voice.say("left", id=test.id(), by=by, o=outcome, m=bad[0][1][-300:] if bad else "")


def _follower(method, bodies, done):
    """Return a function that runs a method and tells how it ended; a coroutine for a coroutine."""
    import functools
    import inspect

    if inspect.iscoroutinefunction(method):

        @functools.wraps(method)
        async def follow_async(*args, **options):
            bodies.clear()
            try:
                value = await method(*args, **options)
            except BaseException as error:
                done(error)
                raise
            done(True)
            return value

        return follow_async

    @functools.wraps(method)
    def follow(*args, **options):
        bodies.clear()
        try:
            value = method(*args, **options)
        except BaseException as error:
            done(error)
            raise
        done(True)
        return value

    return follow


def _tests(suite):
    """Yield the tests of a suite and of the suites in it."""
    import unittest

    for test in suite:
        if isinstance(test, unittest.TestCase):
            yield test
        elif hasattr(test, "__iter__"):
            for inner in _tests(test):
                yield inner


def _tests_of(module):
    """Yield the tests that a module's classes hold, whatever its `load_tests` says."""
    import unittest

    for value in list(vars(module).values()):
        if (
            isinstance(value, type)
            and issubclass(value, unittest.TestCase)
            and value.__module__ == module.__name__
        ):
            for name in sorted(dir(value)):
                if name.startswith("test") and callable(getattr(value, name)):
                    yield value(name)


def _said(result):
    """Return what a result says of each test, by the identity of the test."""
    found = {}
    for kind, names in (("skipped", ("skipped",)), ("failed", ("failures", "errors"))):
        for name in names:
            for test, text in getattr(result, name, None) or ():
                whole = getattr(test, "test_case", test)
                found[id(whole)] = (kind, str(text)[-400:])
    return found


def _strangers(result, tests):
    """Yield failures of what is no test of the suite: of the fixtures of a class or module."""
    known = {id(test) for test in tests}
    for name in ("failures", "errors"):
        for test, text in getattr(result, name, None) or ():
            if id(getattr(test, "test_case", test)) not in known:
                yield test, "failed", str(text)[-400:]


def _is_skip(error):
    import unittest

    return isinstance(error, unittest.SkipTest)


def _doubted(error, text):
    if error is True:
        return {"o": "skipped", "m": text, "doubt": "it ran and was reported as skipped"}
    return {"o": "failed", "m": repr(error), "forced": "it failed and was reported as skipped"}


def _expects_failure(test):
    method = getattr(type(test), getattr(test, "_testMethodName", ""), None)
    return getattr(method, "__unittest_expecting_failure__", False)
