"""Implements `gpucat dedupe`, `distinct` and `merge`."""

from pathlib import Path
from typing import Annotated

import typer

from gpucat.cli import complete
from gpucat.cli.context import Run
from gpucat.cli.help import described
from gpucat.cli.named import different_articles
from gpucat.cli.options import WHOLE_NAMES, Format, Json, Yes, article_argument
from gpucat.errors import EXIT_FINDINGS, UsageError
from gpucat.language import Bilingual, tr

File = Annotated[
    Path | None,
    typer.Option(
        "--file", help=tr("Compare the articles of a file that import reads.", "比较 import 可读的文件中的文章。")
    ),
]
Against = Annotated[
    str,
    typer.Option(
        "--against",
        help=tr(
            "What to compare the file's articles with: self or catalogue.", "文件中文章的比较对象：self 或 catalogue。"
        ),
    ),
]
Check = Annotated[
    bool,
    typer.Option(
        "--check",
        help=tr(
            "Exit with 1 if a pair is same or likely, or a line unread.",
            "存在“相同”“很可能”或未能读取的行时，退出码为 1。",
        ),
    ),
]
Groups = Annotated[bool, typer.Option("--groups", help=tr("Show groups instead of pairs.", "按组而非按对显示。"))]
Forget = Annotated[
    tuple[str, str] | None,
    typer.Option(
        "--forget",
        metavar="A B",
        help=tr("Forget what `distinct A B` recorded.", "撤回 `distinct A B` 的记录。"),
        autocompletion=complete.articles,
    ),
]


@described(
    "Find duplicate articles: same, likely or maybe, each pair with its reasons.",
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
    if file is not None and not report.compared:
        run.terminal.notice(Bilingual(f"{file}: no article could be read in it", f"{file}：其中没有可读取的文章"))
        raise typer.Exit(EXIT_FINDINGS)
    run.terminal.notice(summary(report))
    if check and (report.problems or not report.is_clean):
        raise typer.Exit(EXIT_FINDINGS)


@described(
    "Remember that two articles are not duplicates.",
    "记住两篇文章并不重复。",
    "gpucat distinct kernels/8 kernels/9",
)
def distinct(context: typer.Context, articles: Annotated[list[str], article_argument(WHOLE_NAMES, "A B")]) -> None:
    from gpucat.store.duplicates import remember_distinct
    from gpucat.store.lookup import still_listed

    run = Run.of(context)
    with run.catalogue() as connection:
        named = different_articles(run, connection, articles, most=2)
    with run.change() as writer:
        first, second = still_listed(writer.connection, named)
        is_new = remember_distinct(writer, first.number, second.number)
    both = Bilingual(f"{first.id} and {second.id}", f"{first.id} 与 {second.id}")
    run.terminal.notice(
        Bilingual(f"{both.en} are now marked as distinct", f"已记录：{both.zh} 不是重复文章")
        if is_new
        else Bilingual(f"{both.en} were already marked as distinct", f"{both.zh} 早已记为不是重复文章")
    )


def forget_decision(run: Run, one: str, other: str) -> None:
    """Forgets that two articles are not duplicates."""
    from gpucat.store.duplicates import forget_distinct
    from gpucat.store.lookup import still_listed

    with run.catalogue() as connection:
        named = different_articles(run, connection, (one, other), most=2)
    with run.change() as writer:
        first, second = still_listed(writer.connection, named)
        was_there = forget_distinct(writer, first.number, second.number)
    if was_there:
        run.terminal.notice(
            Bilingual(
                f"{first.id} and {second.id} are no longer marked as distinct",
                f"已撤回：{first.id} 与 {second.id} 不再记为不是重复文章",
            )
        )
    else:
        run.terminal.notice(Bilingual("These two were not marked as distinct.", "这两篇没有记为不是重复文章。"))


@described(
    "Merge articles into the first one, after a field-by-field preview; nothing is lost, and their old URLs still find it.",
    "把其余文章并入第一篇：先逐字段预览，内容不丢失，旧网址仍指向它。",
    "gpucat merge memory/6 layout/10 --dry-run",
    "gpucat merge memory/6 layout/10 --take title=layout/10 --dry-run",
)
def merge(
    context: typer.Context,
    articles: Annotated[list[str], article_argument(WHOLE_NAMES, "KEEP OTHER...")],
    take: Annotated[
        list[str] | None,
        typer.Option(
            "--take",
            metavar="FIELD=ARTICLE",
            help=tr("Take the field's value from this article.", "该字段采用这篇文章的值。"),
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", "-n", help=tr("Only show what would be done.", "只显示将会做什么。"))
    ] = False,
    yes: Yes = False,
    json: Json = False,
) -> None:
    from gpucat.render.duplicates import write_merge
    from gpucat.services.merge import carry_out_merge, plan_merge, told_by_texts
    from gpucat.store.lookup import still_listed

    run = Run.of(context)
    taken = dict(_parted(text) for text in take or [])
    with run.catalogue() as connection:
        keep, *others = different_articles(run, connection, articles)
        plan = plan_merge(connection, keep, others, taken)
        texts = told_by_texts(connection, plan)
    write_merge(run.terminal, plan, texts, as_json=json)
    if dry_run:
        return
    run.confirm(tr("Merge them?", "确定合并？"), yes)
    with run.change() as writer:
        keep, *others = still_listed(writer.connection, (keep, *others))
        carry_out_merge(plan_merge(writer.connection, keep, others, taken), writer)
    run.terminal.notice(Bilingual("Merged; `gpucat undo` reverts it.", "已合并；可用 `gpucat undo` 撤销。"))


def _parted(text: str) -> tuple[str, str]:
    field, equals, article = text.partition("=")
    if not equals:
        raise UsageError("bad_take", Bilingual(f"{text!r} is not FIELD=ARTICLE", f"“{text}”不是 FIELD=ARTICLE 的形式"))
    return field.strip(), article.strip()
