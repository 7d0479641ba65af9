"""A card in colour."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from gpucat.render.terminal import Terminal


def draw_card(terminal: Terminal, title: str, url: str, lines: Sequence[tuple[str, str]]) -> None:
    """Draws the title and the labelled lines; long values fold beside their label."""
    heading = Text(title, style="bold")
    if url.startswith(("https://", "http://")) and url.isprintable() and " " not in url:
        heading.stylize(f"link {url}")
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, style="cyan")
    table.add_column(ratio=1, overflow="fold")
    for label, value in lines:
        table.add_row(Text(label), Text(value))
    terminal.draw(heading, table)


def draw_pieces(terminal: Terminal, pieces: Sequence[tuple[str, str]]) -> None:
    """Draws one line of pieces, each with its style."""
    terminal.draw(Text.assemble(*pieces))
