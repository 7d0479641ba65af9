"""Writes the order of the articles in their modules."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from sqlalchemy.engine import Connection

from gpucat.store.engine import driver_of

_NOTHING: Final[Mapping[int, int]] = MappingProxyType({})
_TABLE: Final = "CREATE TEMP TABLE IF NOT EXISTS asked_place (article_number INTEGER PRIMARY KEY, position INTEGER)"
_MEMBERS: Final = (
    "SELECT number, article.position, asked_place.position FROM article"
    " LEFT JOIN temp.asked_place ON article_number = number WHERE module_id = ? ORDER BY article.position, number"
)


def ask_for_places(connection: Connection, places: Iterable[tuple[int, int]]) -> None:
    """Remembers the positions that articles, by number, ask for in their modules until the next `arrange`: very many too."""
    driver = driver_of(connection)
    driver.execute(_TABLE)
    driver.executemany("INSERT OR REPLACE INTO temp.asked_place VALUES (?, ?)", places)


def arrange(connection: Connection, places: Mapping[int, int] = _NOTHING) -> None:
    """Numbers every module 1, 2, 3 … with the articles of `places` (number: position) at the positions they ask for.

    The others keep their order around them; a position beyond the end means the end.
    """
    ask_for_places(connection, places.items())
    driver = driver_of(connection)
    modules = driver.execute("SELECT id FROM module ORDER BY id").fetchall()
    for (module,) in modules:
        _arrange_module(connection, module)
    driver.execute("DELETE FROM temp.asked_place")


def _arrange_module(connection: Connection, module: int) -> None:
    driver = driver_of(connection)
    stored: dict[int, int] = {}
    order: list[int] = []
    asked: list[tuple[int, int]] = []
    for number, position, wanted in driver.execute(_MEMBERS, (module,)):
        stored[number] = position
        if wanted is None:
            order.append(number)
        else:
            asked.append((wanted, number))
    for position, number in sorted(asked):
        order.insert(position - 1, number)
    moved = ((place, number) for place, number in enumerate(order, 1) if stored[number] != place)
    driver.executemany("UPDATE article SET position = ? WHERE number = ?", moved)
