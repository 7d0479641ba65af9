"""`gpucat verify-links` and `gpucat confirm`: is each link alive, and is it still that article?"""

from pathlib import Path
from typing import Annotated

import typer

from gpucat.cli import complete
from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.cli.net_options import NetOptions, with_net
from gpucat.cli.options import Articles, FilterOptions, Json, with_filters
from gpucat.errors import EXIT_FINDINGS, EXIT_INTERRUPTED
from gpucat.language import Bilingual, tr

_FAIL_ON = "broken,soft-404,wrong-article"
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
def verify_links(
    context: typer.Context,
    filters: FilterOptions,
    net: NetOptions,
    articles: _ARTICLES = None,
    file: Annotated[
        Path | None,
        typer.Option("--file", help=tr("Check a Markdown or JSON Lines file.", "检查 Markdown 或 JSON Lines 文件。")),
    ] = None,
    stale: Annotated[
        str | None,
        typer.Option(
            "--stale",
            help=tr(
                "Skip what was fine so lately: 7d, or ok=30d,moved=7d.", "跳过近期正常的：7d，或 ok=30d,moved=7d。"
            ),
        ),
    ] = None,
    failed: Annotated[
        bool, typer.Option("--failed", help=tr("Only what was not fine last time.", "只检查上次有问题的。"))
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", "-n", help=tr("Only say what would be asked.", "只说明会访问什么。"))
    ] = False,
    apply_moved: Annotated[
        bool,
        typer.Option(
            "--apply-moved", help=tr("Write new permanent addresses into the list.", "将永久新地址写入清单。")
        ),
    ] = False,
    suggest_archive: Annotated[
        bool,
        typer.Option(
            "--suggest-archive", help=tr("Ask the Wayback Machine about dead links.", "为失效链接查询网页存档。")
        ),
    ] = False,
    fail_on: Annotated[
        str, typer.Option("--fail-on", help=tr("Verdicts that make the exit code 1.", "使退出码为 1 的结论。"))
    ] = _FAIL_ON,
    output_format: Annotated[
        str,
        typer.Option(
            "--format",
            help=tr(
                "table, json, jsonl, markdown, junit or github.", "table、json、jsonl、markdown、junit 或 github。"
            ),
        ),
    ] = "table",
    json: Json = False,
) -> None:
    from gpucat.cli.link_checks import LinkCommand
    from gpucat.render.links import check_link_format
    from gpucat.services.link_targets import parse_ages, pick_verdicts

    run = Run.of(context)
    chosen = check_link_format("json" if json else output_format)
    failing = pick_verdicts(fail_on)
    ages = parse_ages(stale) if stale else {}
    command = LinkCommand(run, net, chosen)
    targets = command.choose(file, articles or [], filters, ages=ages, only_failed=failed)
    if dry_run:
        command.say_plan(targets)
        return
    report = command.check(targets, suggest_archive=suggest_archive)
    if apply_moved and file is None:
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
    from gpucat.services.link_keeping import confirm_latest, latest_page_title
    from gpucat.store.lookup import find_articles_named

    run = Run.of(context)
    with run.catalogue() as connection:
        found = [
            (article, latest_page_title(connection, article)) for article in find_articles_named(connection, articles)
        ]
    with run.change() as writer:
        for article, page_title in found:
            confirm_latest(writer, article.number, article.id, page_title)
    for article, page_title in found:
        run.terminal.notice(Bilingual(f"{article.id}: “{page_title}” is right", f"{article.id}：“{page_title}”正确"))
