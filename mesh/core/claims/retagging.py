"""Settles what an ambiguous name is by the words beside it: a path, or a branch, a package, a route."""

from __future__ import annotations

from collections.abc import Mapping

from mesh.core.claims.atoms import Atom
from mesh.core.claims.paths import EXTENSIONS, extension, is_folder
from mesh.core.claims.tokens import Sentence, Token

_PATHS = ("PATH", "PCMD", "PTEST")
_AMBIGUOUS = frozenset({"WEAK", "KCODE", *_PATHS})
_OTHER = ("NOTFILE", "BRANCHW")


def retagged(sentence: Sentence, atoms: Mapping[int, Atom]) -> Sentence:
    """Return the sentence with its ambiguous names settled."""
    if not any(token.cls in _AMBIGUOUS for token in sentence.tokens):
        return sentence
    tokens = [_settled(sentence.tokens, at, atoms) for at in range(len(sentence.tokens))]
    return sentence if tokens == sentence.tokens else Sentence(tokens, sentence.asks)


def _settled(tokens: list[Token], at: int, atoms: Mapping[int, Atom]) -> Token:
    token = tokens[at]
    if token.cls not in _AMBIGUOUS:
        return token
    before = tokens[at - 1] if at else None
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    sides = {side.cls for side in (before, after) if side}
    data = atoms[token.start].data
    if token.cls in _PATHS:
        named = (
            before is not None and before.cls == "BRANCHW" or (_OTHER[0] in sides and not _is_certain(data))
        )
        return token._replace(cls="KCODE") if named else token
    if sides & set(_OTHER) and not sides & {"NOUNF", "DIRN"}:
        return token
    called = _called(tokens, at)
    if called == "DIRN" or (called and _may_name_file(data, token)):
        return token._replace(cls="PATH")
    files = (
        before is not None
        and before.cls == "NOUNF"
        or (after is not None and after.cls == "NOUNF" and _is_file_word(after))
    )
    if after is not None and after.text == "files" and data.lower() in EXTENSIONS:
        return token  # "`json` files"
    if "DIRN" in sides or (files and _may_name_file(data, token)):
        return token._replace(cls="PATH")
    return token


def _called(tokens: list[Token], at: int) -> str:
    """Return the class of the noun that is called so: "a folder named `x`", 名为 `x` 的目录."""
    if at and tokens[at - 1].cls == "AS":
        if at > 1 and tokens[at - 2].cls in ("NOUNF", "DIRN") and tokens[at - 1].text not in ("as", "at"):
            return tokens[at - 2].cls
        following = [token.cls for token in tokens[at + 1 : at + 3]]
        if following[:1] == ["DE"] and following[1:] in (["NOUNF"], ["DIRN"]):
            return following[1]
    return ""


def _is_certain(path: str) -> bool:
    return bool(extension(path.rstrip("/"))) or is_folder(path)


def _is_file_word(token: Token) -> bool:
    return token.text in (
        "file",
        "files",
        "script",
        "scripts",
        "文件",
        "脚本",
        "配置文件",
        "测试文件",
        "源文件",
        "头文件",
    )


def _may_name_file(data: str, token: Token) -> bool:
    """A name in code beside "module" may be a module's; one beside "file" is a file's."""
    return (
        " " not in data
        and "(" not in data
        and (token.cls == "WEAK" or data.replace("-", "").replace("_", "").isalnum())
    )
