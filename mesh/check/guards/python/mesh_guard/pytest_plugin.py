# mypy: ignore-errors
"""The hooks of the guard in a pytest run; each test's record is sent as soon as the test is over."""

import sys

import _pytest.python
import pytest

from mesh_guard import pytest_canary, pytest_judge

_IDLE = ("collectonly", "setupplan", "setuponly")  # options with which nothing is run


class Plugin(object):
    """Follows collection, selection and running. `release` is called when the runner is up."""

    def __init__(self, voice, bodies, snapshot):
        self.voice, self.bodies, self.snapshot = voice, bodies, snapshot
        self.release = None
        self.functions = ("test",)
        self.collected, self.markers, self.functions_of = [], {}, {}
        self.uncollected, self.make_item = [], _pytest.python.pytest_pycollect_makeitem
        self.deselected, self.ran, self.reported = {}, set(), set()
        self.phases, self.reports = {}, []
        self.canary_ran = False
        self.config = None

    def is_wanted(self, name):
        """Say whether a function of this name may be a test."""
        return name.lower().startswith("test") or any(name.startswith(p.rstrip("*")) for p in self.functions)

    def saw(self, when, error):
        if when == "setup":
            self.phases = {}
        self.phases[when] = error

    def look(self):
        """Report what of the runner was replaced meanwhile."""
        for name in self.snapshot.changes():
            self.voice.say("forced", m="`{}` was replaced by the project's own code".format(name))

    # -- the hooks

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self, config):
        self.config = config
        self.functions = tuple(config.getini("python_functions")) or ("test",)
        if not self._is_spread(config) and self.release:
            self.release()
        for name in pytest_judge.ESSENTIAL:
            if config.pluginmanager.is_blocked(name):
                self.voice.say("forced", m="the settings switch off the part `{}` of the runner".format(name))

    def _is_spread(self, config):
        """Say whether other processes run the tests (pytest-xdist)."""
        return bool(getattr(config.option, "numprocesses", None) or getattr(config.option, "tx", None))

    @pytest.hookimpl(tryfirst=True, hookwrapper=True)
    def pytest_cmdline_main(self, config):
        outcome = yield
        error = outcome.excinfo
        self.voice.say(
            "exit", status=_status(None if error else outcome.get_result()), m=repr(error[1]) if error else ""
        )

    @pytest.hookimpl(tryfirst=True)
    def pytest_itemcollected(self, item):
        self.collected.append(item)
        self.markers[item] = pytest_judge.marker_names(item)
        self.functions_of[item] = pytest_judge.code_of(item)

    @pytest.hookimpl(tryfirst=True, hookwrapper=True)
    def pytest_pycollect_makeitem(self, collector, name, obj):
        """Keep what the runner itself would have collected where a plugin collects nothing."""
        outcome = yield
        if outcome.excinfo is None and not outcome.get_result() and self.is_wanted(name):
            own = self.make_item(collector=collector, name=name, obj=obj)
            self.uncollected.extend(item for item in own or () if isinstance(item, pytest.Item))

    @pytest.hookimpl(tryfirst=True)
    def pytest_collectreport(self, report):
        if report.failed:
            message = str(getattr(report, "longrepr", "") or "")[-500:]
            self.voice.say("test", id=report.nodeid or "collection", o="failed", m=message, collection=True)

    @pytest.hookimpl(tryfirst=True)
    def pytest_deselected(self, items):
        by = _caller(self.voice)
        for item in items:
            self.deselected[item] = by

    @pytest.hookimpl(tryfirst=True, hookwrapper=True)
    def pytest_runtestloop(self, session):
        items = list(session.items)
        self.look()
        outcome = yield
        error = outcome.excinfo
        if hasattr(self.config, "workerinput"):
            self.voice.say("end", worker=True, ran=len(self.ran))
            return
        if not self._is_spread(self.config):
            self._after(session, items)
        self.look()
        option = self.config.option
        self.voice.say(
            "end", collected=len(self.collected), selected=len(items), ran=len(self.ran), reported=len(self.reported),
            spread=self._is_spread(self.config), m=repr(error[1]) if error else "",
            only=next((name for name in _IDLE if getattr(option, name, False)), ""),
        )  # fmt: skip

    @pytest.hookimpl(tryfirst=True, hookwrapper=True)
    def pytest_runtest_protocol(self, item, nextitem):
        if not self.canary_ran:
            self.canary_ran = True
            pytest_canary.run(self, item)
        self.begin()
        yield
        self.finish(item)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report):
        self.reported.add(report.nodeid)
        self.reports.append(report)

    # -- one test

    def begin(self):
        self.bodies.clear()
        self.phases, self.reports = {}, []

    def finish(self, item, kind="test", **more):
        """Compare what a test did with what was reported of it, and tell."""
        try:
            judged = pytest_judge.judge(self, item)
        except Exception as error:
            judged = {"o": "unclear", "m": "the guard failed: {!r}".format(error)}
        if kind == "test" and judged.get("ran"):
            self.ran.add(item)
        self.voice.say(kind, id=item.nodeid, **dict(judged, **more))

    def run_apart(self, item, nextitem):
        """Run a test without the rest of the runner hearing of it; return its reports."""
        from _pytest.runner import runtestprotocol

        self.begin()
        self.reports = list(runtestprotocol(item, log=False, nextitem=nextitem))
        return self.reports

    # -- what was left out

    def _after(self, session, items):
        option = self.config.option
        if any(getattr(option, name, False) for name in _IDLE):
            return
        chosen = set(items)
        for item in self.collected:
            if item not in chosen:
                self._left_out(item, self.deselected.get(item, "silently"))
        for item in self.uncollected:
            self._left_out(item, "a plugin of the project")
        for name in pytest_judge.vanished(self):
            self.voice.say("doubt", m="{} is not there when tests are collected".format(name))
        if len(chosen & self.ran) < len(chosen) and not session.shouldstop and not session.shouldfail:
            missing = [
                item.nodeid for item in items if item not in self.ran and item not in self.reported_items
            ]
            if missing:
                self.voice.say("unrun", n=len(missing), m=missing[0])

    @property
    def reported_items(self):
        return {item for item in self.collected if item.nodeid in self.reported}

    def _left_out(self, item, by):
        """Run what something else than a marker left out, for it may be left out because it fails."""
        if by == "-m":
            self.voice.say("left", id=item.nodeid, by=by)
            return
        try:
            self.run_apart(item, None)
        except BaseException as error:
            self.voice.say("left", id=item.nodeid, by=by, o="failed", m=repr(error))
            return
        self.finish(item, kind="left", by=by)


def _status(value):
    try:
        return int(value)
    except (TypeError, ValueError):
        return None


def _caller(voice):
    """Return what left tests out: an option, or the file of a plugin."""
    frame = sys._getframe(1)
    while frame is not None:
        path, name = frame.f_code.co_filename.replace("\\", "/"), frame.f_code.co_name
        if name == "deselect_by_mark":
            return "-m"
        if name == "deselect_by_keyword":
            return "-k"
        if path.endswith("_pytest/main.py"):
            return "--deselect"
        if "/pluggy/" not in path and "/_pytest/" not in path and "/mesh_guard/" not in path:
            return voice.relative(path) if voice.is_mine(path) else "plugin"
        frame = frame.f_back
    return "plugin"
