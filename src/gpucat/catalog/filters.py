"""Defines the filter that every listing command uses. Pure.

Values of the same kind are alternatives, kinds are combined. `matches` defines the meaning; store.articles compiles the
same filter to SQL, and a property test compares the two.
"""

from typing import NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.dates import is_within
from gpucat.catalog.facets import FACETS
from gpucat.catalog.levels import LevelSpan


class ArticleFilter(NamedTuple):
    """What a reader asks for; empty means everything. Authors and sources match inside the name, ignoring case.

    Everything else matches exactly. `levels` keeps what overlaps any of the spans; `since` and `until` are partial
    dates, both inclusive; `links` are verdicts of the last check, or `unchecked`. Create it with keywords.
    """

    modules: tuple[str, ...] = ()
    levels: tuple[LevelSpan, ...] = ()
    authors: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    source_types: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()
    has: tuple[str, ...] = ()
    since: str | None = None
    until: str | None = None
    statuses: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()

    def matches(self, article: Article) -> bool:
        """Whether the filter accepts the article."""
        return (
            (not self.modules or (article.module or "inbox") in self.modules)
            and (not self.levels or any(article.level is not None and article.level.meets(s) for s in self.levels))
            and (not self.authors or any(_holds(name, self.authors) for name in article.authors))
            and (not self.sources or _holds(article.source or "", self.sources))
            and (not self.source_types or article.source_type in self.source_types)
            and (not self.keywords or any(word.casefold() in _article_words(article) for word in self.keywords))
            and all(_has_one(getattr(article, facet), getattr(self, facet)) for facet in FACETS)
            and is_within(article.published, self.since, self.until)
            and (not self.statuses or article.status in self.statuses)
            and (not self.links or (article.link.verdict if article.link else "unchecked") in self.links)
            and (not self.numbers or article.number in self.numbers)
        )


def _article_words(article: Article) -> set[str]:
    """Returns the article's keywords, folded."""
    return {keyword.casefold() for keyword in article.keywords}


def _has_one(values: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    folded = {value.casefold() for value in values}
    return not wanted or any(value.casefold() in folded for value in wanted)


def _holds(name: str, wanted: tuple[str, ...]) -> bool:
    folded = name.casefold()
    return any(part.casefold() in folded for part in wanted)
