"""Counts the hits of a search by module, level, author and year."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from gpucat.catalog.article import INBOX, Article
from gpucat.catalog.levels import LEVELS
from gpucat.services.search import SearchReport


class FacetCount(NamedTuple):
    """How many hits have a value, and how many of them are full matches."""

    facet: str
    value: str
    hits: int
    full: int


_VALUES: Final[dict[str, Callable[[Article], Iterable[str]]]] = {
    "module": lambda article: [article.module or INBOX],
    "level": lambda article: LEVELS[article.level.low : article.level.high + 1] if article.level else [],
    "author": lambda article: article.authors,
    "year": lambda article: [article.year] if article.year else [],
}


def count_facets(report: SearchReport) -> list[FacetCount]:
    """The counts over all hits of the report, facet by facet, most full matches first."""
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
