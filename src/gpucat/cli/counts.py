"""`gpucat modules`, `authors`, `sources`, `keywords`, `stats`, `progress`: what there is, and how far the reader is."""

from collections.abc import Callable
from typing import Annotated, Any

import typer

from gpucat.cli.context import Run
from gpucat.cli.help import described
from gpucat.cli.options import FilterOptions, Format, Json, with_filters
from gpucat.language import tr


def _lister(kind: str) -> Callable[..., Any]:
    @with_filters
    def values(
        context: typer.Context, filters: FilterOptions, output_format: Format = "table", json: Json = False
    ) -> None:
        from gpucat.render.counts import value_listing
        from gpucat.render.listing import check_format, write_listing
        from gpucat.render.terminal import say_shown
        from gpucat.store.counts import count_values

        run = Run.of(context)
        chosen = check_format("json" if json else output_format)
        with run.catalogue() as connection:
            counts = count_values(connection, kind, filters.parse(connection))
        if not write_listing(run.terminal, value_listing(kind, counts), chosen):
            say_shown(run.terminal, 0, 0)

    return values


modules = described(
    "The modules of the list, with their articles and how to read them.",
    "清单的模块、篇数与读法。",
    "gpucat modules",
    "gpucat modules --level beginner --json",
)(_lister("modules"))
authors = described(
    "The authors with their number of articles.", "作者与篇数。", "gpucat authors", "gpucat authors --module gemm"
)(_lister("authors"))
sources = described(
    "The sites with their number of articles.", "来源与篇数。", "gpucat sources", "gpucat sources --since 2026"
)(_lister("sources"))
keywords = described(
    "The keywords with their number of articles.",
    "关键词与篇数。",
    "gpucat keywords",
    "gpucat keywords --module memory",
)(_lister("keywords"))


@described(
    "Totals: modules by level, years, sources, link health, reading.",
    "统计：模块与难度、年份、来源、链接状况、阅读进度。",
    "gpucat stats",
    "gpucat stats --author 'Lei Mao' --json",
)
@with_filters
def stats(context: typer.Context, filters: FilterOptions, json: Json = False) -> None:
    from gpucat.render.counts import write_stats
    from gpucat.render.terminal import say_shown
    from gpucat.services.stats import read_stats

    run = Run.of(context)
    with run.catalogue() as connection:
        found = read_stats(connection, filters.parse(connection))
    if found.articles or json:
        write_stats(run.terminal, found, as_json=json)
    if not found.articles:
        say_shown(run.terminal, 0, 0)


@described(
    "How far you are: by stage, module and level, in all, and on the last days.",
    "阅读进度：按阶段、模块、难度与总计，以及最近几天读完的文章。",
    "gpucat progress",
    "gpucat progress --days 14 --json",
)
def progress(
    context: typer.Context,
    days: Annotated[int, typer.Option("--days", min=0, max=3660, help=tr("How many days back.", "往回几天。"))] = 7,
    json: Json = False,
) -> None:
    from datetime import datetime

    from gpucat.render.reading import write_progress
    from gpucat.services.progress import read_progress

    run = Run.of(context)
    with run.catalogue() as connection:
        report = read_progress(connection, datetime.now().astimezone(), days)
    write_progress(run.terminal, report, as_json=json)
