"""Measures the reader's progress: by stage, module and level, in total, and day by day."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final, NamedTuple

from gpucat.catalog.article import STATUSES, Article
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.levels import LABELS, LEVELS, LevelSpan, label_levels
from gpucat.language import Bilingual
from gpucat.services.next_reading import Ahead, Aim, look_ahead, read_aim
from gpucat.services.reading_time import ReadingTime, read_time
from gpucat.store.articles import articles_by_number
from gpucat.store.catalogue import read_modules, read_practices
from gpucat.store.connection import Reader
from gpucat.store.counts import count_by, count_stages
from gpucat.store.reading import count_notes, practices_done, read_finishes

_NONE: Final = dict.fromkeys(STATUSES, 0)


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


class Standing(NamedTuple):
    """How far the reader is: in the whole list, in what suits the level (if one is set), and from the goal (if any).

    `to_goal` is how many unread articles the path still has.
    """

    whole: Bar
    aim: Aim
    own: Bar | None
    to_goal: int | None


class Progress(NamedTuple):
    """The reader's progress. A span of levels counts in each of its levels; `days` start with today."""

    standing: "Standing"
    stages: tuple[Bar, ...]
    modules: tuple[Bar, ...]
    levels: tuple[Bar, ...]
    days: tuple[Day, ...]
    notes: int
    practices_done: int
    practices: int
    time: ReadingTime


def read_progress(connection: Reader, now: datetime, days: int) -> Progress:
    """Returns the progress at `now` (aware), with the articles finished in the last `days` days."""
    practices = {practice.number for practice in read_practices(connection)}
    aim, cells = read_aim(connection), _cells(connection)
    return Progress(
        standing=_standing(cells, aim, look_ahead(connection, aim)),
        stages=tuple(Bar(str(s.number), s.title, _NONE | s.counts) for s in count_stages(connection)),
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
        time=read_time(connection),
    )


def read_standing(connection: Reader, aim: Aim, ahead: Ahead) -> Standing:
    """Returns how far the reader is."""
    return _standing(_cells(connection), aim, ahead)


def _standing(cells: Sequence["_Cell"], aim: Aim, ahead: Ahead) -> Standing:
    return Standing(
        whole=_bar("all", Bilingual("all", "全部"), cells),
        aim=aim,
        own=_bar("own", label_levels(aim.levels), (c for c in cells if aim.suits(c.level))) if aim.levels else None,
        to_goal=sum(s.article.status == "todo" for s in ahead.path.stops) if ahead.path else None,
    )


class _Cell(NamedTuple):
    """How many articles of a module and a level have a status."""

    module: str | None
    level: LevelSpan | None
    status: str
    articles: int


def _cells(connection: Reader) -> list[_Cell]:
    columns = "module.slug, article.level_low, article.level_high, coalesce(reading.status, 'todo')"
    rows: list[Any] = count_by(connection, columns, ArticleFilter())
    return [
        _Cell(module, None if low is None else LevelSpan(low, high), status, count)
        for module, low, high, status, count in rows
    ]


def _bar(name: str, label: Bilingual, cells: Iterable[_Cell]) -> Bar:
    counts = dict(_NONE)
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
