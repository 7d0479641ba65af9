"""Which articles are parts of one series, told from their titles. Pure."""

import re
from collections.abc import Mapping, Set
from typing import Final, NamedTuple

from gpucat.catalog.numbers import CHINESE_NUMERALS, number_of

_MARK: Final = r"(?:part|lecture|lesson|chapter|episode|appendix|vol(?:ume)?\.?|no\.?)"
_NUMBER: Final = r"(\d{1,3}|[ivx]{1,4}|[a-h])"
# Of lower case; kept short, because every card and route compiles it.
_NUMBERED: Final = re.compile(
    rf"(?<=.)(?:\b{_MARK}\s*#?{_NUMBER}\b"
    r"|[(（](\d{1,2})[)）]"
    r"|\s[-–—]\s+(\d{1,2})\W*$"
    r"|\s#(\d{1,3})\b"
    rf"|第\s*(\d{{1,3}}|[{CHINESE_NUMERALS}]{{1,3}})\s*[讲章篇部节回])",
)
_APPENDIX: Final = 1000


class Part(NamedTuple):
    """A place in a series: the series' name, folded, and the part's rank (appendices come after all parts)."""

    series: str
    rank: int


def part_of(title: str) -> Part | None:
    """The series and rank that the title names; None where it has no part number."""
    title = title.lower()
    if (found := _NUMBERED.search(title)) is None:
        return None
    number = next(filter(None, found.groups()))
    is_appendix = "appendix" in found[0]
    return Part(_folded(title[: found.start()]), _rank(number) + (_APPENDIX if is_appendix else 0))


def series_words(title: str) -> list[str]:
    """The words that the titles of all parts of this title's series have, in lower case, of those in plain letters.

    They pick the titles for series_members from many without reading each.
    """
    part = part_of(title)
    name = part.series if part else _folded(title.partition(":")[0])
    return [word for word in name.split() if word.isascii()]


def series_members(number: int, titles: Mapping[int, str]) -> list[int]:
    """The numbers of the parts of an article's series in order, its own among them; empty where it stands alone.

    `titles` are those of the same maker, by number. A title without a part number is part one where a numbered part has
    the same name before its number.
    """
    parts = {other: part for other, title in titles.items() if (part := part_of(title))}
    mine = parts.get(number) or _first_part(titles[number], {part.series for part in parts.values()})
    if mine is None:
        return []
    ranked = [
        (part.rank, other)
        for other, title in titles.items()
        if (part := parts.get(other) or _first_part(title, {mine.series})) and part.series == mine.series
    ]
    return [other for _, other in sorted(ranked)] if len(ranked) > 1 else []


def _first_part(title: str, names: Set[str]) -> Part | None:
    for name in (_folded(title), _folded(title.partition(":")[0])):
        if name in names:
            return Part(name, 1)
    return None


def _folded(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text).strip().casefold()


def _rank(number: str) -> int:
    """The place that a number or a letter (`a` to `h`) names."""
    found = number_of(number)
    return found if found is not None else ord(number[0]) - ord("a") + 1
