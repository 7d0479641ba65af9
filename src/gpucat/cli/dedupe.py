"""`gpucat dedupe`: what is listed twice."""

from pathlib import Path
from typing import Annotated

import typer

from gpucat.cli import complete
from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.cli.options import Format, Json
from gpucat.errors import EXIT_FINDINGS
from gpucat.language import tr

File = Annotated[
    Path | None,
    typer.Option("--file", help=tr("Compare the lines of a JSON Lines file.", "比较 JSON Lines 文件的各行。")),
]
Against = Annotated[
    str,
    typer.Option(
        "--against",
        help=tr(
            "self or catalogue: with what the file's lines are compared.", "self 或 catalogue：文件各行与何者比较。"
        ),
    ),
]
Check = Annotated[
    bool,
    typer.Option(
        "--check", help=tr("Exit with 1 where a pair is same or likely.", "存在“相同”或“很可能”时退出码为 1。")
    ),
]
Groups = Annotated[bool, typer.Option("--groups", help=tr("Show groups instead of pairs.", "按组而非按对显示。"))]
Forget = Annotated[
    tuple[str, str] | None,
    typer.Option(
        "--forget",
        metavar="A B",
        help=tr("Take back what `distinct A B` decided.", "撤回 `distinct A B` 的决定。"),
        autocompletion=complete.articles,
    ),
]


@described(
    "Find articles that are one work: same, likely or maybe, each with its reasons.",
    "查找重复的文章：相同、很可能或可能，并说明理由。",
    "gpucat dedupe",
    "gpucat dedupe --file articles.jsonl --against catalogue",
    "gpucat dedupe --check --json",
)
def dedupe(
    context: typer.Context,
    file: File = None,
    against: Against = "self",
    check: Check = False,
    groups: Groups = False,
    forget: Forget = None,
    output_format: Format = "table",
    json: Json = False,
) -> None:
    from gpucat.render.duplicates import duplicate_listing, group_listing, pairs_so_far, summary
    from gpucat.render.listing import check_format, write_listing
    from gpucat.services.dedupe import check_against, find_in_catalogue, find_in_file

    run = Run.of(context)
    if forget:
        from gpucat.cli.distinct import forget_decision

        forget_decision(run, *forget)
        return
    chosen = check_format("json" if json else output_format)
    check_against(against, has_file=file is not None)
    if file is not None and against == "self":
        report = find_in_file(file)
    else:
        with run.terminal.passing() as tell, run.catalogue() as connection:
            report = (
                find_in_file(file, connection)
                if file
                else find_in_catalogue(connection, lambda pairs: tell(pairs_so_far(pairs)))
            )
    write_listing(run.terminal, (group_listing if groups else duplicate_listing)(run.terminal, report), chosen)
    for problem in report.problems:
        run.terminal.notice(problem.text(str(file)))
    run.terminal.notice(summary(report))
    if check and not report.is_clean:
        raise typer.Exit(EXIT_FINDINGS)
