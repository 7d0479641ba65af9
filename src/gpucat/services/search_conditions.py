"""The filters of the options and of the query as one condition on articles."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from gpucat.catalog.conditions import Conditions
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.names import pick_module
from gpucat.catalog.query import Query
from gpucat.errors import GpucatError
from gpucat.language import Bilingual
from gpucat.store.articles import Condition, where
from gpucat.store.connection import Reader

if TYPE_CHECKING:
    from gpucat.catalog.catalogue import Module

_NEVER: Final = Condition("0")


def condition_of(connection: Reader, query: Query, wanted: ArticleFilter) -> tuple[Condition | None, list[Bilingual]]:
    """The filters of the options and of the query as one condition, and a note where an unknown name stands in the way.

    What cannot be met is met by no article.
    """
    if query.conditions.is_impossible:
        return _NEVER, []
    parts: list[Condition] = []
    try:
        if wanted != ArticleFilter():
            parts.append(where(connection, wanted))
        parts += _conditions_of(connection, query.conditions)
        for excluded in query.excluded_conditions:
            negated = _conditions_of(connection, excluded)
            if negated and not excluded.is_impossible:
                both = _all_of(negated)
                parts.append(Condition(f"NOT coalesce({both.sql}, 0)", both.parameters))
    except GpucatError as error:
        return _NEVER, [error.explained]
    return (_all_of(parts) if parts else None), []


def _conditions_of(connection: Reader, conditions: Conditions) -> list[Condition]:
    parts = []
    modules: Sequence[Module] = []
    if any(wanted.modules for wanted in conditions.filters):
        from gpucat.store.list_reads import read_modules

        modules = read_modules(connection)
    for wanted in conditions.filters:
        slugs = tuple(pick_module(modules, name) for name in wanted.modules)
        parts.append(where(connection, wanted._replace(modules=slugs)))
    for spans in conditions.numbers:
        sql = " OR ".join("article.number BETWEEN ? AND ?" for _ in spans)
        parts.append(Condition(f"({sql})", tuple(end for span in spans for end in span)))
    parts += (Condition("instr(lower(article.url), ?) > 0", (url,)) for url in conditions.urls)
    return parts


def _all_of(parts: Sequence[Condition]) -> Condition:
    return Condition(
        "(" + " AND ".join(part.sql for part in parts) + ")",
        tuple(value for part in parts for value in part.parameters),
    )
