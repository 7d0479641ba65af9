"""Totals of the catalogue: modules by level, years, sources, link health, reading."""

from typing import NamedTuple

from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.levels import LEVELS, LevelSpan
from gpucat.store.connection import Reader
from gpucat.store.counts import ValueCount, count_by, count_values


class Stats(NamedTuple):
    """Counts of articles. `levels` holds, by module, how many articles each of LEVELS meets: a span counts in each."""

    articles: int
    modules: tuple[ValueCount, ...]
    levels: dict[str, tuple[int, ...]]
    years: dict[str, int]
    sources: tuple[ValueCount, ...]
    links: dict[str, int]
    reading: dict[str, int]


def read_stats(connection: Reader, wanted: ArticleFilter) -> Stats:
    """The totals for a filter."""
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


def _counted(connection: Reader, column: str, wanted: ArticleFilter) -> dict[str, int]:
    return {str(value): int(str(count)) for value, count in count_by(connection, column, wanted)}
