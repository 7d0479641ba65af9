"""`gpucat note`: the reader's own note on an article."""

from typing import Annotated

import typer

from gpucat.cli import complete
from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.cli.note_text import Append, Text, say_noted, typed_note
from gpucat.language import same, tr


@described(
    "Write a note on an article; search finds it, show shows it.",
    "为文章写笔记；search 可搜到，show 会显示。",
    "gpucat note memory/6 'XOR of row and column bits; see layout/10'",
    "gpucat note memory/6 --append 'measured: 32-way conflict gone'",
    "gpucat note memory/6",
)
def note(
    context: typer.Context,
    article: Annotated[
        str,
        typer.Argument(
            metavar="ARTICLE",
            help=tr("Number, place, URL, or a piece of one title.", "编号、位置、网址，或唯一的标题片段。"),
            autocompletion=complete.articles,
        ),
    ],
    text: Text = None,
    append: Append = False,
) -> None:
    from gpucat.services.notes import kept_where_it_fails
    from gpucat.store.lookup import find_article, still_listed
    from gpucat.store.reading import read_note, save_note

    run = Run.of(context)
    with run.catalogue() as connection:
        found = find_article(connection, article)
        stored = read_note(connection, found.number)
    typed = typed_note(run, text, stored, found.id, append=append)
    with kept_where_it_fails(typed, run.path, found.id, run.terminal.notice), run.change() as writer:
        still_listed(writer.connection, [found])
        after = typed.upon(read_note(writer.connection, found.number))
        changed = save_note(writer, found.number, after)
    say_noted(run, same(found.id), after, changed=changed)
