"""Writes the order of the articles in their modules."""

import sqlite3
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

_NOTHING: Final[Mapping[int, int]] = MappingProxyType({})
_TABLE: Final = "CREATE TEMP TABLE IF NOT EXISTS asked_place (article_number INTEGER PRIMARY KEY, position INTEGER)"
_MEMBERS: Final = (
    "SELECT number, article.position, asked_place.position FROM article"
    " LEFT JOIN temp.asked_place ON article_number = number WHERE module_id = ? ORDER BY article.position, number"
)


def ask_for_places(connection: sqlite3.Connection, places: Iterable[tuple[int, int]]) -> None:
    """Remembers the positions that articles, by number, ask for in their modules until the next `arrange`: very many too."""
    connection.execute(_TABLE)
    connection.executemany("INSERT OR REPLACE INTO temp.asked_place VALUES (?, ?)", places)


def arrange(connection: sqlite3.Connection, places: Mapping[int, int] = _NOTHING) -> None:
    """Numbers every module 1, 2, 3 … with the articles of `places` (number: position) at the positions they ask for.

    The others keep their order around them; a position beyond the end means the end.
    """
    ask_for_places(connection, places.items())
    modules = connection.execute("SELECT id FROM module ORDER BY id").fetchall()
    for (module,) in modules:
        _arrange_module(connection, module)
    connection.execute("DELETE FROM temp.asked_place")


def _arrange_module(connection: sqlite3.Connection, module: int) -> None:
    stored: dict[int, int] = {}
    order: list[int] = []
    asked: list[tuple[int, int]] = []
    for number, position, wanted in connection.execute(_MEMBERS, (module,)):
        stored[number] = position
        if wanted is None:
            order.append(number)
        else:
            asked.append((wanted, number))
    for position, number in sorted(asked):
        order.insert(position - 1, number)
    moved = ((place, number) for place, number in enumerate(order, 1) if stored[number] != place)
    connection.executemany("UPDATE article SET position = ? WHERE number = ?", moved)
