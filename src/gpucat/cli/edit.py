"""Implements `gpucat edit` and `remove`."""

from typing import Annotated

import typer

from gpucat.cli import complete
from gpucat.cli.context import Run
from gpucat.cli.fields import CLEARABLE, FieldOptions, naming_options, with_fields
from gpucat.cli.help import described
from gpucat.cli.options import ChangedArticles, Json, Unasked, Yes
from gpucat.errors import UsageError
from gpucat.language import Bilingual, tr

Url = Annotated[
    str | None,
    typer.Option("--url", help=tr("The URL; the old one still finds the article.", "网址；旧网址会保留为别名。")),
]
Start = Annotated[
    bool, typer.Option("--start", help=tr("Make it the start of its module.", "设为所属模块的推荐起点。"))
]
AddKeyword = Annotated[
    list[str], typer.Option("--add-keyword", help=tr("Add a keyword; repeat for several.", "添加关键词；可重复。"))
]
RemoveKeyword = Annotated[
    list[str],
    typer.Option(
        "--remove-keyword",
        help=tr("Remove a keyword; repeat for several.", "去掉关键词；可重复。"),
        autocompletion=complete.keywords,
    ),
]


@described(
    "Change fields of one or more articles; an empty value clears a field. Without fields, a form opens in your editor; edit inbox goes through what waits there, with proposals.",
    "修改一篇或多篇文章的字段；空值表示清除。不给字段时在编辑器中打开表单；edit inbox 逐篇处理收件箱并给出建议值。",
    "gpucat edit memory/6 --level intermediate --keyword TMA --keyword swizzle",
    "gpucat edit inbox/149 --module gemm --position 3",
    "gpucat edit 18 --date ''",
    clears=CLEARABLE,
)
@with_fields
def edit(
    context: typer.Context,
    articles: ChangedArticles,
    fields: FieldOptions,
    url: Url = None,
    add_keyword: AddKeyword = [],  # noqa: B006  Typer copies it
    remove_keyword: RemoveKeyword = [],  # noqa: B006
    start: Start = False,
    yes: Unasked = False,
    json: Json = False,
) -> None:
    from gpucat.cli.named import articles_to_change
    from gpucat.render.edits import say_lost_starts, say_missed_keywords, write_edits
    from gpucat.services.edit import KeywordEdit, carry_out_edits, lost_starts, plan_edit, read_again
    from gpucat.store.catalogue import read_modules
    from gpucat.store.lookup import still_listed

    run = Run.of(context)
    given = fields.given() | ({"url": url} if url is not None else {})
    words = KeywordEdit(tuple(add_keyword), tuple(remove_keyword))
    if not (given or start or any(words)):
        _edit_in_forms(run, articles, yes=yes)
        return
    with run.catalogue() as connection:
        named = articles_to_change(run, connection, articles, yes=yes)
        with naming_options({*given, "start"}):
            edits = plan_edit(connection, named, given, words, start=start)
        modules = read_modules(connection)
    if any(edited.is_change for edited in edits):
        with run.change() as writer:
            modules = read_modules(writer.connection)
            edits = plan_edit(writer.connection, still_listed(writer.connection, named), given, words, start=start)
            carry_out_edits(edits, writer)
    with run.catalogue() as connection:
        write_edits(run.terminal, read_again(connection, edits), as_json=json)
        say_missed_keywords(run.terminal, named, words.missed(named))
        say_lost_starts(run.terminal, lost_starts(modules, read_modules(connection)))


def _edit_in_forms(run: Run, words: list[str], *, yes: bool) -> None:
    from gpucat.catalog.article import INBOX
    from gpucat.catalog.filters import ArticleFilter
    from gpucat.cli.edit_form import edit_in_forms
    from gpucat.cli.named import articles_to_change
    from gpucat.store.articles import find_articles

    if not run.terminal.is_interactive:
        raise _nothing_given()
    is_inbox = words == [INBOX]
    with run.catalogue() as connection:
        waiting = find_articles(connection, ArticleFilter(modules=(INBOX,))) if is_inbox else ()
        named = list(waiting) if is_inbox else articles_to_change(run, connection, words, yes=yes)
    if not named:
        run.terminal.notice(Bilingual("The inbox is empty.", "收件箱是空的。"))
    edit_in_forms(run, named, proposes=is_inbox)


def _nothing_given() -> UsageError:
    return UsageError(
        "nothing_to_edit",
        Bilingual("no field to change was given", "没有指定要修改的字段"),
        Bilingual(
            "for example: gpucat edit memory/6 --level advanced; all fields: gpucat edit --help",
            "例如：gpucat edit memory/6 --level 高级；全部字段见 gpucat edit --help",
        ),
    )


@described(
    "Remove articles from the list, after asking. Your notes and states are kept; adding the URL again brings them back.",
    "将文章移出清单（会先询问）。阅读记录会保留；再次添加同一网址即可恢复。",
    "gpucat remove memory/6",
    "gpucat remove inbox/149 --yes",
)
def remove(context: typer.Context, articles: ChangedArticles, yes: Yes = False) -> None:
    from gpucat.cli.named import chosen_articles
    from gpucat.render.edits import say_lost_starts, say_removed, write_articles
    from gpucat.render.text import counted
    from gpucat.services.edit import carry_out_removal, lost_starts
    from gpucat.store.catalogue import read_modules
    from gpucat.store.lookup import still_listed

    run = Run.of(context)
    with run.catalogue() as connection:
        named = chosen_articles(run, connection, articles)
        modules = read_modules(connection)
    write_articles(run.terminal, named)
    question = Bilingual(f"Remove {counted(len(named), 'article')} from the list?", f"将 {len(named)} 篇文章移出清单？")
    run.confirm(run.terminal.say(question), yes)
    with run.change() as writer:
        carry_out_removal(still_listed(writer.connection, named), writer)
    say_removed(run.terminal, len(named))
    with run.catalogue() as connection:
        say_lost_starts(run.terminal, lost_starts(modules, read_modules(connection)))
