"""Leases and retries: small files beside an envelope that say who has it, until when, and what failed.

They may vanish at any time: an envelope without a lease is simply free to be taken back.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime, timedelta

from mesh import codec, files
from mesh.errors import Malformed
from mesh.machine import Holder, is_alive
from mesh.model.fields import Fields, show_moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """Who handles an envelope, and until when."""

    holder: Holder
    until: datetime

    def holds(self, now: datetime) -> bool:
        """Say whether the lease still keeps others off."""
        return now < self.until and is_alive(self.holder)


@dataclass(frozen=True, slots=True, kw_only=True)
class Retry:
    """How often an envelope failed, when it may be tried again, and what the last failure was."""

    attempts: int
    not_before: datetime
    reason: str = ""


def _lease_path(envelope_path: str) -> str:
    return f"{envelope_path[:-5]}.lease"


def _retry_path(envelope_path: str) -> str:
    return f"{envelope_path[:-5]}.retry"


def write_lease(envelope_path: str, holder: Holder, now: datetime, seconds: float) -> None:
    """Say that this process handles the envelope; also renews."""
    until = show_moment(now + timedelta(seconds=seconds))
    files.note(_lease_path(envelope_path), codec.write({**holder.to_dict(), "until": until}))


def read_lease(envelope_path: str) -> Lease | None:
    """Return an envelope's lease, None without one that can be read."""
    data = files.read(_lease_path(envelope_path))
    try:
        fields = Fields(codec.read(data or b""), "lease")
        until = fields.moment("until")
    except Malformed:
        return None
    holder = Holder.from_dict(fields.rest)
    return Lease(holder=holder, until=until) if holder else None


def drop_lease(envelope_path: str) -> None:
    files.discard(_lease_path(envelope_path))


def write_retry(envelope_path: str, retry: Retry) -> None:
    values = {
        "attempts": retry.attempts, "not_before": show_moment(retry.not_before), "reason": retry.reason,
    }  # fmt: skip
    files.make_folder(os.path.dirname(envelope_path))
    files.note(_retry_path(envelope_path), codec.write(values))


def read_retry(envelope_path: str) -> Retry | None:
    """Return what is known of an envelope's failures, None if there were none."""
    data = files.read(_retry_path(envelope_path))
    if data is None:
        return None
    try:
        fields = Fields(codec.read(data), "retry")
        return Retry(
            attempts=fields.number("attempts", 0),
            not_before=fields.moment("not_before"),
            reason=fields.text("reason"),
        )
    except Malformed:
        return None


def drop_retry(envelope_path: str) -> None:
    files.discard(_retry_path(envelope_path))
