"""What to read next on the route, and why: where it stands, what it builds on, how its series goes on."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Learning
from gpucat.catalog.concepts import ConceptNames
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.levels import LevelSpan
from gpucat.services.cards import read_series
from gpucat.services.route import FINISHED, Stop, read_stops
from gpucat.store.connection import Reader
from gpucat.store.list_reads import read_concepts, read_learning


class Basis(NamedTuple):
    """A concept that an article needs, and the article that teaches it (None where no listed one does)."""

    concept: str
    teacher: Article | None


class Advice(NamedTuple):
    """An article to read now. `position` of `total` is its place in its step.

    `builds_on` are needs that articles teach which are read, `missing` those that none of them teaches. `series` are the
    parts of its series in order, itself among them.
    """

    stop: Stop
    position: int
    total: int
    learning: Learning
    vocabulary: ConceptNames
    builds_on: tuple[Basis, ...]
    missing: tuple[Basis, ...]
    series: tuple[Article, ...]

    @property
    def following(self) -> Article | None:
        """The part of the series that comes after it."""
        later = self.series[self.series.index(self.stop.article) + 1 :] if self.series else ()
        return later[0] if later else None


def read_next(connection: Reader, limit: int, levels: Sequence[LevelSpan] = ()) -> list[Advice]:
    """The next `limit` articles (0 for all) of these levels (all where none is given): what is being read first, then the route's order.

    In a stage, an unread earlier part of a series comes before a later one; a part that the route has in a later stage
    waits for it, because the route is the list's own word.
    """
    stops = read_stops(connection)
    wanted = ArticleFilter(levels=tuple(levels))
    open_stops = [s for s in stops if s.article.status not in FINISHED and wanted.matches(s.article)]
    begun = [stop for stop in open_stops if stop.article.status == "reading"]
    adviser = _Adviser(stops, read_learning(connection), ConceptNames(read_concepts(connection)))
    waiting = [stop for stop in open_stops if stop not in begun]
    chosen = islice(in_series_order(begun + waiting, partial(read_series, connection)), limit or None)
    return [adviser.advise(stop, series) for stop, series in chosen]


def in_series_order(
    stops: Sequence[Stop], series_of: Callable[[Article], tuple[Article, ...]]
) -> Iterator[tuple[Stop, tuple[Article, ...]]]:
    """The stops, each after those of its stage that are earlier parts of its series, with the whole series."""
    by_number = {stop.article.number: stop for stop in stops}
    given: set[int] = set()
    for stop in stops:
        series = series_of(stop.article)
        numbers = [member.number for member in series] or [stop.article.number]
        for number in numbers[: numbers.index(stop.article.number) + 1]:
            part = by_number.get(number)
            if part and part.stage == stop.stage and number not in given:
                given.add(number)
                yield part, series


class _Adviser:
    """Knows who teaches what, and what the reader has read."""

    def __init__(self, stops: Sequence[Stop], learning: Mapping[str, Learning], vocabulary: ConceptNames) -> None:
        self.stops = stops
        self.learning = learning
        self.vocabulary = vocabulary
        self.teachers: dict[str, Article] = {}
        self.read: dict[str, Article] = {}
        for stop in stops:
            for concept in self._of(stop).teaches:
                self.teachers.setdefault(concept, stop.article)
                if stop.article.status == "done":
                    self.read.setdefault(concept, stop.article)

    def advise(self, stop: Stop, series: tuple[Article, ...]) -> Advice:
        learning = self._of(stop)
        needs = [concept for concept in learning.needs if concept not in self.vocabulary.assumed]
        return Advice(
            stop=stop,
            position=stop.step.articles.index(stop.article.url) + 1,
            total=len(stop.step.articles),
            learning=learning,
            vocabulary=self.vocabulary,
            builds_on=tuple(Basis(concept, self.read[concept]) for concept in needs if concept in self.read),
            missing=tuple(Basis(concept, self.teachers.get(concept)) for concept in needs if concept not in self.read),
            series=series,
        )

    def _of(self, stop: Stop) -> Learning:
        return self.learning.get(stop.article.url, Learning())
