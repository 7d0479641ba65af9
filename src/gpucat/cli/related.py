"""`gpucat related`: the articles nearest to one, each with the reason."""

from typing import Annotated

import typer

from gpucat.cli.complete import articles as complete_articles
from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.cli.options import Format, Json, Limit
from gpucat.language import Bilingual, tr


@described(
    "Show the articles nearest to one: shared terms, the same series, the same module.",
    "列出与某篇文章最相近的文章：共同的术语、同一系列、同一模块。",
    "gpucat related memory/6",
    "gpucat related 'CuTe Swizzle' --limit 10 --json",
)
def related(
    context: typer.Context,
    article: Annotated[
        str,
        typer.Argument(
            metavar="ARTICLE",
            help=tr("A number, place, URL, or a piece of one title.", "编号、位置、网址，或唯一的标题片段。"),
            autocompletion=complete_articles,
        ),
    ],
    limit: Limit = 5,
    output_format: Format = "table",
    json: Json = False,
) -> None:
    from gpucat.render.listing import check_format, write_listing
    from gpucat.render.related import related_listing
    from gpucat.services.related import find_related
    from gpucat.services.search_index import open_search_index
    from gpucat.store.lookup import find_article

    run = Run.of(context)
    chosen = check_format("json" if json else output_format)
    with run.catalogue() as connection:
        index = open_search_index(connection, run.path, is_literal=False, notice=run.terminal.notice)
        found = find_related(connection, find_article(connection, article), limit, index)
    if not write_listing(run.terminal, related_listing(found), chosen):
        run.terminal.notice(Bilingual("Nothing is near it.", "没有相近的文章。"))
