"""The journal records every write: by one statement or many, or by rows from an iterator."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from gpucat.store.journal import JOURNALLED, write

NOW = "2026-01-01T00:00:00+00:00"
Statements = Callable[[sqlite3.Connection, str, str, int], object]
WAYS: dict[str, Statements] = {
    "one statement": lambda opened, table, column, _: opened.execute(f'UPDATE "{table}" SET "{column}" = "{column}"'),
    "by a cursor": lambda opened, table, column, _: opened.cursor().execute(
        f'UPDATE "{table}" SET "{column}" = "{column}"'
    ),
    "row by row": lambda opened, table, column, rows: opened.executemany(
        f'UPDATE "{table}" SET "{column}" = "{column}" WHERE rowid = (SELECT rowid FROM "{table}" LIMIT 1 OFFSET ?)',
        ((row,) for row in range(rows)),
    ),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_every_row_that_is_written_is_recorded(db: Path, way: Statements) -> None:
    with sqlite3.connect(db) as opened:
        counts = {table: opened.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0] for table in JOURNALLED}
        columns = {table: opened.execute(f'PRAGMA table_info("{table}")').fetchall()[-1][1] for table in JOURNALLED}
    opened.close()
    with write(db, "test", NOW) as writer:
        for table in JOURNALLED:
            way(writer.connection, table, columns[table], counts[table])
        recorded = writer.connection.execute("SELECT table_name, count(*) FROM changed_row GROUP BY table_name")
        assert dict(recorded.fetchall()) == {table: count for table, count in counts.items() if count}


def test_a_change_that_touches_nothing_leaves_no_trace(db: Path) -> None:
    with write(db, "test", NOW) as writer:
        writer.connection.execute("UPDATE article SET title = 'T' WHERE number = 0")
    with sqlite3.connect(db) as opened:
        assert opened.execute('SELECT count(*) FROM "change"').fetchone() == (0,)
    opened.close()


def test_what_is_derived_is_not_recorded(db: Path) -> None:
    with write(db, "test", NOW) as writer:
        writer.connection.execute("DELETE FROM search_word")
        assert writer.connection.execute("SELECT count(*) FROM changed_row").fetchone() == (0,)
