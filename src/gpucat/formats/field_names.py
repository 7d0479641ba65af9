"""Knows by which names tables and JSON of other programs mean the fields of an article and a reader's marks. Pure."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from gpucat.catalog.fields import DERIVED_FIELDS
from gpucat.resources import data_rows

HEADINGS: Final = "headings"
_NOTHING: Final = "nothing"
_MARKS: Final = ("status", "read", "unread", "progress", "starred", "note", "highlights", "saved_at")
_SIGNS_OF_READING: Final = frozenset(_MARKS[:5]) | {"highlights"}


class Columns(NamedTuple):
    """What each column of a table, or each name of a record, holds.

    `fields` has a field of the list, `headings` for a category, the column's own heading, or None for what says nothing.
    `marks` has the place of each of the reader's marks. `own` are the fields that have gpucat's own names.
    """

    headings: tuple[str, ...]
    fields: tuple[str | None, ...]
    marks: tuple[tuple[str, int], ...]
    own: frozenset[str]


@lru_cache(maxsize=64)
def columns_of(headings: tuple[str, ...]) -> Columns:
    """Returns what the columns with these headings hold."""
    folded = [_folded(heading) for heading in headings]
    meanings = [_table().get(name, {}) for name in folded]
    marks = _mark_places(meanings)
    fields = _fields(headings, meanings, {place for name, place in marks if name != "saved_at"})
    own = frozenset(field for field, name in zip(fields, folded, strict=True) if field and _folded(field) == name)
    return Columns(headings, tuple(fields), tuple(marks), own)


def name_columns(headings: Sequence[str]) -> list[str | None]:
    """Returns the field of each column: one of the list's, `headings` for a category, or its own heading.

    None stands for a column that says nothing. Of two columns for one field the one with the better name gets it; of two
    with the same heading the second gets a number.
    """
    return _fields(headings, [_table().get(_folded(heading), {}) for heading in headings], set())


def knows_columns(headings: Sequence[str]) -> bool:
    """Whether the texts are the headings of a table of articles: one of them names an address or a title."""
    return bool({"url", "title"} & set(name_columns(headings)))


def fields_of_row(columns: Sequence[str | None], cells: Sequence[str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Returns the fields of a row by name, and the headings its article belongs under; an empty cell gives nothing."""
    pairs = [(column, cell.strip()) for column, cell in zip(columns, cells, strict=False) if column]
    fields = {column: cell for column, cell in pairs if column != HEADINGS and cell}
    return fields, tuple(cell for column, cell in pairs if column == HEADINGS and cell)


def repeated_heading(headings: Sequence[str]) -> str | None:
    """Returns the heading of a field that two columns have, so that it is unclear which one is meant."""
    table, several = _table(), {HEADINGS, _NOTHING}
    counts = Counter(name for name in map(_folded, headings) if name in table and not several & table[name].keys())
    return next((name for name, count in counts.items() if count > 1), None)


@cache
def _table() -> dict[str, dict[str, int]]:
    """Returns for each name the fields that it may mean, with its rank among the names of the field."""
    table: dict[str, dict[str, int]] = {name: {_NOTHING: 0} for name in map(_folded, ("", *DERIVED_FIELDS))}
    for field, names in data_rows("field_names.tsv"):
        for rank, name in enumerate(names.split(" | ")):
            table.setdefault(_folded(name), {})[field] = rank
    return table


def _fields(headings: Sequence[str], meanings: Sequence[dict[str, int]], taken: set[int]) -> list[str | None]:
    """Returns the field of each column, except those that are taken as marks."""
    ranks: dict[str, list[tuple[int, int]]] = {}
    for place, meaning in enumerate(meanings):
        for field, rank in meaning.items():
            if place not in taken and field not in _MARKS:
                ranks.setdefault(field, []).append((rank, place))
    best = {min(places)[1]: field for field, places in ranks.items() if field not in (HEADINGS, _NOTHING)}
    named: list[str | None] = []
    used: set[str | None] = set(best.values())
    for place, (heading, meaning) in enumerate(zip(headings, meanings, strict=True)):
        if place in best:
            named.append(best[place])
        elif place in taken or _NOTHING in meaning:
            named.append(None)
        elif HEADINGS in meaning:
            named.append(HEADINGS)
        else:
            own = heading.strip()
            named.append(f"{own} ({place + 1})" if own in used else own)
            used.add(own)
    return named


def _mark_places(meanings: Sequence[dict[str, int]]) -> list[tuple[str, int]]:
    """Returns the reader's marks with their columns.

    A note is the reader's own where another column describes the article, or where others tell how far it was read.
    """
    is_about_reading = any(_SIGNS_OF_READING & meaning.keys() for meaning in meanings)
    described = min((meaning["summary"] for meaning in meanings if "summary" in meaning), default=0)
    found: dict[str, tuple[int, int]] = {}
    for place, meaning in enumerate(meanings):
        for mark in meaning.keys() & set(_MARKS):
            is_summary = mark == "note" and not is_about_reading and meaning.get("summary") == described
            if not is_summary:
                found[mark] = min(found.get(mark, (99, 0)), (meaning[mark], place))
    return [(mark, place) for mark, (_, place) in sorted(found.items())]


def _folded(heading: str) -> str:
    return re.sub(r"[\s_-]+", "", heading.casefold())
