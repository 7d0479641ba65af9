"""Counts articles by module, author, source, keyword, and for the tables of `stats`."""

import sqlite3
from typing import Final, NamedTuple

from gpucat.catalog.filters import ArticleFilter
from gpucat.language import Bilingual, same
from gpucat.store.articles import FROM, Condition, where


class ValueCount(NamedTuple):
    """A value and the number of articles that have it; `name` is its name in filters and JSON."""

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
    """Counts the matching articles by `modules`, `authors`, `sources` or `keywords`, most frequent first.

    Modules come in list order.
    """
    condition = where(connection, wanted)
    if kind == "modules":
        return _count_modules(connection, condition)
    if kind == "sources":
        sql = f"SELECT source.name, count(*) {FROM} WHERE {condition.sql} AND source.name IS NOT NULL"
    else:
        table, link, column = _LINKED[kind]
        joined = f"JOIN {link} AS linked ON linked.article_number = article.number JOIN {table} AS named ON named.id = linked.{column}"
        sql = f"SELECT named.name, count(*) {FROM} {joined} WHERE {condition.sql}"
    rows = connection.execute(f"{sql} GROUP BY 1 ORDER BY 2 DESC, 1", condition.parameters)
    return [ValueCount(name, same(name), count, same("")) for name, count in rows]


def _count_modules(connection: sqlite3.Connection, condition: Condition) -> list[ValueCount]:
    from gpucat.store.catalogue import read_modules

    grouped = f"SELECT module.slug, count(*) {FROM} WHERE {condition.sql} GROUP BY 1"
    counted = dict(connection.execute(grouped, condition.parameters).fetchall())
    return [
        ValueCount(module.slug, module.title, counted[module.slug], module.how_to_read, module.start)
        for module in read_modules(connection)
        if module.slug in counted
    ]


class StageCount(NamedTuple):
    """A stage of the route and how many of its articles have each reading state."""

    number: int
    title: Bilingual
    counts: dict[str, int]


def count_stages(connection: sqlite3.Connection) -> list[StageCount]:
    """Counts the articles on the route by stage and reading state."""
    stages: dict[int, StageCount] = {}
    for number, en, zh, status, count in connection.execute(
        "SELECT stage.number, stage.title_en, stage.title_zh, status, count(*) FROM"
        " (SELECT step_id, coalesce(status, 'todo') AS status FROM step_article JOIN article ON number = article_number"
        "   LEFT JOIN reading USING (article_number) WHERE removed_at IS NULL)"
        " JOIN step ON step.id = step_id JOIN stage ON stage.number = stage_number"
        " GROUP BY 1, 4 ORDER BY 1, 4"
    ):
        stages.setdefault(number, StageCount(number, Bilingual(en, zh), {})).counts[status] = count
    return list(stages.values())


def count_by(connection: sqlite3.Connection, columns: str, wanted: ArticleFilter) -> list[tuple[object, ...]]:
    """Counts matching articles by SQL expressions over the tables of SELECT; `columns` must never be user text."""
    condition = where(connection, wanted)
    return connection.execute(
        f"SELECT {columns}, count(*) {FROM} WHERE {condition.sql} GROUP BY {columns} ORDER BY {columns}",
        condition.parameters,
    ).fetchall()
