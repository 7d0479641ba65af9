"""Turns `field:value` into conditions on facts that are not text: module, level, date, number, status, address. Pure.

A value that cannot be read matches nothing and adds a note, because a search answers every input.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from gpucat.catalog.dates import is_backwards, parse_date
from gpucat.catalog.facets import FACETS, pick_facet
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.levels import parse_level
from gpucat.catalog.unknown import goes_backwards
from gpucat.errors import GpucatError, UsageError
from gpucat.language import Bilingual

_SIGNS: Final = (">=", "<=", ">", "<", "=")
_LONGEST_NUMBER: Final = 9
_ENDLESS: Final = 10**9


class Conditions(NamedTuple):
    """Conditions on an article, all of which have to match.

    Of each entry of `numbers`, one span has to; each of `urls` has to be part of the address.
    """

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
    """Reads the condition `name:value`; `name` is one of CONDITION_FIELDS in `query`."""
    try:
        if name == "url":
            return Conditions(urls=(bare_address(value),))
        if name == "number":
            return Conditions(numbers=(_number_spans(value),))
        return Conditions(filters=(_FILTERS[name](value),))
    except GpucatError as error:
        return Conditions(is_impossible=True, note=error.explained)


def bare_address(text: str) -> str:
    """Returns an address in the form used for comparison: lower case, without scheme, `www.` and closing slash."""
    bare = text.strip().lower().removeprefix("https://").removeprefix("http://")
    return bare.removeprefix("www.").rstrip("/")


def _number_spans(value: str) -> tuple[tuple[int, int], ...]:
    spans = []
    for part in value.split(","):
        low, dots, high = part.strip().partition("..")
        if not (low or high):
            raise _no_number(part)
        first = _whole(low) if low else 0
        last = _whole(high) if high else _ENDLESS if dots else first
        if first > last:
            raise goes_backwards(part.strip(), f"number:{high}..{low}")
        spans.append((first, last))
    return tuple(spans)


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= _LONGEST_NUMBER):
        raise _no_number(text)
    return int(text)


def _no_number(text: str) -> UsageError:
    return UsageError(
        "no_number",
        Bilingual(f"{text!r} is not an article number", f"“{text}”不是文章编号"),
        Bilingual("write number:18 or number:1..20", "请写作 number:18 或 number:1..20"),
    )


def _signed(value: str) -> tuple[str, str]:
    """Splits a value into its comparison sign and the rest."""
    sign = next((sign for sign in _SIGNS if value.startswith(sign)), "")
    return sign, value[len(sign) :]


def _date_filter(value: str) -> ArticleFilter:
    if ".." in value:
        low, _, high = value.partition("..")
        since, until = parse_date(low) if low else None, parse_date(high) if high else None
        if is_backwards(since, until):
            raise goes_backwards(value, f"date:{high}..{low}")
        return ArticleFilter(since=since, until=until)
    sign, text = _signed(value)
    date = parse_date(text)
    if sign in (">=", ">"):
        return ArticleFilter(since=date if sign == ">=" else _after(date))
    if sign in ("<=", "<"):
        return ArticleFilter(until=date if sign == "<=" else _before(date))
    return ArticleFilter(since=date, until=date)


def _after(date: str) -> str:
    """Returns the first date text after all of `date`; as dates compare as plain text, month 13 and day 32 are fine."""
    head, last = date[:-2], int(date[-2:])
    return f"{int(date) + 1:04}" if len(date) == 4 else f"{head}{last + 1:02}"


def _before(date: str) -> str:
    head, last = date[:-2], int(date[-2:])
    return f"{int(date) - 1:04}" if len(date) == 4 else f"{head}{last - 1:02}"


def _level_filter(value: str) -> ArticleFilter:
    sign, text = _signed(value)
    if sign in (">=", ">"):
        return ArticleFilter(levels=(parse_level(f"{text}.."),))
    if sign in ("<=", "<"):
        return ArticleFilter(levels=(parse_level(f"..{text}"),))
    return ArticleFilter(levels=tuple(parse_level(part) for part in text.split(",")))


def _module_filter(value: str) -> ArticleFilter:
    return ArticleFilter(modules=tuple(part.strip().lower() for part in value.split(",") if part.strip()))


def _status_filter(value: str) -> ArticleFilter:
    from gpucat.catalog.names import pick_status

    return ArticleFilter(statuses=tuple(pick_status(part) for part in value.split(",")))


def _facet_filter(facet: str, value: str) -> ArticleFilter:
    picked: dict[str, Any] = {facet: tuple(pick_facet(facet, part) for part in value.split(",") if part.strip())}
    return ArticleFilter(**picked)


_FILTERS: Final[dict[str, Callable[[str], ArticleFilter]]] = {
    "date": _date_filter,
    "level": _level_filter,
    "module": _module_filter,
    "status": _status_filter,
    **{facet: partial(_facet_filter, facet) for facet in FACETS},
}
