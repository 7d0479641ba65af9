"""Reads and writes the reader's settings; an empty value stands for one that was taken back."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from gpucat.errors import StoreError
from gpucat.store.connection import connect_for_reading
from gpucat.store.transaction import put_row

if TYPE_CHECKING:
    from gpucat.store.journal import Writer


def read_stored(connection: sqlite3.Connection, key: str) -> str | None:
    """Returns the value of a setting; None if it is not set."""
    row = connection.execute("SELECT value FROM setting WHERE key = ? AND value <> ''", (key,)).fetchone()
    return row[0] if row else None


def read_language(path: Path) -> str | None:
    """Returns the language that is set in the database at `path`; None if there is none or the file cannot be read.

    It is asked for before anything can be said, so whatever is wrong with the file is left to the command to find.
    """
    with suppress(OSError, ValueError, sqlite3.Error, StoreError):
        if path.is_file():
            with closing(connect_for_reading(path)) as connection:
                return read_stored(connection, "language")
    return None


def save_setting(writer: "Writer", key: str, value: str) -> bool:
    """Sets the setting, or takes it back if the value is empty; returns whether it changed."""
    if value == (read_stored(writer.connection, key) or ""):
        return False
    put_row(writer.connection, "setting", {"key": key, "value": value, "changed_at": writer.now}, "key")
    return True
