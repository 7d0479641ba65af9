"""Draws hits in colour, with what was found marked and a line before the partial matches."""

from collections.abc import Collection, Sequence
from typing import Final

from rich.text import Text

from gpucat.language import Bilingual, Language
from gpucat.render.hits import hit_columns, reason_text
from gpucat.render.rich_table import ROOMY, cell, fit_widths, new_table, stack
from gpucat.render.terminal import Terminal
from gpucat.render.text import one_line
from gpucat.search.tokens import spans
from gpucat.services.search import Hit

_MARK: Final = "bold yellow"
_DIVIDER: Final = Bilingual("── partial matches", "── 部分匹配")


def draw_hits(terminal: Terminal, hits: Sequence[Hit], *, is_explained: bool) -> None:
    """Draws the hits as a table; under each title stand its summary and, if asked, why it was found."""
    if not hits:
        return
    columns = hit_columns()
    grows = next(place for place, column in enumerate(columns) if column.grows)
    is_narrow = terminal.columns < ROOMY
    rows = []
    for hit in hits:
        cells = [cell(column, hit, terminal.language, is_narrow=is_narrow) for column in columns]
        cells[grows] = _title(cells[grows], hit, terminal.language, is_explained)
        rows.append(cells)
    headings = [Text(terminal.say(column.heading)) for column in columns]
    widths = fit_widths(columns, [headings, *rows], terminal.columns)
    first_partial = next((place for place, hit in enumerate(hits) if not hit.is_full), len(hits))
    if widths is None:
        full, partial = rows[:first_partial], rows[first_partial:]
        divider = [Text(terminal.say(_DIVIDER), style="dim")] if full and partial else []
        terminal.draw(stack(headings, full, terminal.language), *divider, stack(headings, partial, terminal.language))
        return
    table = new_table(columns, headings, widths)
    for place, cells in enumerate(rows):
        if 0 < place == first_partial:
            table.add_row(*("" for _ in range(grows)), Text(terminal.say(_DIVIDER), style="dim"))
        table.add_row(*cells)
    terminal.draw(table)


def _title(title: Text, hit: Hit, language: Language, is_explained: bool) -> Text:
    _mark(title, hit.tokens)
    summary = Text(one_line(hit.article.summaries.text(language)), style="dim")
    _mark(summary, hit.tokens)
    lines = [title, summary] if summary.plain else [title]
    if is_explained:
        lines.append(Text(one_line(reason_text(hit.reasons).text(language)), style="dim italic"))
    return Text("\n").join(lines)


def _mark(text: Text, tokens: Collection[tuple[str, ...]]) -> None:
    for span in spans(text.plain, tokens):
        text.stylize(_MARK, span.start, span.end)
