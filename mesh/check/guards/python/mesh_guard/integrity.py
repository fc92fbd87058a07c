# mypy: ignore-errors
"""Notices when something of the workspace replaces what decides whether a test passes."""

import builtins
import types

_PLAIN = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    classmethod,
    staticmethod,
    type,
    property,
)

_SPECIAL = ("__call__", "__exit__", "__enter__", "__init__")
_OFFERED = ("raises", "approx", "fail", "skip", "xfail", "TestCase")  # what tests use from where it is offered


class Snapshot(object):
    """What functions and classes were before the workspace was imported."""

    def __init__(self, voice):
        self._voice = voice
        self._kept = []
        self._told = set()
        self._holders = set()

    def take(self, *holders):
        """Keep all functions of modules and of the classes in them."""
        for holder in holders:
            self._take(holder, getattr(holder, "__name__", ""))

    def _take(self, holder, package):
        if id(holder) in self._holders:
            return
        self._holders.add(id(holder))
        for name, value in list(vars(holder).items()):
            if not isinstance(value, _PLAIN) or (name.startswith("__") and name not in _SPECIAL):
                continue
            foreign = isinstance(holder, types.ModuleType) and not _belongs(value, package)
            if foreign and name not in _OFFERED:
                continue
            self._kept.append((holder, name, value, _code(value)))
            if isinstance(value, type) and isinstance(holder, types.ModuleType) and _belongs(value, package):
                self._take(value, package)

    def take_builtins(self, *names):
        for name in names:
            value = getattr(builtins, name)
            self._kept.append((builtins, name, value, None))

    def changes(self):
        """Return what was replaced since by something of the workspace, each once."""
        found = []
        for holder, name, value, code in self._kept:
            now = vars(holder).get(name)
            if now is value and (code is None or _code(now) is code):
                continue
            label = "{}.{}".format(getattr(holder, "__qualname__", getattr(holder, "__name__", holder)), name)
            if label not in self._told and self._is_foreign(now):
                self._told.add(label)
                found.append(label)
        return found

    def _is_foreign(self, value):
        """Say whether a replacement comes from the workspace or from nowhere; installed plugins may replace."""
        code = _code(value)
        if code is not None:
            return self._voice.is_mine(code.co_filename)
        module = getattr(value, "__module__", None) or ""
        import sys

        path = getattr(sys.modules.get(module.split(".")[0]), "__file__", None)
        if path is None or module.split(".")[0] in getattr(
            sys, "stdlib_module_names", ("contextlib", "unittest", "builtins")
        ):
            return True
        return self._voice.is_mine(path)


def _belongs(value, package):
    module = getattr(value, "__module__", None) or ""
    return module == package or module.split(".")[0] == package.split(".")[0]


def _code(value):
    value = getattr(value, "__func__", value)
    value = getattr(value, "fget", value) if isinstance(value, property) else value
    return getattr(value, "__code__", None)
