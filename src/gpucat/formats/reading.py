"""What every reader of a file answers: the articles with their lines, what was left out, and what could not be used. Pure."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Catalogue, Texts
from gpucat.catalog.reader_items import Item
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


class OpenFile(NamedTuple):
    """A file as an import goes through it: `rows` come one by one and once only, so that it may be of any size.

    `reading` has all but these: the articles and the problems are among the rows.
    """

    reading: Reading
    rows: Iterator[ArticleLine | Problem]


Lines = Callable[[], Iterator[str]]
"""The lines of a text with their ends, from the first one at each call."""


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
