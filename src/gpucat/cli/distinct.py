"""`gpucat distinct`: what only looks like a duplicate, remembered and forgotten."""

from typing import Annotated

import typer

from gpucat.cli import complete
from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.language import Bilingual, tr


@described(
    "Remember that two articles are not duplicates.",
    "记住两篇文章并不重复。",
    "gpucat distinct kernels/8 kernels/9",
)
def distinct(
    context: typer.Context,
    one: Annotated[
        str, typer.Argument(metavar="A", help=tr("An article.", "一篇文章。"), autocompletion=complete.articles)
    ],
    other: Annotated[
        str, typer.Argument(metavar="B", help=tr("Another one.", "另一篇。"), autocompletion=complete.articles)
    ],
) -> None:
    from gpucat.services.merge import pick_two
    from gpucat.store.duplicates import remember_distinct

    run = Run.of(context)
    with run.change() as writer:
        first, second = pick_two(writer.connection, one, other)
        is_new = remember_distinct(writer, first.number, second.number)
    said = Bilingual(f"{first.id} and {second.id} are distinct", f"{first.id} 与 {second.id} 不是重复文章")
    run.terminal.notice(said if is_new else Bilingual(f"{said.en} already", f"{said.zh}（早已记录）"))


def forget_decision(run: Run, one: str, other: str) -> None:
    """Takes back that two articles are not duplicates."""
    from gpucat.services.merge import pick_two
    from gpucat.store.duplicates import forget_distinct

    with run.change() as writer:
        first, second = pick_two(writer.connection, one, other)
        was_there = forget_distinct(writer, first.number, second.number)
    if was_there:
        run.terminal.notice(
            Bilingual(
                f"Forgot that {first.id} and {second.id} are distinct",
                f"已撤回：{first.id} 与 {second.id} 不再记为不重复",
            )
        )
    else:
        run.terminal.notice(Bilingual("Nothing was decided about these two.", "这两篇没有记录过决定。"))
