# mypy: ignore-errors
"""Waits for a test runner to be imported, and arms the guard on it then; costs other programs nothing."""

import importlib.machinery
import os
import sys

_TARGETS = {"_pytest.config": "pytest_side", "unittest.suite": "unittest_side", "unittest": "unittest_side"}


class Guard(object):
    """What both sides share: the voice, made when it is first needed, and who speaks through it."""

    def __init__(self, setting, here):
        self._setting, self._here = setting, here
        self._voice = None
        self.runner = None
        self.expected = None

    def take(self, runner):
        """Make this process the runner; False if it is one already. Its children are none."""
        if self.runner is not None:
            return False
        self.runner = runner
        return True

    def voice(self):
        if self._voice is None:
            from mesh_guard.voice import open_voice

            self._voice = open_voice(self._setting)
        return self._voice

    def leave_children_alone(self):
        """Let programs that the tests start run as they would without the guard."""
        os.environ.pop("MESH_GUARD", None)
        parts = [p for p in os.environ.get("PYTHONPATH", "").split(os.pathsep) if p and p != self._here]
        if parts:
            os.environ["PYTHONPATH"] = os.pathsep.join(parts)
        else:
            os.environ.pop("PYTHONPATH", None)
        shims = os.environ.pop("MESH_SHIMS", None)
        if shims:
            folders = os.environ.get("PATH", "").split(os.pathsep)
            os.environ["PATH"] = os.pathsep.join(f for f in folders if f != shims)


class _Finder(object):
    """Lets the other finders find a runner's module and arms the guard once it has been executed."""

    def __init__(self, guard):
        self._guard = guard

    def find_spec(self, name, path=None, target=None):
        if name not in _TARGETS:
            return None
        for finder in sys.meta_path:
            if finder is self or not hasattr(finder, "find_spec"):
                continue
            spec = finder.find_spec(name, path, target)
            if spec is not None and spec.loader is not None:
                spec.loader = _Loader(spec.loader, self._guard, _TARGETS[name])
                return spec
        return None


class _Loader(object):
    def __init__(self, loader, guard, side):
        self._loader, self._guard, self._side = loader, guard, side

    def __getattr__(self, name):
        return getattr(self._loader, name)

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        module.__spec__.loader = module.__loader__ = self._loader
        self._loader.exec_module(module)
        try:
            side = __import__("mesh_guard." + self._side, fromlist=["arm"])
            side.arm(module, self._guard)
        except Exception as error:  # the tests must run as they would without the guard
            self._guard.voice().say("broken", m=repr(error))


def begin(here):
    """Wait for a runner. Where one was started by its name, it is imported before the workspace can be."""
    guard = Guard(os.environ["MESH_GUARD"], here)
    sys.meta_path.insert(0, _Finder(guard))
    from mesh_guard import bodies, integrity, voice  # while nothing can stand in for what they import

    del bodies, integrity, voice
    guard.expected = _runner(list(getattr(sys, "orig_argv", ())))
    if guard.expected and _is_installed(guard.expected):
        __import__(guard.expected)


def _runner(words):
    """Return the runner that a command line starts, None if it is none or not known."""
    for index, word in enumerate(words[1:], 1):
        if word == "-m" or (word.startswith("-m") and not word.startswith("--")):
            name = word[2:] or "".join(words[index + 1 : index + 2])
            return name if name in ("pytest", "unittest") else None
        if not word.startswith("-"):
            return "pytest" if os.path.basename(word) in ("pytest", "py.test", "pytest.exe") else None
    return None


def _is_installed(name):
    return importlib.machinery.PathFinder.find_spec(name) is not None
