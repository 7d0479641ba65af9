"""`gpucat merge`: several articles that are one work become one."""

from typing import Annotated

import typer

from gpucat.cli import complete
from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.cli.options import Articles, Json, Yes
from gpucat.errors import UsageError
from gpucat.language import Bilingual, tr


@described(
    "Merge articles into the first one, after a preview field by field; nothing is lost, old addresses lead to it.",
    "把其余文章并入第一篇：先逐字段预览，内容不丢失，旧网址仍指向它。",
    "gpucat merge memory/6 layout/10 --dry-run",
    "gpucat merge memory/6 layout/10 --take title=layout/10 --dry-run",
)
def merge(
    context: typer.Context,
    keep: Annotated[
        str,
        typer.Argument(
            metavar="KEEP", help=tr("The article to keep.", "保留的文章。"), autocompletion=complete.articles
        ),
    ],
    drops: Articles,
    take: Annotated[
        list[str] | None,
        typer.Option(
            "--take",
            metavar="FIELD=ARTICLE",
            help=tr("Take a field's value from this article.", "该字段取自这篇文章。"),
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", "-n", help=tr("Only say what would be done.", "只说明会做什么。"))
    ] = False,
    yes: Yes = False,
    json: Json = False,
) -> None:
    from gpucat.render.merge import write_merge
    from gpucat.services.merge import carry_out_merge, plan_merge
    from gpucat.store.lookup import still_listed

    run = Run.of(context)
    taken = dict(_parted(text) for text in take or [])
    with run.catalogue() as connection:
        plan = plan_merge(connection, keep, drops, taken)
    write_merge(run.terminal, plan, as_json=json)
    if dry_run:
        return
    run.confirm(tr("Merge them?", "确定合并？"), yes)
    with run.change() as writer:
        first, *others = [str(article.number) for article in still_listed(writer.connection, (plan.keep, *plan.drops))]
        carry_out_merge(plan_merge(writer.connection, first, others, taken), writer)
    run.terminal.notice(Bilingual("Merged; `gpucat undo` takes it back.", "已合并；可用 `gpucat undo` 撤销。"))


def _parted(text: str) -> tuple[str, str]:
    field, equals, article = text.partition("=")
    if not equals:
        raise UsageError("bad_take", Bilingual(f"{text!r} is not FIELD=ARTICLE", f"“{text}”不是 FIELD=ARTICLE 的形式"))
    return field.strip(), article.strip()
