"""Draws a Rich table without rules and with known column widths: the bytes of Rich's own table, several times faster."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from rich.style import Style
from rich.table import Column, Table
from rich.text import Text

from gpucat.render.folding import cut, folded, segments

GAP: Final = 2
"""The cells between two columns."""


class FittedTable(Table):
    """A table of Texts with a width for each column.

    Rich lays out each cell as a document of its own, wrapped, padded and cropped, which takes nearly all the time of a long
    table. Here a cell that fits its column is put there as it is, and only the others are folded. Columns that do not fit
    the terminal are left to Rich, which makes them narrower.

    A cell of the column `spilling` never folds: it runs on over the cells after it, which give way, and is cut only at the
    table's edge. Lines below a row are cut there, too.
    """

    def __init__(self, header_style: str, *, show_header: bool, spilling: int | None = None) -> None:
        super().__init__(
            box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style=header_style, show_header=show_header
        )
        self._spilling = spilling
        self._below: list[Sequence[Text]] = []
        self._styles: dict[tuple[str | Style, ...], Style] = {}

    def add_lines(self, cells: Iterable[Text], below: Sequence[Text] = ()) -> None:
        """Adds a row with the lines that stand below it."""
        self.add_row(*cells)
        self._below.append(below)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        headings = [_as_text(column.header) for column in self.columns] if self.show_header else []
        rooms = [column.width or 0 for column in self.columns]
        widths = [*(room + GAP for room in rooms[:-1]), *rooms[-1:]]
        do_headings_fit = all(text.cell_len <= room for text, room in zip(headings, rooms, strict=False))
        if sum(widths) > options.max_width or not do_headings_fit:
            yield from super().__rich_console__(console, options)
            return
        if headings:
            yield from self._heading(console, headings, rooms)
        rows = zip(*(column.cells for column in self.columns), strict=True)
        for cells, below in zip_longest(rows, self._below, fillvalue=()):
            laid = list(zip(map(_as_text, cells), self.columns, rooms, widths, strict=True))
            if self._spilling is not None:
                _spill(laid, self._spilling, options.max_width)
            yield from _row([self._lines(console, *cell) for cell in laid], [wide for *_, wide in laid])
            for line in below:
                yield from segments(console, cut(line, options.max_width))
                yield Segment.line()

    def _heading(self, console: Console, headings: Iterable[Text], rooms: Sequence[int]) -> Iterator[Segment]:
        style = console.get_style(self.header_style)
        for place, (text, column, room) in enumerate(zip(headings, self.columns, rooms, strict=True)):
            blank = " " * (room - text.cell_len)
            yield Segment(blank + text.plain if column.justify == "right" else text.plain + blank, style)
            if place < len(self.columns) - 1:
                yield Segment(" " * GAP, style)
        yield Segment.line()

    def _lines(self, console: Console, text: Text, column: Column, room: int, width: int) -> list[list[Segment]]:
        """Returns the lines of a cell: the text in `room` cells, filled to `width`."""
        plain, missing = text.plain, room - text.cell_len
        if missing < 0 or text.style or "\n" in plain or plain.endswith(" "):
            lines = [cut(text, room)] if column.no_wrap else folded(text, room)
            return [Segment.adjust_line_length(list(segments(console, line)), width) for line in lines]
        before = missing if column.justify == "right" else 0
        after = Segment(" " * (width - room + missing - before))
        drawn = self._drawn(console, text, plain)
        return [[Segment(" " * before), *drawn, after] if before else [*drawn, after]]

    def _drawn(self, console: Console, text: Text, plain: str) -> Iterable[Segment]:
        """Returns the text in its styles, which nearly always cover all of it."""
        spans = text.spans
        if not spans:
            return (Segment(plain),)
        if any(span.end - span.start < len(plain) for span in spans):
            return text.render(console)
        names = tuple(span.style for span in spans)
        if names not in self._styles:
            self._styles[names] = Style.combine(console.get_style(name, default=Style.null()) for name in names)
        return (Segment(plain, self._styles[names]),)


_Laid = tuple[Text, Column, int, int]
"""A cell with its column, its room, and its width with the gap after it."""


def _spill(row: list[_Laid], place: int, most: int) -> None:
    """Gives the cell at this place of the row the room of as many cells after it as it needs."""
    text, column, room, width = row[place]
    while text.cell_len > room and place + 1 < len(row):
        width += row.pop(place + 1)[3]
        room = width - GAP if place + 1 < len(row) else width
    if text.cell_len > room:
        room = width = most - sum(cell[3] for cell in row[:place])
    row[place] = cut(text, room), column, room, width


def _as_text(cell: object) -> Text:
    return cell if isinstance(cell, Text) else Text(str(cell))


def _row(cells: Sequence[Sequence[Sequence[Segment]]], widths: Sequence[int]) -> Iterator[Segment]:
    for number in range(max(map(len, cells))):
        for lines, width in zip(cells, widths, strict=True):
            if number < len(lines):
                yield from lines[number]
            else:
                yield Segment(" " * width)
        yield Segment.line()
