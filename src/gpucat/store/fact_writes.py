"""Writes what was observed of articles beside the list."""

from collections.abc import Sequence

from sqlalchemy.engine import Connection

from gpucat.links.observed import ObservedFact

_SAVE = (
    "INSERT INTO observed_fact (article_number, field, origin, value, observed_at) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (article_number, field, origin) DO UPDATE SET value = excluded.value, observed_at = excluded.observed_at"
)


def save_observed_facts(connection: Connection, facts: Sequence[ObservedFact]) -> None:
    """Keeps the facts; a newer one of the same field and origin takes the place of the older."""
    for fact in facts:
        connection.exec_driver_sql(_SAVE, tuple(fact))
