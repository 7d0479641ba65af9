"""`gpucat remove`: articles out of the list."""

import typer

from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.cli.options import Articles, Yes
from gpucat.language import Bilingual


@described(
    "Take articles out of the list, after asking. What you have on them is kept: adding the address brings them back.",
    "将文章移出清单（会先询问）。阅读记录保留；再次添加同一网址即可恢复。",
    "gpucat remove memory/6",
    "gpucat remove inbox/149 --yes",
)
def remove(context: typer.Context, articles: Articles, yes: Yes = False) -> None:
    from gpucat.render.edits import say_lost_starts, say_removed, write_articles
    from gpucat.services.edit import carry_out_removal, lost_starts
    from gpucat.store.catalogue import read_modules
    from gpucat.store.lookup import find_articles_named, still_listed

    run = Run.of(context)
    with run.catalogue() as connection:
        named = find_articles_named(connection, articles)
        modules = read_modules(connection)
    write_articles(run.terminal, named)
    question = Bilingual(
        f"Take {len(named)} article{'s' if len(named) > 1 else ''} out of the list?", f"将 {len(named)} 篇移出清单？"
    )
    run.confirm(run.terminal.say(question), yes)
    with run.change() as writer:
        carry_out_removal(still_listed(writer.connection, named), writer)
    say_removed(run.terminal, len(named))
    with run.catalogue() as connection:
        say_lost_starts(run.terminal, lost_starts(modules, read_modules(connection)))
