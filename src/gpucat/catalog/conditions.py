"""What `field:value` asks of facts that are no text: module, level, date, number, status, address. Pure.

A value that cannot be read matches nothing and leaves a note, since a search answers every input.
"""

import re
from typing import Final, NamedTuple

from gpucat.catalog.article import STATUSES
from gpucat.catalog.dates import parse_date
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.levels import parse_level
from gpucat.errors import GpucatError
from gpucat.language import Bilingual

_NUMBERS: Final = re.compile(r"(\d{0,9})(?:(\.\.)(\d{0,9}))?")
_COMPARISON: Final = re.compile(r"(>=|<=|>|<|=)?(.+)", re.DOTALL)
_ENDLESS: Final = 10**9


class Conditions(NamedTuple):
    """All of `filters` have to match, some span of every entry of `numbers`, and each of `urls` stands in the address."""

    filters: tuple[ArticleFilter, ...] = ()
    numbers: tuple[tuple[tuple[int, int], ...], ...] = ()
    urls: tuple[str, ...] = ()
    is_impossible: bool = False
    note: Bilingual | None = None

    def and_also(self, other: "Conditions") -> "Conditions":
        return Conditions(
            self.filters + other.filters,
            self.numbers + other.numbers,
            self.urls + other.urls,
            self.is_impossible or other.is_impossible,
        )


NO_CONDITIONS: Final = Conditions()


def condition(name: str, value: str) -> Conditions:
    """What `name:value` asks; `name` is one of module, level, date, number, status, url."""
    try:
        if name == "url":
            return Conditions(urls=(bare_address(value),))
        if name == "number":
            return Conditions(numbers=(_number_spans(value),))
        return Conditions(filters=(_FILTERS[name](value),))
    except (GpucatError, ValueError) as error:
        reason = error.message if isinstance(error, GpucatError) else Bilingual(f"{value!r}", f"“{value}”")
        note = Bilingual(f"nothing has {name} {value!r}: {reason.en}", f"没有 {name} 为“{value}”的文章：{reason.zh}")
        return Conditions(is_impossible=True, note=note)


def bare_address(text: str) -> str:
    """An address without scheme, `www.` and closing slash, in lower case: what is compared with stored ones."""
    return re.sub(r"^(?:https?://)?(?:www\.)?", "", text.strip().lower()).rstrip("/")


def _number_spans(value: str) -> tuple[tuple[int, int], ...]:
    spans = []
    for part in value.split(","):
        found = _NUMBERS.fullmatch(part.strip())
        if found is None or not (found[1] or found[3]):
            raise ValueError(part)
        low = int(found[1] or 0)
        high = int(found[3]) if found[3] else _ENDLESS if found[2] else low
        spans.append((low, high))
    return tuple(spans)


def _date_filter(value: str) -> ArticleFilter:
    if ".." in value:
        low, _, high = value.partition("..")
        return ArticleFilter(since=parse_date(low) if low else None, until=parse_date(high) if high else None)
    found = _COMPARISON.fullmatch(value)
    sign, text = (found[1], found[2]) if found else (None, value)
    date = parse_date(text)
    if sign in (">=", ">"):
        return ArticleFilter(since=date if sign == ">=" else _after(date))
    if sign in ("<=", "<"):
        return ArticleFilter(until=date if sign == "<=" else _before(date))
    return ArticleFilter(since=date, until=date)


def _after(date: str) -> str:
    """The first date text after all of `date`, in plain text order: a month 13 or day 32 is still in order."""
    head, last = date[:-2], int(date[-2:])
    return f"{int(date) + 1:04}" if len(date) == 4 else f"{head}{last + 1:02}"


def _before(date: str) -> str:
    head, last = date[:-2], int(date[-2:])
    return f"{int(date) - 1:04}" if len(date) == 4 else f"{head}{last - 1:02}"


def _level_filter(value: str) -> ArticleFilter:
    found = _COMPARISON.fullmatch(value)
    sign, text = (found[1], found[2]) if found else (None, value)
    if sign in (">=", ">"):
        return ArticleFilter(levels=(parse_level(f"{text}.."),))
    if sign in ("<=", "<"):
        return ArticleFilter(levels=(parse_level(f"..{text}"),))
    return ArticleFilter(levels=tuple(parse_level(part) for part in text.split(",")))


def _module_filter(value: str) -> ArticleFilter:
    return ArticleFilter(modules=tuple(part.strip().lower() for part in value.split(",") if part.strip()))


def _status_filter(value: str) -> ArticleFilter:
    asked = tuple(part.strip().lower() for part in value.split(","))
    if not set(asked) <= set(STATUSES):
        raise ValueError(value)
    return ArticleFilter(statuses=asked)


_FILTERS: Final = {"date": _date_filter, "level": _level_filter, "module": _module_filter, "status": _status_filter}
