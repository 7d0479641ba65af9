"""Implements `gpucat terms`, the glossary."""

from typing import Annotated

import typer

from gpucat.cli import complete
from gpucat.cli.context import Run
from gpucat.cli.help import described
from gpucat.cli.options import Format, Json
from gpucat.language import NOTHING, Bilingual, tr

_WORD = tr("A term in either language, or part of one.", "任一语言的术语，或其中一部分。")
_EDIT = tr("Edit your own terms, which search understands.", "编辑自己的术语，供 search 使用。")
_ALL = tr(
    "Also terms that no article teaches, and names in other regions and languages.",
    "也列出没有文章讲解的术语，以及其他地区和语言的名称。",
)


@described(
    "Show the glossary in both languages: what a term means, and which articles teach or need it.",
    "显示中英术语表：术语的含义，以及讲解它、以它为先修的文章。",
    "gpucat terms",
    "gpucat terms 'bank conflict'",
    "gpucat terms 线程束 --all",
)
def terms(
    context: typer.Context,
    word: Annotated[str | None, typer.Argument(metavar="[WORD]", help=_WORD, autocompletion=complete.terms)] = None,
    edit: Annotated[bool, typer.Option("--edit", help=_EDIT)] = False,
    all_: Annotated[bool, typer.Option("--all", help=_ALL)] = False,
    output_format: Format = "table",
    json: Json = False,
) -> None:
    run = Run.of(context)
    if edit:
        edit_terms(run)
        return
    from gpucat.render.glossary import write_terms
    from gpucat.render.listing import check_format
    from gpucat.services.glossary import nearest_terms, read_terms
    from gpucat.services.term_list import read_vocabulary

    chosen = check_format("json" if json else output_format)
    with run.catalogue() as connection:
        vocabulary = read_vocabulary(connection, run.path)
        glossary = read_terms(connection, vocabulary, word, wants_all=all_)
        near = (
            []
            if glossary.terms or not word
            else nearest_terms(connection, run.path, vocabulary, word, run.terminal.notice)
        )
    write_terms(run.terminal, glossary, chosen, is_asked=word is not None, wants_all=all_)
    if not glossary.terms:
        names = vocabulary.names(near)
        guess = Bilingual(f" Did you mean {names.en}?", f"你是指 {names.zh} 吗？") if near else NOTHING
        run.terminal.notice(
            Bilingual(
                f"No term matches.{guess.en} `gpucat terms` lists them all; `gpucat search` looks in the articles.",
                f"没有符合的术语。{guess.zh}`gpucat terms` 列出全部术语，`gpucat search` 在文章中查找。",
            )
        )


def edit_terms(run: Run) -> None:
    """Opens the reader's own terms in an editor and warns about doubtful ones."""
    from gpucat.services.term_files import user_terms_file
    from gpucat.services.term_list import read_user_terms, save_user_terms

    before = read_user_terms(run.path)
    after = run.edit_text(before, "terms")
    if after == before:
        run.terminal.notice(Bilingual("Nothing was changed.", "没有任何改动。"))
        return
    for doubt in save_user_terms(run.path, after):
        run.terminal.notice(doubt)
    file = user_terms_file(run.path)
    run.terminal.notice(
        Bilingual(f"Your terms are in {file}; search uses them.", f"术语已保存到 {file}，供 search 使用。")
    )
