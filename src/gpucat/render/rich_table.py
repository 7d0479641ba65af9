"""Draws a listing as a Rich table: no vertical rules, every cell a Text (never markup), the title carries the link."""

from collections.abc import Iterable, Sequence
from itertools import compress, zip_longest
from typing import Any, Final, NamedTuple

from rich.console import Group, RenderableType
from rich.text import Span, Text

from gpucat.language import Bilingual, Language
from gpucat.render.columns import INDENT, Column, Listing
from gpucat.render.fitted_table import GAP, FittedTable
from gpucat.render.folding import Folded, folded
from gpucat.render.text import is_linkable, one_line

HEADING: Final = "bold cyan"
MINIMUM: Final = 16
LEGIBLE: Final = 24
"""The fewest cells for a title that stays on its line."""
_MARK: Final = "bold yellow"
_COLON: Final = Bilingual(": ", "：")


class _Row(NamedTuple):
    """The cells of an item, and the lines below it."""

    cells: list[Text]
    below: list[Text]


def draw_table(listing: Listing, language: Language, room: int) -> RenderableType | None:
    """Returns the table for a terminal of `room` cells; None without rows.

    Free text folds, and nothing is cut but a title that is wider than the terminal, and the lines below an item.
    """
    columns = [column for column in listing.columns if column.needs <= room]
    rows = [_row(listing, item, columns, language, room) for item in listing.items]
    if not rows:
        return None
    kept = _kept(columns, [row.cells for row in rows])
    columns = list(compress(columns, kept))
    headings = [Text(column.heading.text(language)) for column in columns]
    cells = [list(compress(row.cells, kept)) for row in rows]
    widths = fit_widths(columns, [headings, *cells], room)
    if widths is None:
        return stack(headings, [some + row.below for some, row in zip(cells, rows, strict=True)], language)
    table, beside = new_table(columns, headings, widths), room - len(INDENT)
    for some, row in zip(cells, rows, strict=True):
        lines = (part for line in row.below for part in (folded(line, beside) if listing.is_folded else [line]))
        table.add_lines(some, [Text.assemble(INDENT, line) for line in lines])
    return table


def _row(listing: Listing, item: Any, columns: Sequence[Column[Any]], language: Language, room: int) -> _Row:  # noqa: ANN401
    cells = row_cells(columns, item, language, room)
    below = [
        Text(one_line(line.text(language)), style="dim") for line in (listing.below(item) if listing.below else ())
    ]
    if listing.marks:
        from gpucat.search.tokens import spans

        tokens = listing.marks(item)
        titles = [text for column, text in zip(columns, cells, strict=True) if column.spills]
        for text in (*titles, *below):
            for span in spans(text.plain, tokens):
                text.stylize(_MARK, span.start, span.end)
    return _Row(cells, below)


def row_cells(columns: Sequence[Column[Any]], item: Any, language: Language, room: int) -> list[Text]:  # noqa: ANN401
    """Returns the cells of an item, short ones on a narrow terminal."""
    return [cell(column, item, language, room) for column in columns]


def _kept(columns: Sequence[Column[Any]], rows: Sequence[Sequence[Text]]) -> list[bool]:
    """Says which columns stay: all, or, where titles stay on one line, those in which something stands."""
    stays = any(column.spills for column in columns)
    return [not stays or any(cells) for cells in zip(*rows, strict=True)]


def stack(headings: Sequence[Text], rows: Sequence[Sequence[Text]], language: Language) -> Group:
    """Returns the rows for a terminal too narrow for a table: each is a block of lines, `heading: cell`."""
    lines: list[RenderableType] = []
    for row in rows:
        lines += [Text("")] if lines else []
        for heading, content in zip_longest(headings, row, fillvalue=Text()):
            if content:
                name = heading.plain + _COLON.text(language) if heading else ""
                lines.append(Folded(Text.assemble((name, HEADING), content)))
    return Group(*lines)


def new_table(columns: Sequence[Column[Any]], headings: Sequence[Text] | None, widths: Sequence[int]) -> FittedTable:
    """Returns an empty table in the house style with columns of these widths, and with headings if given."""
    spilling = next((place for place, column in enumerate(columns) if column.spills), None)
    table = FittedTable(header_style=HEADING, show_header=bool(headings), spilling=spilling)
    for index, column in enumerate(columns):
        table.add_column(
            headings[index] if headings else "",
            justify="right" if column.is_number else "left",
            overflow="fold",
            no_wrap=not column.is_free_text or (spilling is not None and column.most is not None),
            width=widths[index],
        )
    return table


def fit_widths(columns: Sequence[Column[Any]], rows: Sequence[Sequence[Text]], room: int) -> list[int] | None:
    """Returns the width of each column: that of its widest cell; for free text, at most the room that is left.

    Returns None if that room is too small to read in: then the rows are better stacked.
    """
    widths = [max((text.cell_len for text in cells), default=0) for cells in zip(*rows, strict=True)]
    for index, column in enumerate(columns):
        if column.most is not None:
            widths[index] = min(widths[index], column.most)
    for index, column in enumerate(columns):
        if column.spills:
            left = room - sum(widths) + widths[index] - GAP * (len(columns) - 1)
            widths[index] = min(widths[index], left)
            return widths if left >= LEGIBLE else None
    if any(column.folds for column in columns):
        return _shared(columns, widths, room)
    fitted = list(widths)
    for index, column in enumerate(columns):
        if column.grows:
            left = room - sum(widths) + widths[index] - GAP * len(columns)
            fitted[index] = max(min(widths[index], left), MINIMUM)
    is_fitting = sum(fitted) + GAP * (len(columns) - 1) <= room
    return fitted if is_fitting else _shared(columns, widths, room)


def _shared(columns: Sequence[Column[Any]], widths: Sequence[int], room: int) -> list[int] | None:
    """Shares the room that the other columns leave among those of free text, the narrow ones first."""
    free = [index for index, column in enumerate(columns) if column.is_free_text]
    left = room - GAP * (len(columns) - 1) - sum(widths) + sum(widths[index] for index in free)
    if left < sum(min(widths[index], MINIMUM) for index in free):
        return None
    return share_room(widths, free, left)


def share_room(widths: Sequence[int], free: Iterable[int], left: int) -> list[int]:
    """Returns the widths with those at the places `free` made to fit the cells that are left, the narrow ones first."""
    shared, narrow_first = list(widths), sorted(free, key=lambda index: widths[index])
    for place, index in enumerate(narrow_first):
        shared[index] = min(widths[index], left // (len(narrow_first) - place))
        left -= shared[index]
    return shared


def cell(column: Column[Any], item: Any, language: Language, room: int) -> Text:  # noqa: ANN401
    """Returns one cell as a Text; a web address behind it makes it a link if the terminal can show one."""
    value = (column.narrow if column.narrow and room < column.roomy else column.cell)(item)
    text = one_line(value.text(language) if isinstance(value, Bilingual) else value)
    style = column.style(item) if callable(column.style) else column.style
    styles = [style] if style else []
    if column.link:
        url = column.link(item)
        if is_linkable(url):
            styles.append(f"link {url}")
    return Text(text, spans=[Span(0, len(text), style) for style in styles] if text else [])
