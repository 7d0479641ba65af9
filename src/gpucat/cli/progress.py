"""`gpucat progress`: how far the reader is."""

from typing import Annotated

import typer

from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.cli.options import Json
from gpucat.language import tr


@described(
    "How far you are: by stage, module and level, in all, and on the last days.",
    "阅读进度：按阶段、模块、难度与总计，以及最近几天读完的文章。",
    "gpucat progress",
    "gpucat progress --days 14 --json",
)
def progress(
    context: typer.Context,
    days: Annotated[int, typer.Option("--days", min=0, max=3660, help=tr("How many days back.", "往回几天。"))] = 7,
    json: Json = False,
) -> None:
    from datetime import datetime

    from gpucat.render.progress import write_progress
    from gpucat.services.progress import read_progress

    run = Run.of(context)
    with run.catalogue() as connection:
        report = read_progress(connection, datetime.now().astimezone(), days)
    write_progress(run.terminal, report, as_json=json)
