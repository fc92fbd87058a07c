"""Paths are known by their shape, in all the ways in which replies write them, and nothing else is one."""

from __future__ import annotations

import pytest

from tests.core.claims.finding import briefs, claims_of


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("a.py", "a.py"),
        ("src/a.py", "src/a.py"),
        ("`src/a.py`", "src/a.py"),
        ("**src/a.py**", "src/a.py"),
        ("*`src/a.py`*", "src/a.py"),
        ("[the module](src/a.py)", "src/a.py"),
        ("[`a.py`](./src/a.py#L10)", "./src/a.py"),
        ("[a](<my docs/a.md>)", "my docs/a.md"),
        ("[a](my%20docs/a.md)", "my docs/a.md"),
        ("“src/a.py”", "src/a.py"),
        ('"src/a.py"', "src/a.py"),
        ("《报告.md》", "报告.md"),
        ("`文档/说明.md`", "文档/说明.md"),
        ("`my notes.txt`", "my notes.txt"),
        ("`docs/release notes.md`", "docs/release notes.md"),
        (r"`src\app\a.py`", "src/app/a.py"),
        (r"src\app\a.py", "src/app/a.py"),
        (r"`C:\work\a.py`", r"C:\work\a.py"),
        ("`./run.sh`", "./run.sh"),
        ("`../a.py`", "../a.py"),
        ("`~/a.py`", "~/a.py"),
        ("/tmp/a.txt", "/tmp/a.txt"),
        ("`src/a.py:12`", "src/a.py"),
        ("src/a.py:12-14", "src/a.py"),
        ("`.gitignore`", ".gitignore"),
        (".env", ".env"),
        ("`Makefile`", "Makefile"),
        ("Dockerfile", "Dockerfile"),
        ("__init__.py", "__init__.py"),
        ("`src/__init__.py`", "src/__init__.py"),
        ("a.test.ts", "a.test.ts"),
        ("logo@2x.png", "logo@2x.png"),
        ("`app/[id]/page.tsx`", "app/[id]/page.tsx"),
        ("the file `LICENSE-MIT`", "LICENSE-MIT"),
        ("string\\_decoder.js", "string_decoder.js"),
    ],
)
@pytest.mark.parametrize("frame", ["I deleted {}.", "已删除{}。", "Deleted: {}", "{} was deleted."])
def test_a_path_is_read_in_every_way_it_is_written(frame: str, written: str, path: str) -> None:
    assert briefs(frame.format(written)) == {f"file_removed {path}"}


@pytest.mark.parametrize(
    "written", ["`build/`", "build/", "the folder `build`", "the `build` directory", "目录 `build`"]
)
def test_a_folder_is_claimed_as_one(written: str) -> None:
    (claim,) = claims_of(f"I created {written}.")
    assert (claim.target or "").rstrip("/") == "build" and claim.folder


@pytest.mark.parametrize(
    "written",
    [
        "https://example.com/a.py",
        "<https://example.com/a.py>",
        "www.example.com/a.py",
        "example.com",
        "docs.example.com",
        "github.com/foo/bar",
        "version 1.2.3",
        "v2.0",
        "`1.2.3`",
        "os.path",
        "`os.path`",
        "numpy.linalg",
        "Node.js",
        "Vue.js",
        "`console.log`",
        "`process.env`",
        "`foo()`",
        "`--flag`",
        "`Foo.bar`",
        "and/or",
        "read/write access",
        "TCP/IP",
        "10 km/h",
        "1/2",
        "e.g. one",
        "bob@example.com",
        "`application/json`",
        "`@types/node`",
        "all `.py` items",
        "`*.py`",
        "src/*.py",
        "the branch `fix/a.py`",
        "the package `foo/bar`",
        "the route `/api/users`",
        "`$HOME`",
        "`a = b.c`",
    ],
)
@pytest.mark.parametrize("frame", ["I updated {}.", "已更新 {}。"])
def test_what_only_looks_like_a_path_is_none(frame: str, written: str) -> None:
    assert {line for line in briefs(frame.format(written)) if line.startswith("file")} == set()


@pytest.mark.parametrize(
    "joint", [", ", " and ", ", and ", " & ", " + ", "、", "，", " 和 ", " 以及 "]
)
def test_each_path_of_a_list_is_claimed(joint: str) -> None:
    listed = joint.join(["`a.py`", "`b.py`", "`c.py`"])
    assert briefs(f"已删除 {listed}。") == {
        "file_removed a.py",
        "file_removed b.py",
        "file_removed c.py",
    }
