"""Reads dates and names from the lines by which a page says when and by whom it was written. Pure.

A date counts behind a word such as "Posted on", or where it is a part of the line by itself; a name counts behind a word such
as "By" only. A date that could be two (`03/04/2015`) is none.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from gpucat.catalog.dates import parse_date
from gpucat.errors import UsageError
from gpucat.formats.bibtex_entries import MONTHS
from gpucat.resources import data_rows
from gpucat.titles.names import is_person

_YEAR: Final = r"((?:19|20)\d\d)"
_MONTH: Final = rf"({'|'.join(MONTHS)})[a-z]{{0,6}}\.?"
_DAY: Final = r"(\d\d?)(?:st|nd|rd|th)?"
_WEEKDAY: Final = r"\s*(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[,.]?\s+)?"
_CLOCK: Final = (
    r"(?!\d)(?:\s*[t,]?\s*(?:at\s)?\d\d?:\d\d(?::\d\d)?(?:\.\d+)?\s*(?:[ap]m\b)?\s*(?:utc|gmt|z\b|[+-]\d\d:?\d\d)?)?"
)
_YEAR_FIRST: Final = re.compile(
    rf"{_WEEKDAY}{_YEAR}(?:([-/.])(\d\d?)\2(\d\d?)|\s?年\s?(\d\d?)\s?月(?:\s?(\d\d?)\s?日)?){_CLOCK}", re.IGNORECASE
)
_MONTH_FIRST: Final = re.compile(rf"{_WEEKDAY}{_MONTH}\s+(?:{_DAY},?\s+)?{_YEAR}{_CLOCK}", re.IGNORECASE)
_DAY_FIRST: Final = re.compile(rf"{_WEEKDAY}{_DAY}\.?[\s-](?:of\s)?{_MONTH},?[\s-]{_YEAR}{_CLOCK}", re.IGNORECASE)
_PARTS: Final = re.compile(r"\s*[|·•∙⋅—–｜]+\s*|\s-\s|\s/\s")
_CAPITAL: Final = r"(?:[A-ZÀ-ÖØ-Þ\u0400-\u042f][\w.'’-]*)"
_LATIN: Final = rf"{_CAPITAL}(?:\s+(?:{_CAPITAL}|van|von|de|der|den|da|di|al|bin|el|la|le)){{0,4}}"
_ANY: Final = r"[^\W\d][\w.'’@+-]*(?:\s(?!on\b|at\b|in\b)[^\W\d][\w.'’+-]*){0,4}?"
_ENDS: Final = r"(?=\s*(?:$|[,，;；(（\[【。]|\b(?:on|at|in)\s|(?:19|20)\d\d|\d\d?\s[A-Z]|(?i:{labels})[\s:：]))"
_AND: Final = r",?\s+(?:and|und|y|et|&)\s+"
_BETWEEN: Final = rf"(?:\s*[、,，;；]\s*|{_AND})"
_LONGEST: Final = 160


class Byline(NamedTuple):
    """What a line says: a labelled date, a date that is a part of it by itself, when it changed, and names.

    `has_colon` says that the names stand behind a word and a colon (`作者：安宁`), which prose has not.
    """

    published: str | None = None
    bare_date: str | None = None
    updated: str | None = None
    names: str | None = None
    has_colon: bool = False


class _Labels(NamedTuple):
    published: re.Pattern[str]
    updated: re.Pattern[str]
    alone: re.Pattern[str]
    inside: re.Pattern[str]
    signed: tuple[re.Pattern[str], ...]


def read_byline(line: str) -> Byline:
    """Returns what a line says of its article's date and authors; the first of two claims counts."""
    found = Byline()
    if len(line) >= _LONGEST:
        return found
    for part in _parts(line):
        said = _read_part(part)
        found = Byline(
            found.published or said.published,
            found.bare_date or said.bare_date,
            found.updated or said.updated,
            found.names or said.names,
            found.has_colon or said.has_colon,
        )
    return found


def is_label(line: str) -> bool:
    """Whether the line is only the word before a date or a name, which the next line has."""
    return len(line) < _LONGEST and _labels().alone.fullmatch(line) is not None


def day_in_path(path: str) -> str | None:
    """Returns the date in a path such as `/2021/08/24/gemm/`, `/2021/08/gemm` or `/posts/2021-08-24-gemm`."""
    found = re.search(r"/((?:19|20)\d\d)(?:/(\d\d)(?:/(\d\d?))?(?=/)|-(\d\d)-(\d\d)(?=[-_/.]|$))", path)
    return _valid(found[1], found[2] or found[4], found[3] or found[5]) if found else None


@cache
def _labels() -> _Labels:
    words: dict[str, list[str]] = {}
    for kind, _, phrases in data_rows("byline_words.tsv"):
        words.setdefault(kind, []).extend(phrases.replace("_", r"\s+").split())
    published, updated, author, by = ("|".join(words[kind]) for kind in ("published", "updated", "author", "by"))
    ends = _ENDS.replace("{labels}", f"{published}|{updated}")
    some = rf"(?:{published}|{updated}|{author})"
    return _Labels(
        re.compile(rf"(?:{published})(?=[\s:：\d])\s*[:：]?\s*(?:on\s+|at\s+)?", re.I),
        re.compile(rf"(?:{updated})(?=[\s:：\d])\s*[:：]?\s*(?:on\s+|at\s+)?", re.I),
        re.compile(rf"(?:{some}|{by})\s*[:：]?", re.I),
        re.compile(rf"\s*[,，;；]?\s+(?={some}\s*[:：])", re.I),
        (
            re.compile(rf"[\s,]*(?i:{author})\s*[:：/]\s*(?P<names>{_ANY}(?:{_BETWEEN}{_ANY}){{0,5}}){ends}"),
            re.compile(rf"[\s,]*(?i:{author}|{by})\s+(?P<names>{_LATIN}(?:(?:,\s+{_LATIN})*{_AND}{_LATIN})?){ends}"),
            re.compile(rf"[\s,]*(?i:(?:{author})(?<=by))\s+(?P<names>[^\W\d][\w.-]+){ends}"),
            re.compile(rf"[\s,]*(?i:{author})\s+(?P<names>[\u4e00-\u9fff]{{2,3}}){ends}"),
        ),
    )


def _parts(line: str) -> Iterator[str]:
    """Yields the parts of a line; `文 | Ann` is one, as is each of `Date: 2021-08-24 Author: Ann`."""
    line = re.sub(r"\A((?:撰?文|作者)\s*)[|｜]", r"\1：", line.strip(" ([（【"))
    for part in _PARTS.split(line):
        yield from (one.strip(" ,)]）】") for one in _labels().inside.split(part))


def _read_part(part: str) -> Byline:
    labels = _labels()
    if found := labels.updated.match(part):
        return Byline(updated=_take_date(part[found.end() :])[0])
    if found := labels.published.match(part):
        names, rest = _take_names(part[found.end() :])
        day, rest = _take_date(_dated(rest))
        if day:
            return Byline(day, names=names or _take_names(rest)[0])
    names, rest = _take_names(part)
    if names:
        return Byline(_take_date(_dated(rest))[0], names=names, has_colon=_labels().signed[0].match(part) is not None)
    day, rest = _take_date(part.removeprefix("on ").removeprefix("On "))
    if day and rest.strip(" ,"):
        names, after = _take_names(rest)
        return Byline(bare_date=day, names=names) if names and not after.strip() else Byline()
    return Byline(bare_date=day)


def _dated(rest: str) -> str:
    """Returns what follows names without the word before a date of publication."""
    rest = re.sub(r"\A[\s,]*(?:on\s|at\s)?", "", rest)
    found = _labels().published.match(rest)
    return rest[found.end() :] if found else rest


def _take_names(text: str) -> tuple[str | None, str]:
    """Returns the names that the text begins with behind their label, and the rest."""
    for pattern in _labels().signed:
        found = pattern.match(text)
        if found and (found.re is not _labels().signed[-1] or is_person(found["names"])):
            return found["names"], text[found.end() :]
    return None, text


def _take_date(text: str) -> tuple[str | None, str]:
    """Returns the day or month that the text begins with, and the rest."""
    day: str | None = None
    found: re.Match[str] | None
    if found := _YEAR_FIRST.match(text):
        day = _valid(found[1], found[3] or found[5], found[4] or found[6])
    elif found := _MONTH_FIRST.match(text):
        day = _valid(found[3], _month(found[1]), found[2])
    elif found := _DAY_FIRST.match(text):
        day = _valid(found[3], _month(found[2]), found[1])
    return (day, text[found.end() :]) if day and found else (None, text)


def _month(name: str) -> str:
    return str(MONTHS.index(name.lower()) + 1)


def _valid(*parts: str | None) -> str | None:
    try:
        return parse_date("-".join(part for part in parts if part))
    except UsageError:
        return None
