"""What every reader of a file answers: the articles with their lines, what was left out, and what could not be used. Pure."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Catalogue, Texts
from gpucat.catalog.reading import Item
from gpucat.language import NOTHING, Bilingual


class Problem(NamedTuple):
    """One line of a file that cannot be used: its number (from 1), the field at fault (if one is) and why."""

    line: int
    field: str | None
    reason: Bilingual

    def text(self, file: str) -> Bilingual:
        """`FILE:LINE: field: reason`."""
        place = f"{file}:{self.line}: " + (f"{self.field}: " if self.field else "")
        return Bilingual(place + self.reason.en, place + self.reason.zh)


class ArticleLine(NamedTuple):
    """An article with its line in the file and the names of the fields that the file gave.

    `headings` are those it stands under, outermost first: they may name its module or become keywords.
    """

    line: int
    article: Article
    given: frozenset[str]
    headings: tuple[str, ...] = ()


class LeftOut(NamedTuple):
    """A link of a file that is no article: its line, what it is (its text or address) and why it was left out."""

    line: int
    what: str
    reason: Bilingual


class ItemLine(NamedTuple):
    """Something of a reader's own with its line in the file."""

    line: int
    item: Item


class Reading(NamedTuple):
    """What was read of a file.

    `is_whole` where it carries the list itself (texts, modules, route), not only articles; `is_collection` where it is
    someone's collection of links, in which an address may well come twice. `charset` is the codec that read the file;
    `items` are a reader's states, notes and decisions.
    """

    catalogue: Catalogue
    articles: tuple[ArticleLine, ...]
    problems: tuple[Problem, ...] = ()
    is_whole: bool = False
    left_out: tuple[LeftOut, ...] = ()
    is_collection: bool = False
    charset: str = "utf-8"
    items: tuple[ItemLine, ...] = ()


FileRow = ArticleLine | Problem | LeftOut


class OpenFile(NamedTuple):
    """A file as an import goes through it: `rows` come one by one and once only, so that it may be of any size.

    `reading` has all but these: the articles, the problems and what is left out are among the rows.
    """

    reading: Reading
    rows: Iterator[FileRow]


Lines = Callable[[], Iterator[str]]
"""The lines of a text with their ends, from the first one at each call."""
Blocks = Callable[[], Iterator[str]]
"""The pieces of a text, from the first one at each call."""


def take_text(pieces: Iterator[str], length: int) -> str:
    """The next pieces, together longer than `length` where there is so much; empty at the end.

    Who begins again with twice the text each time has read it but twice in all.
    """
    taken: list[str] = []
    while length >= 0 and (piece := next(pieces, "")):
        taken.append(piece)
        length -= len(piece)
    return "".join(taken)


def reading_of(
    articles: Sequence[ArticleLine],
    problems: Sequence[Problem] = (),
    left_out: Sequence[LeftOut] = (),
    *,
    is_collection: bool = False,
) -> Reading:
    """A reading of articles alone."""
    catalogue = Catalogue(texts=Texts(NOTHING), modules=(), articles=[line.article for line in articles])
    return Reading(catalogue, tuple(articles), tuple(problems), left_out=tuple(left_out), is_collection=is_collection)


def reading_of_rows(rows: Iterable[FileRow]) -> Reading:
    """A collection of links whose rows came one by one."""
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
    return reading_of(articles, problems, left_out, is_collection=True)


def open_collection(rows: Iterator[FileRow]) -> OpenFile:
    """A collection of links whose rows come one by one."""
    return OpenFile(reading_of([], is_collection=True), rows)
