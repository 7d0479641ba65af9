"""Implements `gpucat mark` and `note`: state, rating and notes of articles."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from gpucat.catalog.article import STATUSES
from gpucat.catalog.names import is_status, pick_status
from gpucat.cli import complete
from gpucat.cli.context import Run
from gpucat.cli.help import described
from gpucat.cli.options import ChangedArticle, ChangedArticles, Unasked
from gpucat.errors import UsageError
from gpucat.language import Bilingual, same, tr

if TYPE_CHECKING:
    from gpucat.services.notes import Typed
    from gpucat.store.reading import Note

Words = Annotated[
    list[str],
    typer.Argument(
        metavar="ARTICLE... STATE",
        help=tr(
            "Articles (places, ranges, numbers, URLs, whole titles; - reads them from standard input), then the state.",
            "文章（位置、范围、编号、网址、完整标题；- 表示从标准输入读取），最后是状态。",
        ),
        autocompletion=complete.articles_and_statuses,
    ),
]
Rating = Annotated[
    int | None,
    typer.Option(
        "--rating",
        "-r",
        min=1,
        max=5,
        help=tr("Rating from 1 to 5; the state is then optional.", "评分 1 到 5；此时可省略状态。"),
    ),
]

OfModules = Annotated[
    list[str],
    typer.Option(
        "--module",
        "-m",
        help=tr("Also all articles of this module.", "包括此模块的全部文章。"),
        autocompletion=complete.modules,
    ),
]


@described(
    "Mark articles as todo, reading, done or skipped; the state comes last. Either all are marked or none.",
    "标记文章：未读、在读、读完或跳过；状态写在最后。要么全部生效，要么都不生效。",
    "gpucat mark memory/6 done --rating 5",
    "gpucat mark memory/1..5 layout/3 done",
    "gpucat mark --module hardware skipped --yes",
    "gpucat list --author 'Lei Mao' --format ids | gpucat mark - reading",
)
def mark(
    context: typer.Context,
    words: Words,
    rating: Rating = None,
    module: OfModules = [],  # noqa: B006  Typer copies it
    yes: Unasked = False,
) -> None:
    run = Run.of(context)
    names, status = split_words(words, is_rated=rating is not None, has_module=bool(module))
    _mark(run, names, status, rating, module, yes=yes)


@described(
    "Mark articles as done: short for `gpucat mark ARTICLE... done`.",
    "把文章标记为读完：即 `gpucat mark ARTICLE... done`。",
    "gpucat done memory/6",
    "gpucat done memory/6 --rating 5",
)
def done(context: typer.Context, articles: ChangedArticles, rating: Rating = None, yes: Unasked = False) -> None:
    _mark(Run.of(context), articles, "done", rating, (), yes=yes)


def _mark(
    run: Run, names: Sequence[str], status: str | None, rating: int | None, module: Sequence[str], *, yes: bool
) -> None:
    from gpucat.cli.named import articles_to_change
    from gpucat.render.reading import say_marked
    from gpucat.store.lookup import still_listed
    from gpucat.store.reading import mark_articles, rate_articles

    with run.catalogue() as connection:
        articles = articles_to_change(run, connection, names, modules=module, yes=yes)
    with run.change() as writer:
        numbers = [article.number for article in still_listed(writer.connection, articles)]
        changed = set(mark_articles(writer, numbers, status)) if status else set()
        changed |= set(rate_articles(writer, numbers, rating)) if rating else set()
    say_marked(run.terminal, articles, changed, status, rating)


def split_words(words: Sequence[str], *, is_rated: bool, has_module: bool) -> tuple[Sequence[str], str | None]:
    """Splits the words into articles' names, which a module makes optional, and the state, which a rating does.

    Raises UsageError.
    """
    *names, last = words
    try:
        status = pick_status(last)
    except UsageError:
        if is_rated:
            return words, None
        if is_status(words[0]):
            raise UsageError(
                "status_comes_last",
                Bilingual(f"{last!r} is not a state", f"“{last}”不是状态"),
                Bilingual(
                    f"the state comes last: gpucat mark {last} {words[0]}",
                    f"状态写在最后：gpucat mark {last} {words[0]}",
                ),
            ) from None
        from gpucat.store.lookup import names_article

        if not names_article(last) and last != "-":
            raise
        raise UsageError(
            "no_status",
            Bilingual("no state was given", "没有指定状态"),
            Bilingual(
                f"it comes last, one of {', '.join(STATUSES)}: gpucat mark {last} done",
                f"状态写在最后，可为 {'、'.join(STATUSES)}：gpucat mark {last} done",
            ),
        ) from None
    if not names and not has_module:
        raise UsageError(
            "no_article_named",
            Bilingual("no article was given", "没有指定文章"),
            Bilingual(f"for example: gpucat mark memory/6 {last}", f"例如：gpucat mark memory/6 {last}"),
        )
    return names, status


Text = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[TEXT]",
        help=tr(
            "The note; - reads it from standard input, an empty text removes it. Without it, your $EDITOR opens.",
            "笔记内容；- 表示从标准输入读取，空内容则删除笔记。省略时打开 $EDITOR。",
        ),
    ),
]
Append = Annotated[
    bool, typer.Option("--append", "-a", help=tr("Add a paragraph to the note.", "在笔记末尾添加一段。"))
]


def typed_note(
    run: Run, words: Sequence[str] | None, stored: "Note | None", name: str, *, append: bool, template: str = ""
) -> "Typed":
    """Returns what the reader typed: the words, standard input for `-`, or the text as the editor leaves it."""
    from gpucat.catalog.reading import clean_note
    from gpucat.services.notes import Typed

    if words is None:
        begun = template if append or stored is None else stored.text
        return Typed(clean_note(run.edit_text(begun, name)), stored, is_added=append, is_edited=True)
    text = run.read_input() if list(words) == ["-"] else " ".join(words)
    return Typed(clean_note(text), stored, is_added=append)


def say_noted(run: Run, name: Bilingual, text: str, *, changed: bool) -> None:
    """Says what became of the note."""
    if not changed:
        said = Bilingual(f"{name.en}: note unchanged", f"{name.zh}：笔记没有变化")
    elif text:
        said = Bilingual(f"{name.en}: note saved", f"{name.zh}：笔记已保存")
    else:
        said = Bilingual(f"{name.en}: note removed", f"{name.zh}：笔记已删除")
    run.terminal.notice(said)


@described(
    "Write a note on an article; search finds it, show shows it.",
    "为文章写笔记；search 可搜到，show 会显示。",
    "gpucat note memory/6 'XOR of row and column bits; see layout/10'",
    "gpucat note memory/6 --append 'measured: 32-way conflict gone'",
    "gpucat note memory/6",
)
def note(
    context: typer.Context,
    article: ChangedArticle,
    text: Text = None,
    append: Append = False,
) -> None:
    from gpucat.cli.named import article_to_change
    from gpucat.services.notes import kept_where_it_fails
    from gpucat.store.lookup import still_listed
    from gpucat.store.reading import read_note, save_note

    run = Run.of(context)
    if article == "-" and text == ["-"]:
        raise UsageError(
            "one_input",
            Bilingual("standard input cannot be both the article and the text", "标准输入不能既是文章又是笔记内容"),
            Bilingual("name the article, or give the text as an argument", "请写出文章，或将内容作为参数给出"),
        )
    with run.catalogue() as connection:
        found = article_to_change(run, connection, article)
        stored = read_note(connection, found.number)
    typed = typed_note(run, text, stored, found.id, append=append)
    with kept_where_it_fails(typed, run.path, found.id, run.terminal.notice), run.change() as writer:
        still_listed(writer.connection, [found])
        after = typed.upon(read_note(writer.connection, found.number))
        changed = save_note(writer, found.number, after)
    say_noted(run, same(found.id), after, changed=changed)
