"""Reads what belongs to the reader: notes, ratings, reading times, practice state."""

import sqlite3
from typing import NamedTuple


class Note(NamedTuple):
    """The reader's note on an article and when it was last changed (UTC)."""

    text: str
    changed_at: str


def read_note(connection: sqlite3.Connection, number: int) -> Note | None:
    """The note on an article."""
    row = connection.execute("SELECT text, changed_at FROM note WHERE article_number = ?", (number,)).fetchone()
    return Note(*row) if row else None


def read_rating(connection: sqlite3.Connection, number: int) -> int | None:
    """The reader's rating of an article, 1 to 5."""
    row = connection.execute("SELECT rating FROM reading WHERE article_number = ?", (number,)).fetchone()
    return row[0] if row else None


def count_done(connection: sqlite3.Connection) -> int:
    """How many listed articles are read."""
    row = connection.execute(
        "SELECT count(*) FROM reading JOIN article ON number = article_number"
        " WHERE status = 'done' AND removed_at IS NULL"
    ).fetchone()
    done: int = row[0]
    return done


def practices_done(connection: sqlite3.Connection) -> dict[int, str]:
    """When each finished experiment was done (UTC), by its number."""
    rows = connection.execute("SELECT practice_number, done_at FROM practice_state WHERE done_at IS NOT NULL")
    return dict(rows.fetchall())
