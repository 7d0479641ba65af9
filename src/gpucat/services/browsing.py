"""Serves the full-screen reader: parts of the list, live search, cards, and changes, each journalled on its own."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from gpucat.catalog.article import STATUS_LABELS, Article
from gpucat.language import Bilingual
from gpucat.services.cards import Card, read_cards
from gpucat.services.next_reading import next_unread, read_aim
from gpucat.services.opened_text import OpenedText, explained_terms, keep_place, open_text
from gpucat.services.opening import Notice, open_catalogue, this_year, utc_now
from gpucat.services.undo import take_back
from gpucat.store.connection import Reader
from gpucat.store.lookup import find_article, still_listed
from gpucat.store.parts import ALL, WHOLE, PartCount, article_lines, count_parts, in_module_named, in_stage
from gpucat.store.reading import Note, read_begun, read_note

Search = Callable[[Reader, str], Sequence[int]]
MOST_FOUND: Final = 500


class Library:
    """An open catalogue; `search` returns the numbers of the articles that match a text, best first."""

    def __init__(self, path: Path, search: Search, notice: Notice) -> None:
        self._path = path
        self._search = search
        self.reader = open_catalogue(path, notice)

    def close(self) -> None:
        self.reader.close()

    def parts(self) -> list[PartCount]:
        """Counts the whole list, the stages of the route and the modules."""
        return count_parts(self.reader)

    def find(self, part: str, text: str) -> list[Article]:
        """Returns the articles of a part that match the text, best first, without what only a card shows.

        For an empty text, it returns all in order.
        """
        condition = WHOLE if part == ALL else in_stage(int(part)) if part.isdecimal() else in_module_named(part)
        if not text.strip():
            return article_lines(self.reader, condition)
        numbers = self._search(self.reader, text)
        here = {article.number: article for article in article_lines(self.reader, condition, numbers)}
        return [here[number] for number in numbers if number in here]

    def line(self, number: int) -> Article | None:
        """Returns an article as `find` does, if it is still listed."""
        return next(iter(article_lines(self.reader, numbers=[number])), None)

    def card(self, number: int) -> Card:
        """Returns the card of an article."""
        [card] = read_cards(self.reader, [find_article(self.reader, str(number))])
        return card

    def next_number(self) -> int | None:
        """Returns the number of the article to read next on the route."""
        unread = next_unread(self.reader, read_aim(self.reader))
        return unread if unread is not None else next(iter(read_begun(self.reader)), None)

    def mark(self, article: Article, status: str) -> Bilingual:
        """Sets the article's status and returns a confirmation."""
        from gpucat.store.journal import write
        from gpucat.store.reading import mark_articles

        with write(self._path, f"mark {article.id} {status}", utc_now()) as writer:
            still_listed(writer.connection, [article])
            mark_articles(writer, [article.number], status)
        label = STATUS_LABELS[status]
        return Bilingual(f"{article.id}: {label.en}", f"{article.id}：{label.zh}")

    def open_text(self, article: Article) -> OpenedText | None:
        """Opens the article's text; None if none is kept."""
        return open_text(self.reader, self._path, article)

    def terms(self) -> list[Bilingual]:
        """Returns the names of the terms that gpucat can explain."""
        return explained_terms(self.reader)

    def leave_text(self, opened: OpenedText, position: int, *, is_done: bool) -> Bilingual:
        """Keeps the section at which reading stopped, marks the article as `read` does, and says so."""
        keep_place(self._path, opened, 1 if is_done else position, utc_now())
        article = opened.article
        if is_done or article.status not in ("reading", "done"):
            return self.mark(article, "done" if is_done else "reading")
        return Bilingual(f"{article.id}: section {position} next", f"{article.id}：下次从第 {position} 节读起")

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


def live_search(path: Path, notice: Notice) -> Search:
    """Returns a search-as-you-type: articles with a word that begins like the last one, then all other matches."""
    from gpucat.services.search import SearchRequest
    from gpucat.services.wishes import ask

    def hits(connection: Reader, text: str, *, is_literal: bool) -> list[int]:
        request = SearchRequest(text, this_year(), is_literal=is_literal, limit=MOST_FOUND)
        return [hit.article.number for hit in ask(connection, path, request, notice).hits if hit.is_full]

    def find(connection: Reader, text: str) -> list[int]:
        begun = hits(connection, f"{text}*", is_literal=True) if text[-1:].isalnum() and text.isascii() else []
        if len(begun) >= MOST_FOUND:
            return begun
        return list(dict.fromkeys(begun + hits(connection, text, is_literal=False)))

    return find
