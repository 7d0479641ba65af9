"""Reads the journal of changes."""

import sqlite3
from typing import NamedTuple


class ChangeRecord(NamedTuple):
    """A change of the journal: when it was made, by which command, how many rows it touched, and if it was taken back."""

    id: int
    made_at: str
    command: str
    rows: int
    undone_at: str | None


def read_changes(connection: sqlite3.Connection, limit: int) -> list[ChangeRecord]:
    """The latest changes, newest first (all with limit 0)."""
    rows = connection.execute(
        'SELECT id, made_at, command, (SELECT count(*) FROM changed_row WHERE change_id = "change".id), undone_at'
        ' FROM "change" ORDER BY id DESC LIMIT ?',
        (limit or -1,),
    )
    return [ChangeRecord(*row) for row in rows]
