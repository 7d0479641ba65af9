"""A listing as a Rich table: no vertical rules, every cell a Text (never markup), the title carries the link."""

from typing import Any

from rich.table import Table
from rich.text import Text

from gpucat.language import Bilingual, Language
from gpucat.render.listing import Column, Listing
from gpucat.render.text import one_line

HEADING = "bold cyan"
ROOMY = 100


def draw_table(listing: Listing, language: Language, columns: int) -> Table:
    """The table for a terminal of so many columns; its one growing column takes the room left and folds, never cuts."""
    table = new_table()
    for column in listing.columns:
        add_column(table, column, language)
    for item in listing.items:
        table.add_row(*(cell(column, item, language, is_narrow=columns < ROOMY) for column in listing.columns))
    return table


def new_table() -> Table:
    """An empty table in the house style."""
    return Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style=HEADING)


def add_column(table: Table, column: Column[Any], language: Language) -> None:
    """Adds the column with its heading."""
    table.add_column(
        column.heading.text(language),
        justify="right" if column.is_number else "left",
        overflow="fold",
        no_wrap=not column.grows,
        ratio=1 if column.grows else None,
        min_width=16 if column.grows else None,
    )


def cell(column: Column[Any], item: Any, language: Language, *, is_narrow: bool = False) -> Text:  # noqa: ANN401
    """One cell as a Text; a web address behind it makes it a link where the terminal can show one."""
    value = (column.narrow if is_narrow and column.narrow else column.cell)(item)
    text = Text(one_line(value.text(language) if isinstance(value, Bilingual) else value))
    style = column.style(item) if callable(column.style) else column.style
    if style:
        text.stylize(style)
    if column.link:
        url = column.link(item)
        if url.startswith(("https://", "http://")) and url.isprintable() and " " not in url:
            text.stylize(f"link {url}")
    return text
