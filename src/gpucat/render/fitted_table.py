"""Draws a Rich table without rules and with known column widths: the bytes of Rich's own table, several times faster."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from rich.style import Style
from rich.table import Column, Table
from rich.text import Text

GAP: Final = 2
"""The cells between two columns."""


class FittedTable(Table):
    """A table of Texts with a width for each column.

    Rich lays out each cell as a document of its own, wrapped, padded and cropped, which takes nearly all the time of a long
    table. Here a cell that fits its column is put there as it is, and only the others are folded. Columns that do not fit
    the terminal are left to Rich, which makes them narrower.
    """

    def __init__(self, header_style: str, *, show_header: bool) -> None:
        super().__init__(
            box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style=header_style, show_header=show_header
        )
        self._styles: dict[tuple[str | Style, ...], Style] = {}

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
        for cells in zip(*(column.cells for column in self.columns), strict=True):
            texts = map(_as_text, cells)
            row = [self._lines(console, *laid) for laid in zip(texts, self.columns, rooms, widths, strict=True)]
            yield from _row(row, widths)

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
            lines = text.wrap(console, room, justify=column.justify, overflow=column.overflow, no_wrap=column.no_wrap)
            for line in lines:
                line.stylize_before(line.style)
            return [Segment.adjust_line_length(list(line.render(console)), width) for line in lines]
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
