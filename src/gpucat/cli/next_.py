"""`gpucat next`: what to read now, and why."""

from typing import Annotated

import typer

from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.cli.options import Format, Json, ReaderLevel, limit_option
from gpucat.language import Bilingual


@described(
    "What to read now and why: what you are reading, then the next unread articles of the route.",
    "现在该读什么、为什么：先是在读的，然后是路线上接下来的未读文章。",
    "gpucat next",
    "gpucat next --limit 5 --level intermediate",
    "gpucat next --limit 1 --format urls",
)
def next_articles(
    context: typer.Context,
    limit: Annotated[int, limit_option("--count", "-n")] = 3,
    level: ReaderLevel = [],  # noqa: B006  Typer copies it
    output_format: Format = "table",
    json: Json = False,
) -> None:
    from gpucat.catalog.levels import parse_level
    from gpucat.render.listing import check_format
    from gpucat.render.next_reading import write_advice
    from gpucat.services.next_reading import read_next

    run = Run.of(context)
    chosen = check_format("json" if json else output_format)
    levels = [parse_level(text) for text in level]
    with run.catalogue() as connection:
        advice = read_next(connection, limit, levels)
    write_advice(run.terminal, advice, chosen)
    if not advice:
        run.terminal.notice(Bilingual("Nothing is left to read here.", "这里没有未读的文章了。"))
