"""`gpucat export`: the catalogue as a file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gpucat.cli import complete
from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.cli.options import FilterOptions, with_filters
from gpucat.errors import UsageError
from gpucat.language import Bilingual, tr

if TYPE_CHECKING:
    from gpucat.catalog.filters import ArticleFilter
    from gpucat.language import Language
    from gpucat.store.connection import Reader


@described(
    "Write the catalogue as markdown (the list itself, byte for byte where nothing changed), jsonl, json or csv.",
    "导出为 markdown（即清单本身，未改动处逐字节相同）、jsonl、json 或 csv。",
    "gpucat export markdown -o list.md",
    "gpucat export csv --module gemm",
    "gpucat export site -o public",
)
@with_filters
def export(
    context: typer.Context,
    filters: FilterOptions,
    export_format: Annotated[
        str,
        typer.Argument(
            metavar="FORMAT",
            help=tr(
                "markdown, jsonl, json, csv, or site (a folder of web pages).",
                "markdown、jsonl、json、csv，或 site（网页文件夹）。",
            ),
            autocompletion=complete.exports,
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help=tr("Write this file (site: folder).", "写入此文件（site：文件夹）。")),
    ] = None,
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
        if export_format == "site":
            _export_site(run, connection, filters.parse(connection), output, language)
            return
        pieces = write_export(connection, export_format, filters.parse(connection), language)
        if output is None:
            run.terminal.write_raw(pieces)
        else:
            write_whole(output, pieces)
            run.terminal.notice(Bilingual(f"Wrote {output}", f"已写入 {output}"))


def _export_site(
    run: Run, connection: "Reader", wanted: "ArticleFilter", folder: Path | None, language: "Language"
) -> None:
    from gpucat.services.site import export_site

    if folder is None:
        raise UsageError(
            "needs_folder",
            Bilingual("a site is a folder of files", "网站由一个文件夹中的多个文件组成"),
            Bilingual("name the folder: gpucat export site -o public", "请指定文件夹：gpucat export site -o public"),
        )
    report = export_site(connection, run.path, folder, wanted, language, run.terminal.notice)
    run.terminal.notice(
        Bilingual(
            f"Wrote {report.articles} articles to {folder}: {', '.join(report.files)}",
            f"已将 {report.articles} 篇文章写入 {folder}：{'、'.join(report.files)}",
        )
    )
