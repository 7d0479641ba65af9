"""Implements `gpucat modules`, `authors`, `sources`, `keywords`, `stats` and `progress`."""

from collections.abc import Callable
from typing import Annotated, Any

import typer

from gpucat.cli.context import Run
from gpucat.cli.filters import FilterOptions, with_filters
from gpucat.cli.help import described
from gpucat.cli.options import Format, Json
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
    "List the modules with their number of articles and how to read them.",
    "列出各模块的篇数与读法。",
    "gpucat modules",
    "gpucat modules --level beginner --json",
)(_lister("modules"))
authors = described(
    "List the authors with their number of articles.",
    "列出作者与篇数。",
    "gpucat authors",
    "gpucat authors --module gemm",
)(_lister("authors"))
sources = described(
    "List the sources with their number of articles.",
    "列出来源与篇数。",
    "gpucat sources",
    "gpucat sources --since 2026",
)(_lister("sources"))
keywords = described(
    "List the keywords with their number of articles.",
    "列出关键词与篇数。",
    "gpucat keywords",
    "gpucat keywords --module memory",
)(_lister("keywords"))


@described(
    "Show totals: modules by level, years, sources, link health, reading.",
    "显示统计：模块与难度、年份、来源、链接状况、阅读进度。",
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
    "Show how far you are: in all, by stage, module and level, and over the last days.",
    "显示阅读进度：总计，按阶段、模块、难度，以及最近几天读完的文章。",
    "gpucat progress",
    "gpucat progress --days 14 --json",
)
def progress(
    context: typer.Context,
    days: Annotated[
        int, typer.Option("--days", min=0, max=3660, help=tr("Number of days to look back.", "回顾最近多少天。"))
    ] = 7,
    json: Json = False,
) -> None:
    from datetime import datetime

    from gpucat.render.reading import write_progress
    from gpucat.services.progress import read_progress

    run = Run.of(context)
    with run.catalogue() as connection:
        report = read_progress(connection, datetime.now().astimezone(), days)
    write_progress(run.terminal, report, as_json=json)
