"""Serves the full-screen reader: parts of the list, live search, cards, and changes, each journalled on its own."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from gpucat.catalog.article import STATUS_LABELS, Article
from gpucat.catalog.filters import ArticleFilter
from gpucat.language import Bilingual
from gpucat.services.cards import Card, read_cards
from gpucat.services.next_reading import read_next
from gpucat.services.opening import Notice, open_catalogue, this_year, utc_now
from gpucat.services.route import Stop, read_stops
from gpucat.services.undo import take_back
from gpucat.store.articles import find_articles
from gpucat.store.catalogue import read_modules
from gpucat.store.connection import Reader
from gpucat.store.lookup import find_article, still_listed
from gpucat.store.reading import Note, read_note

Search = Callable[[Reader, str], Sequence[int]]
ALL: Final = "all"
MOST_FOUND: Final = 500
_EVERYTHING: Final = Bilingual("Everything", "全部")


class ListPart(NamedTuple):
    """A part of the list: everything, a stage of the route or a module; `done` of its `total` articles are read."""

    name: str
    title: Bilingual
    done: int
    total: int


class Library:
    """An open catalogue; `search` returns the numbers of the articles that match a text, best first."""

    def __init__(self, path: Path, search: Search, notice: Notice) -> None:
        self._path = path
        self._search = search
        self.reader = open_catalogue(path, notice)

    def close(self) -> None:
        self.reader.close()

    def parts(self) -> list[ListPart]:
        """Returns the whole list, the stages of the route and the modules."""
        stops = read_stops(self.reader)
        articles = self._all()
        stages = {stop.stage.number: stop.stage.title for stop in stops}
        return [
            _part(ALL, _EVERYTHING, articles),
            *(_part(str(n), title, _of_stage(stops, n)) for n, title in sorted(stages.items())),
            *(
                _part(module.slug, module.title, [a for a in articles if a.module == module.slug])
                for module in read_modules(self.reader)
            ),
        ]

    def find(self, part: str, text: str) -> list[Article]:
        """Returns the articles of a part that match the text, best first; for an empty text, all in order."""
        if part == ALL:
            articles = self._all()
        elif part.isdecimal():
            articles = _of_stage(read_stops(self.reader), int(part))
        else:
            articles = list(find_articles(self.reader, ArticleFilter(modules=(part,))))
        if not text.strip():
            return articles
        here = {article.number: article for article in articles}
        return [here[number] for number in self._search(self.reader, text) if number in here]

    def card(self, number: int) -> Card:
        """Returns the card of an article."""
        [card] = read_cards(self.reader, [find_article(self.reader, str(number))])
        return card

    def next_number(self) -> int | None:
        """Returns the number of the article to read next on the route."""
        advice = read_next(self.reader, 2)
        unread = [piece.stop.article for piece in advice if piece.stop.article.status == "todo"]
        return unread[0].number if unread else advice[0].stop.article.number if advice else None

    def mark(self, article: Article, status: str) -> Bilingual:
        """Sets the article's status and returns a confirmation."""
        from gpucat.store.journal import write
        from gpucat.store.reading import mark_articles

        with write(self._path, f"mark {article.id} {status}", utc_now()) as writer:
            still_listed(writer.connection, [article])
            mark_articles(writer, [article.number], status)
        label = STATUS_LABELS[status]
        return Bilingual(f"{article.id}: {label.en}", f"{article.id}：{label.zh}")

    def save_note(self, article: Article, text: str, before: Note | None, tell: Notice) -> Bilingual:
        """Saves the note and returns a confirmation; `before` is the note that the reader started from.

        If that fails, the text is kept in a file, and `tell` is told which one.
        """
        from gpucat.catalog.reading import clean_note
        from gpucat.services.notes import Typed, kept_where_it_fails
        from gpucat.store.journal import write
        from gpucat.store.reading import save_note

        typed = Typed(clean_note(text), before, is_edited=True)
        command = f"note {article.id}"
        with kept_where_it_fails(typed, self._path, article.id, tell), write(self._path, command, utc_now()) as writer:
            still_listed(writer.connection, [article])
            save_note(writer, article.number, typed.upon(read_note(writer.connection, article.number)))
        return Bilingual(f"{article.id}: note saved", f"{article.id}：笔记已保存")

    def undo(self) -> Bilingual:
        """Undoes the latest change and returns a message naming it; raises UsageError if there is none."""
        change = take_back(self._path, None)
        return Bilingual(f"Undone: {change.command}", f"已撤销：{change.command}")

    def _all(self) -> list[Article]:
        return list(find_articles(self.reader, ArticleFilter()))


def live_search(path: Path, notice: Notice) -> Search:
    """Returns a search-as-you-type: articles with a word that begins like the last one, then all other matches."""
    from gpucat.services.search import SearchRequest, search

    def hits(connection: Reader, text: str, *, is_literal: bool) -> list[int]:
        request = SearchRequest(text, this_year(), is_literal=is_literal, limit=MOST_FOUND)
        return [hit.article.number for hit in search(connection, path, request, notice).hits if hit.is_full]

    def find(connection: Reader, text: str) -> list[int]:
        begun = hits(connection, f"{text}*", is_literal=True) if text[-1:].isalnum() and text.isascii() else []
        return list(dict.fromkeys(begun + hits(connection, text, is_literal=False)))

    return find


def _part(name: str, title: Bilingual, articles: Sequence[Article]) -> ListPart:
    return ListPart(name, title, sum(article.status == "done" for article in articles), len(articles))


def _of_stage(stops: Sequence[Stop], number: int) -> list[Article]:
    return [stop.article for stop in stops if stop.stage.number == number]
