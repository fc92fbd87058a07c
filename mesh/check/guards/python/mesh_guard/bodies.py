# mypy: ignore-errors
"""Knows of each test function whether its body was run and how it ended, whatever a plugin says of it.

The source of a test module is changed as it is compiled: each function in it tells when it begins, when an
exception leaves it, and when it ends. Names, lines and signatures stay as they are.
# mypy: ignore-errors
"""

import ast
import builtins
import contextlib
import hashlib
import os
import sys

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Bodies(object):
    """The record of bodies; `since` is cleared when a test begins."""

    def __init__(self, voice):
        self._voice = voice
        self._keys = {}
        self._by_name = {}
        self.top = {}
        self._known = set()
        self.since = {}
        word = os.urandom(4).hex()
        self._names = ["__mesh_{}_{}__".format(part, word) for part in ("begin", "raised", "end")]
        for name, act in zip(self._names, (self._begin, self._raised, self._end)):
            setattr(builtins, name, act)

    # -- called by the bodies themselves

    def _begin(self, key):
        self.since.setdefault(key, []).append(None)

    def _raised(self, key):
        seen = self.since.setdefault(key, [None])
        if seen:
            seen[-1] = sys.exc_info()[1]

    def _end(self, key):
        seen = self.since.setdefault(key, [None])
        if seen and seen[-1] is None:
            seen[-1] = True

    # -- asked by the runner's side

    def clear(self):
        self.since.clear()

    def ends_of(self, function):
        """Return how each run of a function's body ended since the last test began: True or what it raised.

        None says that this function does not tell.
        """
        code = code_of(function)
        if code is None:
            return None
        key = self._keys.get((os.path.realpath(code.co_filename), code.co_firstlineno, code.co_name))
        return None if key is None else self.since.get(key, [])

    def ends_of_name(self, path, name):
        """Return how each run of the functions of this name in a file ended; None if none of them tells."""
        keys = self._by_name.get((os.path.realpath(path), name))
        return None if keys is None else [end for key in keys for end in self.since.get(key, [])]

    def instrument(self, tree, path, source, wanted):
        """Change a module's tree so that its functions tell; report which source was compiled, and of
        which name it holds two, for the first of them never runs."""
        path = os.path.realpath(path)
        if path not in self._known:
            self._known.add(path)
            digest = hashlib.sha256(
                source if isinstance(source, bytes) else source.encode("utf-8")
            ).hexdigest()
            self._voice.say("source", p=self._voice.relative(path), h=digest)
        for name in _doubled(tree):
            if wanted(name):
                self._voice.say("doubt", m="`{}` defines `{}` twice".format(self._voice.relative(path), name))
        self.top[path] = [node.name for node in tree.body if isinstance(node, _DEFINITIONS)]
        for node in _functions(tree):
            if wanted(node.name):
                self._change(node, path)

    def _change(self, node, path):
        first = min([node.lineno] + [item.lineno for item in node.decorator_list])
        key = len(self._keys) + 1
        self._keys[(path, first, node.name)] = key
        self._by_name.setdefault((path, node.name), []).append(key)
        head = node.body[:1] if _is_docstring(node.body[0]) else []
        body = node.body[len(head) :] or [ast.Pass()]
        line = body[0] if hasattr(body[0], "lineno") else node
        again = ast.ExceptHandler(
            type=None, name=None, body=[self._call(1, key), ast.Raise(exc=None, cause=None)]
        )
        whole = ast.Try(body=body, handlers=[again], orelse=[], finalbody=[self._call(2, key)])
        node.body = [*head, self._call(0, key), whole]
        for new in (node.body[len(head)], whole, again, *again.body, *whole.finalbody):
            ast.copy_location(new, line)
            ast.fix_missing_locations(new)

    def _call(self, which, key):
        name = ast.Name(id=self._names[which], ctx=ast.Load())
        return ast.Expr(value=ast.Call(func=name, args=[ast.Constant(value=key)], keywords=[]))


def _functions(tree):
    """Yield the functions of a module and of its classes; those inside functions are not tests."""
    waiting = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, _DEFINITIONS):
            yield node
        elif isinstance(node, (ast.ClassDef, ast.If, ast.Try, ast.With, ast.For)):
            waiting.extend(node.body)
            waiting.extend(getattr(node, "orelse", ()))
            for handler in getattr(node, "handlers", ()):
                waiting.extend(handler.body)


def _doubled(tree):
    """Return the names of functions and classes that one body defines twice."""
    found = []
    for body in [tree.body] + [node.body for node in tree.body if isinstance(node, ast.ClassDef)]:
        names = [node.name for node in body if isinstance(node, (*_DEFINITIONS, ast.ClassDef)) and _is_plain(node)]
        found += [name for name in dict.fromkeys(names) if names.count(name) > 1]
    return found


def _is_plain(node):
    """Say whether a definition has none of the decorators that let several share a name."""
    shared = ("overload", "setter", "getter", "deleter", "register", "property")
    names = set()
    for item in node.decorator_list:
        names.update(n.attr for n in ast.walk(item) if isinstance(n, ast.Attribute))
        names.update(n.id for n in ast.walk(item) if isinstance(n, ast.Name))
    return not names.intersection(shared)


def _is_docstring(node):
    return (
        isinstance(node, ast.Expr)
        and isinstance(getattr(node, "value", None), ast.Constant)
        and isinstance(node.value.value, str)
    )


def code_of(function):
    """Return the code of the innermost function behind decorators that name what they wrap."""
    for _ in range(50):
        inner = getattr(function, "__wrapped__", None) or getattr(function, "__func__", None)
        inner = inner or getattr(function, "func", None) if not hasattr(function, "__code__") else inner
        if inner is None or inner is function:
            break
        function = inner
    return getattr(function, "__code__", None)


def hook_compiler(bodies, voice, wanted):
    """Let the ordinary import of a workspace's module tell as well."""
    import importlib.machinery

    loader = importlib.machinery.SourceFileLoader
    original = loader.source_to_code

    def source_to_code(self, data, path, *args, **options):
        if (
            isinstance(data, (bytes, str))
            and isinstance(path, str)
            and _may_hold_tests(data)
            and voice.is_mine(path)
        ):
            with contextlib.suppress(SyntaxError, ValueError, RecursionError):
                data = _instrumented(bodies, data, path, wanted)
        return original(self, data, path, *args, **options)

    loader.source_to_code = source_to_code


def _may_hold_tests(data):
    return (b"def test" in data) if isinstance(data, bytes) else ("def test" in data)


def _instrumented(bodies, data, path, wanted):
    tree = ast.parse(data, path)
    bodies.instrument(tree, path, data, wanted)
    return tree
