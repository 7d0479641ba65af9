"""Merges articles: the kept one takes over what belongs to the others, which stay as rows that point to it.

Link checks stay with the address they are of; `read_link_history` includes those of merged articles.
"""

import sqlite3
from collections.abc import Sequence
from typing import Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.names import parse_number
from gpucat.catalog.reading import ReadingState
from gpucat.catalog.url import canonical_url
from gpucat.store.article_writes import give_address, take_out, update_article
from gpucat.store.journal import ChangeRecord, Writer, read_changes, read_rows
from gpucat.store.reading import rate_articles, read_rating, read_state, save_note, save_state

_TAKE_OVER: Final = (
    "UPDATE module_start SET article_number = :keep WHERE article_number = :drop",
    "UPDATE step_article SET article_number = :keep WHERE article_number = :drop"
    " AND NOT EXISTS (SELECT 1 FROM step_article WHERE article_number = :keep)",
    "UPDATE practice_article SET article_number = :keep WHERE article_number = :drop AND NOT EXISTS"
    " (SELECT 1 FROM practice_article AS other WHERE other.practice_number = practice_article.practice_number"
    " AND other.article_number = :keep)",
    "DELETE FROM practice_article WHERE article_number = :drop",
    "INSERT INTO article_concept (article_number, relation, position, concept_id, depth)"
    " SELECT :keep, relation, position + (SELECT coalesce(max(position), 0) FROM article_concept AS mine"
    " WHERE mine.article_number = :keep AND mine.relation = article_concept.relation), concept_id, depth"
    " FROM article_concept WHERE article_number = :drop AND concept_id NOT IN (SELECT concept_id FROM article_concept AS mine"
    " WHERE mine.article_number = :keep AND mine.relation = article_concept.relation)",
    "INSERT OR IGNORE INTO distinct_pair (low_number, high_number, decided_at) SELECT min(:keep, other), max(:keep, other),"
    " decided_at FROM (SELECT low_number + high_number - :drop AS other, decided_at FROM distinct_pair"
    " WHERE :drop IN (low_number, high_number)) WHERE other <> :keep",
)


def merge_rows(writer: Writer, merged: Article, drops: Sequence[int], note: str) -> None:
    """Writes `merged` over the article to keep and removes the others from the list."""
    connection = writer.connection
    _merge_reading(writer, merged.number, drops, merged.status)
    for drop in drops:
        for statement in _TAKE_OVER:
            connection.execute(statement, {"keep": merged.number, "drop": drop})
    # The position refers to the list before the merge, so it is written before other articles move up.
    update_article(connection, merged)
    take_out(connection, drops, writer.now, merged_into=merged.number)
    # Only now can it have the address of one of the others.
    has_address = give_address(connection, merged.number, merged.url, writer.now)
    assert has_address
    save_note(writer, merged.number, note)


def _merge_reading(writer: Writer, keep: int, drops: Sequence[int], status: str) -> None:
    """Saves the status with the earliest start and latest finish, and the first rating, if any."""
    states = [read_state(writer.connection, number) for number in (keep, *drops)]
    started = min((state.started_at for state in states if state.started_at), default=None)
    finished = max((state.finished_at for state in states if state.finished_at), default=None)
    after = ReadingState(status, started, finished if status == "done" else None)
    save_state(writer, keep, after)
    ratings = [stars for number in (keep, *drops) if (stars := read_rating(writer.connection, number))]
    if ratings:
        rate_articles(writer, [keep], ratings[0])


class Merge(NamedTuple):
    """A merge in force: its change, the article kept, those merged into it, and the one asked for."""

    change: ChangeRecord
    keep: int
    members: tuple[int, ...]
    member: int


def find_merge(connection: sqlite3.Connection, name: str, before: int) -> Merge | None:
    """Finds the merge, older than the change `before`, that removed the article of this number or address."""
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
