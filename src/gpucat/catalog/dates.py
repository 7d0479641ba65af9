"""Handles publication dates as the list has them: a year, a year and month, or a full date. Pure.

A date is kept as its text (`2022`, `2022-03`, `2022-03-15`): the texts sort by time, and a shorter one covers all days
that begin with it.
"""

import re
from datetime import date
from typing import Final

from gpucat.errors import UsageError
from gpucat.language import Bilingual

_FORM: Final = r"(\d{4})(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?|月?)|年?)"


def parse_date(text: str) -> str:
    """Returns `2024`, `2024-05` or `2024-05-14` in this form (`2024/5/14`, `2024年5月` are read too); raises
    UsageError."""
    found = re.fullmatch(_FORM, text.strip())
    if found:
        year, month, day = (int(part) if part else None for part in found.groups())
        try:
            date(year or 0, 1 if month is None else month, 1 if day is None else day)
        except ValueError:
            pass
        else:
            return "-".join(f"{part:02}" for part in (year, month, day) if part is not None)
    raise UsageError(
        "bad_date",
        Bilingual(f"{text!r} is not a valid date", f"“{text}”不是有效的日期"),
        Bilingual("use 2024, 2024-05 or 2024-05-14", "日期写作 2024、2024-05 或 2024-05-14"),
    )


def is_in_future(published: str, today: date) -> bool:
    """Whether every day of the date is after today."""
    return published > today.isoformat()[: len(published)]


def in_the_future(published: str) -> Bilingual:
    """Returns the message for a date in the future."""
    return Bilingual(f"{published} is in the future", f"{published} 晚于今天")


def is_backwards(since: str | None, until: str | None) -> bool:
    """Whether the range ends before it begins."""
    return since is not None and until is not None and since[: len(until)] > until


def is_within(published: str | None, since: str | None, until: str | None) -> bool:
    """Whether some day of `published` is in the range, ends included; an unknown date is only in an open range."""
    if published is None:
        return since is None and until is None
    begins_by = until is None or published[: len(until)] <= until
    ends_from = since is None or published >= since[: len(published)]
    return begins_by and ends_from
