"""What small documents parsed to is kept, and never believed once the file or what is kept has changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mesh.errors import Malformed
from mesh.store.layout import Layout
from mesh.store.parsed import document


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    (tmp_path / "agents" / "bob").mkdir(parents=True)
    return Layout(str(tmp_path))


def card(layout: Layout, text: str) -> str:
    path = layout.card("bob")
    Path(path).write_text(text, encoding="utf-8")
    return path


def kept(layout: Layout) -> Path:
    return Path(layout.running("parsed", "agents+bob+card.yaml.json"))


def test_a_document_is_the_same_when_it_is_read_again(layout: Layout) -> None:
    path = card(layout, "name: bob\nheadline: 写代码\nskills: [a, {name: b}]\nlimit: 1.5\nempty:\n")
    first = document(layout, path)
    assert kept(layout).exists()
    assert document(layout, path) == first == {
        "name": "bob", "headline": "写代码", "skills": ["a", {"name": "b"}], "limit": 1.5, "empty": None,
    }  # fmt: skip


def test_a_change_that_keeps_size_and_time_is_seen(layout: Layout) -> None:
    path = card(layout, "name: bob\n")
    document(layout, path)
    before = os.stat(path)
    card(layout, "name: ann\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert document(layout, path) == {"name": "ann"}


DAMAGED = [b"", b"{", b"\xff", b"[]", b"null", b'{"source": 1}', b'"text"', b"[" * 9999]


@pytest.mark.parametrize("damage", DAMAGED)
def test_what_is_kept_may_be_damaged(layout: Layout, damage: bytes) -> None:
    path = card(layout, "name: bob\n")
    document(layout, path)
    kept(layout).write_bytes(damage)
    assert document(layout, path) == {"name": "bob"}


def test_a_file_of_another_kind_in_its_place_changes_nothing(layout: Layout) -> None:
    path = card(layout, "name: bob\n")
    kept(layout).mkdir(parents=True)
    assert document(layout, path) == {"name": "bob"}


def test_a_malformed_document_is_never_kept(layout: Layout) -> None:
    path = card(layout, "name: [bob\n")
    for _ in range(2):
        with pytest.raises(Malformed):
            document(layout, path)
    assert not kept(layout).exists()


def test_no_file_is_an_empty_document(layout: Layout) -> None:
    assert document(layout, layout.card("bob")) == {}
    assert not kept(layout).exists()
