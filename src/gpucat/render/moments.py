"""Stored times (ISO 8601, UTC) as a reader sees them: in the time zone of this machine."""

from datetime import datetime


def day_of(moment: str) -> str:
    """The day on which it was: `2026-08-14`."""
    return datetime.fromisoformat(moment).astimezone().date().isoformat()
