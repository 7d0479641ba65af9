"""Wishes that name no topic (where to begin, what is easier, what comes before an article): how they are said. Pure.

`data/wishes.tsv` has them as patterns, which are written out in full, so that a wish is looked up like any term.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from gpucat.catalog.numbers import number_of
from gpucat.language import Bilingual

WISHES: Final = {
    "start": Bilingual("for a beginner first, in the order of the route", "先列适合入门的，按学习路线排列"),
    "easier": Bilingual("the easiest first, in the order of the route", "先易后难，同一难度按学习路线排列"),
    "harder": Bilingual("the hardest first, in the order of the route", "先难后易，同一难度按学习路线排列"),
    "newest": Bilingual("the newest first", "先列最新的"),
    "oldest": Bilingual("the oldest first", "先列最早的"),
    "mine": Bilingual("what comes next for you", "接下来适合你读的"),
    "short": Bilingual("the shortest to read first", "先列读得最快的"),
}
"""The wishes that a list of articles answers, and what the reader is told about its order."""
OF_SOMETHING: Final = ("before", "after")
"""Wishes about what stands around an article or a concept, which the other words name."""
SHORT: Final = "short"
_TIME: Final = r"(\d{1,3}|half an|an?|one|two|five|ten|fifteen|twenty|thirty|[半一二两三五十]+)[ -]?个?(min|分钟|hour|小时|钟头)[a-z]*"
_READING: Final = ("read", "finish", "看完", "读完", "学完", "看的", "读的")
_UNITS: Final = {"min": 1, "分钟": 1}
_HALF: Final = ("half an", "半")


class Wish(NamedTuple):
    """What is wished for: a name of the table, newest or oldest; `of` what article, or in how many `minutes`."""

    name: str
    of: str = ""
    minutes: int = 0


class ReadingOrder(NamedTuple):
    """Articles in the order that a wish asks for; `is_answer` if they answer it, whatever else the words say."""

    numbers: Sequence[int]
    note: Bilingual
    is_answer: bool = False


class TimeAsked(NamedTuple):
    """A stretch of a query that says how long reading may take."""

    start: int
    end: int
    minutes: int


def written_out(patterns: Iterable[Iterable[str]]) -> Iterator[tuple[str, str]]:
    """Yields each way to say a wish, and the wish; `patterns` are the rows of the table."""
    for wish, ways in patterns:
        for way in ways.split("|"):
            for words in product(*map(_choices, way.split(" "))):
                yield " ".join(filter(None, words)), wish


def _choices(piece: str) -> tuple[str, ...]:
    words = tuple(word.replace("_", " ") for word in piece.removesuffix("?").split("/"))
    return (*words, "") if piece.endswith("?") else words


def asked_time(text: str) -> TimeAsked | None:
    """Finds how long reading may take ("a 20 minute read", "半小时能看完的"), or nothing if it is not about reading."""
    lowered = text.lower()
    if not any(word in lowered for word in _READING) or not (found := re.search(_TIME, lowered)):
        return None
    number = 0.5 if found[1] in _HALF else 1 if found[1] in ("a", "an") else number_of(found[1]) or 0
    return TimeAsked(*found.span(), round(number * _UNITS.get(found[2], 60)))
