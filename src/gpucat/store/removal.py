"""Takes articles out of the list. Their rows stay, with what the reader has on them, and are found again by address."""

import sqlite3
from collections.abc import Sequence

from gpucat.store.positions import arrange
from gpucat.store.route_writes import drop_from_route

_REMOVE = "UPDATE article SET removed_at = ?, merged_into = ?, module_id = NULL, position = NULL WHERE number = ?"


def take_out(connection: sqlite3.Connection, numbers: Sequence[int], now: str, merged_into: int | None = None) -> None:
    """Takes the articles from the list and its route; the places behind them close up.

    `merged_into` names the article that stands for them from now on.
    """
    for number in numbers:
        connection.execute(_REMOVE, (now, merged_into, number))
    drop_from_route(connection, numbers)
    arrange(connection)
