"""Writes places on the reading route."""

from collections.abc import Sequence

from sqlalchemy.engine import Connection

from gpucat.catalog.levels import LevelSpan
from gpucat.catalog.placing import Placed, choose_place

_PLACED = (
    "SELECT step_article.step_id, step_article.position, module.slug, level_low, level_high FROM step_article"
    " JOIN step ON step.id = step_article.step_id JOIN article ON article.number = step_article.article_number"
    " LEFT JOIN module ON module.id = article.module_id"
    " WHERE article.removed_at IS NULL ORDER BY step.stage_number, step.position, step_article.position"
)
_UNPLACED = (
    "SELECT module.slug, level_low, level_high FROM article JOIN module ON module.id = article.module_id"
    " WHERE article.number = ? AND removed_at IS NULL"
    " AND NOT EXISTS (SELECT 1 FROM step_article WHERE article_number = article.number)"
)


def place_on_route(connection: Connection, numbers: Sequence[int]) -> None:
    """Gives new articles of a module a place on the route; those in the inbox, or placed already, are left."""
    for number in numbers:
        row = connection.exec_driver_sql(_UNPLACED, (number,)).first()
        if row is None:
            continue
        route = [
            Placed(step, position, slug, None if low is None else LevelSpan(low, high))
            for step, position, slug, low, high in connection.exec_driver_sql(_PLACED)
        ]
        place = choose_place(route, row[0], None if row[1] is None else LevelSpan(row[1], row[2]))
        if place is not None:
            _insert_at(connection, number, *place)


def _insert_at(connection: Connection, number: int, step_id: int, position: int) -> None:
    connection.exec_driver_sql(
        "UPDATE step_article SET position = position + 1 WHERE step_id = ? AND position >= ?", (step_id, position)
    )
    connection.exec_driver_sql(
        "INSERT INTO step_article (article_number, step_id, position) VALUES (?, ?, ?)", (number, step_id, position)
    )
