"""Collects the cells of a table and writes them as a Markdown table. Pure."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from lxml.etree import _Element

_WIDEST: Final = 40
"""A table of more columns than this is written as lines: no terminal shows it, and padding its rows would not end."""
_LAYOUT: Final = ("table", "pre", "h1", "h2", "h3", "ul", "ol", "blockquote")


def is_data(table: "_Element") -> bool:
    """Whether the table has cells in columns, and is not there to place blocks on the page."""
    if next((element for element in table.iterdescendants(*_LAYOUT)), None) is not None:
        return False
    return any(sum(1 for _ in row.iterchildren("td", "th")) > 1 for row in table.iter("tr"))


class TableRows:
    """The cells of one table while it is read."""

    def __init__(self) -> None:
        self._rows: list[list[str]] = []
        self._below: dict[int, int] = {}

    def begin_row(self) -> None:
        """Begins a row; cells that reach down from rows above are empty in it."""
        self._rows.append([])

    def add(self, text: str, columns: int, rows: int) -> None:
        """Adds a cell that is so many columns wide and rows high."""
        if not self._rows:
            self.begin_row()
        row = self._rows[-1]
        self._fill(row)
        for place in range(len(row), len(row) + columns):
            if rows > 1:
                self._below[place] = rows - 1
        row += [text.replace("|", "\\|"), *[""] * (columns - 1)]

    def _fill(self, row: list[str]) -> None:
        while self._below.get(len(row), 0) > 0:
            self._below[len(row)] -= 1
            row.append("")

    def lines(self) -> Iterator[str]:
        """Yields the table, its first row as the head; a table that is too wide gives its cells as lines."""
        rows = [row for row in self._rows if any(row)]
        width = max(map(len, rows), default=0)
        if width > _WIDEST:
            yield from (" ".join(filter(None, row)) for row in rows)
            return
        for number, row in enumerate(rows):
            yield f"| {' | '.join([*row, *[''] * (width - len(row))])} |"
            if number == 0:
                yield f"|{' --- |' * width}"
