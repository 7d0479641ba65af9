"""Finds the articles that a command line names, in words or on standard input (`-`), for every command that takes any.

A command that only reads takes a piece of a title; one that changes something wants whole names, asks on a terminal about
a piece, and asks before it changes many articles of a range or a module.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import typer

from gpucat.catalog.article import Article
from gpucat.catalog.names import is_range
from gpucat.cli.context import Run
from gpucat.errors import UsageError
from gpucat.language import Bilingual, same
from gpucat.store.lookup import find_article, find_articles_named

if TYPE_CHECKING:
    from gpucat.store.connection import Reader

NEXT: Final = "next"
"""What names, in `open` and `read`, the article to read next."""
MOST_UNASKED: Final = 5
"""How many articles a range or a module may name without a question."""
_MOST_LISTED: Final = 20


def articles_to_read(run: Run, connection: "Reader", words: Sequence[str]) -> list[Article]:
    """Returns the named articles, each once; raises UsageError for an unknown name."""
    return find_articles_named(connection, run.names(words))


def article_to_read(run: Run, connection: "Reader", word: str) -> Article:
    """Returns the one named article; raises UsageError if there are more."""
    return find_article(connection, _only(run.names([word])))


def next_to_read(run: Run, connection: "Reader") -> Article:
    """Returns the article to read next; ends the run if nothing is left to read."""
    from gpucat.services.next_reading import look_ahead, read_aim, read_next

    ahead = read_next(connection, 1, look_ahead(connection, read_aim(connection)))
    if not ahead:
        run.terminal.notice(Bilingual("Nothing is left to read.", "没有未读的文章了。"))
        raise typer.Exit
    return ahead[0].article


def article_to_change(run: Run, connection: "Reader", word: str) -> Article:
    """Returns the one article that a change names; raises UsageError if there are more."""
    return find_article(connection, _only(run.names([word])), run.agree_to_piece)


def chosen_articles(run: Run, connection: "Reader", words: Sequence[str]) -> list[Article]:
    """Returns the articles that a change names, which itself asks before it changes anything."""
    return find_articles_named(connection, run.names(words), run.agree_to_piece)


def articles_to_change(
    run: Run, connection: "Reader", words: Sequence[str], *, modules: Sequence[str] = (), yes: bool = False
) -> list[Article]:
    """Returns the articles that a change names, and those of its modules; asks if ranges and modules name many."""
    names = run.names(words)
    ranges = find_articles_named(connection, filter(is_range, names))
    spread = {article.number: article for article in [*ranges, *_of_modules(connection, modules)]}
    named = find_articles_named(connection, names, run.agree_to_piece)
    if len(spread) > MOST_UNASKED and not yes:
        _say_which(run, list(spread.values()))
        many = Bilingual(f"Change these {len(spread)} articles?", f"更改这 {len(spread)} 篇文章？")
        run.confirm(run.terminal.say(many), yes)
    return list({article.number: article for article in [*named, *spread.values()]}.values())


def different_articles(run: Run, connection: "Reader", words: Sequence[str], most: int | None = None) -> list[Article]:
    """Returns the articles that a change names, at least two and at most `most`; raises UsageError."""
    found = chosen_articles(run, connection, words)
    if len(found) < 2:
        only = f"{found[0].id} {found[0].title}"
        raise UsageError(
            "one_article",
            Bilingual(
                f"two different articles are needed, but only {only} is named", f"需要两篇不同的文章，但只有 {only}"
            ),
        )
    if most is not None and len(found) > most:
        raise UsageError(
            "too_many_articles",
            Bilingual(f"{len(found)} articles, where {most} fit", f"只能指定 {most} 篇，却有 {len(found)} 篇"),
        )
    return found


def _of_modules(connection: "Reader", modules: Sequence[str]) -> list[Article]:
    if not modules:
        return []
    from gpucat.catalog.filters import ArticleFilter
    from gpucat.catalog.names import pick_module
    from gpucat.store.articles import find_articles
    from gpucat.store.catalogue import read_modules

    known = read_modules(connection)
    return list(find_articles(connection, ArticleFilter(modules=tuple(pick_module(known, name) for name in modules))))


def _say_which(run: Run, articles: Sequence[Article]) -> None:
    for article in articles[:_MOST_LISTED]:
        run.terminal.notice(same(f"  {article.id} {article.title}"))
    if (more := len(articles) - _MOST_LISTED) > 0:
        run.terminal.notice(Bilingual(f"  and {more} more", f"  以及另外 {more} 篇"))


def _only(names: Sequence[str]) -> str:
    if len(names) > 1:
        raise UsageError(
            "one_article_only",
            Bilingual(
                f"{len(names)} articles are named, but only one is allowed here",
                f"指定了 {len(names)} 篇文章，此处只能指定一篇",
            ),
        )
    return names[0]
