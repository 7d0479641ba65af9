"""Writes a merge: the kept article takes over what hangs on the others, which stay as rows that lead to it.

Link checks stay with the address they are of; `link_history` reads those of merged articles too.
"""

import sqlite3
from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import text

from gpucat.catalog.article import Article
from gpucat.catalog.names import parse_number
from gpucat.catalog.reading import ReadingState
from gpucat.catalog.url import canonical_url
from gpucat.store.addresses import give_address
from gpucat.store.article_writes import update_article
from gpucat.store.dependence import read_rows
from gpucat.store.history import ChangeRecord, read_changes
from gpucat.store.reader_models import Reading
from gpucat.store.reader_state import read_rating, read_state
from gpucat.store.reader_writes import rate_articles, save_note
from gpucat.store.removal import take_out
from gpucat.store.writing import Writer

_TAKE_OVER: Final = (
    "UPDATE module_start SET article_number = :keep WHERE article_number = :drop",
    "UPDATE step_article SET article_number = :keep WHERE article_number = :drop"
    " AND NOT EXISTS (SELECT 1 FROM step_article WHERE article_number = :keep)",
    "UPDATE practice_article SET article_number = :keep WHERE article_number = :drop AND NOT EXISTS"
    " (SELECT 1 FROM practice_article AS other WHERE other.practice_number = practice_article.practice_number"
    " AND other.article_number = :keep)",
    "DELETE FROM practice_article WHERE article_number = :drop",
    "INSERT INTO article_concept (article_number, relation, position, concept_id)"
    " SELECT :keep, relation, position + (SELECT coalesce(max(position), 0) FROM article_concept AS mine"
    " WHERE mine.article_number = :keep AND mine.relation = article_concept.relation), concept_id FROM article_concept"
    " WHERE article_number = :drop AND concept_id NOT IN (SELECT concept_id FROM article_concept AS mine"
    " WHERE mine.article_number = :keep AND mine.relation = article_concept.relation)",
    "INSERT OR IGNORE INTO distinct_pair (low_number, high_number, decided_at) SELECT min(:keep, other), max(:keep, other),"
    " decided_at FROM (SELECT low_number + high_number - :drop AS other, decided_at FROM distinct_pair"
    " WHERE :drop IN (low_number, high_number)) WHERE other <> :keep",
)


def merge_rows(writer: Writer, merged: Article, drops: Sequence[int], note: str) -> None:
    """Writes `merged` over the article to keep and takes the others out of the list."""
    connection = writer.connection
    _merge_reading(writer, merged.number, drops, merged.status)
    for drop in drops:
        for statement in _TAKE_OVER:
            connection.execute(text(statement), {"keep": merged.number, "drop": drop})
    # The place is that of the list as it was: it is written before the places of the others close up.
    update_article(connection, merged)
    take_out(connection, drops, writer.now, merged_into=merged.number)
    # Only now is the address of one of the others to be had.
    has_address = give_address(connection, merged.number, merged.url, writer.now)
    assert has_address
    save_note(writer, merged.number, note)
    writer.session.flush()


def _merge_reading(writer: Writer, keep: int, drops: Sequence[int], status: str) -> None:
    """The furthest state, from the earliest beginning to the latest end; the rating of the one that is kept, if it has one."""
    states = [read_state(writer.reader, number) for number in (keep, *drops)]
    started = min((state.started_at for state in states if state.started_at), default=None)
    finished = max((state.finished_at for state in states if state.finished_at), default=None)
    after = ReadingState(status, started, finished if status == "done" else None)
    if after != states[0]:
        writer.session.merge(Reading(article_number=keep, **after._asdict(), changed_at=writer.now))
    ratings = [stars for number in (keep, *drops) if (stars := read_rating(writer.reader, number))]
    if ratings:
        rate_articles(writer, [keep], ratings[0])
    writer.session.flush()


class Merge(NamedTuple):
    """A merge that stands: its change, the article kept, all that were merged into it, and the one that was asked for."""

    change: ChangeRecord
    keep: int
    members: tuple[int, ...]
    member: int


def find_merge(connection: sqlite3.Connection, name: str, before: int) -> Merge | None:
    """The merge, older than the change `before`, by which the article of this number or address left the list."""
    member = _merged_number(connection, name)
    if member is None:
        return None
    for change in read_changes(connection, 0):
        if change.undone_at is not None or change.id >= before:
            continue
        merged = {
            row.after["number"]: row.after["merged_into"]
            for row in read_rows(connection, change.id)
            if row.table == "article" and row.before and row.after and row.after["merged_into"]
            if row.before["merged_into"] != row.after["merged_into"]
        }
        if member in merged:
            return Merge(change, merged[member], tuple(merged), member)
    return None


def _merged_number(connection: sqlite3.Connection, name: str) -> int | None:
    wanted = name.strip().removeprefix("inbox/")
    if (number := parse_number(wanted)) is not None:
        row = connection.execute(
            "SELECT number FROM article WHERE number = ? AND merged_into IS NOT NULL", (number,)
        ).fetchone()
    else:
        try:
            key = canonical_url(wanted)
        except ValueError:
            return None
        row = connection.execute(
            "SELECT number FROM article WHERE url_key = ? AND merged_into IS NOT NULL", (key,)
        ).fetchone()
    return None if row is None else int(row[0])
