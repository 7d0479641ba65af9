"""Writes which concepts an article teaches and needs."""

import sqlite3
from collections.abc import Sequence

from gpucat.catalog.catalogue import Concept, Learning
from gpucat.store.article_writes import name_ids
from gpucat.store.transaction import insert_rows, update_row


def save_learning(
    connection: sqlite3.Connection, number: int, learning: Learning, concepts: Sequence[Concept] = ()
) -> None:
    """Sets the article's concepts, of which `concepts` may be new to the list; writes only the rows that differ."""
    used = (*learning.teaches, *learning.needs)
    known = name_ids(connection, "concept", used)
    new = {one.name: one._asdict() for one in concepts if one.name in used and one.name not in known}
    insert_rows(connection, "concept", list(new.values()))
    identities = name_ids(connection, "concept", used)
    for relation, names in (("teaches", learning.teaches), ("needs", learning.needs)):
        rows = [(identities[name], learning.depth.get(name) if relation == "teaches" else None) for name in names]
        _write_rows(connection, {"article_number": number, "relation": relation}, rows)


def _write_rows(
    connection: sqlite3.Connection, owner: dict[str, int | str], rows: Sequence[tuple[int, str | None]]
) -> None:
    found = connection.execute(
        "SELECT position, concept_id, depth FROM article_concept"
        " WHERE article_number = :article_number AND relation = :relation",
        owner,
    )
    stored = {position: (concept, depth) for position, concept, depth in found.fetchall()}
    for position, row in enumerate(rows, 1):
        columns = {"concept_id": row[0], "depth": row[1]}
        if position not in stored:
            insert_rows(connection, "article_concept", [{**owner, "position": position, **columns}])
        elif stored[position] != row:
            update_row(connection, "article_concept", columns, **owner, position=position)
    if len(stored) > len(rows):
        connection.execute(
            "DELETE FROM article_concept WHERE article_number = :article_number AND relation = :relation"
            " AND position > :last",
            {**owner, "last": len(rows)},
        )
