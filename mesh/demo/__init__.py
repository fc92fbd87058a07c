"""The two agents of `mesh demo` as script files, one pair a language, and the request that one gets."""

from __future__ import annotations

from importlib import resources

_TEXT_EN = """\
Write slug.py with slug(title), which turns a title into part of an address, and its tests.
It becomes a public interface of the site, so get the rules right."""
_TEXT_ZH = """\
写一个 slug.py，提供函数 slug(title)，把标题变成网址的一段，并写好测试。
它会成为网站的公开接口，规则要定准。"""
REQUESTS = {  # subject and text
    "en": ("A slug function with tests", _TEXT_EN),
    "zh": ("带测试的 slug 函数", _TEXT_ZH),
}
HEADLINES = {
    "en": {"alice": "product owner of the site", "bob": "Python developer"},
    "zh": {"alice": "网站的产品负责人", "bob": "Python 开发"},
}


def script(agent: str, language: str) -> bytes:
    """Return the script file of one of the two agents."""
    return resources.files("mesh.demo").joinpath(f"{agent}.{language}.yaml").read_bytes()
