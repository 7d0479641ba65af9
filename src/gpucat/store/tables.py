"""Reads how the database defines its tables. Standard library only."""

import json
import sqlite3
from collections.abc import Iterable
from typing import NamedTuple


class Table(NamedTuple):
    """The columns of a table and those of its primary key, as the database defines them."""

    columns: tuple[str, ...]
    key: tuple[str, ...]


def read_tables(connection: sqlite3.Connection, names: Iterable[str]) -> dict[str, Table]:
    """Returns the tables with these names; one that does not exist has no columns."""
    named = list(names)
    columns: dict[str, list[str]] = {name: [] for name in named}
    keyed: dict[str, list[tuple[int, str]]] = {name: [] for name in named}
    rows = connection.execute(
        "SELECT listed.value, column.name, column.pk FROM json_each(?) AS listed, pragma_table_info(listed.value) AS column"
        " ORDER BY listed.key, column.cid",
        (json.dumps(named),),
    )
    for name, column, place in rows:
        columns[name].append(column)
        keyed[name] += [(place, column)] if place else []
    return {name: Table(tuple(columns[name]), tuple(column for _, column in sorted(keyed[name]))) for name in named}
