"""Reads what belongs to the reader: reading states, ratings, notes, the state of experiments."""

import sqlite3
from typing import NamedTuple

from gpucat.catalog.reading import ReadingState


class Note(NamedTuple):
    """The reader's note and when it was last changed (UTC)."""

    text: str
    changed_at: str


def read_state(connection: sqlite3.Connection, number: int) -> ReadingState:
    """The reading state of an article."""
    row = connection.execute(
        "SELECT status, started_at, finished_at FROM reading WHERE article_number = ?", (number,)
    ).fetchone()
    return ReadingState(*row) if row else ReadingState()


def read_note(connection: sqlite3.Connection, number: int) -> Note | None:
    """The note on an article."""
    row = connection.execute(
        "SELECT text, changed_at FROM note WHERE article_number = ? AND text <> ''", (number,)
    ).fetchone()
    return Note(*row) if row else None


def read_rating(connection: sqlite3.Connection, number: int) -> int | None:
    """The reader's rating of an article, 1 to 5."""
    row = connection.execute("SELECT stars FROM rating WHERE article_number = ?", (number,)).fetchone()
    return row[0] if row else None


def read_finishes(connection: sqlite3.Connection) -> list[tuple[int, str]]:
    """The listed articles that are read with the time they were finished (UTC), the latest first."""
    rows = connection.execute(
        "SELECT article_number, finished_at FROM reading JOIN article ON number = article_number"
        " WHERE status = 'done' AND removed_at IS NULL ORDER BY finished_at DESC, article_number DESC"
    )
    return rows.fetchall()


def count_notes(connection: sqlite3.Connection) -> int:
    """How many articles have a note."""
    found: int = connection.execute("SELECT count(*) FROM note WHERE text <> ''").fetchone()[0]
    return found


def practices_done(connection: sqlite3.Connection) -> dict[int, str]:
    """When each finished experiment was done (UTC), by its number."""
    rows = connection.execute("SELECT practice_number, done_at FROM practice_state WHERE done_at IS NOT NULL")
    return dict(rows.fetchall())


def practice_notes(connection: sqlite3.Connection) -> dict[int, Note]:
    """What the reader noted on the experiments, by their number."""
    rows = connection.execute("SELECT practice_number, text, changed_at FROM practice_note WHERE text <> ''")
    return {number: Note(text, changed_at) for number, text, changed_at in rows}
