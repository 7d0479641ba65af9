"""The state of the search index: whether this gpucat can read it, and from what it was made. Standard library only."""

import sqlite3
from typing import Final

from gpucat.search.tokens import TOKENIZER_VERSION

INDEX_VERSION: Final = 2
BEHIND: Final = "full_text_is_behind"
"""The key of `search_state` that marks the full-text table as outdated: an SQLite without FTS5 wrote articles."""
NO_MODULE: Final = "no such module"
_TABLES: Final = frozenset(("search_text", "search_word", "search_entry", "search_forms"))
_VERSIONS: Final = f"{INDEX_VERSION}.{TOKENIZER_VERSION}."


def fingerprint(terms: str) -> str:
    """Returns what identifies an index: the versions of its format, its tokens and its term list."""
    return f"{_VERSIONS}{terms}"


def stored_fingerprint(connection: sqlite3.Connection) -> str | None:
    """Returns the fingerprint of the stored index; None if a table of it is missing or its full-text table is outdated."""
    try:
        state: dict[str, str] = dict(connection.execute("SELECT key, value FROM search_state").fetchall())
    except sqlite3.OperationalError as error:
        if not _is_missing(error):
            raise
        return None
    if not _is_whole(connection) or (BEHIND in state and has_full_text(connection)):
        return None
    return state.get("fingerprint")


def has_state(connection: sqlite3.Connection) -> bool:
    """Says whether an index was made by this gpucat's rules, even if a table of it is missing by now."""
    try:
        made = connection.execute("SELECT value FROM search_state WHERE key = 'fingerprint'").fetchone()
    except sqlite3.OperationalError as error:
        if not _is_missing(error):
            raise
        return False
    return made is not None and made[0].startswith(_VERSIONS)


def _is_whole(connection: sqlite3.Connection) -> bool:
    """Says whether the tables of the index are there; the full-text table is if this SQLite could use it."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if not tables >= _TABLES:
        return False
    return (
        "article_fts" in tables
        or not connection.execute("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'").fetchone()
    )


def has_index(connection: sqlite3.Connection) -> bool:
    """Says whether there is an index that this gpucat can read, whatever its term list."""
    return (stored_fingerprint(connection) or "").startswith(_VERSIONS)


def has_full_text(connection: sqlite3.Connection) -> bool:
    """Says whether the index has a full-text table that this SQLite can use."""
    try:
        connection.execute("SELECT rowid FROM article_fts LIMIT 0")
    except sqlite3.OperationalError as error:
        if not _is_missing(error):
            raise
        return False
    return True


def _is_missing(error: sqlite3.OperationalError) -> bool:
    """Says whether the error means a missing table or module, not a locked or damaged file."""
    return str(error).startswith(("no such table", NO_MODULE))
