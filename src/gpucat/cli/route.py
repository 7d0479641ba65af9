"""Implements `gpucat route` and `next`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gpucat.cli import complete
from gpucat.cli.context import Run
from gpucat.cli.filters import FilterOptions
from gpucat.cli.help import described
from gpucat.cli.options import Format, Json, ReaderLevel, limit_option
from gpucat.errors import UsageError
from gpucat.language import Bilingual, tr

if TYPE_CHECKING:
    from gpucat.services.route import RouteReport

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
        "--goal",
        help=tr(
            "Show the shortest path from what you have read to a concept, an article or what a search for it finds; --level takes what lower levels teach as known and goes round what is above.",
            "显示从已读内容到某个概念、某篇文章或搜索结果的最短路径；加 --level 时，更低难度所讲视为已掌握，并绕开更高难度的文章。",
        ),
        autocompletion=complete.goals,
    ),
]

Goal = Annotated[
    str | None,
    typer.Option(
        "--goal",
        "-g",
        help=tr("Follow the path to a concept or an article.", "沿通往某个概念或文章的路径。"),
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
    from gpucat.services.next_reading import next_unread, read_aim
    from gpucat.services.route import check_stages, read_route_report

    run = Run.of(context)
    chosen = check_format("json" if json else output_format)
    is_whole = not (stage or module or status or with_all or svg)
    level, to = _kept(run, level, to, is_whole=is_whole)
    if to is not None:
        write_path_to(run, to, level, chosen, alone=is_whole)
        return
    with run.catalogue() as connection:
        wanted = FilterOptions(module=module, level=level, status=status).parse(connection)
        ahead = next_unread(connection, read_aim(connection, wanted.levels))
        report = read_route_report(
            connection,
            wanted,
            check_stages(connection, stage),
            with_skipped=with_all,
            ahead=ahead,
            is_overview=is_whole and chosen == "table",
            is_brief=chosen == "table",
        )
        if svg is not None:
            _save(run, report, svg)
            return
        write_route(run.terminal, report, chosen)


def _save(run: Run, report: "RouteReport", svg: Path) -> None:
    from gpucat.files import check_is_other
    from gpucat.render.rich_route import save_picture

    check_is_other(svg, run.path)
    save_picture(report, run.terminal.language, svg)


@described(
    "Show what to read now and why: what you are reading, then the next unread articles of the route, or to your goal.",
    "显示现在该读什么、为什么：先是在读的，然后是路线上或通往目标的下一批未读文章。",
    "gpucat next",
    "gpucat next --goal 'flash attention'",
    "gpucat next --limit 5 --level intermediate",
    "gpucat next --minutes 30",
    "gpucat next --limit 1 --format urls",
)
def next_articles(
    context: typer.Context,
    limit: Annotated[int, limit_option("--count", "-n")] = 3,
    level: ReaderLevel = [],  # noqa: B006  Typer copies it
    goal: Goal = None,
    minutes: Annotated[
        int | None,
        typer.Option(
            "--minutes",
            min=1,
            help=tr(
                "Only what takes no longer, as far as its text is kept.", "只列读完不超过此时长的文章（须已保存正文）。"
            ),
        ),
    ] = None,
    output_format: Format = "table",
    json: Json = False,
) -> None:
    from gpucat.catalog.levels import parse_level
    from gpucat.render.listing import check_format
    from gpucat.render.next_reading import end_of, lost_goal, none_fits, write_advice
    from gpucat.services.next_reading import look_ahead, read_aim, read_next

    run = Run.of(context)
    chosen = check_format("json" if json else output_format)
    levels = [parse_level(text) for text in level]
    with run.catalogue() as connection:
        aim = read_aim(connection, levels, goal)
        ahead = look_ahead(connection, aim)
        advice = read_next(connection, limit, ahead, minutes)
    write_advice(run.terminal, advice, chosen)
    if ahead.is_lost:
        run.terminal.notice(lost_goal(aim.goal or ""))
    if minutes is not None and not advice:
        run.terminal.notice(none_fits(minutes))
    elif not any(piece.is_next for piece in advice) and not 0 < limit <= len(advice):
        run.terminal.notice(end_of(ahead.end, aim.goal))


def _kept(run: Run, levels: list[str], goal: str | None, *, is_whole: bool) -> tuple[list[str], str | None]:
    """Returns the levels and the goal as typed, else as the settings say; a part of the route that is asked for has no goal."""
    from gpucat.render.next_reading import lost_goal
    from gpucat.services.next_reading import look_ahead, read_aim
    from gpucat.services.settings import read_setting

    with run.catalogue() as connection:
        level = None if levels else read_setting(connection, "level")
        kept = read_setting(connection, "goal") if goal is None and is_whole else None
        if kept and look_ahead(connection, read_aim(connection)).is_lost:
            run.terminal.notice(lost_goal(kept))
            kept = None
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
