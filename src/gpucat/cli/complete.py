"""Offers completions to the shell: fixed words, and values from the database.

Never creates or upgrades a database, and offers nothing if anything fails.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

import typer


def _starting(words: Iterable[str], incomplete: str) -> list[str]:
    return [word for word in words if word.casefold().startswith(incomplete.casefold())]


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


def had(incomplete: str) -> list[str]:
    """Offers what an article can have."""
    from gpucat.catalog.facets import HAS

    return _starting(HAS, incomplete)


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
        return goals(context, incomplete)
    return [(value, "") for value in _starting(SETTINGS[key].values if key in SETTINGS else (), incomplete)]


Offer = Callable[[typer.Context, str], list[tuple[str, str]]]


def _stored(kind: str) -> Offer:
    def offer(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
        try:
            from gpucat.language import language_in_use
            from gpucat.store.completion import read_values

            database = _database(context)
            return read_values(database, kind, incomplete, language_in_use()) if database else []
        except Exception:  # completion must never disturb the line that is being typed
            return []

    return offer


def _database(context: typer.Context) -> Path | None:
    """Returns the database in use; before its first use the ready-made one, if there is one."""
    from gpucat.paths import database_path

    option = context.find_root().params.get("db")
    path = database_path(Path(option) if option else None)
    if path.exists():
        return path
    from gpucat.services.first_use import ready_database

    return ready_database()


modules = _stored("modules")
authors = _stored("authors")
sources = _stored("sources")
keywords = _stored("keywords")
used = _stored("uses")
covered = _stored("covers")
concepts = _stored("concepts")
_places = _stored("articles")
_titles = _stored("titles")


def articles(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Offers places of articles, and titles that begin with what is typed."""
    return _places(context, incomplete) + (_titles(context, incomplete) if incomplete else [])


def goals(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Offers what a path can lead to: concepts, then articles."""
    return concepts(context, incomplete) + articles(context, incomplete)


def terms(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Offers the concepts of the list, and the terms that are explained beyond them."""
    from gpucat.resources import data_rows

    offered = concepts(context, incomplete)
    known = {value for value, _ in offered}
    explained = _starting((row[0] for row in data_rows("meanings.tsv")), incomplete)
    return offered + [(name, "") for name in explained if name not in known]


def articles_and_statuses(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Offers articles and the states that follow them in `mark`."""
    return articles(context, incomplete) + [(status, "") for status in statuses(incomplete)]
