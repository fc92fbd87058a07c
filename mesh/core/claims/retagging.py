"""Settles what an ambiguous name is by the words beside it: a path, or a branch, a package, a route."""

from __future__ import annotations

from collections.abc import Mapping

from mesh.core.claims.atoms import Atom
from mesh.core.claims.paths import extension, is_folder
from mesh.core.claims.tokens import Sentence, Token

_PATHS = ("PATH", "PCMD", "PTEST")
_OTHER = ("NOTFILE", "BRANCHW")


def retagged(sentence: Sentence, atoms: Mapping[int, Atom]) -> Sentence:
    """Return the sentence with its ambiguous names settled."""
    tokens = [_settled(sentence.tokens, at, atoms) for at in range(len(sentence.tokens))]
    return sentence if tokens == sentence.tokens else Sentence(tokens, sentence.asks)


def _settled(tokens: list[Token], at: int, atoms: Mapping[int, Atom]) -> Token:
    token = tokens[at]
    if token.cls not in ("WEAK", "KCODE", *_PATHS):
        return token
    before = tokens[at - 1] if at else None
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    sides = {side.cls for side in (before, after) if side}
    data = atoms[token.start].data
    if token.cls in _PATHS:
        named = before is not None and before.cls == "BRANCHW" or (_OTHER[0] in sides and not _is_certain(data))
        return token._replace(cls="KCODE") if named else token
    if sides & set(_OTHER) and not sides & {"NOUNF", "DIRN"}:
        return token
    files = before is not None and before.cls == "NOUNF" or (after is not None and after.cls == "NOUNF" and _is_file_word(after))
    if "DIRN" in sides or (files and _may_name_file(data, token)):
        return token._replace(cls="PATH")
    return token


def _is_certain(path: str) -> bool:
    return bool(extension(path.rstrip("/"))) or is_folder(path)


def _is_file_word(token: Token) -> bool:
    return token.text in ("file", "files", "script", "scripts", "文件", "脚本", "配置文件", "测试文件", "源文件", "头文件")


def _may_name_file(data: str, token: Token) -> bool:
    """A name in code beside "module" may be a module's; one beside "file" is a file's."""
    return " " not in data and "(" not in data and (token.cls == "WEAK" or data.replace("-", "").replace("_", "").isalnum())
