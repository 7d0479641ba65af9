"""What search index is there: whether this program can read it, and what it was made with. Standard library only."""

import sqlite3
from typing import Final

from gpucat.search.tokens import TOKENIZER_VERSION

INDEX_VERSION: Final = 2
BEHIND: Final = "full_text_is_behind"
"""The key of `search_state` that says that a SQLite without FTS5 wrote articles, which the full-text table lacks."""
NO_MODULE: Final = "no such module"
_VERSIONS: Final = f"{INDEX_VERSION}.{TOKENIZER_VERSION}."


def fingerprint(terms: str) -> str:
    """What an index is made with: the versions of its form and of the tokens, and the term list."""
    return f"{_VERSIONS}{terms}"


def stored_fingerprint(connection: sqlite3.Connection) -> str | None:
    """The fingerprint of the index that is there; None where there is none."""
    try:
        state: dict[str, str] = dict(connection.execute("SELECT key, value FROM search_state").fetchall())
    except sqlite3.OperationalError as error:
        if not _is_missing(error):
            raise
        return None
    if BEHIND in state and has_full_text(connection):
        return None
    return state.get("fingerprint")


def has_index(connection: sqlite3.Connection) -> bool:
    """Whether there is an index that this program can read, made with whichever term list."""
    return (stored_fingerprint(connection) or "").startswith(_VERSIONS)


def has_full_text(connection: sqlite3.Connection) -> bool:
    """Whether the index has a full-text table that this SQLite can use."""
    try:
        connection.execute("SELECT rowid FROM article_fts LIMIT 0")
    except sqlite3.OperationalError as error:
        if not _is_missing(error):
            raise
        return False
    return True


def _is_missing(error: sqlite3.OperationalError) -> bool:
    """Whether what was asked for is not there; a file that is locked or failing says something else, and is no answer."""
    return str(error).startswith(("no such table", NO_MODULE))
