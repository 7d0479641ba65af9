"""The reading route in colour: the show-piece, at 80 columns as at 200."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from gpucat.language import Language
from gpucat.render.rich_table import ROOMY, add_column, cell
from gpucat.render.route import ROUTE_COLUMNS, practice_lines, stage_heading, step_heading
from gpucat.services.route import RouteReport, StageView

STAGE_STYLE: Final = "bold white on blue"
STEP_STYLE: Final = "bold cyan"
PICTURE_WIDTH: Final = 110


def draw_route(report: RouteReport, language: Language, columns: int) -> Iterator[RenderableType]:
    """The stages one after the other, all tables with the same column widths."""
    for index, view in enumerate(report.stages):
        if index:
            yield Text("")
        yield from _stage(view, report, language, columns)


def save_picture(report: RouteReport, language: Language, path: Path) -> None:
    """Writes the route as an SVG picture."""
    import io

    console = Console(record=True, width=PICTURE_WIDTH, file=io.StringIO(), force_terminal=True, markup=False)
    console.print(Group(*draw_route(report, language, PICTURE_WIDTH)))
    path.write_text(console.export_svg(title="gpucat route", unique_id="gpucat-route"), "utf-8")


def _stage(view: StageView, report: RouteReport, language: Language, columns: int) -> Iterator[RenderableType]:
    yield Text(f" {stage_heading(view).text(language)} ", style=STAGE_STYLE)
    yield _table(view, report, language, is_narrow=columns < ROOMY)
    for practice in view.practices:
        style = "green" if practice.done_at else "yellow"
        yield Padding(Text(practice_lines(practice).text(language), style=style), (0, 0, 0, 2))


def _table(view: StageView, report: RouteReport, language: Language, *, is_narrow: bool) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for column in ROUTE_COLUMNS:
        add_column(table, column, language)
    for fixed, column in zip(table.columns, ROUTE_COLUMNS, strict=True):
        if not column.grows:
            fixed.min_width = max(
                (cell(column, stop, language, is_narrow=is_narrow).cell_len for stop in report.stops), default=1
            )
    title = next(index for index, column in enumerate(ROUTE_COLUMNS) if column.grows)
    for step in view.steps:
        heading = [Text("")] * len(ROUTE_COLUMNS)
        heading[title] = Text(step_heading(step.stops[0]).text(language), style=STEP_STYLE)
        table.add_row(*heading)
        for stop in step.stops:
            table.add_row(*(cell(column, stop, language, is_narrow=is_narrow) for column in ROUTE_COLUMNS))
    return table
