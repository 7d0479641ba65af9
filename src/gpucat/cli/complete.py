"""Offers completions to the shell: fixed words, and values from the database.

Never creates or upgrades a database, and offers nothing if anything fails.
"""

from collections.abc import Callable, Iterable

import typer


def _starting(words: Iterable[str], incomplete: str) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]


def formats(incomplete: str) -> list[str]:
    """Offers the formats of a listing."""
    from gpucat.render.listing import FORMATS

    return _starting(FORMATS, incomplete)


def exports(incomplete: str) -> list[str]:
    """Offers the formats of an export."""
    from gpucat.services.export import FORMATS

    return _starting(FORMATS, incomplete)


def import_formats(incomplete: str) -> list[str]:
    """Offers the formats of an import."""
    from gpucat.formats.files import FORMATS

    return _starting(FORMATS, incomplete)


def sorts(incomplete: str) -> list[str]:
    """Offers the orders of a listing."""
    from gpucat.store.articles import SORTS

    return _starting(SORTS, incomplete)


def levels(incomplete: str) -> list[str]:
    """Offers the difficulty levels."""
    from gpucat.catalog.levels import LEVELS

    return _starting(LEVELS, incomplete)


def statuses(incomplete: str) -> list[str]:
    """Offers the reading states."""
    from gpucat.catalog.article import STATUSES

    return _starting(STATUSES, incomplete)


def source_types(incomplete: str) -> list[str]:
    """Offers the kinds of source."""
    from gpucat.catalog.article import SOURCE_TYPES

    return _starting(SOURCE_TYPES, incomplete)


def link_statuses(incomplete: str) -> list[str]:
    """Offers the verdicts of the link checker."""
    from gpucat.catalog.reading import LINK_STATUSES

    return _starting(LINK_STATUSES, incomplete)


def settings(incomplete: str) -> list[tuple[str, str]]:
    """Offers the settings with their meaning."""
    from gpucat.catalog.settings import SETTINGS
    from gpucat.language import language_in_use

    return [(key, one.meaning.text(language_in_use())) for key, one in SETTINGS.items() if key.startswith(incomplete)]


def setting_values(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Offers values of the setting that was typed before."""
    from gpucat.catalog.settings import SETTINGS

    key = context.params.get("key")
    if key == "goal":
        return concepts(context, incomplete)
    return [(value, "") for value in _starting(SETTINGS[key].values if key in SETTINGS else (), incomplete)]


def _stored(kind: str) -> Callable[[typer.Context, str], list[tuple[str, str]]]:
    def offer(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
        try:
            from pathlib import Path

            from gpucat.paths import database_path
            from gpucat.store.completion import read_values

            option = context.find_root().params.get("db")
            return read_values(database_path(Path(option) if option else None), kind, incomplete)
        except Exception:  # completion must never disturb the line that is being typed
            return []

    return offer


modules = _stored("modules")
authors = _stored("authors")
sources = _stored("sources")
keywords = _stored("keywords")
articles = _stored("articles")
concepts = _stored("concepts")


def articles_and_statuses(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Offers articles and the states that follow them in `mark`."""
    return articles(context, incomplete) + [(status, "") for status in statuses(incomplete)]
