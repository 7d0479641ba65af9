"""Reads and writes the reader's data: reading states, ratings, notes, the state of experiments.

Every write returns what it changed. A value that is already stored is not written again, so its time of change stays.
The same tables are read and written as items (`catalog.reading`), which carry them from one catalogue to another.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from gpucat.catalog.logins import shown_address
from gpucat.catalog.reading import ITEM_KINDS, Item, ItemKind, ReadingState, Subject, marked
from gpucat.store.transaction import put_row

if TYPE_CHECKING:
    from gpucat.store.journal import Writer

_KEYS: Final[dict[Subject, tuple[str, ...]]] = {
    "article": ("article_number",),
    "practice": ("practice_number",),
    "pair": ("low_number", "high_number"),
    "setting": ("key",),
    "measurement": ("practice_number", "key"),
}


class Note(NamedTuple):
    """The reader's note and the time of its last change (UTC)."""

    text: str
    changed_at: str


def read_state(connection: sqlite3.Connection, number: int) -> ReadingState:
    """Returns the reading state of an article."""
    row = connection.execute(
        "SELECT status, started_at, finished_at FROM reading WHERE article_number = ?", (number,)
    ).fetchone()
    return ReadingState(*row) if row else ReadingState()


def read_note(connection: sqlite3.Connection, number: int) -> Note | None:
    """Returns the note on an article, if any."""
    row = connection.execute(
        "SELECT text, changed_at FROM note WHERE article_number = ? AND text <> ''", (number,)
    ).fetchone()
    return Note(*row) if row else None


def read_rating(connection: sqlite3.Connection, number: int) -> int | None:
    """Returns the reader's rating of an article, 1 to 5, if any."""
    row = connection.execute("SELECT stars FROM rating WHERE article_number = ?", (number,)).fetchone()
    return row[0] if row else None


def read_finishes(connection: sqlite3.Connection, limit: int = -1) -> list[tuple[int, str]]:
    """Returns the numbers of the listed articles that are finished and when they were finished (UTC), latest first."""
    rows = connection.execute(
        "SELECT article_number, finished_at FROM reading JOIN article ON number = article_number"
        " WHERE status = 'done' AND removed_at IS NULL ORDER BY finished_at DESC, article_number DESC LIMIT ?",
        (limit,),
    )
    return rows.fetchall()


def read_notes(connection: sqlite3.Connection, numbers: Sequence[int] | None = None) -> dict[int, Note]:
    """Returns the notes by the numbers of their articles: all, or those of `numbers`."""
    chosen = "" if numbers is None else f" AND article_number IN ({','.join(str(int(number)) for number in numbers)})"
    rows = connection.execute(f"SELECT article_number, text, changed_at FROM note WHERE text <> ''{chosen}")
    return {number: Note(text, changed_at) for number, text, changed_at in rows}


def read_begun(connection: sqlite3.Connection) -> list[int]:
    """Returns the numbers of the listed articles that are being read, in route order; those on no route come last."""
    rows = connection.execute(
        "SELECT number FROM reading JOIN article ON number = reading.article_number"
        " LEFT JOIN step_article ON step_article.article_number = number LEFT JOIN step ON step.id = step_id"
        " WHERE status = 'reading' AND removed_at IS NULL"
        " ORDER BY stage_number IS NULL, stage_number, step.position, step_article.position, number"
    )
    return [number for (number,) in rows]


def read_activity(connection: sqlite3.Connection) -> list[str]:
    """Returns the minutes (UTC, `2026-08-14T09:30`) in which something was finished, noted or tried out, latest first."""
    rows = connection.execute(
        "SELECT DISTINCT substr(moment, 1, 16) FROM (SELECT finished_at AS moment FROM reading"
        " UNION ALL SELECT changed_at FROM note WHERE text <> '' UNION ALL SELECT done_at FROM practice_state"
        " UNION ALL SELECT changed_at FROM practice_note WHERE text <> '') WHERE moment IS NOT NULL ORDER BY 1 DESC"
    )
    return [moment for (moment,) in rows]


def read_notes_before(connection: sqlite3.Connection, moment: str) -> list[tuple[int, Note]]:
    """Returns the notes on listed articles that were last changed before a moment (UTC), oldest first."""
    rows = connection.execute(
        "SELECT article_number, text, changed_at FROM note JOIN article ON number = article_number"
        " WHERE text <> '' AND changed_at < ? AND removed_at IS NULL ORDER BY changed_at, article_number",
        (moment,),
    )
    return [(number, Note(text, changed_at)) for number, text, changed_at in rows]


def count_notes(connection: sqlite3.Connection) -> int:
    """Counts the articles that have a note."""
    found: int = connection.execute("SELECT count(*) FROM note WHERE text <> ''").fetchone()[0]
    return found


def practices_done(connection: sqlite3.Connection) -> dict[int, str]:
    """Returns when each finished experiment was done (UTC), by number."""
    rows = connection.execute("SELECT practice_number, done_at FROM practice_state WHERE done_at IS NOT NULL")
    return dict(rows.fetchall())


def practice_notes(connection: sqlite3.Connection) -> dict[int, Note]:
    """Returns the notes on experiments by number."""
    rows = connection.execute("SELECT practice_number, text, changed_at FROM practice_note WHERE text <> ''")
    return {number: Note(text, changed_at) for number, text, changed_at in rows}


def mark_articles(writer: "Writer", numbers: Sequence[int], status: str) -> list[int]:
    """Sets the status of the articles; returns the numbers of those that changed."""
    states = {number: marked(read_state(writer.connection, number), status, writer.now) for number in numbers}
    return [number for number, state in states.items() if save_state(writer, number, state)]


def save_state(writer: "Writer", number: int, state: ReadingState) -> bool:
    """Sets the reading state of an article; returns whether it changed."""
    if state == read_state(writer.connection, number):
        return False
    row = {"article_number": number, **state._asdict(), "changed_at": writer.now}
    put_row(writer.connection, "reading", row, "article_number")
    return True


def rate_articles(writer: "Writer", numbers: Sequence[int], stars: int) -> list[int]:
    """Sets the rating of the articles (1 to 5); returns the numbers of those that changed."""
    changed = [number for number in numbers if read_rating(writer.connection, number) != stars]
    for number in changed:
        row = {"article_number": number, "stars": stars, "changed_at": writer.now}
        put_row(writer.connection, "rating", row, "article_number")
    return changed


def save_note(writer: "Writer", number: int, text: str) -> bool:
    """Writes the note on an article, or removes it if empty; returns whether it changed."""
    before = read_note(writer.connection, number)
    if text == (before.text if before else ""):
        return False
    row = {"article_number": number, "text": text, "changed_at": writer.now}
    put_row(writer.connection, "note", row, "article_number")
    return True


def mark_practices(writer: "Writer", numbers: Sequence[int], *, is_done: bool) -> list[int]:
    """Marks experiments done or not done; returns the numbers of those that changed."""
    done = practices_done(writer.connection)
    changed = [number for number in numbers if is_done != (number in done)]
    for number in changed:
        row = {"practice_number": number, "done_at": writer.now if is_done else None, "changed_at": writer.now}
        put_row(writer.connection, "practice_state", row, "practice_number")
    return changed


def save_practice_note(writer: "Writer", number: int, text: str) -> bool:
    """Writes the note on an experiment, or removes it if empty; returns whether it changed."""
    before = practice_notes(writer.connection).get(number)
    if text == (before.text if before else ""):
        return False
    row = {"practice_number": number, "text": text, "changed_at": writer.now}
    put_row(writer.connection, "practice_note", row, "practice_number")
    return True


Keys = tuple[int | str, ...]
"""What an item is about, as its table has it: numbers of articles, of an experiment, or the key of a setting."""


def read_items(connection: sqlite3.Connection, kinds: Iterable[str] = ITEM_KINDS) -> Iterator[tuple[Keys, Item]]:
    """Yields every item of the kinds with its keys, kind by kind, removed articles included."""
    for name in kinds:
        kind = ITEM_KINDS[name]
        keys = _KEYS[kind.subject]
        columns = ", ".join((*keys, *kind.fields))
        for row in connection.execute(f"SELECT {columns} FROM {name} ORDER BY {', '.join(keys)}, {kind.time}"):
            stored, values = row[: len(keys)], row[len(keys) :]
            is_named = kind.subject in ("practice", "setting", "measurement")
            about = stored if is_named else tuple(_url(connection, number) for number in stored)
            yield stored, Item(name, about, dict(zip(kind.fields, values, strict=True)))


def find_item(connection: sqlite3.Connection, item: Item, keys: Keys) -> Item | None:
    """Returns the stored version of the item, if any."""
    kind = ITEM_KINDS[item.kind]
    condition, values = _identity(kind, item, keys)
    row = connection.execute(f"SELECT {', '.join(kind.fields)} FROM {item.kind} WHERE {condition}", values).fetchone()
    return Item(item.kind, item.about, dict(zip(kind.fields, row, strict=True))) if row else None


def has_practice(connection: sqlite3.Connection, number: int) -> bool:
    """Says whether there is an experiment with this number."""
    return connection.execute("SELECT 1 FROM practice WHERE number = ?", (number,)).fetchone() is not None


def write_item(writer: "Writer", item: Item, keys: Keys) -> None:
    """Writes the item over its stored version."""
    kind = ITEM_KINDS[item.kind]
    condition, values = _identity(kind, item, keys)
    connection = writer.connection
    connection.execute(f"DELETE FROM {item.kind} WHERE {condition}", values)
    row = dict(zip(_KEYS[kind.subject], keys, strict=True)) | dict(item.values)
    marks = ", ".join("?" * len(row))
    connection.execute(f"INSERT INTO {item.kind} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))


def _identity(kind: ItemKind, item: Item, keys: Keys) -> tuple[str, Keys]:
    """Returns the condition that selects an item's row: what it is about and, in a history, its time."""
    names, values = _KEYS[kind.subject], keys
    if kind.is_history:
        names, values = (*names, kind.time), (*values, item.changed_at)
    return " AND ".join(f"{name} = ?" for name in names), values


def _url(connection: sqlite3.Connection, number: int) -> str:
    url: str = connection.execute("SELECT url FROM article WHERE number = ?", (number,)).fetchone()[0]
    return shown_address(url)
