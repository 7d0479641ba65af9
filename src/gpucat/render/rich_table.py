"""A listing as a Rich table: no vertical rules, every cell a Text (never markup), the title carries the link."""

from collections.abc import Sequence
from typing import Any, Final

from rich.text import Span, Text

from gpucat.language import Bilingual, Language
from gpucat.render.columns import Column, Listing
from gpucat.render.fitted_table import GAP, FittedTable
from gpucat.render.text import one_line

HEADING: Final = "bold cyan"
ROOMY: Final = 100
MINIMUM: Final = 16


def draw_table(listing: Listing, language: Language, room: int) -> FittedTable:
    """The table for a terminal of `room` cells; the growing column folds in what room is left, nothing is cut."""
    columns = [column for column in listing.columns if column.needs <= room]
    rows = [[cell(column, item, language, is_narrow=room < ROOMY) for column in columns] for item in listing.items]
    headings = [Text(column.heading.text(language)) for column in columns]
    table = new_table(columns, headings, fit_widths(columns, [headings, *rows], room))
    for row in rows:
        table.add_row(*row)
    return table


def new_table(columns: Sequence[Column[Any]], headings: Sequence[Text] | None, widths: Sequence[int]) -> FittedTable:
    """An empty table in the house style, its columns of these widths; without headings where there are none."""
    table = FittedTable(header_style=HEADING, show_header=bool(headings))
    for index, column in enumerate(columns):
        table.add_column(
            headings[index] if headings else "",
            justify="right" if column.is_number else "left",
            overflow="fold",
            no_wrap=not column.grows and column.most is None,
            width=widths[index],
        )
    return table


def fit_widths(columns: Sequence[Column[Any]], rows: Sequence[Sequence[Text]], room: int) -> list[int]:
    """The width of each column: what its widest cell takes; the growing one at most the room that is left."""
    widths = [max((text.cell_len for text in cells), default=0) for cells in zip(*rows, strict=True)]
    for index, column in enumerate(columns):
        if column.most is not None:
            widths[index] = min(widths[index], column.most)
    for index, column in enumerate(columns):
        if column.grows:
            left = room - sum(widths) + widths[index] - GAP * len(columns)
            widths[index] = max(min(widths[index], left), MINIMUM)
    return widths


def cell(column: Column[Any], item: Any, language: Language, *, is_narrow: bool = False) -> Text:  # noqa: ANN401
    """One cell as a Text; a web address behind it makes it a link where the terminal can show one."""
    value = (column.narrow if is_narrow and column.narrow else column.cell)(item)
    text = one_line(value.text(language) if isinstance(value, Bilingual) else value)
    style = column.style(item) if callable(column.style) else column.style
    styles = [style] if style else []
    if column.link:
        url = column.link(item)
        if url.startswith(("https://", "http://")) and url.isprintable() and " " not in url:
            styles.append(f"link {url}")
    return Text(text, spans=[Span(0, len(text), style) for style in styles] if text else [])
