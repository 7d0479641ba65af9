"""What finding duplicates reads and remembers: titles, addresses that are nearly the same, the decisions of a person."""

import sqlite3
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gpucat.store.journal import Writer

Numbers = tuple[int, int]
_TABLE: Final = "CREATE TEMP TABLE IF NOT EXISTS seen_address (url_key TEXT PRIMARY KEY, place TEXT) WITHOUT ROWID"


def read_distinct(connection: sqlite3.Connection) -> set[Numbers]:
    """The pairs of article numbers, each with the lower one first."""
    return {(low, high) for low, high in connection.execute("SELECT low_number, high_number FROM distinct_pair")}


def remember_distinct(writer: "Writer", one: int, other: int) -> bool:
    """Stores the decision; returns whether it is new."""
    low, high = sorted((one, other))
    stored = writer.connection.execute(
        "INSERT OR IGNORE INTO distinct_pair (low_number, high_number, decided_at) VALUES (?, ?, ?)",
        (low, high, writer.now),
    )
    return stored.rowcount > 0


def forget_distinct(writer: "Writer", one: int, other: int) -> bool:
    """Takes the decision back; returns whether there was one."""
    pair = "DELETE FROM distinct_pair WHERE low_number = ? AND high_number = ?"
    return writer.connection.execute(pair, sorted((one, other))).rowcount > 0


def read_titles(connection: sqlite3.Connection, longest: int) -> tuple[list[int], list[str]]:
    """The numbers of the listed articles and, in the same order, the beginnings of their titles, in lower case."""
    rows = connection.execute(
        "SELECT number, substr(title, 1, ?) FROM article WHERE removed_at IS NULL ORDER BY number", (longest,)
    ).fetchall()
    return [row[0] for row in rows], [row[1].lower() for row in rows]


def numbers_by_loose_key(connection: sqlite3.Connection, key: str) -> list[int]:
    """The listed articles whose address has this looser key."""
    rows = connection.execute(
        "SELECT number FROM article WHERE loose_key = ? AND removed_at IS NULL ORDER BY number", (key,)
    )
    return [row[0] for row in rows]


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
