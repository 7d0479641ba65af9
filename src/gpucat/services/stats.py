"""Counts the catalogue by module, level, year and source, and the facets of a search."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from gpucat.catalog.article import INBOX, Article
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.levels import LEVELS, LevelSpan
from gpucat.services.search import SearchReport
from gpucat.store.connection import Reader
from gpucat.store.counts import ValueCount, count_by, count_values

_VALUES: Final[dict[str, Callable[[Article], Iterable[str]]]] = {
    "module": lambda article: [article.module or INBOX],
    "level": lambda article: LEVELS[article.level.low : article.level.high + 1] if article.level else [],
    "author": lambda article: article.authors,
    "year": lambda article: [article.year] if article.year else [],
}


class Stats(NamedTuple):
    """Counts of articles. `levels` holds, by module, the number for each of LEVELS; a span counts in each level."""

    articles: int
    modules: tuple[ValueCount, ...]
    levels: dict[str, tuple[int, ...]]
    years: dict[str, int]
    sources: tuple[ValueCount, ...]
    links: dict[str, int]
    reading: dict[str, int]


class FacetCount(NamedTuple):
    """How many hits have a value, and how many of these are full matches."""

    facet: str
    value: str
    hits: int
    full: int


def read_stats(connection: Reader, wanted: ArticleFilter) -> Stats:
    """Returns the counts for a filter."""
    modules = tuple(count_values(connection, "modules", wanted))
    spans = count_by(connection, "module.slug, article.level_low, article.level_high", wanted)
    levels = {
        module.name: tuple(
            sum(
                int(str(count))
                for slug, low, high, count in spans
                if slug == module.name and low is not None and LevelSpan(int(str(low)), int(str(high))).meets(level)
            )
            for level in (LevelSpan(index, index) for index in range(len(LEVELS)))
        )
        for module in modules
    }
    reading = _counted(connection, "coalesce(reading.status, 'todo')", wanted)
    return Stats(
        articles=sum(reading.values()),
        modules=modules,
        levels=levels,
        years=_counted(connection, "coalesce(substr(article.published, 1, 4), '')", wanted),
        sources=tuple(count_values(connection, "sources", wanted)),
        links=_counted(connection, "coalesce(link_check.verdict, 'unchecked')", wanted),
        reading=reading,
    )


def count_facets(report: SearchReport) -> list[FacetCount]:
    """Counts the values among all hits of the report, facet by facet, most full matches first."""
    found = []
    for facet, values_of in _VALUES.items():
        hits: Counter[str] = Counter()
        full: Counter[str] = Counter()
        for hit in report.hits:
            values = list(values_of(hit.article))
            hits.update(values)
            if hit.is_full:
                full.update(values)
        ordered = sorted(hits, key=lambda value: (-full[value], -hits[value], value))
        found += [FacetCount(facet, value, hits[value], full[value]) for value in ordered]
    return found


def _counted(connection: Reader, column: str, wanted: ArticleFilter) -> dict[str, int]:
    return {str(value): int(str(count)) for value, count in count_by(connection, column, wanted)}
