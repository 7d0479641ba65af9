"""Implements `gpucat route`, `next` and the overview of `gpucat` alone."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from gpucat.cli import complete
from gpucat.cli.context import Run
from gpucat.cli.filters import FilterOptions
from gpucat.cli.help import described
from gpucat.cli.options import Format, Json, ReaderLevel, limit_option
from gpucat.errors import UsageError
from gpucat.language import Bilingual, tr

Stages = Annotated[
    list[int], typer.Option("--stage", min=1, help=tr("This stage (1-5) with its articles.", "此阶段（1-5）及其文章。"))
]
Modules = Annotated[
    list[str],
    typer.Option("--module", help=tr("Only this module.", "只列此模块。"), autocompletion=complete.modules),
]
Statuses = Annotated[
    list[str],
    typer.Option("--status", help=tr("Only this reading state.", "只列此阅读状态。"), autocompletion=complete.statuses),
]
WithAll = Annotated[
    bool,
    typer.Option(
        "--all", help=tr("Open every stage, and list skipped articles, too.", "展开全部阶段，也列出跳过的文章。")
    ),
]
Svg = Annotated[
    Path | None,
    typer.Option("--svg", help=tr("Write the route to this file as an SVG picture.", "将路线以 SVG 图片写入此文件。")),
]
To = Annotated[
    str | None,
    typer.Option(
        "--to",
        help=tr(
            "Show the shortest path from what you have read to a concept, an article or what a search for it finds; --level takes what lower levels teach as known and goes round what is above.",
            "显示从已读内容到某个概念、某篇文章或搜索结果的最短路径；加 --level 时，更低难度所讲视为已掌握，并绕开更高难度的文章。",
        ),
        autocompletion=complete.goals,
    ),
]


@described(
    "Show the reading route: its stages, and the one you are in with its articles in reading order.",
    "显示阅读路线：各个阶段，以及当前阶段中按阅读顺序排列的文章。",
    "gpucat route --level intermediate",
    "gpucat route --stage 2 --module layout",
    "gpucat route --to 'flash attention' --level intermediate",
    "gpucat route --level beginner --json",
)
def route(
    context: typer.Context,
    level: ReaderLevel = [],  # noqa: B006  Typer copies it
    stage: Stages = [],  # noqa: B006
    module: Modules = [],  # noqa: B006
    status: Statuses = [],  # noqa: B006
    with_all: WithAll = False,
    svg: Svg = None,
    to: To = None,
    output_format: Format = "table",
    json: Json = False,
) -> None:
    from gpucat.render.listing import check_format
    from gpucat.render.route import write_route
    from gpucat.render.terminal import say_shown
    from gpucat.services.route import check_stages, read_route_report

    run = Run.of(context)
    chosen = check_format("json" if json else output_format)
    is_whole = not (stage or module or status or with_all)
    level, to = _kept(run, level, to, is_whole=is_whole and not svg)
    if to is not None:
        write_path_to(run, to, level, chosen, alone=is_whole and not svg)
        return
    filters = FilterOptions(module, level, [], [], [], [], None, None, status, [])
    with run.catalogue() as connection:
        report = read_route_report(
            connection, filters.parse(connection), check_stages(connection, stage), with_skipped=with_all
        )
    if svg is not None:
        from gpucat.files import check_is_other
        from gpucat.render.rich_route import save_picture

        check_is_other(svg, run.path)
        save_picture(report, run.terminal.language, svg)
        return
    write_route(run.terminal, report, chosen, is_overview=is_whole)
    if not report.stages:
        say_shown(run.terminal, 0, 0)


@described(
    "Show what to read now and why: what you are reading, then the next unread articles of the route.",
    "显示现在该读什么、为什么：先是在读的，然后是路线上接下来的未读文章。",
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
        run.terminal.notice(Bilingual("Nothing left to read here.", "这里没有未读的文章了。"))


def _kept(run: Run, levels: list[str], goal: str | None, *, is_whole: bool) -> tuple[list[str], str | None]:
    """Returns the levels and the goal as typed, else as the settings say; a part of the route that is asked for has no goal."""
    from gpucat.services.settings import read_setting

    with run.catalogue() as connection:
        level = None if levels else read_setting(connection, "level")
        kept = read_setting(connection, "goal") if goal is None and is_whole else None
    return [level] if level else levels, kept or goal


def write_path_to(run: Run, goal: str, levels: Sequence[str], output_format: str, *, alone: bool) -> None:
    """Writes the path to a goal at the lowest of the levels; raises UsageError if other options were given."""
    from gpucat.catalog.levels import parse_level
    from gpucat.render.next_reading import write_path
    from gpucat.services.learning_path import read_path
    from gpucat.services.term_list import read_vocabulary

    if not alone:
        raise UsageError(
            "not_with_to",
            Bilingual("--to only works with --level and --format", "--to 只能与 --level、--format 同用"),
        )
    level = min(map(parse_level, levels), default=None)
    with run.catalogue() as connection:
        report = read_path(connection, goal, read_vocabulary(connection, run.path), level)
    write_path(run.terminal, report, output_format)


TRY = (
    ("gpucat search swizzle", Bilingual("find articles", "查找文章")),
    ("gpucat route --level intermediate", Bilingual("follow the reading route", "按路线阅读")),
    ("gpucat show memory/6", Bilingual("see everything about an article", "查看一篇文章的全部信息")),
    ("gpucat modules", Bilingual("see the modules and how to read them", "查看各模块与读法")),
    ("gpucat --help", Bilingual("list all commands", "列出全部命令")),
)


def overview(run: Run) -> None:
    """Writes what `gpucat` alone shows."""
    from gpucat.catalog.filters import ArticleFilter
    from gpucat.render.route import write_overview
    from gpucat.services.route import read_route_report
    from gpucat.store.catalogue import read_modules

    with run.catalogue() as connection:
        report = read_route_report(connection, ArticleFilter(), with_skipped=True)
        write_overview(run.terminal, report, len(read_modules(connection)), TRY)
