"""Implements `gpucat notes`."""

from typing import Annotated

import typer

from gpucat.cli.context import Run
from gpucat.cli.filters import FilterOptions, with_filters
from gpucat.cli.help import described
from gpucat.cli.options import Format, Json, Limit
from gpucat.language import tr

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[QUERY]...",
        help=tr(
            "Only notes that have all these words, as search finds them.",
            "只列出含有全部这些词的笔记（按搜索的方式匹配）。",
        ),
    ),
]


@described(
    "List your notes, newest first, each with the passage that answers the query.",
    "列出你的笔记，最新的在前；有查询词时显示匹配的段落。",
    "gpucat notes",
    "gpucat notes bank conflict --module memory",
    "gpucat notes --format ids",
)
@with_filters
def notes(
    context: typer.Context,
    filters: FilterOptions,
    query: Words = None,
    limit: Limit = 0,
    output_format: Format = "table",
    json: Json = False,
) -> None:
    from gpucat.render.listing import check_format, write_listing
    from gpucat.render.note_list import note_listing, shown_line
    from gpucat.services.note_list import find_notes
    from gpucat.services.opening import this_year
    from gpucat.services.search import SearchRequest

    run = Run.of(context)
    chosen = check_format("json" if json else output_format)
    with run.catalogue() as connection:
        request = SearchRequest(" ".join(query or ()), this_year(), wanted=filters.parse(connection))
        report = find_notes(connection, run.path, request, run.terminal.notice)
    for told in report.told:
        run.terminal.notice(told)
    shown = write_listing(run.terminal, note_listing(report.found[: limit or None]), chosen)
    run.terminal.notice(shown_line(shown, len(report.found), is_asked=bool(query)))
