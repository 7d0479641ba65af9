"""Counts and compares in SQL what an audit asks of the whole list, so that no rule has to read all articles."""

import sqlite3
from collections.abc import Mapping, Set
from typing import Final, NamedTuple

from gpucat.store.articles import FROM, LISTED

_IN_MODULE: Final = "removed_at IS NULL AND module_id IS NOT NULL"


class ListFacts(NamedTuple):
    """Facts of the whole list, most of them by article number.

    `repeats` names the first article with the same address, `misplaced` the right position in the module. `off_route` are
    the articles of modules that the route leaves out, if it has any places. `usual_types` are the most frequent by source.
    """

    articles: int
    addresses: int
    repeats: Mapping[int, int]
    misplaced: Mapping[int, int]
    off_route: Set[int]
    usual_types: Mapping[str, str]


class CheckedLinks(NamedTuple):
    """How many articles there are, and how many were never checked, long ago, and without a sure verdict."""

    articles: int
    unchecked: int
    stale: int
    unsure: int


def read_list_facts(connection: sqlite3.Connection) -> ListFacts:
    """Returns what rules of the whole list ask for."""
    articles, addresses = connection.execute(
        f"SELECT count(*), count(DISTINCT url) FROM article WHERE {_IN_MODULE}"
    ).fetchone()
    repeats = connection.execute(
        "SELECT number, first FROM article JOIN (SELECT url, min(number) AS first FROM article"
        " WHERE removed_at IS NULL GROUP BY url HAVING count(*) > 1) USING (url)"
        " WHERE removed_at IS NULL AND number <> first"
    )
    misplaced = connection.execute(
        "SELECT number, place FROM (SELECT number, position,"
        " row_number() OVER (PARTITION BY module_id ORDER BY position, number) AS place"
        f" FROM article WHERE {_IN_MODULE}) WHERE position IS NOT place"
    )
    off_route = connection.execute(
        f"SELECT number FROM article WHERE {_IN_MODULE} AND number NOT IN (SELECT article_number FROM step_article)"
        " AND EXISTS (SELECT 1 FROM step_article)"
    )
    return ListFacts(
        articles,
        addresses,
        dict(repeats.fetchall()),
        dict(misplaced.fetchall()),
        {number for (number,) in off_route},
        _usual_types(connection),
    )


def _usual_types(connection: sqlite3.Connection) -> dict[str, str]:
    rows = connection.execute(
        "SELECT name, source_type FROM article JOIN source ON source.id = source_id"
        f" WHERE {_IN_MODULE} AND source_type IS NOT NULL"
        " GROUP BY name, source_type ORDER BY count(*), source_type"
    )
    return dict(rows.fetchall())


def count_checked(connection: sqlite3.Connection, begin: str) -> CheckedLinks:
    """Counts the articles by their latest check; one before `begin` (ISO 8601) was long ago."""
    row = connection.execute(
        "SELECT count(*), total(link_check.id IS NULL), total(link_check.checked_at < ?),"
        f" total(link_check.verdict IN ('blocked', 'flaky', 'timeout')) {FROM} WHERE {LISTED.sql}",
        (begin,),
    ).fetchone()
    return CheckedLinks(*map(int, row))
