"""Reads the parts of the list that the full screen shows: all, a stage of the route, or a module."""

import json
import sqlite3
from collections import Counter
from collections.abc import Collection
from typing import Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.logins import shown_address
from gpucat.language import Bilingual
from gpucat.store.articles import SORTS, Condition, all_of

_JOINED: Final = """
  FROM article
  LEFT JOIN module ON module.id = article.module_id
  LEFT JOIN reading ON reading.article_number = article.number
  LEFT JOIN step_article ON step_article.article_number = article.number
  LEFT JOIN step ON step.id = step_article.step_id
 WHERE article.removed_at IS NULL
"""
ALL: Final = "all"
_WHOLE_LIST: Final = (ALL, "Everything", "全部")
WHOLE: Final = Condition("1")


class PartCount(NamedTuple):
    """How many of the articles of a part are read; `name` is ALL, a stage's number or a module's short name."""

    name: str
    title: Bilingual
    done: int
    total: int


def in_stage(number: int) -> Condition:
    """Matches the articles of a stage of the route."""
    return Condition("step.stage_number = ?", (number,))


def in_module_named(slug: str) -> Condition:
    """Matches the articles of a module."""
    return Condition("module.slug = ?", (slug,))


def count_parts(connection: sqlite3.Connection) -> list[PartCount]:
    """Counts the whole list, the stages that have articles in the order of the route, then all modules in list order."""
    done: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for stage, module, read, articles in connection.execute(
        f"SELECT stage_number, module.slug, total(reading.status = 'done'), count(*) {_JOINED} GROUP BY 1, 2"
    ):
        for name in (ALL, str(stage), module):
            done[name] += int(read)
            total[name] += articles
    stages = connection.execute("SELECT number, title_en, title_zh FROM stage ORDER BY number")
    modules = connection.execute("SELECT slug, title_en, title_zh FROM module ORDER BY number")
    places = [(str(number), en, zh) for number, en, zh in stages if total[str(number)]] + modules.fetchall()
    return [PartCount(name, Bilingual(en, zh), done[name], total[name]) for name, en, zh in (_WHOLE_LIST, *places)]


def article_lines(
    connection: sqlite3.Connection, part: Condition = WHOLE, numbers: Collection[int] | None = None
) -> list[Article]:
    """Returns the articles of a part without what only a card shows: a stage in reading order, others in list order.

    `numbers` leaves out all others.
    """
    given = Condition("article.number IN (SELECT value FROM json_each(?))", (json.dumps(list(numbers or ())),))
    condition = part if numbers is None else all_of([part, given])
    order = "step.position, step_article.position" if part.sql.startswith("step") else SORTS["list"]
    rows = connection.execute(
        "SELECT article.number, article.title, article.url, module.slug, article.position,"
        f" coalesce(reading.status, 'todo') {_JOINED} AND {condition.sql} ORDER BY {order}",
        condition.parameters,
    )
    return [
        Article(number, title, shown_address(url), module=module, position=position, status=status)
        for number, title, url, module, position, status in rows
    ]
