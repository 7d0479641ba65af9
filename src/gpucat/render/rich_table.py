"""Draws a listing as a Rich table: no vertical rules, every cell a Text (never markup), the title carries the link."""

from collections.abc import Sequence
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.text import Span, Text

from gpucat.language import Bilingual, Language
from gpucat.render.columns import Column, Listing
from gpucat.render.fitted_table import GAP, FittedTable
from gpucat.render.text import is_linkable, one_line

HEADING: Final = "bold cyan"
ROOMY: Final = 100
MINIMUM: Final = 16
_COLON: Final = Bilingual(": ", "：")


def draw_table(listing: Listing, language: Language, room: int) -> RenderableType | None:
    """Returns the table for a terminal of `room` cells, in which free text folds and nothing is cut; None without rows."""
    columns = [column for column in listing.columns if column.needs <= room]
    rows = [[cell(column, item, language, is_narrow=room < ROOMY) for column in columns] for item in listing.items]
    headings = [Text(column.heading.text(language)) for column in columns]
    widths = fit_widths(columns, [headings, *rows], room)
    if not rows or widths is None:
        return stack(headings, rows, language) if rows else None
    table = new_table(columns, headings, widths)
    for row in rows:
        table.add_row(*row)
    return table


def stack(headings: Sequence[Text], rows: Sequence[Sequence[Text]], language: Language) -> Group:
    """Returns the rows for a terminal too narrow for a table: each is a block of lines, `heading: cell`."""
    lines: list[Text] = []
    for row in rows:
        lines += [Text("")] if lines else []
        for heading, content in zip(headings, row, strict=False):
            if content:
                name = heading.plain + _COLON.text(language) if heading else ""
                lines.append(Text.assemble((name, HEADING), content, overflow="fold"))
    return Group(*lines)


def new_table(columns: Sequence[Column[Any]], headings: Sequence[Text] | None, widths: Sequence[int]) -> FittedTable:
    """Returns an empty table in the house style with columns of these widths, and with headings if given."""
    table = FittedTable(header_style=HEADING, show_header=bool(headings))
    for index, column in enumerate(columns):
        table.add_column(
            headings[index] if headings else "",
            justify="right" if column.is_number else "left",
            overflow="fold",
            no_wrap=not column.is_free_text,
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
    free = sorted((index for index, column in enumerate(columns) if column.is_free_text), key=lambda i: widths[i])
    left = room - GAP * (len(columns) - 1) - sum(widths) + sum(widths[index] for index in free)
    if left < sum(min(widths[index], MINIMUM) for index in free):
        return None
    shared = list(widths)
    for place, index in enumerate(free):
        shared[index] = min(widths[index], left // (len(free) - place))
        left -= shared[index]
    return shared


def cell(column: Column[Any], item: Any, language: Language, *, is_narrow: bool = False) -> Text:  # noqa: ANN401
    """Returns one cell as a Text; a web address behind it makes it a link if the terminal can show one."""
    value = (column.narrow if is_narrow and column.narrow else column.cell)(item)
    text = one_line(value.text(language) if isinstance(value, Bilingual) else value)
    style = column.style(item) if callable(column.style) else column.style
    styles = [style] if style else []
    if column.link:
        url = column.link(item)
        if is_linkable(url):
            styles.append(f"link {url}")
    return Text(text, spans=[Span(0, len(text), style) for style in styles] if text else [])
