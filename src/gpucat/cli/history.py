"""Implements `gpucat history` and `undo`."""

from typing import Annotated

import typer

from gpucat.cli.context import Run
from gpucat.cli.help import described
from gpucat.cli.options import Format, Json, Limit
from gpucat.language import Bilingual, tr


@described(
    "List the changes to the list and to your reading, newest first.",
    "列出对清单与阅读记录的改动，新的在前。",
    "gpucat history",
    "gpucat history --limit 5 --json",
)
def history(
    context: typer.Context,
    limit: Limit = 20,
    output_format: Format = "table",
    json: Json = False,
) -> None:
    from gpucat.render.listing import check_format, write_listing
    from gpucat.render.store import change_listing
    from gpucat.store.journal import read_changes

    run = Run.of(context)
    chosen = check_format("json" if json else output_format)
    with run.catalogue() as connection:
        if not write_listing(run.terminal, change_listing(read_changes(connection, limit)), chosen):
            run.terminal.notice(Bilingual("No changes yet.", "尚无改动。"))


@described(
    "Undo the latest change, or the one with this number in `gpucat history`.",
    "撤销最近一次改动，或 `gpucat history` 中指定编号的改动。",
    "gpucat undo",
    "gpucat undo 1",
)
def undo(
    context: typer.Context,
    change: Annotated[
        int | None, typer.Argument(metavar="CHANGE", help=tr("The change's number.", "改动的编号。"))
    ] = None,
    member: Annotated[
        str | None,
        typer.Option(
            "--member",
            metavar="ARTICLE",
            help=tr("Only take this article out of its merge.", "只把这篇文章从合并中取出。"),
        ),
    ] = None,
) -> None:
    from gpucat.render.store import LONGEST_COMMAND
    from gpucat.render.text import shortened
    from gpucat.services.opening import ensure_catalogue
    from gpucat.services.undo import take_back

    run = Run.of(context)
    if member is not None:
        _take_back_member(run, member)
        return
    ensure_catalogue(run.path, run.terminal.notice)
    command = shortened(take_back(run.path, change).command, LONGEST_COMMAND)
    run.terminal.notice(Bilingual(f"Undone: {command}", f"已撤销：{command}"))


def _take_back_member(run: Run, name: str) -> None:
    from gpucat.services.merge import take_back_member

    with run.change() as writer:
        article = take_back_member(writer, name)
    said = Bilingual(
        f"{article.id} {article.title} is a separate article again", f"{article.id} {article.title} 已恢复为单独一篇"
    )
    run.terminal.notice(said)
