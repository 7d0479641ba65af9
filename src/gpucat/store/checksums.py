"""Keeps checksums of what the rows hold, and finds rows that anything but gpucat changed. Standard library only.

SQLite finds damage of its own structures, but not a bit that turned over in a title. So the rows of a table that have the
same value in the first column of its key share a number, the sum of their CRC-32s. Whoever writes adds what comes and
subtracts what goes, in the same transaction (`store.watching`): a row that was damaged before it was changed is still
found. What is made as a whole, by a migration or as a search index, is counted anew.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from gpucat.store.tables import Table, read_tables

TABLE: Final = "checksum"
PENDING: Final = "row_delta"
"""The temporary table with what a transaction adds and subtracts, until its end."""
SEPARATOR: Final = b"\x1f"
"""What stands between the values of a row; no text of the list contains it, nor UTF-8 the byte that stands for NULL."""
_UNCHECKED: Final = (TABLE, "search_state", "alembic_version")
_SCHEMA: Final = "sqlite_schema"
_CHECKED: Final = (
    "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'article_fts%'"
    f" AND name NOT IN {_UNCHECKED} ORDER BY name"
)
_OWN_SCHEMA: Final = "main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'article_fts%' AND name NOT LIKE 'search%'"
_BUCKETS: Final = {"changed_row": "change_id", "search_entry": "", "search_forms": "", "search_word": ""}
"""The column by which rows are counted together where that is not the first of the key; "" for all in one."""


class Difference(NamedTuple):
    """Rows of a table that are not what was written: their bucket, a value of the column `by`, and by how much."""

    table: str
    by: str
    bucket: str
    amount: int


def bytes_of_row(values: Iterable[bytes | None]) -> bytes:
    """Returns what of a row is counted: its values, as SQLite writes them as text."""
    return SEPARATOR.join(b"\xff" if value is None else value for value in values)


def sum_of_row(*values: bytes | None) -> int:
    """Returns the CRC-32 of a row."""
    return zlib.crc32(bytes_of_row(values))


def checked_tables(connection: sqlite3.Connection) -> list[str]:
    """Returns the names of the tables that have checksums, sorted."""
    return [name for (name,) in connection.execute(_CHECKED)]


def bucket_of(name: str, table: Table) -> str:
    """Returns the column by which the rows of a table are counted together; empty if all are."""
    return _BUCKETS.get(name, next(iter(table.key), ""))


def counted(table: Table, by: str, row: str = "") -> tuple[str, str]:
    """Returns SQL for the bucket and the checksum of a row; `row` is its name with a dot, if it needs one."""
    values = ", ".join(f'CAST({row}"{column}" AS BLOB)' for column in table.columns)
    return f'CAST({row}"{by}" AS TEXT)' if by else "''", f"row_sum({values})"


def make_countable(connection: sqlite3.Connection) -> None:
    """Gives the connection the SQL function that counts a row."""
    if not connection.execute("SELECT 1 FROM pragma_function_list WHERE name = 'row_sum'").fetchone():
        connection.create_function("row_sum", -1, sum_of_row, deterministic=True)


def count_anew(connection: sqlite3.Connection, names: Iterable[str] | None = None) -> None:
    """Makes the checksums of these tables, or of all and of the schema, what the rows are now."""
    for name, _, rows in _sources(connection, names):
        connection.execute(f"DELETE FROM {TABLE} WHERE table_name = ?", (name,))
        connection.execute(f"INSERT INTO {TABLE} SELECT ?, bucket, sum(n) FROM ({rows}) GROUP BY bucket", (name,))


def find_differences(connection: sqlite3.Connection) -> Iterator[Difference]:
    """Yields the rows that are not what was written, by table and bucket."""
    for name, by, rows in _sources(connection, None):
        differing = connection.execute(
            f"SELECT bucket, sum(n) AS amount FROM ({rows} UNION ALL SELECT bucket, -total FROM {TABLE} WHERE table_name = ?)"
            " GROUP BY bucket HAVING amount <> 0 ORDER BY length(bucket), bucket",
            (name,),
        )
        yield from (Difference(name, by, bucket, amount) for bucket, amount in differing.fetchall())


def accept(connection: sqlite3.Connection, differences: Iterable[Difference]) -> None:
    """Takes the rows as they are now for what was written."""
    connection.executemany(
        f"INSERT INTO {TABLE} VALUES (?, ?, ?) ON CONFLICT (table_name, bucket) DO UPDATE SET total = total + excluded.total",
        [(found.table, found.bucket, found.amount) for found in differences],
    )


def keep_found(connection: sqlite3.Connection, differences: Iterable[Difference]) -> None:
    """Makes differences that were found before all was counted anew be found again."""
    accept(connection, [found._replace(amount=-found.amount) for found in differences])


def _sources(connection: sqlite3.Connection, names: Iterable[str] | None) -> Iterator[tuple[str, str, str]]:
    """Yields each table with its bucket column and SQL for the buckets and checksums of its rows."""
    make_countable(connection)
    tables = read_tables(connection, checked_tables(connection) if names is None else names)
    sources = {name: (f'main."{name}"', bucket_of(name, table), table) for name, table in tables.items()}
    if names is None:
        sources[_SCHEMA] = (_OWN_SCHEMA, "name", Table(("type", "name", "tbl_name", "sql"), ("name",)))
    for name, (source, by, table) in sources.items():
        bucket, n = counted(table, by)
        yield name, by, f"SELECT {bucket} AS bucket, {n} AS n FROM {source}"
