"""Decides what to read next, for `gpucat` alone, `next`, `route`, `progress` and `browse` alike, and says why.

What was begun comes first. Then comes what is unread and not above the reader's level: in route order, where an earlier
part of a series goes before a later one of the same stage (a part that the route puts in a later stage waits for it,
because the route is the list's own choice), or along the path to the reader's goal.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, islice, takewhile
from typing import TYPE_CHECKING, Literal, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Learning
from gpucat.catalog.concepts import ConceptNames
from gpucat.catalog.levels import LEVELS, LevelSpan, parse_level
from gpucat.catalog.series import part_of
from gpucat.errors import UsageError
from gpucat.services.cards import read_series
from gpucat.services.reading_time import known_minutes, minutes_by_article
from gpucat.services.settings import read_setting
from gpucat.store.articles import articles_by_number
from gpucat.store.catalogue import read_concepts, read_learning
from gpucat.store.connection import Reader, path_of
from gpucat.store.reading import read_begun
from gpucat.store.route import RoutePlace, read_place, read_stages_of, teachers_of, unread_on_route

if TYPE_CHECKING:
    from gpucat.services.learning_path import PathReport


class Aim(NamedTuple):
    """What the reader is after: articles for one of the levels (all if there are none), and a goal in place of the route.

    `is_kept` if the goal is the reader's setting, which a changed list may have lost.
    """

    levels: tuple[LevelSpan, ...] = ()
    goal: str | None = None
    is_kept: bool = False

    @property
    def level(self) -> LevelSpan | None:
        """The lowest of the levels."""
        return min(self.levels, default=None)

    def suits(self, level: LevelSpan | None) -> bool:
        """Whether articles of this level are for the reader."""
        return not self.levels or (level is not None and any(level.meets(one) for one in self.levels))

    def is_beyond(self, article: Article) -> bool:
        """Whether the article is above the level."""
        return bool(self.levels) and article.level is not None and all(article.level.is_above(s) for s in self.levels)


class Ending(NamedTuple):
    """Why nothing unread is left: the `goal` is reached, or the rest of the path is `above` the level, or the `level` or
    the whole `route` is read; `level` is the one to go on with.
    """

    kind: Literal["goal", "above", "level", "route"]
    level: str = ""


class Ahead(NamedTuple):
    """The numbers of the unread articles in the order of the rule, and what holds once they are exhausted.

    `path` is the path to the goal; None if there is no goal or it `is_lost`: the list no longer has what was set.
    """

    numbers: Iterator[int]
    end: Ending
    path: "PathReport | None" = None
    is_lost: bool = False


class Basis(NamedTuple):
    """A concept that an article needs, and the article that teaches it (None if no listed one does)."""

    concept: str
    teacher: Article | None


class Advice(NamedTuple):
    """An article to read now, with its place on the route, if any.

    `builds_on` are needed concepts that a read article teaches, `missing` all others. `series` are the parts of its
    series in order, itself included. `is_next` marks the one article that the rule gives; `path` leads over it to the
    goal, if there is one.
    """

    article: Article
    place: RoutePlace | None
    learning: Learning
    vocabulary: ConceptNames
    builds_on: tuple[Basis, ...]
    missing: tuple[Basis, ...]
    series: tuple[Article, ...]
    is_next: bool = False
    path: "PathReport | None" = None
    minutes: int | None = None
    """How long reading takes; None if the text is not kept."""

    @property
    def following(self) -> Article | None:
        """The next part of the series."""
        later = self.series[self.series.index(self.article) + 1 :] if self.series else ()
        return later[0] if later else None


def read_aim(connection: Reader, levels: Sequence[LevelSpan] = (), goal: str | None = None) -> Aim:
    """Returns what the options ask for, and what the settings say where they do not."""
    level = read_setting(connection, "level") if not levels else None
    kept = read_setting(connection, "goal") if goal is None else None
    return Aim((parse_level(level),) if level else tuple(levels), goal or kept, is_kept=kept is not None)


def look_ahead(connection: Reader, aim: Aim) -> Ahead:
    """Returns what is unread and for the reader; raises UsageError if a goal that was typed names nothing."""
    path = _path(connection, aim)
    if path is None:
        return Ahead(_in_series_order(connection, aim), _end_of_route(aim), is_lost=aim.goal is not None)
    waiting = [stop.article for stop in path.stops if stop.article.status == "todo"]
    beyond = [article for article in waiting if aim.is_beyond(article)]
    end = Ending("above", beyond[0].level.names[0]) if beyond and beyond[0].level else Ending("goal")
    return Ahead((article.number for article in waiting if not aim.is_beyond(article)), end, path)


def next_unread(connection: Reader, aim: Aim) -> int | None:
    """Returns the number of the one article to read next, apart from what was begun; None if there is none."""
    return next(look_ahead(connection, aim).numbers, None)


def parts_before(connection: Reader, article: Article) -> list[Article]:
    """Returns the earlier parts of the article's series that the route puts in the same stage."""
    if part_of(article.title) is None:
        return []  # stands alone, or is the first part
    earlier = list(takewhile(lambda part: part.number != article.number, read_series(connection, article)))
    stages = read_stages_of(connection, [article.number, *(part.number for part in earlier)])
    return [part for part in earlier if stages.get(part.number, 0) == stages.get(article.number)]


def read_next(connection: Reader, limit: int, ahead: Ahead, within: int | None = None) -> list[Advice]:
    """Returns the next `limit` articles (0 for all): begun ones, whatever their level, then those ahead.

    With `within`, only those that are known to take no more than so many minutes, begun or not; raises StoreError if the
    file of texts cannot be used.
    """
    begun = read_begun(connection)
    if within is not None:
        fitting = {number for number, minutes in minutes_by_article(connection).items() if minutes <= within}
        begun = [number for number in begun if number in fitting]
        ahead = ahead._replace(numbers=filter(fitting.__contains__, ahead.numbers))
    numbers = list(islice(chain(begun, ahead.numbers), limit or None))
    vocabulary, minutes = ConceptNames(read_concepts(connection)), known_minutes(connection)
    pieces = [advise(connection, number, vocabulary)._replace(minutes=minutes.get(number)) for number in numbers]
    return [piece._replace(is_next=place == len(begun), path=ahead.path) for place, piece in enumerate(pieces)]


def advise(connection: Reader, number: int, vocabulary: ConceptNames) -> Advice:
    """Says what speaks for reading this article now."""
    article = articles_by_number(connection, [number])[number]
    learning = read_learning(connection, number).get(article.url, Learning())
    needs = [concept for concept in learning.needs if concept not in vocabulary.assumed]
    teachers: dict[str, int] = {}
    read: dict[str, int] = {}
    for concept, teacher, is_read in teachers_of(connection, needs):
        teachers.setdefault(concept, teacher)
        if is_read:
            read.setdefault(concept, teacher)
    named = articles_by_number(connection, [*teachers.values(), *read.values()])
    return Advice(
        article=article,
        place=read_place(connection, number),
        learning=learning,
        vocabulary=vocabulary,
        builds_on=tuple(Basis(concept, named[read[concept]]) for concept in needs if concept in read),
        missing=tuple(
            Basis(concept, named[teachers[concept]] if concept in teachers else None)
            for concept in needs
            if concept not in read
        ),
        series=read_series(connection, article),
    )


def _path(connection: Reader, aim: Aim) -> "PathReport | None":
    if aim.goal is None:
        return None
    from gpucat.services.learning_path import read_path, read_vocabulary  # which a reader without a goal need not load

    try:
        return read_path(connection, aim.goal, read_vocabulary(connection, path_of(connection)), aim.level)
    except UsageError:
        if not aim.is_kept:
            raise
        return None


def _end_of_route(aim: Aim) -> Ending:
    highest = max((span.high for span in aim.levels), default=len(LEVELS) - 1)
    return Ending("level", LEVELS[highest + 1]) if highest + 1 < len(LEVELS) else Ending("route")


def _in_series_order(connection: Reader, aim: Aim) -> Iterator[int]:
    """Yields the unread articles of the route, each after the earlier parts of its series that are to be read as well."""
    given: set[int] = set()
    for number in unread_on_route(connection, aim.levels):
        earlier = parts_before(connection, articles_by_number(connection, [number])[number])
        waiting = [part.number for part in earlier if part.status == "todo" and aim.suits(part.level)]
        for part in (*waiting, number):
            if part not in given:
                given.add(part)
                yield part
