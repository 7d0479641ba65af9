"""Reads the route as a reader sees it: stage by stage, what is read, what is next, and the experiments."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Practice, Stage, Step
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.unknown import unknown
from gpucat.language import Bilingual
from gpucat.store.articles import articles_on_route
from gpucat.store.catalogue import read_practices
from gpucat.store.connection import Reader
from gpucat.store.reading import practices_done
from gpucat.store.route import read_route


class Stop(NamedTuple):
    """An article on the route; `position` is its place in the whole reading order, from 1."""

    article: Article
    stage: Stage
    step: Step
    position: int
    is_next: bool = False


class RouteStep(NamedTuple):
    """A step of the route with its stops that were asked for."""

    step: Step
    stops: tuple[Stop, ...]


class RoutePractice(NamedTuple):
    """An experiment of the route and when the reader did it."""

    practice: Practice
    done_at: str | None


class RouteStage(NamedTuple):
    """A stage with the steps and experiments that were asked for."""

    stage: Stage
    steps: tuple[RouteStep, ...]
    practices: tuple[RoutePractice, ...]

    @property
    def stops(self) -> list[Stop]:
        return [stop for step in self.steps for stop in step.stops]

    @property
    def done(self) -> int:
        return sum(stop.article.status == "done" for stop in self.stops)


class RouteReport(NamedTuple):
    """The route's stages in order; those without an article that was asked for are left out."""

    stages: tuple[RouteStage, ...]

    @property
    def stops(self) -> list[Stop]:
        return [stop for stage in self.stages for stop in stage.stops]

    @property
    def current(self) -> int:
        """The number of the stage in which the reader is: that of the next article, else of one being read, else the last."""
        by_rank = sorted(
            self.stops, key=lambda stop: (not stop.is_next, stop.article.status != "reading", -stop.position)
        )
        return by_rank[0].stage.number if by_rank else 0


def read_stops(connection: Reader) -> list[Stop]:
    """Returns every place of the route in reading order."""
    articles = {article.url: article for article in articles_on_route(connection)}
    return list(_stops(read_route(connection), articles))


def read_route_report(
    connection: Reader,
    wanted: ArticleFilter,
    stages: Sequence[int] = (),
    *,
    with_skipped: bool = False,
    ahead: int | None = None,
) -> RouteReport:
    """Returns the route for a filter, in the given stages (all if none given); skipped articles only on request.

    `ahead` is the number of the article to read next.
    """
    chosen = [
        stop
        for stop in read_stops(connection)
        if wanted.matches(stop.article)
        and (not stages or stop.stage.number in stages)
        and (with_skipped or wanted.statuses or stop.article.status != "skipped")
    ]
    marked = [stop._replace(is_next=stop.article.number == ahead) for stop in chosen]
    done = practices_done(connection)
    practices = [RoutePractice(practice, done.get(practice.number)) for practice in read_practices(connection)]
    return RouteReport(tuple(_route_stages(marked, practices)))


def check_stages(connection: Reader, numbers: Sequence[int]) -> Sequence[int]:
    """Returns the numbers themselves; raises UsageError for an unknown stage."""
    known = [str(stage.number) for stage in read_route(connection)]
    for number in numbers:
        if str(number) not in known:
            raise unknown("stage", str(number), known, Bilingual("stage", "阶段"))
    return numbers


def _stops(stages: Sequence[Stage], articles: dict[str, Article]) -> Iterator[Stop]:
    position = 0
    for stage in stages:
        for step in stage.steps:
            for url in step.articles:
                position += 1
                yield Stop(articles[url], stage, step, position)


def _route_stages(stops: Sequence[Stop], practices: Sequence[RoutePractice]) -> Iterator[RouteStage]:
    for stage, here in groupby(stops, attrgetter("stage")):
        steps = tuple(RouteStep(step, tuple(together)) for step, together in groupby(here, attrgetter("step")))
        yield RouteStage(stage, steps, tuple(view for view in practices if view.practice.stage == stage.number))
