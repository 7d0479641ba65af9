"""How a write gets its turn and its transaction, and puts rows in. Standard library only.

Every transaction that writes begins with BEGIN IMMEDIATE: a writer waits its turn at the start instead of failing in the
middle.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from gpucat.store.connection import BUSY_TIMEOUT_S, connect, require_current, store_errors

_SHORTEST_S: Final = 0.005
"""Between two attempts: who waits for minutes would else try thousands of times a second."""
_SILENT_S: Final = 1.0
OnWait = Callable[[], None]
"""What is called when a wait has become one that a person notices."""
Row = Mapping[str, Any]
"""Values by column; a mapping among them is kept as JSON."""


@contextmanager
def write_transaction(
    path: Path, *, patience_s: float = BUSY_TIMEOUT_S, kind: type[sqlite3.Connection] = sqlite3.Connection
) -> Iterator[sqlite3.Connection]:
    """One write transaction on a database of this schema; raises StoreError where it is of none, and as `transaction`."""
    with transaction(path, patience_s=patience_s, kind=kind) as connection:
        require_current(connection, path)
        yield connection


@contextmanager
def transaction(
    path: Path,
    *,
    foreign_keys: bool = True,
    patience_s: float = BUSY_TIMEOUT_S,
    on_wait: OnWait | None = None,
    kind: type[sqlite3.Connection] = sqlite3.Connection,
) -> Iterator[sqlite3.Connection]:
    """One transaction that writes whatever the file is: for migrations. What writes content takes `write_transaction`.

    It is committed at the end or rolled back whole; the connection is closed after it.

    Raises StoreError for what a user can mend. `foreign_keys=False` is for migrations, which rebuild tables.
    """
    with store_errors(path), closing(connect(path, kind)) as connection:
        connection.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")
        begin_writing(connection, patience_s, on_wait)
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # a full disk ends it by itself
                connection.execute("ROLLBACK")
            raise


def begin_writing(connection: sqlite3.Connection, patience_s: float, on_wait: OnWait | None = None) -> None:
    """BEGIN IMMEDIATE, waiting so many seconds for it."""
    execute_in_turn(connection, "BEGIN IMMEDIATE", patience_s, on_wait)


def execute_in_turn(
    connection: sqlite3.Connection, statement: str, patience_s: float, on_wait: OnWait | None = None
) -> None:
    """Executes a statement that others may hold up: who has waited longer asks more often, and so goes first.

    SQLite's own way of waiting is the reverse: it asks ever less often, and of several writers some wait for ever. A
    change of the journal mode it does not wait for at all.
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
    import random  # some milliseconds, which nobody should pay who need not wait

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
    """Inserts rows that have the same columns."""
    if rows:
        connection.executemany(_insertion(table, list(rows[0])), map(_values, rows))


def update_row(connection: sqlite3.Connection, table: str, row: Row, **key: int) -> None:
    """Writes these columns of the row that the key names."""
    if row:
        assigned = ", ".join(f"{column} = ?" for column in row)
        condition = " AND ".join(f"{column} = ?" for column in key)
        connection.execute(f"UPDATE {table} SET {assigned} WHERE {condition}", (*_values(row), *key.values()))


def put_row(connection: sqlite3.Connection, table: str, row: Row, *key: str) -> None:
    """Inserts the row, or writes it over the one that has its key."""
    assigned = ", ".join(f"{column} = excluded.{column}" for column in row if column not in key)
    upsert = f"{_insertion(table, list(row))} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {assigned}"
    connection.execute(upsert, _values(row))


def _insertion(table: str, columns: Sequence[str]) -> str:
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


def _values(row: Row) -> tuple[Any, ...]:
    return tuple(_as_json(value) if isinstance(value, Mapping) else value for value in row.values())


def _as_json(value: Mapping[str, Any]) -> str:
    import json  # not for those that only read

    return json.dumps(value)
