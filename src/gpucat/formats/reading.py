"""Holds what was read from a file: articles with their lines, links left out, and lines that cannot be used. Pure."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Catalogue, Learning, Texts
from gpucat.catalog.logins import article_without_logins, without_credentials
from gpucat.catalog.reading import Item
from gpucat.language import NOTHING, Bilingual


class Problem(NamedTuple):
    """A line of a file that cannot be used: its number (from 1), the field at fault (if any) and the reason."""

    line: int
    field: str | None
    reason: Bilingual

    def text(self, file: str) -> Bilingual:
        """Returns the problem as `FILE:LINE: field: reason`."""
        place = f"{file}:{self.line}: " + (f"{self.field}: " if self.field else "")
        return Bilingual(place + self.reason.en, place + self.reason.zh)


class Marks(NamedTuple):
    """What a file says of its reader and an article: a reading status, stars, a note, and when that was (ISO 8601, UTC)."""

    status: str | None = None
    stars: int | None = None
    note: str = ""
    at: str | None = None


class ArticleLine(NamedTuple):
    """An article with its line in the file and the names of the fields that the file gave.

    `headings` are those above it, outermost first: they may name its module or become keywords. `learning` are the
    concepts that the file gives it, if any, by the names that stand there; `marks` are its reader's.
    """

    line: int
    article: Article
    given: frozenset[str]
    headings: tuple[str, ...] = ()
    learning: Learning | None = None
    had_login: bool = False
    """Whether a login was taken out of its address or its texts."""
    marks: Marks | None = None


class LeftOut(NamedTuple):
    """A link of a file that is not an article: its line, its text or address, and why it was left out."""

    line: int
    what: str
    reason: Bilingual


class ItemLine(NamedTuple):
    """An item of the reader's own data with its line in the file."""

    line: int
    item: Item


class ParsedFile(NamedTuple):
    """What was read from a file.

    `is_whole` if it carries the list itself (texts, modules, route), not only articles; `is_collection` if it is a
    collection of links, in which an address may well occur twice. `charset` is the codec that decoded the file; `items`
    are a reader's states, notes and decisions, `counted` how many rows a second, simpler count finds in it.
    """

    catalogue: Catalogue
    articles: tuple[ArticleLine, ...]
    problems: tuple[Problem, ...] = ()
    is_whole: bool = False
    left_out: tuple[LeftOut, ...] = ()
    is_collection: bool = False
    charset: str = "utf-8"
    items: tuple[ItemLine, ...] = ()
    counted: int | None = None

    def without_logins(self) -> "ParsedFile":
        """Returns the same without the logins of its addresses."""
        articles = [_line_without_logins(line) for line in self.articles]
        return self._replace(
            articles=tuple(articles),
            catalogue=self.catalogue._replace(articles=[article_without_logins(a) for a in self.catalogue.articles]),
            problems=tuple(map(_problem_without_logins, self.problems)),
            left_out=tuple(map(_left_out_without_logins, self.left_out)),
        )


FileRow = ArticleLine | Problem | LeftOut


def row_without_logins(row: FileRow) -> FileRow:
    """Returns the row without the logins of its addresses."""
    if isinstance(row, ArticleLine):
        return _line_without_logins(row)
    return _problem_without_logins(row) if isinstance(row, Problem) else _left_out_without_logins(row)


def _line_without_logins(line: ArticleLine) -> ArticleLine:
    article = article_without_logins(line.article)
    return line if article is line.article else line._replace(article=article, had_login=True)


def _problem_without_logins(problem: Problem) -> Problem:
    return problem._replace(reason=Bilingual(*map(without_credentials, problem.reason)))


def _left_out_without_logins(left_out: LeftOut) -> LeftOut:
    return left_out._replace(what=without_credentials(left_out.what))


class OpenFile(NamedTuple):
    """A file opened for an import: its `rows` come one by one and only once, so that it may be of any size.

    `reading` holds everything but the articles, problems and links left out, which are the rows.
    """

    reading: ParsedFile
    rows: Iterator[FileRow]


Lines = Callable[[], Iterator[str]]
"""Returns the lines of a text with their ends, from the first one at each call."""
Blocks = Callable[[], Iterator[str]]
"""Returns the pieces of a text, from the first one at each call."""


def take_text(pieces: Iterator[str], length: int) -> str:
    """Takes the next pieces, together longer than `length` if there is enough text; empty at the end.

    A reader that starts over with twice the text each time reads everything only twice in total.
    """
    taken: list[str] = []
    while length >= 0 and (piece := next(pieces, "")):
        taken.append(piece)
        length -= len(piece)
    return "".join(taken)


def parsed_articles(
    articles: Sequence[ArticleLine],
    problems: Sequence[Problem] = (),
    left_out: Sequence[LeftOut] = (),
    *,
    is_collection: bool = False,
) -> ParsedFile:
    """Returns a parsed file of articles alone."""
    catalogue = Catalogue(texts=Texts(NOTHING), modules=(), articles=[line.article for line in articles])
    return ParsedFile(
        catalogue, tuple(articles), tuple(problems), left_out=tuple(left_out), is_collection=is_collection
    )


def parsed_collection(rows: Iterable[FileRow]) -> ParsedFile:
    """Returns a collection of links from rows that come one by one."""
    articles: list[ArticleLine] = []
    problems: list[Problem] = []
    left_out: list[LeftOut] = []
    for row in rows:
        if isinstance(row, ArticleLine):
            articles.append(row)
        elif isinstance(row, Problem):
            problems.append(row)
        else:
            left_out.append(row)
    return parsed_articles(articles, problems, left_out, is_collection=True)


def open_collection(rows: Iterator[FileRow]) -> OpenFile:
    """Opens a collection of links whose rows come one by one."""
    return OpenFile(parsed_articles([], is_collection=True), rows)
