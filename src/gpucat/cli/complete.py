"""What the shell offers while a command is typed: fixed words, and values from the database.

Never creates or upgrades a database, and offers nothing where anything fails.
"""

from collections.abc import Callable, Iterable

import typer

from gpucat.catalog.article import SOURCE_TYPES, STATUSES
from gpucat.catalog.levels import LEVELS
from gpucat.catalog.verdict_names import LINK_STATUSES

FORMATS = ("table", "json", "jsonl", "csv", "tsv", "markdown", "urls", "ids")


def _fixed(words: Iterable[str]) -> Callable[[str], list[str]]:
    offered = tuple(words)

    def offer(incomplete: str) -> list[str]:
        return [word for word in offered if word.startswith(incomplete)]

    return offer


def _stored(kind: str) -> Callable[[typer.Context, str], list[tuple[str, str]]]:
    def offer(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
        try:
            from gpucat.paths import database_path
            from gpucat.store.completion import read_values

            return read_values(database_path(context.find_root().params.get("db")), kind, incomplete)
        except Exception:  # completion must never disturb the line that is being typed
            return []

    return offer


formats = _fixed(FORMATS)
exports = _fixed(("markdown", "jsonl", "json", "csv"))
levels = _fixed(LEVELS)
sorts = _fixed(("list", "number", "title", "date", "level"))
statuses = _fixed(STATUSES)
source_types = _fixed(SOURCE_TYPES)
link_statuses = _fixed(LINK_STATUSES)
modules = _stored("modules")
authors = _stored("authors")
sources = _stored("sources")
keywords = _stored("keywords")
articles = _stored("articles")
