"""Writes the reading route, stage by stage."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from gpucat.catalog.fields import article_json, article_row
from gpucat.language import Bilingual, Language
from gpucat.render.columns import Column, Listing
from gpucat.render.listing import cell_text, write_listing
from gpucat.render.route_parts import closed_stage, practice_lines, route_columns, stage_heading, step_heading
from gpucat.render.terminal import Terminal, say_shown
from gpucat.render.text import Alignment, one_line, width
from gpucat.services.route import RouteReport, Stop


def route_listing(stops: Iterable[Stop]) -> Listing:
    """Returns articles of the route as a flat listing for programs."""
    return Listing(
        stops,
        route_columns(has_minutes=True),
        stop_record,
        ids=lambda stop: stop.article.id,
        urls=lambda stop: stop.article.url,
        row=lambda stop: {
            "stage": str(stop.stage.number),
            "step": stop.step.title.zh,
            "route_position": str(stop.position),
            **article_row(stop.article),
        },
    )


def stop_record(stop: Stop) -> dict[str, Any]:
    """Returns an article of the route as JSON: its fields with stage, step and place in the reading order."""
    placed = place_record(stop.stage.number, stop.stage.title, stop.step.title, stop.position, stop.step.is_placed)
    return {**article_json(stop.article), **placed, "is_next": stop.is_next, "minutes": stop.minutes}


def place_record(stage: int, stage_title: Bilingual, step: Bilingual, position: int, is_placed: bool) -> dict[str, Any]:
    """Returns a place on the route as JSON: its stage and step, and its position in the reading order."""
    return {
        "stage": stage,
        "stage_title": stage_title.zh,
        "stage_title_en": stage_title.en,
        "step": step.zh,
        "step_en": step.en,
        "route_position": position,
        "placed_by_gpucat": is_placed,
    }


def write_route(terminal: Terminal, report: RouteReport, output_format: str) -> None:
    """Writes the route in the format, and says if there is none."""
    if output_format != "table":
        write_listing(terminal, route_listing(report.stops), output_format)
    elif terminal.is_rich:
        from gpucat.render.rich_route import draw_route

        terminal.draw(*draw_route(report, terminal.language, terminal.columns))
    else:
        terminal.write(_plain(report, terminal.language))
    closed = [view.stage.number for view in report.stages if not view.is_open]
    if closed:
        one = f"gpucat route --stage {closed[0]}"
        terminal.notice(
            Bilingual(f"`{one}` opens a stage, `--all` every one", f"`{one}` 展开一个阶段，`--all` 展开全部")
        )
    if not report.stages:
        say_shown(terminal, 0, 0)


def _plain(report: RouteReport, language: Language) -> Iterator[str]:
    columns = route_columns(has_minutes=report.has_minutes)
    rows, widths = _measured(report.stops, columns, language)
    alignment = Alignment(widths, [column.is_number for column in columns])
    for index, view in enumerate(report.stages):
        if index:
            yield ""
        yield stage_heading(view).text(language)
        if not view.is_open:
            yield from ("  " + line.text(language) for line in closed_stage(view))
            continue
        for step in view.steps:
            yield "  " + step_heading(step.step).text(language)
            for cells in islice(rows, step.total):
                yield "    " + alignment.line(cells)
        for practice in view.practices:
            yield "  " + practice_lines(practice).text(language)


def _measured(
    stops: Iterable[Stop], columns: Sequence[Column[Stop]], language: Language
) -> tuple[Iterator[list[str]], list[int]]:
    """Returns the cells of the stops and the widths of the columns; a row is kept as one text, since there may be very many."""
    rows, widths = [], [0] * len(columns)
    for stop in stops:
        cells = [one_line(cell_text(column, stop, language)) for column in columns]
        widths = list(map(max, widths, map(width, cells)))
        rows.append("\t".join(cells))
    return (row.split("\t") for row in rows), widths
