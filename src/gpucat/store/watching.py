"""Watches what a connection writes: temporary triggers see each row as it goes and as it comes. Standard library only."""

import sqlite3
from collections.abc import Iterable
from typing import Any, Final, Self

from gpucat.store.checksums import PENDING, TABLE, bucket_of, checked_tables, counted, make_countable
from gpucat.store.tables import Table, read_tables

MOMENTS: Final = {
    sqlite3.SQLITE_INSERT: "INSERT",
    sqlite3.SQLITE_UPDATE: "UPDATE",
    sqlite3.SQLITE_DELETE: "DELETE",
}


class WatchedConnection(sqlite3.Connection):
    """A connection that keeps the checksums of what is written through it between `begin_watch` and `end_watch`.

    When SQLite prepares a statement, it asks for permission to write to a table. The first request is denied; the
    triggers that see such writes are created, and the statement is tried again. So a command pays only for the tables it
    writes to, and nothing is written unseen.
    """

    _unwatched: set[str]
    _refused: str | None = None

    def begin_watch(self) -> None:
        """Starts to watch; a transaction must be open."""
        make_countable(self)
        self.execute(f"CREATE TEMP TABLE {PENDING} (table_name TEXT, bucket TEXT, n INTEGER)")
        self._unwatched = set(checked_tables(self))
        self.set_authorizer(self._answer)

    def end_watch(self) -> None:
        """Stops watching and writes the checksums."""
        self.set_authorizer(None)
        self.execute(
            f"INSERT INTO {TABLE} SELECT table_name, bucket, sum(n) FROM {PENDING} WHERE true GROUP BY table_name, bucket"
            " ON CONFLICT (table_name, bucket) DO UPDATE SET total = total + excluded.total"
        )
        self.execute(
            f"DELETE FROM {TABLE} WHERE total = 0 AND (table_name, bucket) IN (SELECT table_name, bucket FROM {PENDING})"
        )

    def leave_out(self, names: Iterable[str]) -> None:
        """Watches these tables no more, because the caller drops them, makes them anew and counts them."""
        self._unwatched.difference_update(names)
        self.executemany(f"DELETE FROM {PENDING} WHERE table_name = ?", ((name,) for name in names))

    def cursor(self, _factory: object = None) -> "_WatchedCursor":  # type: ignore[override]
        return super().cursor(_WatchedCursor)

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:  # noqa: ANN401  what sqlite3 takes
        return self.cursor().execute(sql, parameters)

    def executemany(self, sql: str, rows: Iterable[Any], /) -> sqlite3.Cursor:
        return self.cursor().executemany(sql, rows)

    def watch_refused(self) -> bool:
        """Creates the triggers for the write denied last; returns False if none was denied.

        All triggers of a table are created at once: to create one while a query is open may abort the query.
        """
        if self._refused is None:
            return False
        refused, self._refused = self._refused, None
        self._watch(refused)
        return True

    def _is_unseen(self, name: str) -> bool:
        return name in self._unwatched

    def _watch(self, name: str) -> None:
        if name in self._unwatched:
            self._unwatched.discard(name)
            table = read_tables(self, (name,))[name]
            for moment in MOMENTS.values():
                self.execute(_trigger(moment, name, table))

    def _answer(self, action: int, name: str | None, *_: str | None) -> int:
        if action not in MOMENTS or name is None or not self._is_unseen(name):
            return sqlite3.SQLITE_OK
        self._refused = name
        return sqlite3.SQLITE_DENY


class _WatchedCursor(sqlite3.Cursor):
    connection: WatchedConnection

    def execute(self, sql: str, parameters: Any = (), /) -> Self:  # noqa: ANN401  what sqlite3 takes
        while True:
            try:
                return super().execute(sql, parameters)
            except sqlite3.DatabaseError:
                if not self.connection.watch_refused():
                    raise

    def executemany(self, sql: str, rows: Iterable[Any], /) -> Self:
        remaining = iter(rows)
        for first in remaining:
            self.execute(sql, first)  # an iterator cannot be retried, so the first row creates the triggers
            return super().executemany(sql, remaining)
        return self


def _trigger(moment: str, name: str, table: Table) -> str:
    by = bucket_of(name, table)
    signs = [("OLD", "-")] * (moment != "INSERT") + [("NEW", "")] * (moment != "DELETE")
    counts = [(sign, *counted(table, by, f"{row}.")) for row, sign in signs]
    inserted = "".join(f"INSERT INTO {PENDING} VALUES ('{name}', {bucket}, {sign}{n}); " for sign, bucket, n in counts)
    return f'CREATE TEMP TRIGGER count_{name}_{moment} AFTER {moment} ON main."{name}" BEGIN {inserted}END'
