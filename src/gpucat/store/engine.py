"""SQLAlchemy on a connection that is open already: for the import of a list, which goes through SQLModel, and for Alembic.

The transaction stays that of the connection: SQLAlchemy neither begins nor ends one, and closes nothing.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import Connection, Engine, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool


class _Guest(SQLiteDialect_pysqlite):
    """SQLite as SQLAlchemy speaks it, where the connection is another's."""

    supports_statement_cache = True

    def do_begin(self, dbapi_connection: object) -> None: ...

    def do_commit(self, dbapi_connection: object) -> None: ...

    def do_rollback(self, dbapi_connection: object) -> None: ...

    def do_close(self, dbapi_connection: object) -> None: ...


@contextmanager
def alchemy_on(connection: sqlite3.Connection) -> Iterator[Connection]:
    """SQLAlchemy's side of the connection. What SQLite refuses is raised as sqlite3.Error, as everywhere in the store."""
    dialect = _Guest(dbapi=sqlite3)
    pool = StaticPool(lambda: cast(DBAPIConnection, connection), dialect=dialect)
    engine = Engine(pool, dialect, make_url("sqlite://"))
    try:
        with engine.connect() as alchemy:
            yield alchemy
    except DBAPIError as error:
        raise error.orig or error from error
