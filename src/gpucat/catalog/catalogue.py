"""Defines the whole list as data: what the user's document and `data/seed.jsonl` hold. Pure.

Texts may contain the counts `{articles}`, `{urls}`, `{modules}` and `{added}` (articles beyond those of the first
list); they are filled in from the catalogue, so they stay right when an article is added.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from types import MappingProxyType
from typing import Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.language import NOTHING, Bilingual

COUNTS: Final = ("articles", "urls", "modules", "added")


class Module(NamedTuple):
    """One of the list's modules; `start` is the URL of the article to begin with."""

    slug: str
    number: int
    title: Bilingual
    how_to_read: Bilingual = NOTHING
    start: str | None = None


class Step(NamedTuple):
    """A step of a stage with the URLs of its articles in reading order; `is_placed` if gpucat added it to the route."""

    title: Bilingual
    articles: tuple[str, ...] = ()
    is_placed: bool = False


class Stage(NamedTuple):
    """A stage of the reading route; `separator` comes between its steps in the user's document."""

    number: int
    title: Bilingual
    steps: tuple[Step, ...]
    separator: str = " → "


class GlossaryEntry(NamedTuple):
    """A term of the glossary (`term`) or a study hint (`hint`), in the list's order."""

    kind: str
    head: Bilingual
    body: Bilingual


class Practice(NamedTuple):
    """An experiment with the metrics to watch, the stage it closes, and the articles and concepts it builds on."""

    number: int
    experiment: Bilingual
    metrics: tuple[Bilingual, ...]
    stage: int | None = None
    prepares: tuple[str, ...] = ()
    concepts: tuple[str, ...] = ()


class Concept(NamedTuple):
    """Something to understand; `is_assumed` if readers are expected to know it, since no article teaches it."""

    name: str
    zh: str
    is_assumed: bool = False


INTRODUCES: Final = "introduces"
TEACHES: Final = "teaches"
MASTERS: Final = "masters"
DEPTHS: Final = (INTRODUCES, TEACHES, MASTERS)
"""How well a reader knows a concept after the article: enough to follow others, to use it, or better than from most."""
PLAIN_DEPTH: Final[Mapping[str, str]] = MappingProxyType({})


class Learning(NamedTuple):
    """The concepts that an article teaches, most central first, and those it needs.

    `depth` holds the depth of those that it only introduces or that it masters.
    """

    teaches: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    depth: Mapping[str, str] = PLAIN_DEPTH

    def depth_of(self, concept: str) -> str:
        """Returns how deeply the article teaches one of its concepts, as in DEPTHS."""
        return self.depth.get(concept, TEACHES)


NO_LEARNING: Final[Mapping[str, Learning]] = {}


class Texts(NamedTuple):
    """The list's own prose, in the order of the document."""

    title: Bilingual
    intro: tuple[Bilingual, ...] = ()
    rules: tuple[Bilingual, ...] = ()
    quality: tuple[Bilingual, ...] = ()
    practice_intro: Bilingual = NOTHING
    original_count: int = 0


class ArticleGroup(NamedTuple):
    """Articles under one heading, the title of `module` if that is given; they may come one by one, and then only once."""

    title: str
    articles: Iterable[Article]
    module: str | None = None


class Catalogue(NamedTuple):
    """The whole list; `learning` maps an article's URL to its concepts.

    The articles are in the list's order; they can be iterated repeatedly, and may be read again each time.
    """

    texts: Texts
    modules: Sequence[Module]
    articles: Collection[Article]
    stages: Sequence[Stage] = ()
    glossary: Sequence[GlossaryEntry] = ()
    practices: Sequence[Practice] = ()
    concepts: Sequence[Concept] = ()
    learning: Mapping[str, Learning] = NO_LEARNING

    def counts(self) -> dict[str, int]:
        """Returns the numbers that the texts mention, by placeholder name."""
        urls: set[int] = set()  # the hashes of a million addresses fit in memory, the texts do not
        listed = 0
        for article in self.articles:
            if article.module:
                listed += 1
                urls.add(hash(article.url))
        return {
            "articles": listed,
            "urls": len(urls),
            "modules": len(self.modules),
            "added": max(0, listed - self.texts.original_count),
        }

    def in_module(self, slug: str) -> list[Article]:
        """Returns the module's articles."""
        return [article for article in self.articles if article.module == slug]

    def by_module(self) -> Iterator[tuple[str | None, Iterator[Article]]]:
        """Groups the articles by module (None for the inbox) in the list's order; read each group before the next."""
        return groupby(self.articles, attrgetter("module"))

    def route(self) -> Iterator[tuple[Stage, Step, str]]:
        """Yields every place of the route in reading order, with the article's URL."""
        for stage in self.stages:
            for step in stage.steps:
                for url in step.articles:
                    yield stage, step, url


def fill_counts(text: str, counts: Mapping[str, int]) -> str:
    """Returns the text with its placeholders replaced; other braces stay as they are."""
    for name in COUNTS:
        text = text.replace(f"{{{name}}}", str(counts[name]))
    return text
