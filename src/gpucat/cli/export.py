"""Implements `gpucat export`."""

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from gpucat.cli import complete
from gpucat.cli.context import Run
from gpucat.cli.filters import FilterOptions, with_filters
from gpucat.cli.help import described
from gpucat.errors import UsageError
from gpucat.language import Bilingual, same, tr
from gpucat.render.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gpucat.catalog.filters import ArticleFilter
    from gpucat.language import Language
    from gpucat.store.connection import Reader

_STANDARD_OUTPUT = Path("-")
ExportFormat = Annotated[
    str,
    typer.Argument(
        metavar="FORMAT",
        help=tr(
            "markdown, jsonl, json, csv, tsv, opml, bookmarks, bibtex, atom, journal (what you read, noted and measured), or"
            " site (a folder of web pages).",
            "markdown、jsonl、json、csv、tsv、opml、bookmarks、bibtex、atom、journal（你读过、记过、测过的），或 site（网页文件夹）。",
        ),
        autocompletion=complete.exports,
    ),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        help=tr(
            "File to write or replace (- is standard output); for site, a folder.",
            "要写入的文件，已有则替换（- 为标准输出）；site 则为文件夹。",
        ),
    ),
]
DocumentLanguage = Annotated[
    str | None,
    typer.Option(
        "--lang",
        help=tr(
            "Language of the document: zh (default) or en; of the journal, yours.",
            "文档语言：zh（默认）或 en；journal 默认随界面语言。",
        ),
    ),
]
JournalWay = Annotated[
    str | None,
    typer.Option("--by", help=tr("With journal: day (default) or module.", "仅 journal：day（默认）或 module。")),
]
WithReading = Annotated[
    bool,
    typer.Option(
        "--with-reading",
        help=tr(
            "With jsonl: also your reading, notes, experiments and decisions; import merges them.",
            "仅 jsonl：同时导出阅读状态、笔记、实践与判断；import 可合并。",
        ),
    ),
]
ReplaceForeign = Annotated[
    bool,
    typer.Option(
        "--force",
        help=tr(
            "With site: also replace files that gpucat did not write.", "仅 site：也替换并非由 gpucat 写出的文件。"
        ),
    ),
]


@described(
    "Export the catalogue in another format, or as a site. The markdown is the list itself, byte for byte where nothing"
    " changed; atom is a feed of the newest articles.",
    "将目录导出为其他格式或网站。markdown 即清单本身，未改动处逐字节相同；atom 为最新文章的订阅源。",
    "gpucat export markdown -o list.md",
    "gpucat export bookmarks -o bookmarks.html",
    "gpucat export csv --module gemm",
    "gpucat export jsonl --with-reading -o reading.jsonl",
    "gpucat export journal --by module -o journal.md",
    "gpucat export site -o public",
)
@with_filters
def export(
    context: typer.Context,
    filters: FilterOptions,
    export_format: ExportFormat,
    output: Output = None,
    lang: DocumentLanguage = None,
    by: JournalWay = None,
    with_reading: WithReading = False,
    force: ReplaceForeign = False,
) -> None:
    from gpucat.services.export import JOURNAL, SITE, check_language, count_left_out

    run = Run.of(context)
    language = check_language(lang or (run.terminal.language if export_format == JOURNAL else "zh"))
    _check_options(export_format, with_reading=with_reading, force=force, by=by)
    with run.catalogue() as connection:
        wanted = filters.parse(connection)
        if export_format == SITE:
            write_site(run, connection, wanted, SiteOptions(output, language, force))
        else:
            _write_file(run, _pieces(connection, Asked(export_format, wanted, language, with_reading, by)), output)
            _say_left_out(run, count_left_out(connection, export_format, wanted))


def _check_options(export_format: str, *, with_reading: bool, force: bool, by: str | None) -> None:
    """Raises UsageError for an option of another format."""
    from gpucat.services.export import JOURNAL, SITE

    for option, is_typed, only in (
        ("--with-reading", with_reading, "jsonl"),
        ("--force", force, SITE),
        ("--by", by is not None, JOURNAL),
    ):
        if is_typed and export_format != only:
            raise UsageError(
                "not_with_format",
                Bilingual(f"{option} only works with {only}", f"{option} 只能与 {only} 同用"),
                same(f"gpucat export {only} {option}"),
            )


class Asked(NamedTuple):
    """What a single file is asked to hold, and for a journal, in which order."""

    export_format: str
    wanted: "ArticleFilter"
    language: "Language"
    with_reading: bool
    way: str | None


def _pieces(connection: "Reader", asked: Asked) -> "Iterable[str]":
    if asked.way is not None:
        from gpucat.services.journal import pick_way, write_journal

        return write_journal(connection, asked.wanted, asked.language, pick_way(asked.way))
    from gpucat.services.export import export as write_export

    pieces = write_export(connection, asked.export_format, asked.wanted, asked.language)
    if not asked.with_reading:
        return pieces
    from gpucat.services.reading_transfer import item_lines

    return chain(pieces, item_lines(connection, asked.wanted))


def _write_file(run: Run, pieces: "Iterable[str]", output: Path | None) -> None:
    if output is None or output == _STANDARD_OUTPUT:
        run.terminal.write_document(pieces)
        return
    from gpucat.files import check_is_other, write_whole

    check_is_other(output, run.path)
    write_whole(output, pieces)
    run.terminal.notice(Bilingual(f"Wrote {output}", f"已写入 {output}"))


def _say_left_out(run: Run, count: int) -> None:
    if count:
        articles = "1 article in the inbox is" if count == 1 else f"{count} articles in the inbox are"
        run.terminal.notice(
            Bilingual(
                f"{articles} not in the document; `gpucat edit ARTICLE --module MODULE` moves one to a module",
                f"收件箱中有 {count} 篇文章不在文档中；可用 `gpucat edit 文章 --module 模块` 归入模块",
            )
        )


class SiteOptions(NamedTuple):
    """A site's folder, the language of its first page, and whether to replace foreign files."""

    folder: Path | None
    language: "Language"
    force: bool


def write_site(run: Run, connection: "Reader", wanted: "ArticleFilter", site: SiteOptions) -> None:
    """Writes the site and says what was written; raises UsageError if no folder is named."""
    from gpucat.services.site import check_folder, export_site

    folder = site.folder
    if folder is None:
        raise UsageError(
            "needs_folder",
            Bilingual("a site is a folder, not a single file", "网站是一个文件夹，而不是单个文件"),
            Bilingual("name the folder: gpucat export site -o public", "请指定文件夹：gpucat export site -o public"),
        )
    if not site.force:
        check_folder(folder)
    report = export_site(connection, run.path, folder, wanted, site.language, run.terminal.notice)
    run.terminal.notice(
        Bilingual(
            f"Wrote {counted(report.articles, 'article')} to {folder}: {', '.join(report.files)}",
            f"已将 {report.articles} 篇文章写入 {folder}：{'、'.join(report.files)}",
        )
    )
