"""`gpucat export`: the catalogue as a file."""

from pathlib import Path
from typing import Annotated

import typer

from gpucat.cli import complete
from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.cli.options import FilterOptions, with_filters
from gpucat.language import Bilingual, tr


@described(
    "Write the catalogue as markdown (the list itself, byte for byte where nothing changed), jsonl, json or csv.",
    "导出为 markdown（即清单本身，未改动处逐字节相同）、jsonl、json 或 csv。",
    "gpucat export markdown -o list.md",
    "gpucat export csv --module gemm",
)
@with_filters
def export(
    context: typer.Context,
    filters: FilterOptions,
    export_format: Annotated[
        str,
        typer.Argument(
            metavar="FORMAT",
            help=tr("markdown, jsonl, json or csv.", "markdown、jsonl、json 或 csv。"),
            autocompletion=complete.exports,
        ),
    ],
    output: Annotated[Path | None, typer.Option("--output", "-o", help=tr("Write this file.", "写入此文件。"))] = None,
    lang: Annotated[
        str, typer.Option("--lang", help=tr("Language of the document: zh or en.", "文档语言：zh 或 en。"))
    ] = "zh",
) -> None:
    from gpucat.files import write_whole
    from gpucat.services.export import check_language
    from gpucat.services.export import export as write_export

    run = Run.of(context)
    language = check_language(lang)
    with run.catalogue() as connection:
        pieces = write_export(connection, export_format, filters.parse(connection), language)
        if output is None:
            run.terminal.write_raw(pieces)
        else:
            write_whole(output, pieces)
            run.terminal.notice(Bilingual(f"Wrote {output}", f"已写入 {output}"))
