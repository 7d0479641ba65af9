"""Writes what was observed of articles beside the list."""

import sqlite3
from collections.abc import Sequence
from typing import Final

from gpucat.links.observed import ObservedFact

_SAVE: Final = (
    "INSERT INTO observed_fact (article_number, field, origin, value, observed_at) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (article_number, field, origin) DO UPDATE SET value = excluded.value, observed_at = excluded.observed_at"
)


def save_observed_facts(connection: sqlite3.Connection, facts: Sequence[ObservedFact]) -> None:
    """Keeps the facts; a newer one of the same field and origin takes the place of the older."""
    connection.executemany(_SAVE, facts)
