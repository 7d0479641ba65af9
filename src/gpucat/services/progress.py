"""How far the reader is: by stage, module and level, in all, and day by day."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import NamedTuple

from gpucat.catalog.article import STATUSES, Article
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.levels import LABELS, LEVELS, LevelSpan
from gpucat.language import Bilingual
from gpucat.services.route import read_stops
from gpucat.store.articles import find_articles
from gpucat.store.connection import Reader
from gpucat.store.list_reads import read_modules, read_practices
from gpucat.store.reader_state import count_notes, practices_done, read_finishes


class Bar(NamedTuple):
    """A part of the list with how many of its articles are in each state."""

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
    """What was finished on a day (the reader's own, not UTC)."""

    day: date
    articles: tuple[Article, ...]


class Progress(NamedTuple):
    """The reader's progress. A span of levels counts in each of them; `days` begin with today."""

    whole: Bar
    stages: tuple[Bar, ...]
    modules: tuple[Bar, ...]
    levels: tuple[Bar, ...]
    days: tuple[Day, ...]
    notes: int
    practices_done: int
    practices: int


def read_progress(connection: Reader, now: datetime, days: int) -> Progress:
    """The progress at `now` (aware), with the reading of so many days."""
    articles = list(find_articles(connection, ArticleFilter()))
    by_stage: defaultdict[int, list[Article]] = defaultdict(list)
    titles = {}
    for stop in read_stops(connection):
        by_stage[stop.stage.number].append(stop.article)
        titles[stop.stage.number] = stop.stage.title
    practices = read_practices(connection)
    return Progress(
        whole=_bar("all", Bilingual("all", "全部"), articles),
        stages=tuple(_bar(str(number), titles[number], by_stage[number]) for number in sorted(by_stage)),
        modules=tuple(
            _bar(module.slug, module.title, (a for a in articles if a.module == module.slug))
            for module in read_modules(connection)
        ),
        levels=tuple(
            _bar(level, LABELS[level], (a for a in articles if a.level and a.level.meets(LevelSpan(index, index))))
            for index, level in enumerate(LEVELS)
        ),
        days=_last_days(connection, articles, now, days),
        notes=count_notes(connection),
        practices_done=len(practices_done(connection).keys() & {practice.number for practice in practices}),
        practices=len(practices),
    )


def _bar(name: str, label: Bilingual, articles: Iterable[Article]) -> Bar:
    counts = dict.fromkeys(STATUSES, 0)
    for article in articles:
        counts[article.status] += 1
    return Bar(name, label, counts)


def _last_days(connection: Reader, articles: Iterable[Article], now: datetime, days: int) -> tuple[Day, ...]:
    by_number = {article.number: article for article in articles}
    finished: defaultdict[date, list[Article]] = defaultdict(list)
    for number, moment in read_finishes(connection):
        finished[datetime.fromisoformat(moment).astimezone(now.tzinfo).date()].append(by_number[number])
    today = now.date()
    span = [today - timedelta(days=back) for back in range(days)]
    return tuple(Day(day, tuple(reversed(finished[day]))) for day in span)
