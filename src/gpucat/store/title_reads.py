"""Reads what finding copies of one new article needs: all titles, and the articles of an address that is nearly the same."""

import sqlite3


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
