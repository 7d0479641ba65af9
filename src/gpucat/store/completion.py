"""Reads a few values for shell completion; standard library only, and SQLite's errors are not translated."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

MOST: Final = 50
_QUERIES: Final = {
    "modules": "SELECT slug, title_zh FROM module ORDER BY number",
    "authors": "SELECT name, '' FROM author ORDER BY name",
    "sources": "SELECT name, '' FROM source ORDER BY name",
    "keywords": "SELECT name, '' FROM keyword ORDER BY name",
    "concepts": "SELECT name, zh FROM concept ORDER BY name",
    "articles": "SELECT slug || '/' || position, title FROM article JOIN module ON module.id = module_id"
    " WHERE removed_at IS NULL ORDER BY module.number, position",
}


def read_values(path: Path, kind: str, incomplete: str) -> list[tuple[str, str]]:
    """Returns values of a kind (`modules`, `authors`, …) that begin with the typed text, each with a help text."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=0.2)) as connection:
        offered = []
        typed = incomplete.casefold()
        for value, help_text in connection.execute(_QUERIES[kind]):
            if value.casefold().startswith(typed):
                offered.append((value, help_text))
                if len(offered) == MOST:
                    break
        return offered
