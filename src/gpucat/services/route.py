"""Reads the route as a reader sees it: stage by stage, what is read, what is next, and the experiments."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Practice, Stage, Step
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.unknown import unknown
from gpucat.language import Bilingual
from gpucat.services.reading_time import known_minutes
from gpucat.store.articles import LINES, SELECT, all_of, where
from gpucat.store.catalogue import read_practices
from gpucat.store.connection import Reader
from gpucat.store.reading import practices_done
from gpucat.store.route import read_stages, read_steps
from gpucat.store.stops import NOT_SKIPPED, StepCount, count_steps, in_stages, read_placed


class Stop(NamedTuple):
    """An article on the route; `position` is its place in the whole reading order, from 1."""

    article: Article
    stage: Stage
    step: Step
    position: int
    is_next: bool = False
    minutes: int | None = None
    """How long reading takes; None if the text is not kept."""


class RouteStep(NamedTuple):
    """A step of the route with the number of its articles that were asked for, and of those that are read."""

    step: Step
    total: int
    done: int


class RoutePractice(NamedTuple):
    """An experiment of the route and when the reader did it."""

    practice: Practice
    done_at: str | None


class RouteStage(NamedTuple):
    """A stage with the steps and experiments that were asked for; `is_open` if its articles are shown."""

    stage: Stage
    steps: tuple[RouteStep, ...]
    practices: tuple[RoutePractice, ...]
    is_open: bool

    @property
    def total(self) -> int:
        return sum(step.total for step in self.steps)

    @property
    def done(self) -> int:
        return sum(step.done for step in self.steps)


class RouteReport(NamedTuple):
    """The route's stages in order; those without an article that was asked for are left out.

    `stops` are the articles of the stages that are open, in reading order; they are read as they come, and only once.
    """

    stages: tuple[RouteStage, ...]
    stops: Iterable[Stop]
    has_minutes: bool = False


def read_route_report(
    connection: Reader,
    wanted: ArticleFilter,
    stages: Sequence[int] = (),
    *,
    with_skipped: bool = False,
    ahead: int | None = None,
    is_overview: bool = False,
    is_brief: bool = False,
) -> RouteReport:
    """Returns the route for a filter, in the given stages (all if none given); skipped articles only on request.

    `ahead` is the number of the article to read next. In an overview only the stage in which the reader is is open.
    Brief articles lack what no line of a table shows.
    """
    asked = [where(connection, wanted)]
    if stages:
        asked.append(in_stages(stages))
    if not (with_skipped or wanted.statuses):
        asked.append(NOT_SKIPPED)
    steps, counts = read_steps(connection), count_steps(connection, all_of(asked), ahead)
    if is_overview and counts:
        opened = steps[_current(counts).step_id][0].number
        asked.append(in_stages([opened]))
    else:
        opened = None
    minutes = known_minutes(connection)
    stops = (
        Stop(article, *steps[step_id], position, article.number == ahead, minutes.get(article.number))
        for article, step_id, position in read_placed(connection, all_of(asked), LINES if is_brief else SELECT)
    )
    done = practices_done(connection)
    practices = [RoutePractice(practice, done.get(practice.number)) for practice in read_practices(connection)]
    return RouteReport(tuple(_stages(steps, counts, practices, opened)), stops, bool(minutes))


def check_stages(connection: Reader, numbers: Sequence[int]) -> Sequence[int]:
    """Returns the numbers themselves; raises UsageError for an unknown stage."""
    known = [str(stage.number) for stage in read_stages(connection)]
    for number in numbers:
        if str(number) not in known:
            raise unknown("stage", str(number), known, Bilingual("stage", "阶段"))
    return numbers


def _current(counts: Sequence[StepCount]) -> StepCount:
    """Returns the step in which the reader is: that of the next article, else the last of those being read, else the last."""
    return max(enumerate(counts), key=lambda place: (place[1].ahead, place[1].reading > 0, place[0]))[1]


def _stages(
    steps: Mapping[int, tuple[Stage, Step]],
    counts: Sequence[StepCount],
    practices: Sequence[RoutePractice],
    opened: int | None,
) -> Iterator[RouteStage]:
    for stage, here in groupby(counts, lambda count: steps[count.step_id][0]):
        counted = tuple(RouteStep(steps[count.step_id][1], count.articles, count.done) for count in here)
        done_here = tuple(view for view in practices if view.practice.stage == stage.number)
        yield RouteStage(stage, counted, done_here, opened in (None, stage.number))
