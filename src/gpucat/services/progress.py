"""Measures the reader's progress: by stage, module and level, in total, and day by day."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from gpucat.catalog.article import STATUSES, Article
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.levels import LABELS, LEVELS, LevelSpan
from gpucat.language import Bilingual
from gpucat.services.route import read_stops
from gpucat.store.articles import articles_by_number
from gpucat.store.catalogue import read_modules, read_practices
from gpucat.store.connection import Reader
from gpucat.store.counts import count_by
from gpucat.store.reading import count_notes, practices_done, read_finishes


class Bar(NamedTuple):
    """A part of the list with the number of its articles in each status."""

    name: str
    label: Bilingual
    counts: dict[str, int]

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def done(self) -> int:
        return self.counts["done"]


class Day(NamedTuple):
    """What was finished on a day (the reader's local day, not UTC)."""

    day: date
    articles: tuple[Article, ...]


class Progress(NamedTuple):
    """The reader's progress. A span of levels counts in each of its levels; `days` start with today."""

    whole: Bar
    stages: tuple[Bar, ...]
    modules: tuple[Bar, ...]
    levels: tuple[Bar, ...]
    days: tuple[Day, ...]
    notes: int
    practices_done: int
    practices: int


def read_progress(connection: Reader, now: datetime, days: int) -> Progress:
    """Returns the progress at `now` (aware), with the articles finished in the last `days` days."""
    practices = {practice.number for practice in read_practices(connection)}
    cells = _cells(connection)
    return Progress(
        whole=_bar("all", Bilingual("all", "全部"), cells),
        stages=tuple(_stages(connection)),
        modules=tuple(
            _bar(module.slug, module.title, (cell for cell in cells if cell.module == module.slug))
            for module in read_modules(connection)
        ),
        levels=tuple(
            _bar(
                level,
                LABELS[level],
                (cell for cell in cells if cell.level and cell.level.meets(LevelSpan(index, index))),
            )
            for index, level in enumerate(LEVELS)
        ),
        days=_last_days(connection, now, days),
        notes=count_notes(connection),
        practices_done=len(practices_done(connection).keys() & practices),
        practices=len(practices),
    )


class _Cell(NamedTuple):
    """How many articles of a module and a level have a status."""

    module: str | None
    level: LevelSpan | None
    status: str
    articles: int = 1


def _cells(connection: Reader) -> list[_Cell]:
    columns = "module.slug, article.level_low, article.level_high, coalesce(reading.status, 'todo')"
    rows: list[Any] = count_by(connection, columns, ArticleFilter())
    return [
        _Cell(module, None if low is None else LevelSpan(low, high), status, count)
        for module, low, high, status, count in rows
    ]


def _stages(connection: Reader) -> Iterator[Bar]:
    for stage, stops in groupby(read_stops(connection), attrgetter("stage")):
        articles = (stop.article for stop in stops)
        yield _bar(
            str(stage.number),
            stage.title,
            (_Cell(article.module, article.level, article.status) for article in articles),
        )


def _bar(name: str, label: Bilingual, cells: Iterable[_Cell]) -> Bar:
    counts = dict.fromkeys(STATUSES, 0)
    for cell in cells:
        counts[cell.status] += cell.articles
    return Bar(name, label, counts)


def _last_days(connection: Reader, now: datetime, days: int) -> tuple[Day, ...]:
    today = now.date()
    span = [today - timedelta(days=back) for back in range(days)]
    finished: dict[date, list[int]] = {day: [] for day in span}
    for number, moment in read_finishes(connection):
        day = datetime.fromisoformat(moment).astimezone(now.tzinfo).date()
        if day in finished:
            finished[day].append(number)
    articles = articles_by_number(connection, [number for numbers in finished.values() for number in numbers])
    return tuple(Day(day, tuple(articles[number] for number in reversed(finished[day]))) for day in span)
