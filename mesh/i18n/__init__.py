"""The user's language: which it is, and the Chinese for each English template; never decides anything."""

from __future__ import annotations

import os
from functools import cache

from mesh.errors import MeshError, fill

LANGUAGES = ("en", "zh")
_PLACES = {"`{path}`: ": "`{path}`：", "{what}: `{field}` ": "{what}：`{field}` "}
_WORDS = ("why", "what", "kind", "role")  # values that are themselves words of the program


def language_of(environment: dict[str, str] | os._Environ[str], setting: str | None = None) -> str:
    """Return `en` or `zh`: MESH_LANG, else the workspace's setting, else the locale of the terminal."""
    chosen = environment.get("MESH_LANG") or setting
    if not chosen or chosen == "auto":
        for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
            chosen = environment.get(name)
            if chosen:
                break
    return "zh" if (chosen or "").lower().startswith("zh") else "en"


@cache
def _chinese() -> dict[str, str]:
    """Return all messages: one module for each area, `zh_*.py` beside this one."""
    from importlib import import_module
    from pkgutil import iter_modules

    messages: dict[str, str] = {}
    for module in iter_modules(__path__):
        if module.name.startswith("zh_"):
            messages.update(import_module(f"mesh.i18n.{module.name}").MESSAGES)
    return messages


def say(template: str, language: str, **values: object) -> str:
    """Return the template in the language with its values; an unknown one stays English."""
    if language == "zh":
        template = _in_chinese(template)
    return fill(template, values)


def _in_chinese(template: str) -> str:
    """Return a template's Chinese: its own, or that of the place it begins with and of the rest."""
    chinese = _chinese()
    for place, translated in _PLACES.items():
        if template not in chinese and template.startswith(place):
            return translated + _in_chinese(template.removeprefix(place))
    return chinese.get(template, template)


def error_text(error: MeshError, language: str) -> tuple[str, str]:
    """Return an error's message and hint in the language."""
    values = dict(error.values)
    for name in _WORDS:
        if isinstance(values.get(name), str):
            values[name] = say(str(values[name]), language)
    message = say(error.message, language, **values)
    line = error.values.get("line")
    if isinstance(line, int) and line and "{line}" not in error.message:
        message = say("line {line}: {message}", language, line=line, message=message)
    return message, say(error.hint, language, **error.values)
