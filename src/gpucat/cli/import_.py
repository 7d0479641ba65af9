"""Implements `gpucat import` and `diff`."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from gpucat.cli import complete
from gpucat.cli.context import Run
from gpucat.cli.help import described
from gpucat.cli.options import Json
from gpucat.errors import EXIT_FINDINGS
from gpucat.language import Bilingual, tr

Files = Annotated[
    list[Path],
    typer.Argument(metavar="FILE...", help=tr("Files to read; - is standard input.", "要读取的文件；- 为标准输入。")),
]
From = Annotated[
    str,
    typer.Option(
        "--from",
        help=tr(
            "auto, jsonl, json, csv, tsv, markdown, bookmarks, opml or bibtex.",
            "auto、jsonl、json、csv、tsv、markdown、bookmarks、opml 或 bibtex。",
        ),
        autocompletion=complete.import_formats,
    ),
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", "-n", help=tr("Only show what would be done.", "只显示将会做什么。"))
]
SkipInvalid = Annotated[
    bool,
    typer.Option(
        "--skip-invalid",
        help=tr(
            "Import the usable lines and write the others to FILE.rejected.jsonl.",
            "导入可用的行，其余写入 FILE.rejected.jsonl。",
        ),
    ),
]
WithReading = Annotated[
    bool,
    typer.Option(
        "--with-reading",
        help=tr(
            "Take along what the files say of you: read, starred, notes, highlights.",
            "一并导入文件中你的阅读记录：已读、收藏、笔记、划线。",
        ),
    ),
]
OnDuplicate = Annotated[
    str,
    typer.Option(
        "--on-duplicate",
        help=tr("Articles already listed: skip, update or error.", "已有的文章：skip、update 或 error。"),
    ),
]


@described(
    "Import articles from files: all of them, or none if a line cannot be used.",
    "从文件导入文章：全部导入；只要有一行不可用，就一行也不导入。",
    "gpucat import --dry-run bookmarks.html",
    "gpucat import list.md --on-duplicate update",
    "gpucat import refs.bib links.csv --skip-invalid",
    "gpucat import bookmarks.html --with-reading",
)
def import_files(
    context: typer.Context,
    files: Files,
    file_format: From = "auto",
    dry_run: DryRun = False,
    skip_invalid: SkipInvalid = False,
    on_duplicate: OnDuplicate = "skip",
    with_reading: WithReading = False,
    json: Json = False,
) -> None:
    from gpucat.formats.files import open_file
    from gpucat.render.imports import rows_so_far, say_marks_left, write_plan
    from gpucat.render.reading import say_items
    from gpucat.services.import_articles import check_on_duplicate
    from gpucat.services.import_run import PROBLEM, run_import, write_rejected
    from gpucat.services.reading_transfer import merge_items, plan_items

    run = Run.of(context)
    check_on_duplicate(on_duplicate)
    opened = [(path, open_file(path, file_format)) for path in files]
    with suppress(_NothingKept), run.terminal.passing() as tell, run.change() as writer:
        plan = run_import(
            writer, opened, on_duplicate, keeps_problems=skip_invalid, tell=lambda rows: tell(rows_so_far(rows))
        )
        marked = plan.marked if with_reading else {}
        items = plan_items(
            writer.connection, ((path, (*file.reading.items, *marked.get(path, ()))) for path, file in opened)
        )
        merge_items(writer, items)
        refused = plan.count(PROBLEM) > 0 and not skip_invalid
        if refused or dry_run:
            raise _NothingKept
    rejected = write_rejected(plan.problems) if skip_invalid and not dry_run else ()
    if plan.total or plan.empty or json or not items:
        write_plan(run.terminal, plan, is_done=not (refused or dry_run), rejected=rejected, as_json=json)
    say_items(run.terminal, items, is_done=not (refused or dry_run))
    if plan.marked and not with_reading:
        say_marks_left(run.terminal, plan)
    if refused:
        raise typer.Exit(EXIT_FINDINGS)


class _NothingKept(Exception):
    """Rolls an import back: it was only a trial, or one of its lines cannot be used."""


@described(
    "Compare two versions of the list: documents, databases, or any files that import reads."
    " A single version is compared with the catalogue in use.",
    "比较清单的两个版本：文档、数据库，或 import 可读的任何文件。只给一个版本时，与当前目录比较。",
    "gpucat diff list.md",
    "gpucat diff catalogue.bak --json",
)
def diff(
    context: typer.Context,
    old: Annotated[Path, typer.Argument(metavar="OLD", help=tr("The older version.", "旧版本。"))],
    new: Annotated[
        Path | None,
        typer.Argument(
            metavar="NEW", help=tr("The newer version (default: the catalogue).", "新版本（默认为当前目录）。")
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help=tr("Exit with 1 if they differ.", "有差异则退出码为 1。"))
    ] = False,
    json: Json = False,
) -> None:
    from gpucat.catalog.comparison import compare_versions
    from gpucat.render.diff import write_comparison
    from gpucat.services.diff import read_version, version_of

    run = Run.of(context)
    problems: list[Bilingual] = []
    before = read_version(old, problems.append)
    if new is not None:
        after = read_version(new, problems.append)
    else:
        with run.catalogue() as connection:
            after = version_of(connection)
    comparison = compare_versions(before, after)
    for problem in problems:
        run.terminal.notice(problem)
    write_comparison(run.terminal, comparison, as_json=json)
    if problems or (check and not comparison.is_empty):
        raise typer.Exit(EXIT_FINDINGS)
