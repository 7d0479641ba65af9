"""Names what an article's code uses, which architectures it covers, and what it has: the values of its facets. Pure.

`data/facets.tsv` has the names that are known with their other spellings; any other name is kept as it is written.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import Final

from gpucat.catalog.unknown import unknown
from gpucat.language import Bilingual
from gpucat.resources import data_rows

FACETS: Final = ("uses", "covers", "has")
FACET_FIELDS: Final = (*FACETS, "questions", "questions_en", "origins")
"""The fields of an article that its facets and questions are kept in."""
HAS: Final = {"code": Bilingual("code", "代码"), "measurements": Bilingual("measurements", "实测数据")}
"""What an article can have: code to run or follow, and numbers that were measured."""
_HAS_NAMES: Final = {
    **{name: code for code, label in HAS.items() for name in (code, *label)},
    "实测": "measurements", "benchmark": "measurements", "benchmarks": "measurements", "measured": "measurements",
}  # fmt: skip
ARCHITECTURE: Final = "architecture"
_LEAST_SAID: Final = 2
"""How often a text has to name a thing, so that its code is taken to use it."""
_MEASURED: Final = r"\d[\d.,]*\s*(?:[TG]FLOPS|[TG]FLOP/s|[GT]i?B/s|ms|µs|us|ns)\b"
_LEAST_MEASURED: Final = 3
_MOST_ASKED: Final = 5
_ASKED: Final = re.compile(r"^#{1,6} +(?:\d[\d.]* +)?(.*[?？])[ #]*$", re.MULTILINE)
_CODE_BLOCK: Final = re.compile(r"^(?:```|~~~)", re.MULTILINE)


def facet_value(name: str) -> str:
    """Returns the known name of a language, library, number format, chip or architecture; another name as it stands."""
    kept = " ".join(name.split())
    return _names().get(_folded(kept), kept)


def pick_had(name: str) -> str:
    """Returns what an article can have, given by its code or a name in either language; raises UsageError."""
    if code := _HAS_NAMES.get(name.strip().casefold()):
        return code
    raise unknown("has", name, tuple(HAS), Bilingual("content", "内容"))


def pick_facet(facet: str, name: str) -> str:
    """Returns the value of a facet by any of its names; raises UsageError for one that it cannot have."""
    return pick_had(name) if facet == "has" else facet_value(name)


def spellings_of(facet: str, values: Collection[str]) -> dict[str, str]:
    """Maps every known spelling, folded, to its value: of those given or, for `has`, of all that there are."""
    if facet == "has":
        return dict(_HAS_NAMES)
    return {spelling: name for spelling, name in _names().items() if name in values}


def facets_in(title: str, text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yields what the title and the text of an article, in Markdown, show of each of FACET_FIELDS.

    A text has to name a thing twice; what it answers are its headings that ask.
    """
    said = {name: _times(title, spellings) * _LEAST_SAID + _times(text, spellings) for name, spellings in _spellings()}
    named = [name for name, count in said.items() if count >= _LEAST_SAID]
    yield "uses", tuple(name for name in named if name not in _architectures())
    yield "covers", tuple(name for name in named if name in _architectures())
    measured = len(re.findall(_MEASURED, text)) >= _LEAST_MEASURED
    yield "has", ("code",) * bool(_CODE_BLOCK.search(text)) + ("measurements",) * measured
    asked = list(dict.fromkeys(_ASKED.findall(f"# {title}\n{text}")))[:_MOST_ASKED]
    yield "questions", tuple(one for one in asked if not one.isascii())
    yield "questions_en", tuple(one for one in asked if one.isascii())


def _times(text: str, spellings: Iterable[re.Pattern[str]]) -> int:
    return max(len(spelling.findall(text)) for spelling in spellings)


@cache
def _names() -> dict[str, str]:
    """Maps every spelling of a known name, folded, to the name; a name itself comes before another's spelling."""
    rows = data_rows("facets.tsv")
    spelled = {_folded(other): name for _, name, others in rows for other in others.split("|") if other}
    return spelled | {_folded(name): name for _, name, _ in rows}


@cache
def _architectures() -> frozenset[str]:
    return frozenset(name for kind, name, _ in data_rows("facets.tsv") if kind == ARCHITECTURE)


@cache
def _spellings() -> list[tuple[str, list[re.Pattern[str]]]]:
    """Returns the known names with their spellings as whole words, in the case that they are written in."""
    return [
        (name, [re.compile(rf"(?<![\w+]){re.escape(one)}(?![\w+])") for one in (name, *others.split("|")) if one])
        for _, name, others in data_rows("facets.tsv")
    ]


def _folded(name: str) -> str:
    return re.sub(r"[\s_-]+", " ", name).strip().casefold()
