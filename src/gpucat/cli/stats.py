"""`gpucat stats`: the totals of the catalogue."""

import typer

from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.cli.options import FilterOptions, Json, with_filters


@described(
    "Totals: modules by level, years, sources, link health, reading.",
    "统计：模块与难度、年份、来源、链接状况、阅读进度。",
    "gpucat stats",
    "gpucat stats --author 'Lei Mao' --json",
)
@with_filters
def stats(context: typer.Context, filters: FilterOptions, json: Json = False) -> None:
    from gpucat.render.stats import write_stats
    from gpucat.services.stats import read_stats

    run = Run.of(context)
    with run.catalogue() as connection:
        write_stats(run.terminal, read_stats(connection, filters.parse(connection)), as_json=json)
