"""Conditions on articles beside those of a filter, and how several become one: SQL, as `store.articles` takes it."""

from collections.abc import Sequence
from typing import Final

from gpucat.store.articles import Condition

NEVER: Final = Condition("0")
LISTED: Final = Condition("article.removed_at IS NULL")


def number_within(spans: Sequence[tuple[int, int]]) -> Condition:
    """The article's number lies in one of the spans, their ends included."""
    sql = " OR ".join("article.number BETWEEN ? AND ?" for _ in spans)
    return Condition(f"({sql})", tuple(end for span in spans for end in span))


def address_holds(text: str) -> Condition:
    """The article's address has this in it, in lower case."""
    return Condition("instr(lower(article.url), ?) > 0", (text,))


def all_of(parts: Sequence[Condition]) -> Condition:
    """Every one of them holds."""
    return Condition(
        "(" + " AND ".join(part.sql for part in parts) + ")",
        tuple(value for part in parts for value in part.parameters),
    )


def not_all_of(parts: Sequence[Condition]) -> Condition:
    """Not every one of them holds; what is not known of an article does not hold."""
    both = all_of(parts)
    return Condition(f"NOT coalesce({both.sql}, 0)", both.parameters)
