"""Draws the reading route in colour, at 80 columns as at 200."""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.text import Text

from gpucat.files import write_whole
from gpucat.language import Language
from gpucat.render.columns import Column
from gpucat.render.folding import Folded
from gpucat.render.rich_table import fit_widths, new_table, row_cells, stack
from gpucat.render.route_parts import closed_stage, practice_lines, route_columns, stage_heading, step_heading
from gpucat.services.route import RouteReport

STAGE_STYLE: Final = "bold white on blue"
STEP_STYLE: Final = "bold cyan"
PICTURE_WIDTH: Final = 110


def draw_route(report: RouteReport, language: Language, room: int) -> Iterator[RenderableType]:
    """Yields the stages one after another, all with the same column widths."""
    columns = [column for column in route_columns(has_minutes=report.has_minutes) if column.needs <= room]
    rows = [row_cells(columns, stop, language, room) for stop in report.stops]
    widths = fit_widths(columns, rows, room) if rows else []
    lines = iter(rows)
    for index, view in enumerate(report.stages):
        if index:
            yield Text("")
        heading = stage_heading(view).text(language)
        if not view.is_open:
            yield Folded(Text(heading, style="bold"))
            yield from (Folded(Text(line.text(language), style="dim"), 2) for line in closed_stage(view))
            continue
        yield Text(f" {heading} ", style=STAGE_STYLE)
        for step in view.steps:
            yield Text("  " + step_heading(step.step).text(language), style=STEP_STYLE)
            yield _step(list(islice(lines, step.total)), columns, widths, language)
        for practice in view.practices:
            style = "green" if practice.done_at else "yellow"
            yield Folded(Text(practice_lines(practice).text(language), style=style), 2)


def _step(
    rows: Sequence[Sequence[Text]], columns: Sequence[Column[Any]], widths: Sequence[int] | None, language: Language
) -> RenderableType:
    """Returns the stops of a step in columns of these widths, or stacked if there are none."""
    if widths is None:
        return stack([Text(column.heading.text(language)) for column in columns], rows, language)
    table = new_table(columns, None, widths)
    for row in rows:
        table.add_lines(row)
    return table


def save_picture(report: RouteReport, language: Language, path: Path) -> None:
    """Writes the route as an SVG picture; raises FileError."""
    import io

    console = Console(record=True, width=PICTURE_WIDTH, file=io.StringIO(), force_terminal=True, markup=False)
    console.print(Group(*draw_route(report, language, PICTURE_WIDTH)))
    write_whole(path, [console.export_svg(title="gpucat route", unique_id="gpucat-route")])
