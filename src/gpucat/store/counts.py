"""Counts articles by value: modules, authors, sources, keywords, and the cells of `stats`."""

import sqlite3
from typing import Final, NamedTuple

from gpucat.catalog.filters import ArticleFilter
from gpucat.language import Bilingual, same
from gpucat.store.articles import SELECT, where

_FROM: Final = SELECT[SELECT.index("  FROM article") :]


class ValueCount(NamedTuple):
    """A value with how many articles have it; `name` is what filters and programs call it."""

    name: str
    title: Bilingual
    articles: int
    note: Bilingual
    url: str | None = None


_LINKED: Final = {
    "authors": ("author", "article_author", "author_id"),
    "keywords": ("keyword", "article_keyword", "keyword_id"),
}


def count_values(connection: sqlite3.Connection, kind: str, wanted: ArticleFilter) -> list[ValueCount]:
    """The values of a kind (`modules`, `authors`, `sources`, `keywords`) that the filter's articles have, most first.

    Modules come in the list's order.
    """
    condition = where(connection, wanted)
    if kind == "modules":
        return _count_modules(connection, wanted)
    if kind == "sources":
        sql = f"SELECT source.name, count(*) {_FROM} WHERE {condition.sql} AND source.name IS NOT NULL"
    else:
        table, link, column = _LINKED[kind]
        joined = f"JOIN {link} AS linked ON linked.article_number = article.number JOIN {table} AS named ON named.id = linked.{column}"
        sql = f"SELECT named.name, count(*) {_FROM} {joined} WHERE {condition.sql}"
    rows = connection.execute(f"{sql} GROUP BY 1 ORDER BY 2 DESC, 1", condition.parameters)
    return [ValueCount(name, same(name), count, same("")) for name, count in rows]


def _count_modules(connection: sqlite3.Connection, wanted: ArticleFilter) -> list[ValueCount]:
    from gpucat.store.catalogue import read_modules

    condition = where(connection, wanted)
    counted = dict(
        connection.execute(
            f"SELECT module.slug, count(*) {_FROM} WHERE {condition.sql} GROUP BY 1", condition.parameters
        ).fetchall()
    )
    return [
        ValueCount(module.slug, module.title, counted[module.slug], module.how_to_read, module.start)
        for module in read_modules(connection)
        if module.slug in counted
    ]


def count_by(connection: sqlite3.Connection, columns: str, wanted: ArticleFilter) -> list[tuple[object, ...]]:
    """Counts by expressions over SELECT's tables; `columns` is the program's own SQL, never a user's text."""
    condition = where(connection, wanted)
    return connection.execute(
        f"SELECT {columns}, count(*) {_FROM} WHERE {condition.sql} GROUP BY {columns} ORDER BY {columns}",
        condition.parameters,
    ).fetchall()
