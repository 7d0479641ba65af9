"""`gpucat list`: the articles of a filter in the list's order."""

from typing import Annotated

import typer

from gpucat.cli import complete
from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.cli.options import FilterOptions, Format, Json, Limit, with_filters
from gpucat.language import tr


@described(
    "List the articles of a filter in the list's order.",
    "按清单顺序列出符合筛选的文章。",
    "gpucat list --module layout --level advanced",
    "gpucat list --author 'Lei Mao' --since 2025 --json",
)
@with_filters
def list_articles(
    context: typer.Context,
    filters: FilterOptions,
    sort: Annotated[
        str,
        typer.Option(
            "--sort",
            help=tr("list, number, title, date or level.", "list、number、title、date 或 level。"),
            autocompletion=complete.sorts,
        ),
    ] = "list",
    limit: Limit = 0,
    output_format: Format = "table",
    json: Json = False,
) -> None:
    from gpucat.render.articles import article_listing
    from gpucat.render.listing import check_format, write_listing
    from gpucat.render.notices import say_shown
    from gpucat.store.articles import count_articles, find_articles, pick_sort

    run = Run.of(context)
    chosen = check_format("json" if json else output_format)
    with run.catalogue() as connection:
        wanted = filters.parse(connection)
        found = find_articles(connection, wanted, pick_sort(sort), limit or None)
        shown = write_listing(run.terminal, article_listing(found), chosen)
        say_shown(run.terminal, shown, count_articles(connection, wanted))
