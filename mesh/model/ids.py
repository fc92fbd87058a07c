"""Ids: ULIDs, 48 bits of milliseconds and 80 of chance, that rise within a sender; reads no clock."""

from __future__ import annotations

import os
import re

from mesh.errors import BadInput

_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}
_ULID = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}\Z")
_RANDOM_BITS = 80


def encode(number: int) -> str:
    """Return a 128-bit number as the 26 digits of a ULID."""
    return "".join(_DIGITS[(number >> shift) & 31] for shift in range(125, -1, -5))


def decode(ulid: str) -> int:
    """Return the number that a ULID spells."""
    number = 0
    for digit in ulid:
        number = number << 5 | _VALUES[digit]
    return number


def is_ulid(text: str) -> bool:
    return bool(_ULID.match(text))


def parse_ulid(text: str) -> str:
    """Return the ULID in its canonical upper case; raises BadInput if it is none."""
    canonical = text.strip().upper()
    if not is_ulid(canonical):
        raise BadInput("`{id}` is not an envelope id", id=text[:64], hint="an id has 26 letters and digits")
    return canonical


def new_ulid(millis: int, after: str = "") -> str:
    """Return a fresh ULID of the moment, greater than `after`, whatever the clock says."""
    number = millis << _RANDOM_BITS | int.from_bytes(os.urandom(10), "big") >> 1
    if after and is_ulid(after) and number <= decode(after):
        number = decode(after) + 1 + (int.from_bytes(os.urandom(2), "big"))
    return encode(number)


def first_ulid(millis: int) -> str:
    """Return the least ULID of a moment."""
    return encode(millis << _RANDOM_BITS)


def millis_of(ulid: str) -> int:
    """Return the moment of a ULID in milliseconds since 1970, UTC."""
    return decode(ulid) >> _RANDOM_BITS


def same(one: str | None, other: str | None) -> bool:
    """Compare two ids as the contract compares names: case does not count."""
    return (one or "").lower() == (other or "").lower()
