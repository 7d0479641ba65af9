"""Reads the parts of the list that the full screen shows: all, a stage of the route, or a module."""

import json
import sqlite3
from collections.abc import Collection
from typing import Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.language import Bilingual
from gpucat.store.articles import SORTS, Condition, all_of

_JOINED: Final = """
  FROM article
  LEFT JOIN module ON module.id = article.module_id
  LEFT JOIN reading ON reading.article_number = article.number
  LEFT JOIN step_article ON step_article.article_number = article.number
  LEFT JOIN step ON step.id = step_article.step_id
  LEFT JOIN stage ON stage.number = step.stage_number
 WHERE article.removed_at IS NULL
"""
_COUNTS: Final = "total(reading.status = 'done'), count(*)"
WHOLE: Final = Condition("1")


class PartCount(NamedTuple):
    """How many of the articles of a part are read; `name` is a stage's number or a module's short name."""

    name: str
    title: Bilingual
    done: int
    total: int


def in_stage(number: int) -> Condition:
    """Matches the articles of a stage of the route."""
    return Condition("stage.number = ?", (number,))


def in_module_named(slug: str) -> Condition:
    """Matches the articles of a module."""
    return Condition("module.slug = ?", (slug,))


def count_parts(connection: sqlite3.Connection) -> list[PartCount]:
    """Counts the stages that have articles, in the order of the route, then all modules in list order."""
    stages = connection.execute(
        f"SELECT stage.number, stage.title_en, stage.title_zh, {_COUNTS} {_JOINED} AND stage.number IS NOT NULL"
        " GROUP BY stage.number ORDER BY stage.number"
    )
    modules = connection.execute(
        "SELECT slug, title_en, title_zh, coalesce(done, 0), coalesce(articles, 0) FROM module LEFT JOIN"
        " (SELECT module_id, total(reading.status = 'done') AS done, count(*) AS articles FROM article"
        " LEFT JOIN reading ON reading.article_number = article.number WHERE removed_at IS NULL GROUP BY module_id)"
        " ON module_id = module.id ORDER BY module.number"
    )
    return [
        PartCount(str(name), Bilingual(en, zh), int(done), total)
        for rows in (stages, modules)
        for name, en, zh, done, total in rows
    ]


def count_all(connection: sqlite3.Connection) -> tuple[int, int]:
    """Counts the articles that are read, and all."""
    done, total = connection.execute(f"SELECT {_COUNTS} {_JOINED}").fetchone()
    return int(done), total


def article_lines(
    connection: sqlite3.Connection, part: Condition = WHOLE, numbers: Collection[int] | None = None
) -> list[Article]:
    """Returns the articles of a part without what only a card shows: a stage in reading order, others in list order.

    `numbers` leaves out all others.
    """
    given = Condition("article.number IN (SELECT value FROM json_each(?))", (json.dumps(list(numbers or ())),))
    condition = part if numbers is None else all_of([part, given])
    order = "step.position, step_article.position" if part.sql.startswith("stage") else SORTS["list"]
    rows = connection.execute(
        "SELECT article.number, article.title, article.url, module.slug, article.position,"
        f" coalesce(reading.status, 'todo') {_JOINED} AND {condition.sql} ORDER BY {order}",
        condition.parameters,
    )
    return [
        Article(number, title, url, module=module, position=position, status=status)
        for number, title, url, module, position, status in rows
    ]
