"""Reads a server's `Retry-After`. Pure."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

_A_YEAR_S: Final = 366 * 86400.0


def parse_retry_after(value: str | None, now: datetime) -> float | None:
    """The seconds to wait, from a number or a date, between 0 and a year; None where there is none to read."""
    if value is None:
        return None
    cleaned = value.strip()
    try:
        seconds = float(cleaned)
    except ValueError:
        try:
            then = parsedate_to_datetime(cleaned)
        except (ValueError, TypeError, IndexError, OverflowError):
            return None
        seconds = ((then if then.tzinfo else then.replace(tzinfo=UTC)) - now).total_seconds()
    if seconds != seconds:  # not a number
        return None
    return min(max(seconds, 0.0), _A_YEAR_S)
