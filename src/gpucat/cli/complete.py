"""What the shell offers while a command is typed: fixed words, and values from the database.

Reads with the standard library only, never creates or upgrades a database, and offers nothing where anything fails.
"""

import sqlite3
from collections.abc import Callable, Iterable
from typing import Final

from gpucat.catalog.article import SOURCE_TYPES, STATUSES
from gpucat.catalog.levels import LEVELS

MOST: Final = 50
_FORMATS: Final = ("table", "json", "jsonl", "csv", "tsv", "markdown", "urls", "ids")
Offer = Callable[[str], list[tuple[str, str]]]


def _fixed(words: Iterable[str]) -> Offer:
    offered = tuple(words)
    return lambda incomplete: [(word, "") for word in offered if word.startswith(incomplete)]


def _stored(sql: str) -> Offer:
    """Values and their help from the database; the question mark stands for what is typed so far."""

    def offer(incomplete: str) -> list[tuple[str, str]]:
        try:
            from gpucat.store.completion import read_values

            return read_values(sql, incomplete, MOST)
        except Exception:
            return []

    return offer


formats = _fixed(_FORMATS)
