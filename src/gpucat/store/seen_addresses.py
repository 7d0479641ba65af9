"""Remembers which addresses an import has come across, and where first: in a temporary table, so that it may be many."""

import sqlite3
from typing import Final

_TABLE: Final = "CREATE TEMP TABLE IF NOT EXISTS seen_address (url_key TEXT PRIMARY KEY, place TEXT) WITHOUT ROWID"


class SeenAddresses:
    """The addresses by key, as long as the connection lives."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        connection.execute(_TABLE)

    def first_place(self, key: str, place: str) -> str | None:
        """Where the key was seen before; None where `place` is the first."""
        taken = self._connection.execute("INSERT OR IGNORE INTO temp.seen_address VALUES (?, ?)", (key, place))
        if taken.rowcount:
            return None
        first: str = self._connection.execute(
            "SELECT place FROM temp.seen_address WHERE url_key = ?", (key,)
        ).fetchone()[0]
        return first
