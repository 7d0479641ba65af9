"""Opens write transactions and writes rows. Standard library only.

Every write transaction begins with BEGIN IMMEDIATE, so that a writer waits at the start instead of failing in the middle.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from gpucat.store.connection import BUSY_TIMEOUT_S, connect, require_current, store_errors
from gpucat.store.watching import WatchedConnection

_SHORTEST_S: Final = 0.005
"""The shortest pause between two attempts; without it a long wait would try thousands of times a second."""
_SILENT_S: Final = 1.0
OnWait = Callable[[], None]
"""Called once a wait is long enough for a person to notice."""
Row = Mapping[str, Any]
"""Values by column; a mapping is stored as JSON."""


@contextmanager
def write_transaction(
    path: Path, *, patience_s: float = BUSY_TIMEOUT_S, kind: type[WatchedConnection] = WatchedConnection
) -> Iterator[WatchedConnection]:
    """Opens a write transaction that keeps the checksums.

    Raises StoreError as `transaction` does, and if the schema is not the current one.
    """
    with transaction(path, patience_s=patience_s, kind=kind) as connection:
        require_current(connection, path)
        assert isinstance(connection, WatchedConnection)
        connection.begin_watch()
        yield connection
        connection.end_watch()


@contextmanager
def transaction(
    path: Path,
    *,
    foreign_keys: bool = True,
    patience_s: float = BUSY_TIMEOUT_S,
    on_wait: OnWait | None = None,
    kind: type[sqlite3.Connection] = sqlite3.Connection,
) -> Iterator[sqlite3.Connection]:
    """Opens a write transaction that neither checks the schema nor keeps checksums, for what makes the database anew.

    It commits at the end or rolls back after an exception, then closes the connection. Raises StoreError for errors that a
    user can fix. `foreign_keys=False` is for migrations, which rebuild tables.
    """
    with store_errors(path), closing(connect(path, kind)) as connection:
        connection.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")
        begin_writing(connection, patience_s, on_wait)
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # SQLite itself rolls back when the disk is full
                connection.execute("ROLLBACK")
            raise


def begin_writing(connection: sqlite3.Connection, patience_s: float, on_wait: OnWait | None = None) -> None:
    """Executes BEGIN IMMEDIATE, waiting up to `patience_s` seconds for other writers."""
    execute_in_turn(connection, "BEGIN IMMEDIATE", patience_s, on_wait)


def execute_in_turn(
    connection: sqlite3.Connection, statement: str, patience_s: float, on_wait: OnWait | None = None
) -> None:
    """Executes a statement that a lock may delay; retries become more frequent, so that long waiters go first.

    SQLite's own busy handler retries less and less often, so that some of several writers starve, and it does not wait
    at all for a change of the journal mode.
    """
    begin = time.monotonic()
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        while not _is_done(connection, statement, is_last=(waited := time.monotonic() - begin) >= patience_s):
            if on_wait and waited >= _SILENT_S:
                on_wait()
                on_wait = None
            time.sleep(_pause_s(waited))
    finally:
        connection.execute(f"PRAGMA busy_timeout = {int(BUSY_TIMEOUT_S * 1000)}")


def _pause_s(waited: float) -> float:
    import random  # takes some milliseconds, paid only by those who wait

    return max(random.uniform(0.015, 0.03) / (1 + 4 * waited), _SHORTEST_S)


def _is_done(connection: sqlite3.Connection, statement: str, *, is_last: bool) -> bool:
    try:
        connection.execute(statement)
    except sqlite3.OperationalError as error:
        if is_last or not error.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL")):
            raise
        return False
    return True


def insert_rows(connection: sqlite3.Connection, table: str, rows: Sequence[Row]) -> None:
    """Inserts rows, all with the same columns."""
    if rows:
        connection.executemany(_insertion(table, list(rows[0])), map(_values, rows))


def update_row(connection: sqlite3.Connection, table: str, row: Row, **key: int | str) -> None:
    """Updates these columns of the row with this key."""
    if row:
        assigned = ", ".join(f"{column} = ?" for column in row)
        condition = " AND ".join(f"{column} = ?" for column in key)
        connection.execute(f"UPDATE {table} SET {assigned} WHERE {condition}", (*_values(row), *key.values()))


def put_row(connection: sqlite3.Connection, table: str, row: Row, *key: str) -> None:
    """Inserts the row, or updates the one with the same key."""
    assigned = ", ".join(f"{column} = excluded.{column}" for column in row if column not in key)
    upsert = f"{_insertion(table, list(row))} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {assigned}"
    connection.execute(upsert, _values(row))


def _insertion(table: str, columns: Sequence[str]) -> str:
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


def _values(row: Row) -> tuple[Any, ...]:
    return tuple(_as_json(value) if isinstance(value, Mapping) else value for value in row.values())


def _as_json(value: Mapping[str, Any]) -> str:
    import json  # kept out of the start-up of reads

    return json.dumps(value)
