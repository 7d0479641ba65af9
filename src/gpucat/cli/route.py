"""`gpucat route`: the reading route, stage by stage."""

from pathlib import Path
from typing import Annotated

import typer

from gpucat.cli import complete
from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.cli.options import FilterOptions, Format, Json, ReaderLevel
from gpucat.language import tr

Stages = Annotated[list[int], typer.Option("--stage", min=1, help=tr("Only this stage (1-5).", "只列此阶段（1-5）。"))]
Modules = Annotated[
    list[str],
    typer.Option("--module", help=tr("Only this module.", "只列此模块。"), autocompletion=complete.modules),
]
Statuses = Annotated[
    list[str],
    typer.Option("--status", help=tr("Only this reading state.", "只列此阅读状态。"), autocompletion=complete.statuses),
]
WithAll = Annotated[bool, typer.Option("--all", help=tr("Skipped articles as well.", "也列出跳过的文章。"))]
Svg = Annotated[Path | None, typer.Option("--svg", help=tr("Write a picture of it.", "输出为 SVG 图片。"))]
To = Annotated[
    str | None,
    typer.Option(
        "--to",
        help=tr(
            "The shortest path from what you have read to a concept or an article; with --level, what lower levels teach is known.",
            "从已读内容到某个概念或文章的最短路径；加 --level 时，更低难度所讲视为已知。",
        ),
        autocompletion=complete.concepts,
    ),
]


@described(
    "The reading route: stages, steps, articles in reading order, what is done and what is next, experiments.",
    "阅读路线：阶段、步骤、按顺序排列的文章、已读与下一篇、实验。",
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
    from gpucat.render.notices import say_shown
    from gpucat.render.route import write_route
    from gpucat.services.route import check_stages, read_route_report

    run = Run.of(context)
    chosen = check_format("json" if json else output_format)
    if to is not None:
        from gpucat.cli.path_to import write_path_to

        write_path_to(run, to, level, chosen, alone=not (stage or module or status or with_all or svg))
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
    write_route(run.terminal, report, chosen)
    if not report.stages:
        say_shown(run.terminal, 0, 0)
