"""Recognises scripts that print and end well whatever the project is like; reads them, and never runs them."""

from __future__ import annotations

import ast
import re

_HARMLESS = frozenset(
    {"print", "exit", "quit", "str", "repr", "len", "int", "float", "range", "list", "dict", "round"}
)
_PRINTS = re.compile(
    r"(?:console\.(?:log|info|error|warn)|process\.stdout\.write|print|puts|say|echo|printf)\s*\(?"
    r"\s*(?:(['\"`])(?:(?!\1).)*\1|[\d.+\-*/ ]+)?(?:\s*,\s*(?:(['\"`])(?:(?!\2).)*\2|[\d.]+))*\s*\)?"
)
_ENDS = re.compile(
    r"process\.exit(?:Code\s*=\s*0|\(\s*0?\s*\))|exit(?:\s*\(?\s*0?\s*\)?)?|'use strict'|\"use strict\"|1|0|true"
)


def fixed_python(text: str) -> bool:
    """Say whether a Python program only prints what stands in it and ends with 0."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return False
    return all(_is_fixed(node) for node in tree.body)


def _is_fixed(node: ast.stmt) -> bool:
    if isinstance(node, (ast.Pass, ast.Import, ast.ImportFrom)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        source = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        return all(name.split(".")[0] in ("sys", "os", "time", "datetime", "json") for name in names + source)
    if isinstance(node, ast.Expr):
        return _is_fixed_value(node.value)
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        return node.value is None or _is_fixed_value(node.value)
    if isinstance(node, ast.Assert):
        return isinstance(node.test, ast.Constant) and bool(node.test.value)
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return all(_is_fixed(inner) for inner in node.body)
    if isinstance(node, ast.Return):
        return node.value is None or _is_fixed_value(node.value)
    if isinstance(node, (ast.If, ast.For, ast.While, ast.With)):
        return all(_is_fixed(inner) for inner in [*node.body, *getattr(node, "orelse", [])])
    return False


def _is_fixed_value(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        name = ast.unparse(node.func)
        if name in ("sys.exit", "exit", "quit", "os._exit") or name.endswith("SystemExit"):
            return all(isinstance(a, ast.Constant) and a.value in (0, None) for a in node.args)
        allowed = (
            name in _HARMLESS or name in ("sys.stdout.write", "time.sleep", "main") or name.startswith("'")
        )
        return allowed and all(_is_fixed_value(argument) for argument in node.args)
    if isinstance(node, ast.Subscript):
        return False
    return all(not isinstance(inner, (ast.Call, ast.Subscript, ast.Await)) for inner in ast.walk(node))


def fixed_script(text: str) -> bool:
    """Say whether a short script of another language only prints what stands in it."""
    pieces = [piece.strip() for piece in re.split(r"[;\n]", re.sub(r"(?m)(?:^|\s)(?://|#).*$", "", text))]
    return all(not piece or _PRINTS.fullmatch(piece) or _ENDS.fullmatch(piece) for piece in pieces)
