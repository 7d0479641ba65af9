"""Reads and writes what duplicate detection needs: titles, similar addresses, and the pairs marked as distinct."""

import sqlite3
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gpucat.store.journal import Writer

Numbers = tuple[int, int]
_TABLE: Final = "CREATE TEMP TABLE IF NOT EXISTS seen_address (url_key TEXT PRIMARY KEY, place TEXT) WITHOUT ROWID"


def read_distinct(connection: sqlite3.Connection) -> set[Numbers]:
    """Returns the pairs of article numbers marked as distinct, lower number first."""
    return {(low, high) for low, high in connection.execute("SELECT low_number, high_number FROM distinct_pair")}


def remember_distinct(writer: "Writer", one: int, other: int) -> bool:
    """Marks a pair as distinct; returns whether it was not marked before."""
    low, high = sorted((one, other))
    stored = writer.connection.execute(
        "INSERT OR IGNORE INTO distinct_pair (low_number, high_number, decided_at) VALUES (?, ?, ?)",
        (low, high, writer.now),
    )
    return stored.rowcount > 0


def forget_distinct(writer: "Writer", one: int, other: int) -> bool:
    """Removes the mark from a pair; returns whether it was marked."""
    pair = "DELETE FROM distinct_pair WHERE low_number = ? AND high_number = ?"
    return writer.connection.execute(pair, sorted((one, other))).rowcount > 0


def read_titles(connection: sqlite3.Connection, longest: int) -> tuple[list[int], list[str]]:
    """Returns the numbers of the listed articles and their titles in lower case, cut to `longest` characters."""
    rows = connection.execute(
        "SELECT number, substr(title, 1, ?) FROM article WHERE removed_at IS NULL ORDER BY number", (longest,)
    ).fetchall()
    return [row[0] for row in rows], [row[1].lower() for row in rows]


def numbers_by_loose_key(connection: sqlite3.Connection, key: str) -> list[int]:
    """Returns the numbers of the listed articles whose address has this loose key."""
    rows = connection.execute(
        "SELECT number FROM article WHERE loose_key = ? AND removed_at IS NULL ORDER BY number", (key,)
    )
    return [row[0] for row in rows]


class SeenAddresses:
    """The addresses seen so far, by key, kept until the connection closes."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        connection.execute(_TABLE)

    def first_place(self, key: str, place: str) -> str | None:
        """Returns where the key was first seen; None if `place` is the first."""
        taken = self._connection.execute("INSERT OR IGNORE INTO temp.seen_address VALUES (?, ?)", (key, place))
        if taken.rowcount:
            return None
        first: str = self._connection.execute(
            "SELECT place FROM temp.seen_address WHERE url_key = ?", (key,)
        ).fetchone()[0]
        return first
