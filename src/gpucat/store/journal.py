"""The journal of changes: every write command leaves the rows it touched as they were before and after.

What hangs on an article that the same change added is not recorded: taking the article back takes it along. Of an added
article itself only the number is: what a later change does to it is told by that change's own rows (`store.dependence`).

Temporary triggers on the writing connection record the rows, so no code path can forget to. What belongs to the list and
to the reader is journalled; derived data (the search index, versions) is not, and the checks of a run, which open no
change, are not: only those that an import brings in are part of one. A change may take another
one back on its way (`undo --member`): that is a row of it too, so taking the later one back lets the earlier stand again.
"""

import json
from typing import Final, NamedTuple

from sqlalchemy.engine import Connection

from gpucat.store.engine import driver_of

JOURNALLED: Final = (
    "list_text", "module", "module_start", "source", "author", "keyword", "article", "article_author",
    "article_keyword", "alias", "stage", "step", "step_article", "glossary", "practice", "practice_metric",
    "practice_article", "concept", "practice_concept", "article_concept", "reading", "rating", "note",
    "practice_state", "practice_note", "confirmed_page", "observed_fact", "distinct_pair", "link_check",
)  # fmt: skip
HANGING: Final = ("article_author", "article_keyword", "step_article", "article_concept", "alias")
"""Tables whose rows belong to one article (`article_number`) and to the list."""
_RECORDED: Final = (*JOURNALLED, "change")


class Table(NamedTuple):
    """A table's columns and those of its primary key, as the database has them."""

    columns: tuple[str, ...]
    key: tuple[str, ...]


def read_tables(connection: Connection) -> dict[str, Table]:
    """The tables of the database whose rows are recorded: those of the content, and the changes themselves."""
    columns: dict[str, list[str]] = {name: [] for name in _RECORDED}
    keyed: dict[str, list[tuple[int, str]]] = {name: [] for name in _RECORDED}
    rows = driver_of(connection).execute(
        "SELECT listed.value, column.name, column.pk FROM json_each(?) AS listed, pragma_table_info(listed.value) AS column"
        " ORDER BY listed.key, column.cid",
        (json.dumps(_RECORDED),),
    )
    for name, column, place in rows:
        columns[name].append(column)
        keyed[name] += [(place, column)] if place else []
    return {name: Table(tuple(columns[name]), tuple(column for _, column in sorted(keyed[name]))) for name in columns}


def begin_change(connection: Connection, command: str, now: str) -> int:
    """Opens a change and records from now on, until the connection closes; returns its id."""
    driver = driver_of(connection)
    inserted = driver.execute('INSERT INTO "change" (made_at, command) VALUES (?, ?)', (now, command))
    change_id = int(inserted.lastrowid or 0)
    last = driver.execute("SELECT coalesce(max(number), 0) FROM article").fetchone()[0]
    for name, table in read_tables(connection).items():
        for statement in _triggers(name, table, change_id, last):
            driver.execute(statement)
    return change_id


def end_change(connection: Connection, change_id: int) -> bool:
    """Closes the change; one that touched nothing leaves no trace. Returns whether anything was changed."""
    driver = driver_of(connection)
    is_touched = driver.execute("SELECT EXISTS (SELECT 1 FROM changed_row WHERE change_id = ?)", (change_id,))
    if is_touched.fetchone()[0]:
        return True
    driver.execute("DROP TRIGGER temp.journal_change_delete")
    driver.execute('DELETE FROM "change" WHERE id = ?', (change_id,))
    return False


def _triggers(name: str, table: Table, change_id: int, last: int) -> list[str]:
    def image(row: str, columns: tuple[str, ...]) -> str:
        return "json_object(" + ", ".join(f"'{column}', {row}.\"{column}\"" for column in columns) + ")"

    moments = {
        # Articles come by the hundred thousand, and whole they would double what an import writes.
        "insert": ("NULL", image("NEW", table.key if name == "article" else table.columns)),
        "update": (image("OLD", table.columns), image("NEW", table.columns)),
        "delete": (image("OLD", table.columns), "NULL"),
    }
    condition = {
        moment: f"WHEN {row}.article_number <= {last} " if name in HANGING else ""
        for moment, row in (("insert", "NEW"), ("update", "OLD"), ("delete", "OLD"))
    }
    return [
        f'CREATE TEMP TRIGGER journal_{name}_{moment} AFTER {moment.upper()} ON main."{name}" {condition[moment]}BEGIN '
        f"INSERT INTO changed_row (change_id, table_name, before, after) VALUES ({change_id}, '{name}', {before}, {after}); "
        "END"
        for moment, (before, after) in moments.items()
    ]
