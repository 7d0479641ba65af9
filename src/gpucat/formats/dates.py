"""Reads dates as other programs write them: times with zones, epochs, months by name. Pure.

A part that is not certain is left out: of `6/5/2022`, which is May or June, only the year is known.
"""

import re
from datetime import UTC, datetime
from typing import Final

from gpucat.catalog.dates import parse_date
from gpucat.errors import UsageError

_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_MONTH: Final = r"(?P<month>[a-z]{3,9})\.?"
_DAY: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR: Final = r"(?P<year>\d{4})"
_NAMED: Final = tuple(
    re.compile(form, re.I)
    for form in (
        rf"(?:[a-z]+,\s*)?{_MONTH}\s+(?:{_DAY},?\s+)?{_YEAR}\b.*",
        rf"(?:[a-z]+,\s*)?{_DAY}\.?[\s-]+{_MONTH},?[\s-]+{_YEAR}\b.*",
        rf"{_YEAR}[\s,-]+{_MONTH}(?:[\s-]+{_DAY})?",
    )
)
_ISO: Final = re.compile(r"(\d{4}(?:[-/.]\d{1,2}){0,2})(?:[T\s/~?].*|)", re.S)
_CHINESE: Final = re.compile(r"(\d{4}\s*年(?:\s*\d{1,2}\s*月(?:\s*\d{1,2}\s*日)?)?).*", re.S)
_COMPACT: Final = re.compile(r"(\d{4})(\d\d)(\d\d)")
_DAY_FIRST: Final = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})\b.*")
_SLASHES: Final = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})\b.*")
_SEASONS: Final = range(21, 25)
_EPOCH: Final = re.compile(r"\d{10}(\d{3}|\d{6})?(?:\.\d+)?")


def read_date(text: str) -> str | None:
    """Returns the day, month or year that the text begins with, as the list writes it; None if it is no date."""
    given = " ".join(text.split())
    if found := _EPOCH.fullmatch(given):
        return _day_of_epoch(int(given.partition(".")[0]) // 10 ** len(found[1] or ""))
    for form in _NAMED:
        if (found := form.fullmatch(given)) and (month := month_number(found["month"])):
            return _valid(found["year"], str(month), found["day"])
    if found := _COMPACT.fullmatch(given):
        return _valid(*found.groups())
    if found := _DAY_FIRST.fullmatch(given):
        return _valid(found[3], found[2], found[1])
    if found := _SLASHES.fullmatch(given):
        return _american_or_not(*found.groups())
    found = _ISO.fullmatch(given) or _CHINESE.fullmatch(given)
    return _valid(*re.findall(r"\d+", found[1])) if found else None


def month_number(name: str) -> int | None:
    """Returns the number of an English month, which may be abbreviated."""
    folded = name.casefold().replace("sept", "sep") if len(name) == 4 else name.casefold()
    return next((n for n, month in enumerate(_MONTHS, 1) if len(name) > 2 and month.startswith(folded)), None)


def _american_or_not(first: str, second: str, year: str) -> str | None:
    """Reads `6/23/2022` and `23/6/2022`, of which one number is no month; else only the year is known."""
    if int(first) > 12:
        return _valid(year, second, first)
    return _valid(year, first, second) if int(second) > 12 or first == second else _valid(year)


def _valid(year: str, month: str | None = None, day: str | None = None) -> str | None:
    """Returns the date without the parts that are not known (00, or a season of BibLaTeX); None if it is none."""
    known = [year]
    for part in (month, day):
        if not part or not int(part) or (len(known) == 1 and int(part) in _SEASONS):
            break
        known.append(part)
    try:
        return parse_date("-".join(known))
    except UsageError:
        return None


def _day_of_epoch(seconds: int) -> str | None:
    try:
        return datetime.fromtimestamp(seconds, UTC).date().isoformat()
    except (ValueError, OverflowError):
        return None
