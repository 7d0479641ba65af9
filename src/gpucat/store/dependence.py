"""Whether a later change built on an earlier one, told from the rows that both left in the journal.

They touch in three ways: both wrote one row (or one list of an article, such as its keywords); the earlier one made an
article what it is (added, removed, merged or moved it to another address) and the later one wrote on that article; or the
later one merged an article, taking over what the earlier one wrote on it. Standard library only.
"""

import json
import sqlite3
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from gpucat.store.history import ChangeRecord
from gpucat.store.journal import Table

Row = Mapping[str, Any]

_LISTS: Final = ("article_author", "article_keyword", "article_concept")
"""Tables of which the rows of one article are one list: half of one and half of another is neither."""
_MAKING: Final = ("url_key", "removed_at", "merged_into")


class JournalRow(NamedTuple):
    """A row as it was before and after a change; None where it did not exist."""

    table: str
    before: Row | None
    after: Row | None

    @property
    def images(self) -> tuple[Row, ...]:
        return tuple(image for image in (self.before, self.after) if image is not None)


def read_rows(connection: sqlite3.Connection, change_id: int) -> Iterator[JournalRow]:
    """What a change did, the latest first."""
    rows = connection.execute(
        "SELECT table_name, before, after FROM changed_row WHERE change_id = ? ORDER BY id DESC", (change_id,)
    )
    for table, *images in rows:
        yield JournalRow(table, *(json.loads(image) if image else None for image in images))


def find_dependent(
    connection: sqlite3.Connection,
    change: ChangeRecord,
    later: Sequence[ChangeRecord],
    tables: Mapping[str, Table],
    *,
    is_member: bool,
) -> ChangeRecord | None:
    """The latest of the changes that came later, newest first, and built on this one; None where none did.

    With `is_member` one member is taken out of a merge: what was written since on the article that was kept stays with it.
    """
    built = _Built({}, {}, {})
    for one in reversed(later):
        built.take(one, read_rows(connection, one.id), tables)
    if not built.rows:
        return None
    found = {
        dependent.id: dependent
        for row in read_rows(connection, change.id)
        for dependent in built.on(row, tables[row.table], is_member=is_member)
    }
    return found[max(found)] if found else None


class _Built(NamedTuple):
    """The latest change by row, by article it wrote on, and by article it merged."""

    rows: dict[Hashable, ChangeRecord]
    articles: dict[int, ChangeRecord]
    merged: dict[int, ChangeRecord]

    def take(self, change: ChangeRecord, rows: Iterator[JournalRow], tables: Mapping[str, Table]) -> None:
        for row in rows:
            self.rows.update(dict.fromkeys(_names(row, tables[row.table]), change))
            self.articles.update(dict.fromkeys(_articles(row), change))
            self.merged.update(dict.fromkeys(_made(row, ("merged_into",)), change))

    def on(self, row: JournalRow, table: Table, *, is_member: bool) -> Iterator[ChangeRecord]:
        yield from (self.rows[name] for name in _names(row, table) if name in self.rows)
        yield from (self.merged[number] for number in _articles(row) if number in self.merged)
        made = set() if is_member else _made(row, _MAKING)
        yield from (self.articles[number] for number in made if number in self.articles)


def _names(row: JournalRow, table: Table) -> set[Hashable]:
    key = ("article_number",) if row.table in _LISTS else table.key
    return {(row.table, *(image[column] for column in key)) for image in row.images}


def _articles(row: JournalRow) -> set[int]:
    columns = ("number", "merged_into") if row.table == "article" else ("article_number", "low_number", "high_number")
    return {image[column] for image in row.images for column in columns if image.get(column) is not None}


def _made(row: JournalRow, columns: tuple[str, ...]) -> set[int]:
    """The articles that the row made what they are; of an added one nothing but that is asked."""
    if row.table != "article":
        return set()
    if row.before is None or row.after is None:
        return _articles(row) if columns == _MAKING else set()
    return _articles(row) if any(row.before.get(name) != row.after.get(name) for name in columns) else set()
