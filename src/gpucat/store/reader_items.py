"""Reads and writes what belongs to the reader as items (catalog.reader_items), whatever table they are in."""

import sqlite3
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from gpucat.catalog.reading import ITEM_KINDS, Item, ItemKind, Subject

if TYPE_CHECKING:
    from gpucat.store.writing import Writer

_KEYS: Final[dict[Subject, tuple[str, ...]]] = {
    "article": ("article_number",),
    "practice": ("practice_number",),
    "pair": ("low_number", "high_number"),
}


def read_items(connection: sqlite3.Connection) -> Iterator[tuple[tuple[int, ...], Item]]:
    """Every item with the numbers of what it is about, kind by kind; items about removed articles as well."""
    for name, kind in ITEM_KINDS.items():
        keys = _KEYS[kind.subject]
        columns = ", ".join((*keys, *kind.fields))
        for row in connection.execute(f"SELECT {columns} FROM {name} ORDER BY {', '.join(keys)}, {kind.time}"):
            numbers, values = row[: len(keys)], row[len(keys) :]
            about = numbers if kind.subject == "practice" else tuple(_url(connection, number) for number in numbers)
            yield numbers, Item(name, about, dict(zip(kind.fields, values, strict=True)))


def find_item(connection: sqlite3.Connection, item: Item, numbers: tuple[int, ...]) -> Item | None:
    """The stored version of the item."""
    kind = ITEM_KINDS[item.kind]
    condition, values = _identity(kind, item, numbers)
    row = connection.execute(f"SELECT {', '.join(kind.fields)} FROM {item.kind} WHERE {condition}", values).fetchone()
    return Item(item.kind, item.about, dict(zip(kind.fields, row, strict=True))) if row else None


def has_practice(connection: sqlite3.Connection, number: int) -> bool:
    """Whether there is an experiment with this number."""
    return connection.execute("SELECT 1 FROM practice WHERE number = ?", (number,)).fetchone() is not None


def write_item(writer: "Writer", item: Item, numbers: tuple[int, ...]) -> None:
    """Writes the item over the stored version of it."""
    kind = ITEM_KINDS[item.kind]
    condition, values = _identity(kind, item, numbers)
    connection = writer.connection
    connection.exec_driver_sql(f"DELETE FROM {item.kind} WHERE {condition}", values)
    row = dict(zip(_KEYS[kind.subject], numbers, strict=True)) | dict(item.values)
    marks = ", ".join("?" * len(row))
    connection.exec_driver_sql(f"INSERT INTO {item.kind} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))


def _identity(kind: ItemKind, item: Item, numbers: tuple[int, ...]) -> tuple[str, tuple[str | int, ...]]:
    """What tells the row of an item: what it is about, and in a history the time as well."""
    names, values = _KEYS[kind.subject], tuple[str | int, ...](numbers)
    if kind.is_history:
        names, values = (*names, kind.time), (*values, item.changed_at)
    return " AND ".join(f"{name} = ?" for name in names), values


def _url(connection: sqlite3.Connection, number: int) -> str:
    url: str = connection.execute("SELECT url FROM article WHERE number = ?", (number,)).fetchone()[0]
    return url
