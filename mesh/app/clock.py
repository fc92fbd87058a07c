"""The clock: the one place that asks what time it is."""

from __future__ import annotations

import time
from datetime import UTC, datetime


def now() -> datetime:
    """Return the moment, in UTC."""
    return datetime.now(UTC)


def millis(moment: datetime) -> int:
    """Return a moment in milliseconds since 1970."""
    return int(moment.timestamp() * 1000)


def nanos() -> int:
    """Return the moment in nanoseconds since 1970, as file times are counted."""
    return time.time_ns()
