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
    from gpucat.render.notices import say_shown
    from gpucat.render.stats import write_stats
    from gpucat.services.stats import read_stats

    run = Run.of(context)
    with run.catalogue() as connection:
        found = read_stats(connection, filters.parse(connection))
    if found.articles or json:
        write_stats(run.terminal, found, as_json=json)
    if not found.articles:
        say_shown(run.terminal, 0, 0)
