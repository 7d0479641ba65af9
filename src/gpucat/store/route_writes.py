"""Writes places on the reading route."""

import json
from array import array
from collections.abc import Sequence
from typing import Final

from sqlalchemy.engine import Connection

from gpucat.catalog.levels import LevelSpan
from gpucat.catalog.proposal import Placed, choose_place
from gpucat.store.engine import driver_of

_BATCH: Final = 20_000
_PLACED = (
    "SELECT step_article.step_id, step_article.position, module.slug, level_low, level_high FROM step_article"
    " JOIN step ON step.id = step_article.step_id JOIN article ON article.number = step_article.article_number"
    " LEFT JOIN module ON module.id = article.module_id"
    " WHERE article.removed_at IS NULL AND module.slug = ? ORDER BY step.stage_number, step.position, step_article.position"
)
_UNPLACED = (
    "SELECT article.number, module.slug, level_low, level_high FROM json_each(?) AS named"
    " JOIN article ON article.number = named.value JOIN module ON module.id = article.module_id"
    " WHERE removed_at IS NULL AND NOT EXISTS (SELECT 1 FROM step_article WHERE article_number = article.number)"
    " ORDER BY named.key"
)


def place_on_route(connection: Connection, numbers: Sequence[int]) -> None:
    """Gives new articles of a module a place on the route; those in the inbox, or placed already, are left.

    Articles of one module and level go behind one another.
    """
    alike: dict[tuple[str, LevelSpan | None], array[int]] = {}
    for start in range(0, len(numbers), _BATCH):
        some = json.dumps(list(numbers[start : start + _BATCH]))
        for number, slug, low, high in driver_of(connection).execute(_UNPLACED, (some,)):
            alike.setdefault((slug, _span(low, high)), array("q")).append(number)
    for (module, level), together in alike.items():
        route = [
            Placed(step, position, slug, _span(low, high))
            for step, position, slug, low, high in connection.exec_driver_sql(_PLACED, (module,))
        ]
        place = choose_place(route, module, level)
        if place is not None:
            _insert_at(connection, together, *place)


def drop_from_route(connection: Connection, numbers: Sequence[int]) -> None:
    """Takes articles from the route; the places behind them in their steps close up."""
    for number in numbers:
        row = connection.exec_driver_sql(
            "DELETE FROM step_article WHERE article_number = ? RETURNING step_id, position", (number,)
        ).first()
        if row is not None:
            connection.exec_driver_sql(
                "UPDATE step_article SET position = position - 1 WHERE step_id = ? AND position > ?", tuple(row)
            )


def _insert_at(connection: Connection, numbers: Sequence[int], step_id: int, position: int) -> None:
    connection.exec_driver_sql(
        "UPDATE step_article SET position = position + ? WHERE step_id = ? AND position >= ?",
        (len(numbers), step_id, position),
    )
    driver_of(connection).executemany(
        "INSERT INTO step_article (article_number, step_id, position) VALUES (?, ?, ?)",
        ((number, step_id, place) for place, number in enumerate(numbers, position)),
    )


def _span(low: int | None, high: int | None) -> LevelSpan | None:
    return None if low is None or high is None else LevelSpan(low, high)
