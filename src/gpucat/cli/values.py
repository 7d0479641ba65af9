"""`gpucat modules`, `authors`, `sources`, `keywords`: each value with its number of articles, most first."""

from collections.abc import Callable
from typing import Any

import typer

from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.cli.options import FilterOptions, Format, Json, with_filters


def _lister(kind: str) -> Callable[..., Any]:
    @with_filters
    def values(
        context: typer.Context, filters: FilterOptions, output_format: Format = "table", json: Json = False
    ) -> None:
        from gpucat.render.listing import check_format, write_listing
        from gpucat.render.notices import say_shown
        from gpucat.render.values import value_listing
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
