"""Takes a journalled change back, row by row, in one transaction; refuses where a later change built on it."""

import json
import sqlite3
from typing import Any

from sqlalchemy.engine import Connection

from gpucat.errors import RefusedError
from gpucat.language import Bilingual
from gpucat.store.engine import driver_of
from gpucat.store.history import ChangeRecord
from gpucat.store.journal import HANGING, Table, read_tables

Row = dict[str, Any]


def undo_change(connection: Connection, change: ChangeRecord, now: str) -> set[int]:
    """Puts every row back as it was before the change; returns the numbers of the articles concerned.

    Raises RefusedError where a row is no longer as the change left it.
    """
    tables = read_tables(connection)
    driver = driver_of(connection)
    touched: set[int] = set()
    driver.execute("PRAGMA defer_foreign_keys = ON")
    rows = driver.execute(
        "SELECT table_name, before, after FROM changed_row WHERE change_id = ? ORDER BY id DESC", (change.id,)
    ).fetchall()
    for name, before_text, after_text in rows:
        before: Row | None = json.loads(before_text) if before_text else None
        after: Row | None = json.loads(after_text) if after_text else None
        image = before or after or {}
        # A column that an upgrade has added since is no part of the change.
        table = tables[name]._replace(columns=tuple(column for column in tables[name].columns if column in image))
        _put_back(driver, name, table, before, after)
        touched.add(int(image.get("number" if name == "article" else "article_number") or 0))
    _check(driver.execute("PRAGMA foreign_key_check").fetchone() is None)
    driver.execute('UPDATE "change" SET undone_at = ? WHERE id = ?', (now, change.id))
    return touched - {0}


def _put_back(driver: sqlite3.Connection, name: str, table: Table, before: Row | None, after: Row | None) -> None:
    columns = table.columns
    if before is None:
        assert after is not None
        _check(_fetch(driver, name, table, after) is not None)
        if name == "article":
            for hanging in HANGING:
                driver.execute(f"DELETE FROM {hanging} WHERE article_number = ?", (after["number"],))
        driver.execute(f'DELETE FROM "{name}" WHERE {_keyed(table)}', _values(after, table.key))
    elif after is None:
        _check(_fetch(driver, name, table, before) is None)
        marks = ", ".join("?" * len(columns))
        listed = ", ".join(f'"{column}"' for column in columns)
        driver.execute(f'INSERT INTO "{name}" ({listed}) VALUES ({marks})', _values(before, columns))
    else:
        _check(_fetch(driver, name, table, after) == _values(after, columns))
        assigned = ", ".join(f'"{column}" = ?' for column in columns)
        driver.execute(
            f'UPDATE "{name}" SET {assigned} WHERE {_keyed(table)}',
            _values(before, columns) + _values(after, table.key),
        )


def _fetch(driver: sqlite3.Connection, name: str, table: Table, key: Row) -> tuple[Any, ...] | None:
    listed = ", ".join(f'"{column}"' for column in table.columns)
    row = driver.execute(f'SELECT {listed} FROM "{name}" WHERE {_keyed(table)}', _values(key, table.key)).fetchone()
    return None if row is None else tuple(row)


def _keyed(table: Table) -> str:
    return " AND ".join(f'"{column}" = ?' for column in table.key)


def _values(image: Row, columns: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(image[column] for column in columns)


def _check(holds: bool) -> None:
    if not holds:
        raise RefusedError(
            "changed_since",
            Bilingual("a later change built on this one; nothing was changed", "之后的改动以此为基础；没有任何改动"),
            Bilingual("take the later change back first: `gpucat history`", "请先撤销之后的改动：`gpucat history`"),
        )
