"""Reads the stops of the route with their articles, a batch at a time, and counts them: there may be very many."""

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.store.articles import FROM, LESSONS, LISTED, SELECT, Condition, all_of, articles_by_number

_BATCH: Final = 500
_PLACES: Final = (
    "(SELECT article_number, step_id, stage_number,"
    " row_number() OVER (ORDER BY stage_number, step.position, step_article.position) AS route_position"
    " FROM step_article JOIN step ON step.id = step_id) AS stop ON stop.article_number = article.number"
)
_FROM: Final = f"{FROM} JOIN {_PLACES}"
_ANYWHERE: Final = f"{FROM} LEFT JOIN {_PLACES}"
_LAST: Final = "route_position IS NULL, route_position, article.number"
ORDERS: Final = {
    "easier": f"level_low IS NULL, level_low, level_high, {_LAST}",
    "harder": f"level_low IS NULL, level_high DESC, level_low DESC, {_LAST}",
    "newest": f"published IS NULL, published DESC, {_LAST}",
    "oldest": f"published IS NULL, published, {_LAST}",
}
"""Orders in which articles are read, whether they are on the route or not."""
NOT_SKIPPED: Final = Condition("coalesce(reading.status, 'todo') <> 'skipped'")


class PlacedArticle(NamedTuple):
    """An article on the route with the id of its step; `position` is its place in the whole reading order, from 1."""

    article: Article
    step_id: int
    position: int


class StepCount(NamedTuple):
    """How many articles of a step were asked for, are read, are being read, and are the one to read next."""

    step_id: int
    articles: int
    done: int
    reading: int
    ahead: int


def in_stages(numbers: Sequence[int]) -> Condition:
    """Matches the stops of these stages."""
    return Condition(f"stop.stage_number IN ({', '.join('?' * len(numbers))})", tuple(numbers))


def count_steps(connection: sqlite3.Connection, wanted: Condition, ahead: int | None) -> list[StepCount]:
    """Counts the stops that match, by steps that have some, in the order of the route; `ahead` is the article to read next."""
    rows = connection.execute(
        "SELECT step_id, count(*), total(reading.status = 'done'), total(reading.status = 'reading'), total(article.number IS ?)"
        f" {_FROM} WHERE {wanted.sql} GROUP BY step_id ORDER BY min(route_position)",
        (ahead, *wanted.parameters),
    )
    return [StepCount(*map(int, row)) for row in rows]


def read_placed(connection: sqlite3.Connection, wanted: Condition, select: str = SELECT) -> Iterator[PlacedArticle]:
    """Yields the stops that match, in reading order; the connection must stay in one snapshot meanwhile.

    `select` is SELECT or LINES.
    """
    rows = connection.execute(
        f"SELECT article.number, step_id, route_position {_FROM} WHERE {wanted.sql} ORDER BY route_position",
        wanted.parameters,
    )
    while batch := rows.fetchmany(_BATCH):
        articles = articles_by_number(connection, [number for number, _, _ in batch], select)
        for number, step_id, position in batch:
            yield PlacedArticle(articles[number], step_id, position)


def read_lessons(connection: sqlite3.Connection) -> list[Article]:
    """Returns the articles of the route that teach or need a concept, in reading order."""
    return [placed.article for placed in read_placed(connection, all_of([LISTED, LESSONS]))]


def numbers_in_order(connection: sqlite3.Connection, wanted: Condition, order: str) -> list[int]:
    """Returns the numbers of the articles that match, in one of ORDERS."""
    rows = connection.execute(
        f"SELECT article.number {_ANYWHERE} WHERE {wanted.sql} ORDER BY {ORDERS[order]}", wanted.parameters
    )
    return [number for (number,) in rows]
