"""Finds facts that a query asks for in words: a year, a month, a span of years, a level, a part of a series. Pure.

"2024年5月的文章", "since 2025", "for beginners", "第 8 讲" and "part 3" each become alternatives that hold the fact's
own token (from `fact_tokens`, one column of the index), next to the words as typed. A fact's token begins with `=`, so
no word of a text can be mistaken for it.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from gpucat.catalog.levels import LEVELS, LevelSpan
from gpucat.catalog.numbers import (
    CARDINALS,
    CHINESE_DIGITS,
    CHINESE_NUMERALS,
    chinese_number,
    number_of,
    to_chinese,
    to_roman,
)
from gpucat.resources import data_rows
from gpucat.search.wishes import asked_time

FIRST_YEAR: Final = 2005
LAST_YEAR: Final = 2049
SHARED_HOSTS: Final = frozenset(
    {"github", "gitlab", "medium", "zhihu", "blog", "com", "co", "org", "net", "youtube", "x", "twitter"}
)
"""Parts of a host name that do not name one person's site."""
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH: Final = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?"
_NO_WORD_BEFORE: Final = r"(?<![A-Za-z0-9_.])"
_YEAR: Final = rf"{_NO_WORD_BEFORE}(20[0-4]\d)"
_SHORT_YEAR: Final = rf"{_NO_WORD_BEFORE}(1[5-9]|2[1-9])\s*年"
"""A two-digit year, as said in Chinese; 10, 20 and 30 are left out because they count years."""
MONTH_ALONE: Final = (
    r"\b(january|february|march|april|june|july|august|september|october|november|december|(?<=in )may)\b"
    r"|(1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])\s*月份?(?![\d])"
)
_END: Final = r"(?![A-Za-z0-9_])"
_PART_OF_YEAR: Final = (
    r"(上半年|下半年|前半年|后半年|年初|年头|年中|年底|年末|年尾|初|底|末|春|夏|秋|冬|第?[一二三四1-4]季度|[qQ][1-4])"
)
SPANS: Final = (
    ("month", rf"{_YEAR}\s*年\s*(1[0-2]|0?[1-9])\s*月(?:份)?"),
    ("month", rf"{_SHORT_YEAR}\s*(1[0-2]|0?[1-9])\s*月(?:份)?"),
    ("month", rf"{_YEAR}[-/.](1[0-2]|0[1-9])(?:[-/.]\d\d)?(?![\d-])"),
    ("named", rf"\b{_MONTH}\s+(?:of\s+|\d\d?(?:st|nd|rd|th)?,?\s+)?{_YEAR}{_END}"),
    (
        "between",
        rf"{_YEAR}\s*年?\s*(?:-|–|—|~|～|到|至|和|或|、|/|to|and|or|until|till|through|thru|から)\s*(20[0-4]\d)(?:\s*年)?(?:之间|间|間)?",
    ),
    ("half", rf"{_YEAR}\s*年?\s*{_PART_OF_YEAR}"),
    ("half", rf"{_SHORT_YEAR}\s*{_PART_OF_YEAR}"),
    (
        "early",
        rf"\b(early|mid|late|start of|beginning of|middle of|end of|first half of|second half of|q[1-4]|spring|summer|autumn|fall|winter)"
        rf"(?:\s+of)?[\s-]+{_YEAR}{_END}",
    ),
    ("until", rf"\b(?:no|not)\s+(?:later|newer|more recent)\s+than\s+{_YEAR}{_END}"),
    ("since", rf"\b(?:no|not)\s+(?:earlier|older)\s+than\s+{_YEAR}{_END}"),
    ("since", rf"\b(?:newer|later|more recent)\s+than\s+{_YEAR}{_END}|晚于\s*{_YEAR}"),
    ("until", rf"\b(?:older|earlier)\s+than\s+{_YEAR}{_END}|早于\s*{_YEAR}"),
    (
        "since",
        rf"\b(?:since|after|starting(?:\s+(?:from|in))?|as\s+of|post)[\s-]+{_YEAR}{_END}|\bfrom\s+{_YEAR}\s+on(?:wards?)?\b",
    ),
    (
        "since",
        rf"{_YEAR}\s*年?\s*(?:以来|之后|以后|以後|之後|及之后|开始|往后|后|後|起|以降|(?:or|and)\s+(?:after|up)|and\s+later|and\s+newer|or\s+later|or\s+newer|onwards?)",
    ),
    ("until", rf"\b(?:until|till|before|pre|prior\s+to|by|up\s+to)[\s-]+{_YEAR}{_END}"),
    (
        "until",
        rf"{_YEAR}\s*年?\s*(?:之前|以前|及之前|及以前|前(?![后後])|(?:or|and)\s+(?:before|earlier|older))|截[至止](?:到)?\s*{_YEAR}\s*年?",
    ),
    ("year", rf"{_YEAR}(?:\s*年度?)?(?![A-Za-z0-9_-]|\.\d)|{_YEAR}\s*年"),
    ("year", rf"{_SHORT_YEAR}(?![前内间來来]|以内|时间|经验)"),
)
ORDINAL: Final = (
    rf"第\s*(\d{{1,2}}|[{CHINESE_NUMERALS}]{{1,3}})\s*(?:讲|講|课|課|篇|部分|章|集|期|节|節|回|部)"
    r"|\b(lecture|part|chapter|episode|lesson|section|appendix)\.?\s*#?"
    rf"(\d{{1,2}}|[ivx]{{1,4}}|{'|'.join(CARDINALS[:12])})\b"
)
PART_UNITS: Final = ("lecture", "part", "chapter", "lesson")
"""English names for a part of a series that was asked for in Chinese."""
_CHINESE_YEAR: Final = f"二[零〇○][零〇○一二三四][{CHINESE_DIGITS}](?=\\s*年)"
_LAST_ROMAN: Final = 12


@cache
def fact_words(fact: str) -> list[tuple[str, list[str]]]:
    """Reads the words that ask for a fact (level, lately, months, undated); each row is a meaning and its words."""
    return [(meant, words.split("|")) for name, meant, words in data_rows("asked.tsv") if name == fact]


class AskedFact(NamedTuple):
    """A stretch of the query and the fact it asks for: `tokens` of the facts column, or `phrases` of the text.

    Phrases name a part of a series. A soft fact ("latest") only affects the order; it is not a condition. `minutes` is how
    long reading may take.
    """

    start: int
    end: int
    tokens: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    is_soft: bool = False
    minutes: int = 0


def fact_tokens(published: str | None, level: LevelSpan | None, *names: str | None) -> str:
    """Returns the text of an article's facts column: its year, month, levels, and the given names."""
    found = []
    if published:
        found.append(f"={published[:4]}")
    if published and len(published) >= 7:
        found += (f"={published[:7]}", f"=month-{published[5:7]}")
    if not published:
        found.append("=undated")
    if level is not None:
        found += (f"={LEVELS[index]}" for index in range(level.low, level.high + 1))
    if level is not None and level.low == level.high:
        found.append(f"=all-{LEVELS[level.low]}")
    return " ".join(found + [f"={name}" for name in names if name])


def host_of(url: str) -> str:
    """Returns the host of an address as a reader would type it: lower case, without `www.` and port."""
    return url.partition("://")[2].partition("/")[0].rpartition("@")[2].partition(":")[0].lower().removeprefix("www.")


def site_words(url: str) -> str:
    """Returns the words of an address that name a site, a person or an account: `siboehm`, `colfax-intl`."""
    host = host_of(url)
    labels = [label for label in host.split(".")[:-1] if label not in SHARED_HOSTS]
    path = url.partition("://")[2].partition("/")[2].split("/")
    if host.split(".")[0] in SHARED_HOSTS or path[0].startswith("@"):
        labels.append(path[0])
    return " ".join(labels)


def asked_facts(text: str, this_year: int) -> Iterator[AskedFact]:
    """Finds the facts that the text asks for, without overlaps; "last year" is counted from `this_year`."""
    taken: list[tuple[int, int]] = []
    if any(digit in text for digit in "零〇○"):
        text = _compiled(_CHINESE_YEAR).sub(lambda year: str(chinese_number(year[0])), text)
    found = [*_asked_dates(text), *_asked_parts(text), *_asked_lately(text, this_year), *_asked_months(text)]
    if time := asked_time(text):
        found.append(AskedFact(time.start, time.end, is_soft=True, minutes=time.minutes))
    for fact in found:
        if all(fact.end <= start or fact.start >= end for start, end in taken):
            taken.append((fact.start, fact.end))
            yield fact


def _asked_dates(text: str) -> Iterator[AskedFact]:
    if "20" not in text and "年" not in text:
        return
    for kind, pattern in SPANS:
        for match in _compiled(pattern).finditer(text):
            values = [value.lower() for value in match.groups() if value]
            yield AskedFact(*match.span(), tuple(f"={date}" for date in _dates(kind, values)))


def _asked_months(text: str) -> Iterator[AskedFact]:
    """Finds a month without a year ("in December", "十二月"), and requests for undated articles."""
    lowered = text.lower()
    if "月" in text or any(month in lowered for month in _MONTHS):
        for match in _compiled(MONTH_ALONE).finditer(text):
            name, number = match.groups()
            month = _MONTHS.index(name[:3].lower()) + 1 if name else number_of(number) or 0
            if 1 <= month <= 12:
                yield AskedFact(*match.span(), (f"=month-{month:02}",))
    for word in (word for _, words in fact_words("undated") for word in words):
        place = lowered.find(word)
        if place >= 0:
            yield AskedFact(place, place + len(word), ("=undated",))


def _asked_lately(text: str, this_year: int) -> Iterator[AskedFact]:
    lowered = text.lower()
    for years_ago, words in fact_words("lately"):
        for word in words:
            place = lowered.find(word)
            if place >= 0:
                most, least = map(int, years_ago.split())
                years = range(this_year - most, this_year - least + 1)
                is_soft = most != least
                yield AskedFact(place, place + len(word), tuple(f"={year}" for year in years), is_soft=is_soft)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _dates(kind: str, values: list[str]) -> list[str]:
    if kind == "early":
        return [f"{values[1]}-{month:02}" for month in _months_of(values[0])]
    if kind == "named":
        return [f"{values[1]}-{_MONTHS.index(values[0]) + 1:02}"]
    year = 2000 + int(values[0]) % 100
    if kind == "month":
        return [f"{year}-{int(values[1]):02}"]
    if kind == "half":
        return [f"{year}-{month:02}" for month in _months_of(values[1])]
    ends = {"between": (year, int(values[-1])), "since": (year, LAST_YEAR), "until": (FIRST_YEAR, year)}
    low, high = ends.get(kind, (year, year))
    return [str(number) for number in range(low, min(high, LAST_YEAR) + 1)]


def _months_of(part: str) -> range:
    """Returns the months of a part of the year; winter counts as the end of its year, as the next may not have come."""
    return next(months for names, months in _parts_of_year() if part in names)


def _parts_of_year() -> Iterator[tuple[list[str], range]]:
    for months, names in fact_words("months"):
        first, last = map(int, months.split())
        yield names, range(first, last + 1)


def named_months() -> dict[str, range]:
    """Returns the months for each name the patterns can match: a month, its number, or a part of the year."""
    months = {name: span for names, span in _parts_of_year() for name in names}
    return months | {name: range(number, number + 1) for number in range(1, 13) for name in _spellings_of(number)}


def ordinals() -> dict[str, list[str]]:
    """Maps each way to write a part's number to the spellings that titles use for it."""
    return {spelling: _number_spellings(number) for number in range(1, 100) for spelling in _spellings_of(number)}


def _spellings_of(number: int) -> list[str]:
    chinese = to_chinese(number)
    small = [to_roman(number), CARDINALS[number - 1]] if number <= _LAST_ROMAN else []
    return [str(number), f"{number:02}", chinese, *([f"一{chinese}"] if 10 <= number < 20 else []), *small]


def _number_spellings(number: int) -> list[str]:
    return [str(number)] + ([to_roman(number)] if number <= _LAST_ROMAN else [])


def _asked_parts(text: str) -> Iterator[AskedFact]:
    lowered = text.lower()
    if "第" not in text and not any(
        word in lowered for word in ("lect", "part", "chap", "epis", "less", "sect", "appen")
    ):
        return
    for match in _compiled(ORDINAL).finditer(text):
        chinese, unit, english = match.groups()
        number = number_of(chinese or english)
        if not number:
            continue
        units = (unit.lower(),) if unit else PART_UNITS
        phrases = [f"{word} {spelling}" for word in units for spelling in _number_spellings(number)]
        yield AskedFact(*match.span(), phrases=tuple(phrases))
