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
    from gpucat.store.models import DistinctPair

    low, high = sorted((one, other))
    if writer.session.get(DistinctPair, (low, high)):
        return False
    writer.session.add(DistinctPair(low_number=low, high_number=high, decided_at=writer.now))
    return True


def forget_distinct(writer: "Writer", one: int, other: int) -> bool:
    """Takes the decision back; returns whether there was one."""
    from gpucat.store.models import DistinctPair

    stored = writer.session.get(DistinctPair, tuple(sorted((one, other))))
    if stored is None:
        return False
    writer.session.delete(stored)
    return True
