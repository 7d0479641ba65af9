"""`gpucat show`: the whole card of an article."""

import typer

from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.cli.options import Articles, Json


@described(
    "Show everything about articles: fields, place on the route, your notes, links, neighbours.",
    "显示文章的全部信息：字段、路线位置、笔记、链接、相邻文章。",
    "gpucat show memory/6",
    "gpucat show https://leimao.github.io/blog/CuTe-Swizzle/ --json",
)
def show(context: typer.Context, articles: Articles, json: Json = False) -> None:
    from gpucat.render.card import card_record, draw_cards
    from gpucat.render.listing import write_json
    from gpucat.services.cards import read_cards

    run = Run.of(context)
    with run.catalogue() as connection:
        cards = read_cards(connection, articles)
    if json:
        write_json(run.terminal, (card_record(card) for card in cards))
    else:
        draw_cards(run.terminal, cards)
