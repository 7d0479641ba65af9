"""The journal of changes: records each row that a write command touches, as it was before and after.

Temporary triggers on the writing connection record the rows, so no code path can forget to. The list's and the reader's
tables are journalled. Derived data (the search index, versions) is not, nor are the link checks of a run, which opens no
change; link checks that an import brings in are.

For an article that a change adds, only its number is recorded: undoing the change deletes the article with the rows that
depend on it, and later changes record what they do to it themselves (`store.undo`). A change may undo another one
(`undo --member`): that is recorded too, so undoing the later change makes the earlier one stand again.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from gpucat.store.tables import Table, read_tables
from gpucat.store.transaction import Row, write_transaction
from gpucat.store.watching import MOMENTS, WatchedConnection

JOURNALLED: Final = (
    "list_text", "module", "module_start", "source", "author", "keyword", "article", "article_author",
    "article_keyword", "alias", "stage", "step", "step_article", "glossary", "practice", "practice_metric",
    "practice_article", "concept", "practice_concept", "article_concept", "reading", "rating", "note",
    "practice_state", "practice_note", "confirmed_page", "observed_fact", "distinct_pair", "link_check", "setting",
    "measurement",
)  # fmt: skip
HANGING: Final = ("article_author", "article_keyword", "step_article", "article_concept", "alias")
"""Tables of the list whose rows belong to one article (`article_number`)."""
RECORDED: Final = (*JOURNALLED, "change")


class ChangeRecord(NamedTuple):
    """A change in the journal: its time, command and number of rows, and when it was undone."""

    id: int
    made_at: str
    command: str
    rows: int
    undone_at: str | None


class JournalRow(NamedTuple):
    """A row before and after a change; None if it did not exist."""

    table: str
    before: Row | None
    after: Row | None

    @property
    def images(self) -> tuple[Row, ...]:
        return tuple(image for image in (self.before, self.after) if image is not None)


class Writer(NamedTuple):
    """What a write works with: its connection, the time of the change (ISO 8601, UTC) and its id.

    Reads through the same connection see what nobody else can change before the commit.
    """

    connection: sqlite3.Connection
    now: str
    change_id: int


def read_changes(connection: sqlite3.Connection, limit: int) -> list[ChangeRecord]:
    """Returns the latest changes, newest first; all of them with limit 0."""
    rows = connection.execute(
        'SELECT id, made_at, command, (SELECT count(*) FROM changed_row WHERE change_id = "change".id), undone_at'
        ' FROM "change" ORDER BY id DESC LIMIT ?',
        (limit or -1,),
    )
    return [ChangeRecord(*row) for row in rows]


def read_rows(connection: sqlite3.Connection, change_id: int) -> Iterator[JournalRow]:
    """Yields the rows that a change touched, latest first."""
    import json

    rows = connection.execute(
        "SELECT table_name, before, after FROM changed_row WHERE change_id = ? ORDER BY id DESC", (change_id,)
    )
    for table, *images in rows:
        yield JournalRow(table, *(json.loads(image) if image else None for image in images))


@contextmanager
def write(path: Path, command: str, now: str) -> Iterator[Writer]:
    """Opens a journalled transaction, committed at the end and rolled back after an exception. Raises StoreError.

    The same transaction updates the search index for the articles that the journal names.
    """
    from gpucat.store.search_index import changed_articles, update_index

    with write_transaction(path, kind=JournalledConnection) as connection:
        assert isinstance(connection, JournalledConnection)
        connection.begin_change(command, now)
        yield Writer(connection, now, connection.change_id)
        update_index(connection, changed_articles(connection, connection.change_id))
        connection.end_change()


class JournalledConnection(WatchedConnection):
    """A connection that records what is written through it between `begin_change` and `end_change`, by triggers of its own."""

    change_id = 0
    _last_number = 0
    _unrecorded: frozenset[str] = frozenset()

    def begin_change(self, command: str, now: str) -> None:
        """Opens a change and starts recording."""
        inserted = self.execute('INSERT INTO "change" (made_at, command) VALUES (?, ?)', (now, command))
        self.change_id = int(inserted.lastrowid or 0)
        self._last_number = self.execute("SELECT coalesce(max(number), 0) FROM article").fetchone()[0]
        self._unrecorded = frozenset(RECORDED)

    def end_change(self) -> None:
        """Stops recording and deletes the change if it touched nothing."""
        self._unrecorded = frozenset()
        touched = self.execute("SELECT EXISTS (SELECT 1 FROM changed_row WHERE change_id = ?)", (self.change_id,))
        if not touched.fetchone()[0]:
            self.execute('DELETE FROM "change" WHERE id = ?', (self.change_id,))

    def _is_unseen(self, name: str) -> bool:
        return name in self._unrecorded or super()._is_unseen(name)

    def _watch(self, name: str) -> None:
        super()._watch(name)
        if name in self._unrecorded:
            self._unrecorded -= {name}
            table = read_tables(self, (name,))[name]
            for moment in MOMENTS.values():
                self.execute(_trigger(moment, name, table, self.change_id, self._last_number))


def _trigger(moment: str, name: str, table: Table, change_id: int, last: int) -> str:
    def image(row: str, columns: tuple[str, ...]) -> str:
        return "json_object(" + ", ".join(f"'{column}', {row}.\"{column}\"" for column in columns) + ")"

    # An import adds articles by the hundred thousand; recording whole rows would double what it writes.
    inserted = table.key if name == "article" else table.columns
    before = "NULL" if moment == "INSERT" else image("OLD", table.columns)
    after = "NULL" if moment == "DELETE" else image("NEW", inserted if moment == "INSERT" else table.columns)
    row = "NEW" if moment == "INSERT" else "OLD"
    condition = f"WHEN {row}.article_number <= {last} " if name in HANGING else ""
    return (
        f'CREATE TEMP TRIGGER journal_{name}_{moment} AFTER {moment} ON main."{name}" {condition}BEGIN '
        f"INSERT INTO changed_row (change_id, table_name, before, after) VALUES ({change_id}, '{name}', {before}, {after}); "
        "END"
    )
