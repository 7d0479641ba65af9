"""Combines the filters of the options and of the query into one condition on articles."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.names import pick_module
from gpucat.errors import GpucatError
from gpucat.language import Bilingual
from gpucat.search.conditions import Conditions
from gpucat.search.query import Query
from gpucat.store.articles import NEVER, Condition, address_holds, all_of, not_all_of, number_within, where
from gpucat.store.connection import Reader

if TYPE_CHECKING:
    from gpucat.catalog.catalogue import Module


def condition_of(connection: Reader, query: Query, wanted: ArticleFilter) -> tuple[Condition | None, list[Bilingual]]:
    """Combines the filters of the options and the query, and returns a note if one names something unknown.

    A condition that cannot be met matches no article.
    """
    if query.conditions.is_impossible:
        return NEVER, []
    parts: list[Condition] = []
    try:
        if wanted != ArticleFilter():
            parts.append(where(connection, wanted))
        parts += _conditions_of(connection, query.conditions)
        for excluded in query.excluded_conditions:
            negated = _conditions_of(connection, excluded)
            if negated and not excluded.is_impossible:
                parts.append(not_all_of(negated))
    except GpucatError as error:
        return NEVER, [error.explained]
    return (all_of(parts) if parts else None), []


def _conditions_of(connection: Reader, conditions: Conditions) -> list[Condition]:
    parts = []
    modules: Sequence[Module] = []
    if any(wanted.modules for wanted in conditions.filters):
        from gpucat.store.catalogue import read_modules

        modules = read_modules(connection)
    for wanted in conditions.filters:
        slugs = tuple(pick_module(modules, name) for name in wanted.modules)
        parts.append(where(connection, wanted._replace(modules=slugs)))
    parts += map(number_within, conditions.numbers)
    parts += map(address_holds, conditions.urls)
    return parts
