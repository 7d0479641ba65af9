"""Facts asked for in words: a year, a month, a span of years, a level, a part of a series. Pure.

"2024年5月的文章", "since 2025", "for beginners", "第 8 讲", "part 3": each becomes alternatives that hold the fact's own
token (`fact_tokens`, one column of the index) beside the words as typed. A fact's token begins with `=`, so that no
word of a text can be mistaken for it.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from gpucat.catalog.levels import LEVELS, LevelSpan

FIRST_YEAR: Final = 2005
LAST_YEAR: Final = 2049
LEVEL_WORDS: Final = {
    "beginner": (
        "beginner|beginners|newbie|newbies|novice|novices|newcomer|newcomers|entry level|introductory|elementary|easy|simple|"
        "gentle|basic level|no experience|zero experience|beginner friendly|crash course|101|student|students|freshman|layman|"
        "rookie|rookies|starter|starters|absolute beginner|absolute beginners|undergraduate|undergraduates|non expert|laypeople|"
        "新手|初学者|小白|零基础|入门|入门级|初级|初心者|菜鸟|新人|刚入门|简单的|初学|新手向|刚开始学|没有基础|没基础|刚接触|通俗|浅显|易懂|容易的|"
        "门槛低|低门槛|最基础的|最简单的|浅一点的|新手村|门外汉|外行|萌新|小白也能看懂|新手友好|大学生|初学阶段|没学过|从没接触过|"
        "初心者向け|入門者|初学者向け|入門編"
    ),
    "intermediate": "intermediate|mid level|moderate|some experience|medium level|medium difficulty|semi advanced|中级|中等|中阶|有一定基础|有点基础|有基础|难度适中|中等难度|不太难|中級者",
    "advanced": (
        "advanced|expert|experts|expert level|in depth|senior|professional|professionals|veteran|difficult|challenging|hardest|"
        "specialist|specialists|guru|gurus|deep dive|deep dives|hardcore|hard core|most difficult|toughest|"
        "高级|进阶|高阶|专家|上级|资深|硬核|深入|高难度|老手|上級者|有难度|最难|较难|难一点的|难度大|难度高|门槛高|高门槛|有深度|啃不动|烧脑|大牛|深度好文"
    ),
}
"""How readers name a level; the names themselves are understood by `levels.parse_level`."""

LATELY: Final = {
    "past few years|last few years|recent years|近几年|这几年|最近几年|过去几年": (4, 0),
    "this year|今年|本年": (0, 0),
    "past year|last 12 months|last twelve months|过去一年|近一年|最近一年|一年内|一年以内|一年来": (1, 0),
    "past two years|last two years|past 2 years|last 2 years|近两年|这两年|最近两年|过去两年|两年内|两年来|近2年": (
        2,
        0,
    ),
    "past three years|last three years|past 3 years|last 3 years|近三年|这三年|最近三年|过去三年|三年内|三年来|近3年": (
        3,
        0,
    ),
    "past five years|last five years|past 5 years|last 5 years|近五年|这五年|最近五年|过去五年|五年内|五年来|近5年": (
        5,
        0,
    ),
    "last year|去年|昨年|a year ago|one year ago|1 year ago|一年前|1年前": (1, 1),
    "前年|year before last|two years ago|2 years ago|两年前|2年前": (2, 2),
    "大前年|three years ago|3 years ago|三年前|3年前": (3, 3),
    "four years ago|4 years ago|四年前|4年前": (4, 4),
    "five years ago|5 years ago|五年前|5年前": (5, 5),
    "latest|newest|most recent|recent|recently|lately|freshest|up to date|brand new|just published|just released|"
    "最新|最近|近期|新出的|刚出的|刚发的|刚发布|新发布|新发的|新鲜出炉|近来|近日": (1, 0),
    "oldest|earliest|very old|long ago|years ago|最早|最老|最旧|老文章|早期的|很久以前|多年前|好几年前|老早": (60, 5),
}
"""How readers count from today: from how many years ago to how many. The first that stands in a text counts."""

_SHARED_HOSTS: Final = frozenset(
    {"github", "gitlab", "medium", "zhihu", "blog", "com", "co", "org", "net", "youtube", "x", "twitter"}
)
"""Parts of a host's name that name no site of one person."""
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH: Final = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?"
_NO_WORD_BEFORE: Final = r"(?<![A-Za-z0-9_.])"
_YEAR: Final = rf"{_NO_WORD_BEFORE}(20[0-4]\d)"
_SHORT_YEAR: Final = rf"{_NO_WORD_BEFORE}(1[5-9]|2[1-9])\s*年"
"""A year in two digits, as it is said in Chinese; not 10, 20 or 30, which count years."""
MONTH_ALONE: Final = (
    r"\b(january|february|march|april|june|july|august|september|october|november|december|(?<=in )may)\b"
    r"|(1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])\s*月份?(?![\d])"
)
UNDATED: Final = (
    "undated|without a date|without any date|without date|without dates|no date|no publication date|date unknown|"
    "unknown date|date is missing|missing date|missing dates|date missing|lacks a date|lack a date|lacking a date|"
    "未标注日期|未标日期|没有日期|没有标注日期|没有写日期|没标注日期|没标日期|没写日期|没注明日期|未注明日期|没有注明日期|没日期|无日期|不带日期|"
    "缺日期|缺少日期|日期未标注|日期没标|日期没写|日期不明|日期未知|日期缺失|日期不详|没写时间|没标时间|"
    "没写年份|没标年份|没有年份|年份不明|年份未知|年份不详|未标注|日付なし|日付不明|日付のない"
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
    r"第\s*(\d{1,2}|[一二三四五六七八九十]{1,3})\s*(?:讲|講|课|課|篇|部分|章|集|期|节|節|回|部)"
    r"|\b(lecture|part|chapter|episode|lesson|section|appendix)\.?\s*#?(\d{1,2}|[ivx]{1,4}|one|two|three|four|five|six|"
    r"seven|eight|nine|ten|eleven|twelve)\b"
)
PART_UNITS: Final = ("lecture", "part", "chapter", "lesson")
"""What a part of a series is called in English where it was asked for in Chinese."""
_CHINESE_YEAR: Final = "二[零〇○][零〇○一二三四][零〇○一二三四五六七八九](?=\\s*年)"
_DIGITS: Final = str.maketrans("零〇○一二三四五六七八九", "000123456789")
PARTS_OF_YEAR: Final = {
    "上半年|前半年|first half of": range(1, 7), "下半年|后半年|second half of": range(7, 13), "年初|年头|初|early|start of|beginning of": range(1, 5),
    "年中|mid|middle of": range(5, 9), "年底|年末|年尾|底|末|late|end of": range(9, 13), "春|spring": range(3, 6),
    "夏|summer": range(6, 9), "秋|autumn|fall": range(9, 12), "冬|winter": range(11, 13),
}  # fmt: skip
_CHINESE_DIGITS: Final = {digit: value for value, digit in enumerate("零一二三四五六七八九")}
_ROMAN: Final = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_COUNT_WORDS: Final = (
    "", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


class AskedFact(NamedTuple):
    """A stretch of the query and what it asks: `tokens` of the facts column, or `phrases` of the text (a part's name).

    A soft one ("latest") is a wish about the order and no condition."""

    start: int
    end: int
    tokens: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    is_soft: bool = False


def fact_tokens(published: str | None, level: LevelSpan | None, *names: str | None) -> str:
    """What the facts column of an article holds: its year, its month, its levels, and the given names."""
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
    """The host of an address as a reader would type it: lower case, without `www.` and port."""
    return url.partition("://")[2].partition("/")[0].rpartition("@")[2].partition(":")[0].lower().removeprefix("www.")


def site_words(url: str) -> str:
    """The words of an address that name a site or a person: `siboehm`, `colfax-intl`, the account on a shared host."""
    host = host_of(url)
    labels = [label for label in host.split(".")[:-1] if label not in _SHARED_HOSTS]
    path = url.partition("://")[2].partition("/")[2].split("/")
    if host.split(".")[0] in _SHARED_HOSTS or path[0].startswith("@"):
        labels.append(path[0])
    return " ".join(labels)


def asked_facts(text: str, this_year: int) -> Iterator[AskedFact]:
    """The facts that the text asks for, none inside another. `this_year` is what "last year" is counted from."""
    taken: list[tuple[int, int]] = []
    if any(digit in text for digit in "零〇○"):
        text = _compiled(_CHINESE_YEAR).sub(lambda year: year[0].translate(_DIGITS), text)
    found = [*_asked_dates(text), *_asked_parts(text), *_asked_lately(text, this_year), *_asked_months(text)]
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
    """A month without its year ("in December", "十二月"), and articles without a date."""
    lowered = text.lower()
    if "月" in text or any(month in lowered for month in _MONTHS):
        for match in _compiled(MONTH_ALONE).finditer(text):
            name, number = match.groups()
            month = _MONTHS.index(name[:3].lower()) + 1 if name else _number(number)
            if 1 <= month <= 12:
                yield AskedFact(*match.span(), (f"=month-{month:02}",))
    for word in UNDATED.split("|"):
        place = lowered.find(word)
        if place >= 0:
            yield AskedFact(place, place + len(word), ("=undated",))


def _asked_lately(text: str, this_year: int) -> Iterator[AskedFact]:
    lowered = text.lower()
    for words, years_ago in LATELY.items():
        for word in words.split("|"):
            place = lowered.find(word)
            if place >= 0:
                years = range(this_year - years_ago[0], this_year - years_ago[1] + 1)
                is_soft = years_ago[0] != years_ago[1]
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
    """The months of a part of the year; winter is its end, where most of the next one's is unknown."""
    for names, months in PARTS_OF_YEAR.items():
        if part in names.split("|"):
            return months
    quarter = next(
        (number for number, digits in enumerate(("1一", "2二", "3三", "4四"), 1) if set(digits) & set(part)), 4
    )
    return range(3 * quarter - 2, 3 * quarter + 1)


def named_months() -> dict[str, range]:
    """The months of each name of a part of the year that the patterns find: a month, its number, a season, a quarter."""
    numbers = {spelling: number for number in range(1, 13) for spelling in _spellings_of(number)}
    months = {name: range(number, number + 1) for name, number in numbers.items()}
    months |= {name: range(number, number + 1) for number, name in enumerate(_MONTHS, 1)}
    quarters = [f"{before}{digit}季度" for before in ("", "第") for digit in "一二三四1234"]
    parts = [name for names in PARTS_OF_YEAR for name in names.split("|")]
    return months | {name: _months_of(name) for name in (*parts, *quarters, "q1", "q2", "q3", "q4")}


def ordinals() -> dict[str, list[str]]:
    """How the number of a part may be written, with the spellings that titles use for it."""
    return {spelling: _number_spellings(number) for number in range(1, 100) for spelling in _spellings_of(number)}


def _spellings_of(number: int) -> list[str]:
    tens, ones = divmod(number, 10)
    digits = "零一二三四五六七八九"
    chinese = f"{digits[tens] if tens > 1 else ''}{'十' if tens else ''}{digits[ones] if ones else ''}"
    small = [names[number] for names in (_ROMAN, _COUNT_WORDS) if number < len(names)]
    return [str(number), f"{number:02}", chinese, *([f"一{chinese}"] if tens == 1 else []), *small]


def _number_spellings(number: int) -> list[str]:
    return [str(number)] + ([_ROMAN[number]] if number < len(_ROMAN) else [])


def _asked_parts(text: str) -> Iterator[AskedFact]:
    lowered = text.lower()
    if "第" not in text and not any(
        word in lowered for word in ("lect", "part", "chap", "epis", "less", "sect", "appen")
    ):
        return
    for match in _compiled(ORDINAL).finditer(text):
        chinese, unit, english = match.groups()
        number = _number(chinese or english.lower())
        if not number:
            continue
        units = (unit.lower(),) if unit else PART_UNITS
        phrases = [f"{word} {spelling}" for word in units for spelling in _number_spellings(number)]
        yield AskedFact(*match.span(), phrases=tuple(phrases))


def _number(text: str) -> int:
    """1 to 99 from digits, Chinese or Roman numerals or an English word; 0 if it is none."""
    if text.isdecimal():
        return int(text)
    for names in (_ROMAN, _COUNT_WORDS):
        if text in names:
            return names.index(text)
    if text[0] in _CHINESE_DIGITS or text[0] == "十":
        tens, has_ten, ones = text.rpartition("十")
        high = _CHINESE_DIGITS.get(tens, 1) if has_ten else 0
        return high * 10 + _CHINESE_DIGITS.get(ones, 0)
    return 0
