"""`gpucat verify-links` and `gpucat confirm`: is each link alive, and is it still that article?"""

from typing import Annotated

import typer

from gpucat.cli import complete
from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.cli.link_options import LinkOptions, with_link_options
from gpucat.cli.net_options import with_net
from gpucat.cli.options import Articles, FilterOptions, with_filters
from gpucat.errors import EXIT_FINDINGS, EXIT_INTERRUPTED
from gpucat.language import Bilingual, tr
from gpucat.net.settings import NetSettings

_ARTICLES = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[ARTICLE]...",
        help=tr("Articles to check (all).", "要检查的文章（默认全部）。"),
        autocompletion=complete.articles,
    ),
]


@described(
    "Check whether the links are alive, and whether each still leads to its article.",
    "检查链接是否有效，以及是否仍指向原文章。",
    "gpucat verify-links --stale 7d",
    "gpucat verify-links memory/6 --json",
    "gpucat verify-links --file links.md --format github",
)
@with_filters
@with_net
@with_link_options
def verify_links(
    context: typer.Context,
    filters: FilterOptions,
    net: NetSettings,
    asked: LinkOptions,
    articles: _ARTICLES = None,
) -> None:
    from gpucat.cli.link_checks import LinkCommand

    failing = asked.failing()
    command = LinkCommand(Run.of(context), net, asked)
    targets = command.choose(articles or [], filters)
    if asked.dry_run:
        command.say_plan(targets)
        return
    report = command.check(targets)
    if asked.apply_moved:
        command.apply_moves(report)
    if report.is_interrupted:
        raise typer.Exit(EXIT_INTERRUPTED)
    if any(result.verdict in failing for result in report.results):
        raise typer.Exit(EXIT_FINDINGS)


@described(
    "Say that the page which the latest check met is the right one: later checks compare with its title.",
    "确认最近一次检查得到的页面是正确的：以后的检查与其标题比较。",
    "gpucat confirm memory/10",
)
def confirm(context: typer.Context, articles: Articles) -> None:
    from gpucat.services.link_keeping import confirm_latest
    from gpucat.store.lookup import find_articles_named

    run = Run.of(context)
    with run.change() as writer:
        found = [
            (article, confirm_latest(writer, article.number, article.id))
            for article in find_articles_named(writer.connection, articles)
        ]
    for article, page_title in found:
        run.terminal.notice(Bilingual(f"{article.id}: “{page_title}” is right", f"{article.id}：“{page_title}”正确"))
