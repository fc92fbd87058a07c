"""Word lists and tables of the deciders as plain data; nothing here decides."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """Return the words of a list that is written as text."""
    return frozenset(text.split())
