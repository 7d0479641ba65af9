"""Stored times (ISO 8601, UTC) as a reader sees them: in the time zone of this machine."""

from datetime import datetime


def minute_of(moment: str) -> str:
    """The day and the minute: `2026-08-14 09:30`."""
    return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")


def day_of(moment: str) -> str:
    """The day on which it was: `2026-08-14`."""
    return datetime.fromisoformat(moment).astimezone().date().isoformat()
