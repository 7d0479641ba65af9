"""Advises what to read next on the route, and why: its place, what it builds on, and how its series continues."""

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
from gpucat.store.catalogue import read_concepts, read_learning
from gpucat.store.connection import Reader


class Basis(NamedTuple):
    """A concept that an article needs, and the article that teaches it (None if no listed one does)."""

    concept: str
    teacher: Article | None


class Advice(NamedTuple):
    """An article to read now; it is number `position` of `total` in its step.

    `builds_on` are needed concepts that a read article teaches, `missing` all others. `series` are the parts of its
    series in order, itself included.
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
        """The next part of the series."""
        later = self.series[self.series.index(self.stop.article) + 1 :] if self.series else ()
        return later[0] if later else None


def read_next(connection: Reader, limit: int, levels: Sequence[LevelSpan] = ()) -> list[Advice]:
    """Returns the next `limit` articles (0 for all) of these levels (all if none given): begun ones first, then in
    route order.

    Within a stage, an unread earlier part of a series comes before a later one; a part that the route puts in a later
    stage waits for it, because the route is the list's own choice.
    """
    stops = read_stops(connection)
    wanted = ArticleFilter(levels=tuple(levels))
    open_stops = [s for s in stops if s.article.status not in FINISHED and wanted.matches(s.article)]
    begun = [stop for stop in open_stops if stop.article.status == "reading"]
    adviser = _Adviser(stops, read_learning(connection), ConceptNames(read_concepts(connection)))
    waiting = [stop for stop in open_stops if stop not in begun]
    chosen = islice(_in_series_order(begun + waiting, partial(read_series, connection)), limit or None)
    return [adviser.advise(stop, series) for stop, series in chosen]


def _in_series_order(
    stops: Sequence[Stop], series_of: Callable[[Article], tuple[Article, ...]]
) -> Iterator[tuple[Stop, tuple[Article, ...]]]:
    """Yields the stops with their series, each after the earlier parts of its series in the same stage."""
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
    """Knows which article teaches which concept, and what the reader has read."""

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
