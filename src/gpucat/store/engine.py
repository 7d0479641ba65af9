"""The SQLAlchemy side of a connection: explicit transactions on SQLite. Imported by writes and migrations only.

The driver's own transaction handling does not cover DDL, so it is switched off and every transaction begins with
BEGIN IMMEDIATE: a writer waits its turn at the start instead of failing in the middle.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from gpucat.store.connection import BUSY_TIMEOUT_S, connect, require_current, store_errors, translate
from gpucat.store.turns import OnWait, begin_writing


@contextmanager
def write_transaction(path: Path) -> Iterator[Connection]:
    """One write transaction on a database of this schema; raises StoreError where it is of none, and as `transaction`."""
    with transaction(path) as connection:
        require_current(driver_of(connection), path)
        yield connection


@contextmanager
def transaction(
    path: Path, *, foreign_keys: bool = True, patience_s: float = BUSY_TIMEOUT_S, on_wait: OnWait | None = None
) -> Iterator[Connection]:
    """One transaction that writes whatever the file is: for migrations. What writes content takes `write_transaction`.

    It is committed at the end or rolled back whole; the connection is closed after it.

    Raises StoreError for what a user can mend. `foreign_keys=False` is for migrations, which rebuild tables.
    """
    engine = _engine(path, foreign_keys, patience_s, on_wait)
    try:
        with store_errors(path), engine.connect() as connection, connection.begin():
            yield connection
    except DBAPIError as error:
        raised = translate(error.orig, path) if error.orig else None
        if raised is None:
            raise
        raise raised from error
    finally:
        engine.dispose()


def driver_of(connection: Connection) -> sqlite3.Connection:
    """The standard library's connection below, in the same transaction."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def _engine(path: Path, foreign_keys: bool, patience_s: float, on_wait: OnWait | None) -> Engine:
    def open_connection() -> object:
        connection = connect(path)
        with store_errors(path):
            connection.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")
        return connection

    engine = create_engine("sqlite://", creator=open_connection, poolclass=NullPool)

    @event.listens_for(engine, "begin")
    def begin_immediate(connection: Connection) -> None:
        begin_writing(driver_of(connection), patience_s, on_wait)

    return engine
