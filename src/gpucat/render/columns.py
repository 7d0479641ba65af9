"""Describes a listing: its items, and its columns for people."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

from gpucat.language import Bilingual

Item = TypeVar("Item")
INDENT: Final = "    "
"""What stands before a line below an item."""


class Column(NamedTuple, Generic[Item]):
    """A column for people: its heading and the cell of an item.

    `style` is a Rich style, or a function of the item; `grows` marks the one column that takes the remaining room; `folds`
    marks free text, which shares that room with the growing column and folds; `spills` marks a growing column that never
    folds: where a cell is too wide, the cells after it give way. Every other column (a place, a verdict, a field) keeps
    its width. `narrow` is a shorter cell for a terminal with fewer than `roomy` columns; `most` is the width in cells
    beyond which a cell folds (is cut, where the table has a column that spills); a terminal with fewer than `needs` columns
    leaves the column out.
    """

    heading: Bilingual
    cell: Callable[[Item], str | Bilingual]
    style: str | Callable[[Item], str] = ""
    link: Callable[[Item], str] | None = None
    is_number: bool = False
    grows: bool = False
    folds: bool = False
    spills: bool = False
    narrow: Callable[[Item], str | Bilingual] | None = None
    roomy: int = 100
    most: int | None = None
    needs: int = 0

    @property
    def is_free_text(self) -> bool:
        """Says whether its cells may fold."""
        return self.grows or self.folds or self.most is not None


class Listing(NamedTuple):
    """What a command lists: the items, their columns for people, and their record for programs.

    `below` gives the lines that stand below an item in a table: they fold if `is_folded`, else they are cut to the
    terminal. `marks` gives the tokens to mark in an item's texts. `row` is the record as flat texts for CSV and TSV (None:
    the record's values as they are). `urls` and `ids` name an item by its address and its id; None if the items have none.
    """

    items: Iterable[Any]
    columns: Sequence[Column[Any]]
    record: Callable[[Any], dict[str, Any]]
    ids: Callable[[Any], str] | None = None
    urls: Callable[[Any], str] | None = None
    row: Callable[[Any], dict[str, str]] | None = None
    title: Bilingual | None = None
    below: Callable[[Any], Iterable[Bilingual]] | None = None
    is_folded: bool = False
    marks: Callable[[Any], Collection[tuple[str, ...]]] | None = None
