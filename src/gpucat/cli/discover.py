"""Implements `gpucat discover`."""

from typing import TYPE_CHECKING, Annotated

import typer

from gpucat.cli.context import Run
from gpucat.cli.help import described
from gpucat.cli.net_options import with_net
from gpucat.cli.options import Format, Json
from gpucat.errors import EXIT_INTERRUPTED
from gpucat.language import tr
from gpucat.net.settings import NetSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gpucat.services.discover import Looks, Site

Sites = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[SITE]...",
        help=tr("Part of a host or a source; all sites without one.", "主机名或来源的一部分；不写则为全部站点。"),
    ),
]
Seen = Annotated[
    bool,
    typer.Option(
        "--seen", help=tr("Show what earlier looks found; asks no site.", "显示以前发现的文章，不访问任何站点。")
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help=tr("Only show the sites.", "只列出站点。"))]


@described(
    "Look for new articles on the sites that the list names: feeds, index pages, sitemaps. Each is shown once, nearest to the list first.",
    "在清单已有的站点上查找新文章：订阅源、索引页、站点地图。每篇只显示一次，与清单最相近的在前。",
    "gpucat discover --dry-run",
    "gpucat discover --seen --json",
    "gpucat discover --seen 'Lei Mao'",
)
@with_net
def discover(
    context: typer.Context,
    net: NetSettings,
    sites: Sites = None,
    seen: Seen = False,
    dry_run: DryRun = False,
    output_format: Format = "table",
    json: Json = False,
) -> None:
    from gpucat.render.discoveries import discovery_listing, say_looks
    from gpucat.render.listing import check_format, write_listing
    from gpucat.render.terminal import say_shown
    from gpucat.services.discover import found_among, listed_articles, sites_of

    run = Run.of(context)
    chosen = check_format("json" if json else output_format)
    with run.catalogue() as connection:
        asked = sites_of(listed_articles(connection), sites or ())
    if dry_run:
        run.terminal.write(site.root for site in asked)
        return
    looks = None if seen else _look(run, asked, net)
    with run.catalogue() as connection:
        found = found_among(connection, asked, None if looks is None else looks.new)
    if not write_listing(run.terminal, discovery_listing(found), chosen) and looks is None:
        say_shown(run.terminal, 0, 0)
    if looks is not None:
        say_looks(run.terminal, looks, len(found))
        if looks.is_interrupted:
            raise typer.Exit(EXIT_INTERRUPTED)


def _look(run: Run, sites: "Sequence[Site]", net: NetSettings) -> "Looks":
    from gpucat.render.link_progress import LinkProgress
    from gpucat.services.discover import Site, discover
    from gpucat.store.discoveries import read_sources

    with run.catalogue() as connection:
        known = read_sources(connection)
    with LinkProgress(
        run.terminal, [site.root for site in sites], net.host_interval_s, ["read", "nothing"]
    ) as progress:

        def count(site: Site, is_read: bool) -> None:
            progress.take(site.root, "read" if is_read else "nothing")

        return discover(sites, known, net, run.path, count)
