"""Reads what was observed of articles beside the list."""

import sqlite3

from gpucat.catalog.observed import ObservedFact


def read_observed_facts(connection: sqlite3.Connection) -> list[ObservedFact]:
    """Every observation of an article in the list, by number, field and origin."""
    rows = connection.execute(
        "SELECT article_number, field, origin, value, observed_at FROM observed_fact"
        " JOIN article ON article.number = article_number WHERE removed_at IS NULL ORDER BY article_number, field, origin"
    )
    return [ObservedFact(*row) for row in rows]
