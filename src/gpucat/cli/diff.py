"""`gpucat diff`: two versions of the list."""

from pathlib import Path
from typing import Annotated

import typer

from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.cli.options import Json
from gpucat.errors import EXIT_FINDINGS
from gpucat.language import tr


@described(
    "Show what differs between two versions of the list: documents, JSON Lines, any file that import reads, or databases."
    " With one version, it is compared with the catalogue in use.",
    "比较清单的两个版本：文档、JSON Lines、import 可读的任何文件，或数据库。只给一个版本时，与当前目录比较。",
    "gpucat diff list.md",
    "gpucat diff catalogue.bak --json",
)
def diff(
    context: typer.Context,
    old: Annotated[Path, typer.Argument(help=tr("The older version.", "旧版本。"))],
    new: Annotated[
        Path | None, typer.Argument(help=tr("The newer one (the catalogue).", "新版本（默认当前目录）。"))
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help=tr("Exit 1 where they differ.", "有差异则退出码为 1。"))
    ] = False,
    json: Json = False,
) -> None:
    from gpucat.catalog.comparison import compare_versions
    from gpucat.render.diff import write_comparison
    from gpucat.services.diff import read_version, version_of

    run = Run.of(context)

    before = read_version(old, run.terminal.notice)
    if new is not None:
        after = read_version(new, run.terminal.notice)
    else:
        with run.catalogue() as connection:
            after = version_of(connection)
    comparison = compare_versions(before, after)
    write_comparison(run.terminal, comparison, as_json=json)
    if check and not comparison.is_empty:
        raise typer.Exit(EXIT_FINDINGS)
