"""The verdicts of the link checker, for whoever filters or counts by them. Pure."""

from typing import Final

VERDICTS: Final = (
    "ok", "moved", "redirected", "broken", "soft-404", "wrong-article", "blocked", "flaky", "timeout",
)  # fmt: skip
UNCHECKED: Final = "unchecked"
LINK_STATUSES: Final = (*VERDICTS, UNCHECKED)
