"""Implements `gpucat texts`."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from gpucat.cli.app import register
from gpucat.cli.context import Run
from gpucat.cli.filters import FilterOptions, with_filters
from gpucat.cli.help import HelpGroup, closing, described
from gpucat.cli.named import articles_to_read
from gpucat.cli.net_options import with_net
from gpucat.cli.options import Article, ChangedArticles, Format, Json, Unasked, Yes, article_argument
from gpucat.errors import EXIT_INTERRUPTED, UsageError
from gpucat.language import Bilingual, tr
from gpucat.net.settings import NetSettings

if TYPE_CHECKING:
    from gpucat.services.texts import TextTarget

app = typer.Typer(
    cls=HelpGroup,
    help=tr(
        "Keep the texts of articles on your own disk, to read and to search in them.",
        "在自己的磁盘上保存文章正文，供阅读和搜索。",
    ),
    epilog=closing("gpucat texts fetch memory/6", "gpucat texts list"),
)

_NAMED = Annotated[
    list[str] | None,
    article_argument(
        tr("Articles to fetch; - reads them from standard input.", "要抓取的文章；- 表示从标准输入读取。"),
        "[ARTICLE]...",
    ),
]


@described(
    "Fetch the texts of articles and keep them beside the catalogue; nothing else ever contains them.",
    "抓取文章正文，保存在数据库旁边的单独文件中；其他任何输出都不会包含正文。",
    "gpucat texts fetch memory/6",
    "gpucat texts fetch --all",
    "gpucat texts fetch --module layout --stale 180d",
)
@with_filters
@with_net
def fetch(
    context: typer.Context,
    filters: FilterOptions,
    net: NetSettings,
    articles: _NAMED = None,
    everything: Annotated[
        bool,
        typer.Option(
            "--all", help=tr("Fetch all articles whose text is not kept yet.", "抓取所有尚未保存正文的文章。")
        ),
    ] = False,
    stale: Annotated[
        str | None,
        typer.Option("--stale", help=tr("Ask again for texts this old: 180d.", "重新抓取超过此期限的正文：180d。")),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help=tr("Only show what would be fetched.", "只显示将会抓取什么。"))
    ] = False,
    json: Json = False,
) -> None:
    if not (articles or everything or any(filters)):
        raise UsageError(
            "nothing_named",
            Bilingual("name the articles whose texts you want", "请指定要抓取正文的文章"),
            Bilingual("or fetch them all with `gpucat texts fetch --all`", "或用 `gpucat texts fetch --all` 抓取全部"),
        )
    run = Run.of(context)
    targets, titles = _plan(run, articles or [], filters, stale)
    if dry_run:
        run.terminal.write(target.link.url for target in targets)
        return
    _fetch(run, targets, titles, net, as_json=json)


def _plan(
    run: Run, names: Sequence[str], filters: FilterOptions, stale: str | None
) -> "tuple[list[TextTarget], list[str]]":
    """Returns the texts to fetch and all titles of the catalogue. A named article's text is always asked for."""
    from gpucat.services.link_targets import parse_age, targets_of_articles
    from gpucat.services.text_fetch import due_targets
    from gpucat.services.texts import read_texts, text_targets
    from gpucat.store.articles import find_articles, read_titles
    from gpucat.store.links import read_confirmed_titles, read_link_pasts

    age = parse_age(stale) if stale else None
    with run.catalogue() as connection:
        wanted = filters.parse(connection)
        found = articles_to_read(run, connection, names) if names else find_articles(connection, wanted)
        links = list(targets_of_articles(found, read_link_pasts(connection), read_confirmed_titles(connection)))
        targets = text_targets(links, read_texts(connection, run.path).kept)
        titles = read_titles(connection)
    due = targets if names else list(due_targets(targets, age, datetime.now(UTC)))
    if len(due) < len(targets):
        kept = len(targets) - len(due)
        run.terminal.notice(Bilingual(f"Skipped {kept} kept already", f"已跳过 {kept} 篇（正文已保存）"))
    return due, titles


def _fetch(run: Run, targets: "list[TextTarget]", titles: Sequence[str], net: NetSettings, *, as_json: bool) -> None:
    from gpucat.render.link_progress import LinkProgress
    from gpucat.render.listing import write_listing
    from gpucat.render.texts import result_listing, summary_of
    from gpucat.services.text_fetch import fetch_texts
    from gpucat.services.texts import Outcome, TextResult

    urls = [target.link.url for target in targets]
    with LinkProgress(run.terminal, urls, net.host_interval_s, [outcome.value for outcome in Outcome]) as progress:

        def count(result: TextResult) -> None:
            progress.take(result.link.url, result.outcome.value)

        report = fetch_texts(targets, net, run.path, titles=titles, on_result=count)
    write_listing(run.terminal, result_listing(report.results), "json" if as_json else "table")
    if report.asked:
        run.terminal.notice(summary_of(report))
    if report.is_interrupted:
        raise typer.Exit(EXIT_INTERRUPTED)


@described(
    "List the kept texts: how much there is of each, and which could not be kept.",
    "列出已保存的正文：各有多少内容，哪些未能保存。",
    "gpucat texts list",
    "gpucat texts list --module memory --json",
)
@with_filters
def list_texts(
    context: typer.Context, filters: FilterOptions, output_format: Format = "table", json: Json = False
) -> None:
    from gpucat.render.listing import check_format, write_listing
    from gpucat.render.terminal import say_shown
    from gpucat.render.texts import text_listing
    from gpucat.services.texts import read_texts, text_rows
    from gpucat.store.articles import count_articles, find_articles

    run = Run.of(context)
    chosen = check_format("json" if json else output_format)
    with run.catalogue() as connection:
        wanted = filters.parse(connection)
        rows = text_rows(find_articles(connection, wanted), read_texts(connection, run.path))
        total = count_articles(connection, wanted)
    shown = write_listing(run.terminal, text_listing(rows), chosen)
    if shown:
        say_shown(run.terminal, shown, total)
    else:
        run.terminal.notice(
            Bilingual(
                "No texts yet; `gpucat texts fetch --all` fetches them.",
                "还没有正文；`gpucat texts fetch --all` 可抓取。",
            )
        )


@described("Show what is known of an article's text.", "显示一篇正文的概况。", "gpucat texts show memory/6")
def show(context: typer.Context, article: Article, json: Json = False) -> None:
    from gpucat.cli.named import article_to_read
    from gpucat.render.texts import write_facts
    from gpucat.services.texts import facts_of, read_texts

    run = Run.of(context)
    with run.catalogue() as connection:
        found = article_to_read(run, connection, article)
        facts = facts_of(found, read_texts(connection, run.path))
    write_facts(run.terminal, found.id, facts, as_json=json)


@described("Remove the texts of articles.", "删除这些文章的正文。", "gpucat texts remove memory/6")
def remove(context: typer.Context, articles: ChangedArticles, yes: Unasked = False) -> None:
    from gpucat.cli.named import articles_to_change
    from gpucat.paths import texts_path
    from gpucat.render.text import counted
    from gpucat.store.texts import address_keys, remove_texts, writing_texts

    run = Run.of(context)
    with run.catalogue() as connection:
        found = articles_to_change(run, connection, articles, yes=yes)
        keys = [key for article in found for key in address_keys(connection, article.number)]
    removed = 0
    if texts_path(run.path).exists():
        with writing_texts(run.path) as connection:
            removed = remove_texts(connection, keys)
    run.terminal.notice(Bilingual(f"Removed {counted(removed, 'text')}", f"已删除 {removed} 篇正文"))


@described("Remove all texts, after asking.", "删除全部正文；会先询问。", "gpucat texts clear --yes")
def clear(context: typer.Context, yes: Yes = False) -> None:
    from gpucat.paths import texts_path
    from gpucat.store.texts import remove_file

    run = Run.of(context)
    path = texts_path(run.path)
    run.confirm(tr(f"Delete {path} with all kept texts?", f"删除 {path} 及其中全部正文？"), yes)
    existed = remove_file(run.path)
    run.terminal.notice(
        Bilingual(f"Deleted {path}", f"已删除 {path}") if existed else Bilingual("There are no texts", "没有保存的正文")
    )


for name, command in {"fetch": fetch, "list": list_texts, "show": show, "remove": remove, "clear": clear}.items():
    register(app, name, command)
