"""Implements `gpucat read`."""

from typing import TYPE_CHECKING, Annotated

import typer

from gpucat.cli.context import Run
from gpucat.cli.help import described
from gpucat.cli.options import Json, article_argument
from gpucat.errors import UsageError
from gpucat.language import Bilingual, tr

if TYPE_CHECKING:
    from gpucat.catalog.article import Article as CatalogueArticle
    from gpucat.services.opened_text import OpenedText

_Readable = Annotated[
    str, article_argument(tr("An article as in `show`, or next.", "文章（写法同 `show`），或 next。"), "ARTICLE")
]
_Section = Annotated[
    int | None,
    typer.Option("--section", min=1, help=tr("Begin at this section of the contents.", "从目录中的这一节开始。")),
]
_Raw = Annotated[bool, typer.Option("--raw", help=tr("Write the Markdown that is kept.", "输出所保存的 Markdown。"))]


@described(
    "Read an article's text in the terminal, from where you stopped; without a kept text, open its page.",
    "在终端中阅读文章正文，从上次停下的地方继续；没有保存正文时打开网页。",
    "gpucat read memory/6",
    "gpucat read memory/6 --section 1",
    "gpucat read memory/6 --raw",
)
def read(
    context: typer.Context, article: _Readable, section: _Section = None, raw: _Raw = False, json: Json = False
) -> None:
    from gpucat.cli.named import NEXT, article_to_read, next_to_read
    from gpucat.render.article_text import write_raw_text, write_text, write_text_json
    from gpucat.services.opened_text import check_section, explained_terms, open_text
    from gpucat.services.settings import reading_speed
    from gpucat.services.texts import no_text, read_texts

    run = Run.of(context)
    is_read = not raw and not json and run.terminal.is_interactive and run.terminal.is_rich
    with run.catalogue() as connection:
        found = next_to_read(run, connection) if article == NEXT else article_to_read(run, connection, article)
        opened = open_text(connection, run.path, found)
        if opened is None:
            missing = no_text(found, read_texts(connection, run.path))
            if not is_read:
                raise missing
            _open_page(run, found, missing)
            return
        speed = reading_speed(connection)
        terms = explained_terms(connection) if is_read else []
    start = check_section(opened, section or (opened.stopped_at if is_read else None) or 1)
    if raw:
        write_raw_text(run.terminal, opened, start)
    elif json:
        write_text_json(run.terminal, opened, start, speed)
    else:
        write_text(run.terminal, opened, start, terms, speed)
    if is_read:
        _ask_where(run, opened, start)


def _open_page(run: Run, article: "CatalogueArticle", missing: UsageError) -> None:
    """Opens the article's page in place of its text, and says how to get that."""
    from gpucat.services.programs import open_in_browser

    run.terminal.notice(missing.explained)
    run.terminal.notice(open_in_browser(article))


def _ask_where(run: Run, opened: "OpenedText", start: int) -> None:
    """Asks where reading stopped, and marks the article: as read, or as being read from that section on."""
    from gpucat.services.opened_text import keep_place
    from gpucat.services.opening import utc_now

    question = Bilingual(
        f"Read to the end? [y = done; the section to go on from, 1-{len(opened.sections)}; Enter = {start}] ",
        f"读完了吗？[y = 读完；下次继续的节号 1-{len(opened.sections)}；回车 = {start}] ",
    )
    answer = run.terminal.ask(run.terminal.say(question)).strip().casefold()
    is_done = answer in ("y", "yes", "是", "好")
    named = {str(section.position): section.position for section in opened.sections}
    keep_place(run.path, opened, 1 if is_done else named.get(answer, start), utc_now())
    _mark(run, opened.article, "done" if is_done else "reading")


def _mark(run: Run, article: "CatalogueArticle", status: str) -> None:
    """Marks the article, unless it is read already."""
    from gpucat.render.reading import say_marked
    from gpucat.store.lookup import still_listed
    from gpucat.store.reading import mark_articles

    if article.status in (status, "done"):
        return
    with run.change() as writer:
        changed = set(mark_articles(writer, [one.number for one in still_listed(writer.connection, [article])], status))
    say_marked(run.terminal, [article], changed, status, None)
