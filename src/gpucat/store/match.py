"""Writes MATCH expressions: what a search looks for, in the syntax of FTS5. Only quoted tokens get into them. Pure."""

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Final

from gpucat.search.groups import Alternative, WordGroup
from gpucat.search.ranking import COLUMNS, padded

MOST_SCORED: Final = 4_000
"""How many hits bm25 scores per query at most; with all synonyms, each takes about five microseconds."""


def match_any(alternatives: Iterable[Alternative], columns: Collection[str] | None = None) -> str:
    """Returns the MATCH expression for one of the alternatives; without `columns` anywhere in the table."""
    return " OR ".join(dict.fromkeys(_expression(one, columns, is_whole=False) for one in alternatives))


def match_all(groups: Iterable[WordGroup], columns: Collection[str] | None = None) -> str:
    """Returns the MATCH expression for all groups in full; without `columns` anywhere in the table."""
    wholes = (
        " OR ".join(_expression(one, columns, is_whole=True) for one in group.full_alternatives) for group in groups
    )
    return " AND ".join(f"({whole})" for whole in wholes)


def _expression(alternative: Alternative, columns: Collection[str] | None, *, is_whole: bool) -> str:
    """Returns the alternative for MATCH; a Chinese run is whole if its pairs touch each of its characters."""
    scope = scoped([alternative.column] if alternative.column and columns else columns)
    if alternative.kind != "pairs":
        return f"{scope}{_quoted(alternative.tokens)}{' *' if alternative.is_prefix else ''}"
    tokens = [_quoted([token]) for token in alternative.tokens]
    if not is_whole:
        return f"{scope}({' OR '.join(tokens)})"
    neighbours = pairwise(tokens)
    touching = [tokens[0], *(f"({one} OR {other})" for one, other in neighbours), tokens[-1]]
    return f"({scope}({' AND '.join(touching)}))"


def scoped(columns: Collection[str] | None) -> str:
    """Returns the prefix that limits a MATCH expression to the columns."""
    return "" if columns is None or len(columns) == len(COLUMNS) else f"{{{' '.join(columns)}}} : "


def _quoted(tokens: Sequence[str]) -> str:
    return '"' + padded(tokens).strip().replace('"', '""') + '"'
