"""Reads and writes the pairs that a person said are not duplicates."""

import sqlite3
from typing import TYPE_CHECKING

Numbers = tuple[int, int]

if TYPE_CHECKING:
    from gpucat.store.writing import Writer


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
