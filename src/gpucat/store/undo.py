"""Undoes a journalled change, row by row, in one transaction; refuses if a later change depends on it.

Their journal rows show a dependence in three cases: both changes wrote the same row (or the same list of an article, such
as its keywords); the earlier one added, removed, merged or moved an article to another address and the later one wrote to
it; or the later one merged an article and took over what the earlier one had written.
"""

import sqlite3
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from gpucat.errors import RefusedError
from gpucat.language import Bilingual
from gpucat.store.journal import HANGING, RECORDED, ChangeRecord, JournalRow, read_changes, read_rows
from gpucat.store.tables import Table, read_tables
from gpucat.store.transaction import Row

_LISTS: Final = ("article_author", "article_keyword", "article_concept")
"""Tables in which the rows of an article form one list, undone only as a whole."""
_MAKING: Final = ("url_key", "removed_at", "merged_into")


def find_dependent(
    connection: sqlite3.Connection,
    change: ChangeRecord,
    later: Sequence[ChangeRecord],
    tables: Mapping[str, Table],
    *,
    is_member: bool,
) -> ChangeRecord | None:
    """Returns the latest of the later changes (given newest first) that depends on this one; None if none does.

    `is_member` means that one member leaves a merge; later writes to the kept article stay with it.
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
    """The latest change by row, by article written to, and by article merged."""

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
    """Returns the articles that the row added, or that it changed in one of the columns."""
    if row.table != "article":
        return set()
    if row.before is None or row.after is None:
        return _articles(row) if columns == _MAKING else set()
    return _articles(row) if any(row.before.get(name) != row.after.get(name) for name in columns) else set()


_USED: Final = {
    "source": "SELECT 1 FROM article WHERE source_id = source.id",
    "author": "SELECT 1 FROM article_author WHERE author_id = author.id",
    "keyword": "SELECT 1 FROM article_keyword WHERE keyword_id = keyword.id",
}
"""Queries for the uses of a name. A name that a later change uses too is kept."""
_DISORDER: Final = (
    "SELECT 'start', module_start.module_id FROM module_start JOIN article ON number = article_number"
    " WHERE article.module_id IS NOT module_start.module_id"
    " UNION ALL SELECT 'module', module_id FROM article WHERE module_id IS NOT NULL GROUP BY module_id"
    " HAVING min(position) <> 1 OR max(position) <> count(*) OR count(DISTINCT position) <> count(*)"
    " UNION ALL SELECT 'step', step_id FROM step_article GROUP BY step_id"
    " HAVING min(position) <> 1 OR max(position) <> count(*) OR count(DISTINCT position) <> count(*)"
)
"""Modules and steps whose positions have gaps or repeats, and starts that are in another module."""


def undo_change(
    connection: sqlite3.Connection, change: ChangeRecord, now: str, *, within: int | None = None
) -> set[int]:
    """Restores every row as it was before the change; returns the numbers of the articles concerned.

    `within` is the change that this undo is part of, if any. Raises RefusedError if a later change depends on this one or
    a row is no longer as the change left it; the caller must then roll back.
    """
    tables = read_tables(connection, RECORDED)
    later = [
        one for one in read_changes(connection, 0) if one.id > change.id and not one.undone_at and one.id != within
    ]
    if dependent := find_dependent(connection, change, later, tables, is_member=within is not None):
        raise _built_on(dependent)
    connection.execute("PRAGMA defer_foreign_keys = ON")
    disorder = set(connection.execute(_DISORDER)) if later else set()
    touched: set[int] = set()
    try:
        for row in read_rows(connection, change.id):
            image = row.before or row.after or {}
            _put_back(connection, row, tables)
            touched.add(int(image.get("number" if row.table == "article" else "article_number") or 0))
    except sqlite3.IntegrityError as error:
        raise _changed_since() from error
    is_disordered = bool(later) and not disorder.issuperset(connection.execute(_DISORDER))
    if is_disordered or connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise _changed_since()
    connection.execute('UPDATE "change" SET undone_at = ? WHERE id = ?', (now, change.id))
    return touched - {0}


def _put_back(connection: sqlite3.Connection, row: JournalRow, tables: Mapping[str, Table]) -> None:
    name, before, after = row
    # Columns added by a later upgrade are not part of the change.
    columns = tuple(column for column in tables[name].columns if column in (before or after or {}))
    table = tables[name]._replace(columns=columns)
    if after is not None and _fetch(connection, name, table, after) != _values(after, columns):
        raise _changed_since()
    if before is None:
        assert after is not None
        _take_out(connection, name, table, after)
    elif after is None:
        if _fetch(connection, name, table, before) is not None:
            raise _changed_since()
        marks = ", ".join("?" * len(columns))
        listed = ", ".join(f'"{column}"' for column in columns)
        connection.execute(f'INSERT INTO "{name}" ({listed}) VALUES ({marks})', _values(before, columns))
    else:
        assigned = ", ".join(f'"{column}" = ?' for column in columns)
        connection.execute(
            f'UPDATE "{name}" SET {assigned} WHERE {_keyed(table)}',
            _values(before, columns) + _values(after, table.key),
        )


def _take_out(connection: sqlite3.Connection, name: str, table: Table, after: Row) -> None:
    if name == "article":
        for hanging in HANGING:
            connection.execute(f"DELETE FROM {hanging} WHERE article_number = ?", (after["number"],))
    unused = f" AND NOT EXISTS ({_USED[name]})" if name in _USED else ""
    connection.execute(f'DELETE FROM "{name}" WHERE {_keyed(table)}{unused}', _values(after, table.key))


def _fetch(connection: sqlite3.Connection, name: str, table: Table, key: Row) -> tuple[Any, ...] | None:
    listed = ", ".join(f'"{column}"' for column in table.columns)
    row = connection.execute(f'SELECT {listed} FROM "{name}" WHERE {_keyed(table)}', _values(key, table.key)).fetchone()
    return None if row is None else tuple(row)


def _keyed(table: Table) -> str:
    return " AND ".join(f'"{column}" = ?' for column in table.key)


def _values(image: Row, columns: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(image[column] for column in columns)


def _built_on(change: ChangeRecord) -> RefusedError:
    return RefusedError(
        "changed_since",
        Bilingual(
            f"a later change depends on this one: {change.id}, {change.command}; nothing was changed",
            f"之后的改动依赖这次改动：第 {change.id} 次，{change.command}；没有任何改动",
        ),
        Bilingual(f"undo that one first: `gpucat undo {change.id}`", f"请先撤销那次改动：`gpucat undo {change.id}`"),
    )


def _changed_since() -> RefusedError:
    """Returns the error for a conflict that no single change explains, such as shifted positions or link checks."""
    return RefusedError(
        "changed_since",
        Bilingual(
            "later changes or link checks depend on this one; nothing was changed",
            "之后的改动或链接检查依赖这次改动；没有任何改动",
        ),
        Bilingual(
            "undo the later changes first (see `gpucat history`), or use `gpucat remove` on what it added",
            "请先撤销之后的改动（见 `gpucat history`），或用 `gpucat remove` 移出它添加的文章",
        ),
    )
