"""Implements `gpucat list`, `show`, `open` and `related`."""

from typing import TYPE_CHECKING, Annotated

import typer

from gpucat.cli import complete
from gpucat.cli.context import Run
from gpucat.cli.filters import FilterOptions, with_filters
from gpucat.cli.help import described
from gpucat.cli.options import Article, Articles, Format, Json, Limit, article_argument
from gpucat.language import Bilingual, tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gpucat.catalog.article import Article as CatalogueArticle
    from gpucat.store.connection import Reader


@described(
    "List the articles that match the filters, in the list's order.",
    "按清单顺序列出符合筛选条件的文章。",
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
    from gpucat.render.terminal import say_shown
    from gpucat.services.settings import read_setting
    from gpucat.store.articles import count_articles, find_articles, pick_sort

    run = Run.of(context)
    chosen = check_format("json" if json else output_format)
    with run.catalogue() as connection:
        wanted = filters.parse(connection)
        found = find_articles(connection, wanted, pick_sort(sort), limit or None)
        columns = read_setting(connection, "columns")
        shown = write_listing(run.terminal, article_listing(found, columns.split(",") if columns else ()), chosen)
        say_shown(run.terminal, shown, count_articles(connection, wanted))


@described(
    "Show everything about articles: fields, place on the route, your notes, link checks, related articles.",
    "显示文章的全部信息：字段、路线位置、笔记、链接检查、相近文章。",
    "gpucat show memory/6",
    "gpucat show https://leimao.github.io/blog/CuTe-Swizzle/ --json",
)
def show(context: typer.Context, articles: Articles, json: Json = False) -> None:
    from gpucat.cli.named import articles_to_read
    from gpucat.render.card import card_record, draw_cards
    from gpucat.render.listing import write_json
    from gpucat.services.cards import read_cards

    run = Run.of(context)
    with run.catalogue() as connection:
        cards = read_cards(connection, articles_to_read(run, connection, articles))
    if json:
        write_json(run.terminal, (card_record(card) for card in cards))
    else:
        draw_cards(run.terminal, cards)


Openable = Annotated[
    list[str],
    article_argument(
        tr(
            "Articles as in `show`, or next; - reads them from standard input.",
            "文章（写法同 `show`），或 next；- 表示从标准输入读取。",
        )
    ),
]
Begin = Annotated[
    bool | None,
    typer.Option(
        "--begin/--no-begin",
        help=tr(
            "Mark what is unread as being read (setting: open-begins).", "把未读的标为在读（设置项：open-begins）。"
        ),
    ),
]
YesToTabs = Annotated[
    bool,
    typer.Option("--yes", "-y", help=tr("Do not ask before opening more than five.", "打开五篇以上时不再询问。")),
]


@described(
    "Open articles in the browser, or the one to read next; --print only prints their URLs.",
    "在浏览器中打开文章，或接下来该读的一篇；--print 只输出网址。",
    "gpucat open next --print",
    "gpucat open memory/6 --print",
)
def open_articles(
    context: typer.Context,
    articles: Openable,
    print_only: Annotated[bool, typer.Option("--print", help=tr("Only print the URLs.", "只输出网址。"))] = False,
    begin: Begin = None,
    yes: YesToTabs = False,
) -> None:
    from gpucat.cli.named import MOST_UNASKED
    from gpucat.render.text import one_line
    from gpucat.services.programs import open_in_browser
    from gpucat.services.settings import read_setting

    run = Run.of(context)
    with run.catalogue() as connection:
        found = _to_open(run, connection, articles)
        if begin is None:
            begin = not print_only and read_setting(connection, "open-begins") == "yes"
    if print_only:
        run.terminal.write(one_line(article.url) for article in found)
    else:
        if len(found) > MOST_UNASKED:
            run.confirm(tr(f"Open {len(found)} tabs?", f"打开 {len(found)} 个标签页？"), yes)
        for article in found:
            run.terminal.notice(open_in_browser(article))
    if begin:
        _begin(run, found)


def _to_open(run: Run, connection: "Reader", words: "Sequence[str]") -> "list[CatalogueArticle]":
    """Returns the named articles, the next one first if it is asked for."""
    from gpucat.cli.named import NEXT, articles_to_read, next_to_read

    named = articles_to_read(run, connection, [word for word in words if word != NEXT])
    if NEXT not in words:
        return named
    following = next_to_read(run, connection)
    return [following, *(article for article in named if article.number != following.number)]


def _begin(run: Run, opened: "Sequence[CatalogueArticle]") -> None:
    """Marks those of the articles that are unread as being read, and says which."""
    from gpucat.render.reading import say_marked
    from gpucat.store.lookup import still_listed
    from gpucat.store.reading import mark_articles

    unread = [article for article in opened if article.status == "todo"]
    if unread:
        with run.change() as writer:
            now = [a.number for a in still_listed(writer.connection, unread) if a.status == "todo"]
            changed = set(mark_articles(writer, now, "reading"))
        say_marked(run.terminal, unread, changed, "reading", None)


@described(
    "Show the articles closest to one: what both teach, what one teaches for the other, the parts beside it.",
    "列出与某篇文章最相近的文章：讲解同一概念的、互为基础的、同一系列中相邻的。",
    "gpucat related memory/6",
    "gpucat related 'CuTe Swizzle' --limit 10 --json",
)
def related(
    context: typer.Context,
    article: Article,
    limit: Limit = 5,
    output_format: Format = "table",
    json: Json = False,
) -> None:
    from gpucat.cli.named import article_to_read
    from gpucat.render.articles import related_listing
    from gpucat.render.listing import check_format, write_listing
    from gpucat.services.cards import find_related
    from gpucat.services.search_index import open_search_index

    run = Run.of(context)
    chosen = check_format("json" if json else output_format)
    with run.catalogue() as connection:
        index = open_search_index(connection, run.path, is_literal=False, notice=run.terminal.notice)
        found = find_related(connection, article_to_read(run, connection, article), limit, index)
    if not write_listing(run.terminal, related_listing(found), chosen):
        run.terminal.notice(Bilingual("No related articles.", "没有相近的文章。"))
